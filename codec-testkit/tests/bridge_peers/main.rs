//! The adapters of `bridge-codec` against other people's software: mosquitto through Paho, Qpid Proton, and boto3 at
//! moto's server. Each is started on 127.0.0.1 and ended again; where one is missing, its tests say so and pass, except
//! where `CI` is `true`.
//!
//! Python with the packages is `PEERS_PYTHON`, which `cargo xtask` sets, or `python3`.

mod amqp;
mod mqtt;
mod process;
mod raw_mqtt;
mod sqs;

use bridge_codec::{Envelope, HeaderValue, Identity, Timestamp};

/// The time of everything here.
const NOW: Timestamp = Timestamp::from_millis(1_772_366_400_000);

fn new_id() -> Identity {
    Identity::new("fresh").unwrap()
}

/// An envelope with a header of every type.
fn envelope() -> Envelope {
    let mut envelope = Envelope::new(Identity::new("id-1").unwrap(), "21.5 °C", NOW);
    envelope.set_subject("order.created");
    envelope.expires_at = Some(NOW.plus_seconds(3600));
    envelope.headers = [
        ("amqp10.group-id", HeaderValue::from("g")),
        ("bin", HeaderValue::Bytes(vec![0, 255].into())),
        ("count", HeaderValue::Int(-42)),
        ("flag", true.into()),
        ("mqtt.response-topic", "back/here".into()),
        ("ratio", HeaderValue::Float(1.5)),
        ("town", "Malmö".into()),
        ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".into()),
        ("when", HeaderValue::Time(NOW)),
        ("x-bridge.content-type", "text/plain".into()),
        ("x-bridge.correlation-id", "corr-1".into()),
        ("x-bridge.route-id", "private".into()),
    ]
    .into_iter()
    .collect();
    envelope
}
