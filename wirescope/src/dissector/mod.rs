//! x
use crate::protocol::Protocol;
/// y
pub fn lua(_protocols: &[Protocol]) -> String {
    String::new()
}
