//! What the types of an identity's members cannot say.

use super::ClientIdentity;
use crate::schema::Finding;
use crate::schema::table::at;
use codec_common::Rule;

static PRINTABLE: Rule = Rule("must be printable ASCII");

/// The texts of an identity go into logs, so the official broker wants them printable (reference 7.4).
pub(super) fn printable(identity: &ClientIdentity<'_>, found: &mut dyn FnMut(Finding)) {
    for (text, at) in [
        (identity.process_name, at!(ClientIdentity "processName")),
        (identity.host_name, at!(ClientIdentity "hostName")),
        (identity.features, at!(ClientIdentity "features")),
        (identity.cluster_name, at!(ClientIdentity "clusterName")),
        (identity.guid_info.client_id, at!(GuidInfo "clientId")),
        (identity.user_agent, at!(ClientIdentity "userAgent")),
    ] {
        if !text.is_printable() {
            let len = i128::try_from(text.len()).unwrap_or(i128::MAX);
            found(Finding::new(len, &PRINTABLE, at));
        }
    }
}
