//! Running tshark with the script.

use crate::pdml::{self, Node};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tempfile::NamedTempFile;

/// tshark with a script.
pub struct Tshark {
    script: NamedTempFile,
}

/// One direction of a connection.
pub struct Direction {
    pub name: String,
    /// What TCP carried, put together by tshark.
    pub bytes: Vec<u8>,
    pub frames: Vec<Node>,
}

impl Tshark {
    /// With the script for all protocols; `None` when tshark is not installed, which is said, and fails in the CI.
    pub fn find() -> Option<Self> {
        if Command::new("tshark").arg("--version").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "tshark is not installed");
            eprintln!("skipped: tshark is not installed");
            return None;
        }
        Some(Self::with(&wirescope::dissector::lua(wirescope::protocol::Protocol::ALL)))
    }

    pub fn with(script: &str) -> Self {
        let file = tempfile::Builder::new().suffix(".lua").tempfile().unwrap();
        std::fs::write(file.path(), script).unwrap();
        Self { script: file }
    }

    fn run(&self, capture: &Path, args: &[&str]) -> String {
        let mut command = Command::new("tshark");
        command.arg("-X").arg(format!("lua_script:{}", self.script.path().display()));
        // Segments out of order are put in order; without it tshark dissects them as they come.
        command.args(["-o", "tcp.reassemble_out_of_order:TRUE", "-n", "-r"]).arg(capture).args(args);
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("Lua"), "{stderr}");
        // A capture that is cut short is read as far as it goes.
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// All that is shown, as text.
    pub fn text(&self, capture: &Path) -> String {
        self.run(capture, &["-V"])
    }

    /// The connections of a capture, each direction with its bytes and its frames.
    pub fn directions(&self, capture: &Path) -> Vec<Direction> {
        let mut frames: BTreeMap<(String, String), Vec<Node>> = BTreeMap::new();
        for packet in pdml::packets(&self.run(capture, &["-T", "pdml"])) {
            frames.entry((packet.stream, packet.source)).or_default().extend(packet.frames);
        }
        let streams: std::collections::BTreeSet<String> =
            frames.keys().map(|(stream, _)| stream.clone()).collect();
        let mut args = vec!["-q".to_owned()];
        for stream in streams {
            args.extend(["-z".to_owned(), format!("follow,tcp,raw,{stream}")]);
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut directions = Vec::new();
        for follow in self.run(capture, &args).split("Follow: tcp,raw\n").skip(1) {
            directions.extend(both(follow).into_iter().map(|(stream, source, bytes)| {
                let name = format!("connection {stream} from {source}");
                Direction { name, bytes, frames: frames.remove(&(stream, source)).unwrap_or_default() }
            }));
        }
        directions
    }
}

/// Both directions of what tshark followed: number of the connection, who sent it, and the bytes. A line of digits is
/// a part, one of the second node begins with a tabulator.
fn both(follow: &str) -> Vec<(String, String, Vec<u8>)> {
    let head = |name: &str| follow.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
    let stream = head("Filter: tcp.stream eq ");
    let mut found =
        ["Node 0: ", "Node 1: "].map(|name| (stream.clone(), head(name).replace(['[', ']'], ""), Vec::new()));
    for line in follow.lines().skip_while(|line| !line.starts_with("Node 1: ")).skip(1) {
        let digits = line.trim();
        if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            let node = usize::from(line.starts_with('\t'));
            let bytes =
                (0..digits.len() / 2).map(|at| u8::from_str_radix(&digits[at * 2..at * 2 + 2], 16).unwrap());
            found[node].2.extend(bytes);
        }
    }
    found.into()
}
