//! Valid messages of the schema.

use arbitrary::{Result, Unstructured};
use bmq_codec::SchemaMessage;
use bmq_codec::schema::generate::message;
use bmq_codec::schema::shape::Described;
use bmq_codec::schema::{AuthenticationMessage, ControlMessage, ElectorMessage, NegotiationMessage, Schema};

/// Draws messages until the bytes are used up.
pub fn each_message(data: &[u8], check: &mut dyn FnMut(&SchemaMessage<'_>)) {
    let mut source = Unstructured::new(data);
    while !source.is_empty() {
        if one(&mut source, check).is_err() {
            return;
        }
    }
}

/// Draws the BER of a message and gives the message to `check`.
macro_rules! draw {
    ($source:ident $check:ident $variant:ident $message:ident) => {{
        let mut ber = Vec::new();
        message($message::SHAPE, &[], $source, &mut ber)?;
        $check(&SchemaMessage::$variant($message::from_ber(&ber).expect("what is drawn is valid")));
    }};
}

fn one(source: &mut Unstructured<'_>, check: &mut dyn FnMut(&SchemaMessage<'_>)) -> Result<()> {
    match source.int_in_range(0..=5)? {
        0 => draw!(source check Negotiation NegotiationMessage),
        1 => draw!(source check Authentication AuthenticationMessage),
        2 => draw!(source check Elector ElectorMessage),
        _ => draw!(source check Control ControlMessage),
    }
    Ok(())
}
