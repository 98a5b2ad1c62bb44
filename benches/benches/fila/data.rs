//! The batches that are measured.

use codec_common::{List, Str, Uuid};
use fila_codec::message::{AckItem, DeliveredMessage, EnqueueMessage};

/// What a batch is like.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) messages: usize,
    /// Bytes of a payload.
    pub(crate) payload: usize,
    /// Headers of a message.
    pub(crate) headers: usize,
}

/// What its texts are like.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Texts {
    /// ASCII, of the same lengths in every message: branches are predicted.
    Fixed,
    /// ASCII, of lengths without pattern.
    Random,
    /// Of lengths without pattern, and 30 % of them are not ASCII.
    Mixed,
}

impl Texts {
    pub(crate) const ALL: [Self; 3] = [Self::Fixed, Self::Random, Self::Mixed];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Random => "random",
            Self::Mixed => "mixed",
        }
    }
}

/// Numbers without pattern, the same in every run.
struct Noise(u64);

impl Noise {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }

    /// A text of `len` bytes where lengths are fixed, else of 1 to `2 * len`.
    fn text(&mut self, len: usize, texts: Texts) -> String {
        let len = if texts == Texts::Fixed { len } else { 1 + self.below(2 * len) };
        if texts == Texts::Mixed && self.below(10) < 3 {
            return "zürich-北京-".chars().cycle().take(len.div_ceil(2)).collect();
        }
        (0..len).map(|_| char::from(b'a' + self.below(26) as u8)).collect()
    }
}

/// A message with all of its parts.
pub(crate) struct Owned {
    pub(crate) queue: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) payload: Vec<u8>,
    pub(crate) fairness_key: String,
    pub(crate) id: Uuid,
    /// The headers as views borrow them.
    pairs: Vec<(Str<'static>, Str<'static>)>,
}

/// The messages of a batch.
pub(crate) fn delivered(shape: &Shape, texts: Texts) -> Vec<Owned> {
    let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
    let header = |noise: &mut Noise| (noise.text(10, texts), noise.text(14, texts));
    (0..shape.messages)
        .map(|number| {
            let headers: Vec<_> = (0..shape.headers).map(|_| header(&mut noise)).collect();
            let pairs = headers.iter().map(|(key, value)| (leaked(key), leaked(value))).collect();
            Owned {
                queue: noise.text(6, texts),
                headers,
                payload: vec![0x2E; shape.payload],
                fairness_key: noise.text(4, texts),
                id: Uuid::from_u128(0x019b_76da_a801_7025_8000_0000_0000_0000 + number as u128),
                pairs,
            }
        })
        .collect()
}

fn leaked(text: &str) -> Str<'static> {
    Str::new(text.to_owned().leak())
}

impl Owned {
    pub(crate) fn delivered(&self) -> DeliveredMessage<'_> {
        DeliveredMessage {
            message_id: self.id,
            queue: Str::new(&self.queue),
            headers: List::new(&self.pairs),
            payload: self.payload[..].into(),
            fairness_key: Str::new(&self.fairness_key),
            weight: 1,
            attempt_count: 1,
            redrive_count: 0,
            enqueued_at: 1_767_225_600_000,
            leased_at: 1_767_225_600_010,
            lease_expires_at: 1_767_225_630_010,
        }
    }

    pub(crate) fn enqueued(&self) -> EnqueueMessage<'_> {
        EnqueueMessage {
            queue: Str::new(&self.queue),
            headers: List::new(&self.pairs),
            payload: self.payload[..].into(),
            fairness_key: Some(Str::new(&self.fairness_key)),
            weight: None,
            delay_ms: None,
            idempotency_key: None,
        }
    }
}

/// Copies all texts and payloads to the start of `out`, one behind the other, and gives their length.
pub(crate) fn copy_parts(messages: &[Owned], out: &mut [u8]) -> usize {
    let mut end = 0;
    let mut copy = |part: &[u8]| {
        out[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    };
    for message in messages {
        copy(message.queue.as_bytes());
        for (name, value) in &message.pairs {
            copy(name.as_bytes());
            copy(value.as_bytes());
        }
        copy(&message.payload);
        copy(message.fairness_key.as_bytes());
    }
    end
}

/// Names of queues.
pub(crate) fn queues(count: usize, texts: Texts) -> Vec<String> {
    let mut noise = Noise(7);
    (0..count).map(|_| noise.text(6, texts)).collect()
}

pub(crate) fn ack_item(queue: &str, message_id: Uuid) -> AckItem<'_> {
    AckItem { queue: Str::new(queue), message_id }
}
