//! Other people's software that tests talk to: Python packages in a virtual environment below the target folder.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::Cmd;
use crate::workspace::Workspace;

/// The packages and their versions, for pip: clients of MQTT and SQS, a server of SQS, an AMQP stack. The last one comes
/// as source, for which pip needs a C compiler and Python's headers.
const PACKAGES: [&str; 4] =
    ["boto3==1.44.8", "moto[server]==5.2.5", "paho-mqtt==2.2.0", "python-qpid-proton==0.40.0"];

/// Where the environment is.
fn home(ws: &Workspace) -> PathBuf {
    ws.target.join("peers")
}

/// Installs the packages, unless these versions are there.
pub(crate) fn install(ws: &Workspace) -> Result<()> {
    let (home, marker) = (home(ws), home(ws).join("installed"));
    if fs::read_to_string(&marker).is_ok_and(|installed| installed == PACKAGES.join("\n")) {
        return Ok(());
    }
    ws.cmd("python3 -m venv").arg(&home).run().context("Python 3 with its venv module is needed")?;
    let pip = Cmd::program(&home.join("bin/pip")).arg("install").arg("--quiet");
    PACKAGES.iter().fold(pip, |cmd, package| cmd.arg(package)).run()?;
    fs::write(&marker, PACKAGES.join("\n")).with_context(|| format!("cannot write {}", marker.display()))
}

/// The environment's Python for tests: installed for the CI, elsewhere only if it is there.
pub(crate) fn python(ws: &Workspace) -> Result<Option<PathBuf>> {
    if ws.ci {
        install(ws)?;
    }
    let python = home(ws).join("bin/python3");
    Ok(home(ws).join("installed").is_file().then_some(python))
}
