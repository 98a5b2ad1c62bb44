//! codec-testkit
