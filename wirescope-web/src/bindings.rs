//! What JavaScript calls.

use crate::capture::{Capture, Test};
use crate::codec::{self, Decoder, Encoder};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

type Result<T> = std::result::Result<T, JsError>;

fn failed(text: String) -> JsError {
    JsError::new(&text)
}

/// Which protocol a stream has, by its first bytes: JSON text, or nothing.
#[wasm_bindgen]
#[must_use]
pub fn detect(head: &[u8]) -> Option<String> {
    codec::detect(head)
}

/// The fields of one frame with their bytes, as JSON text.
///
/// # Errors
/// A protocol or an option that is not known.
#[wasm_bindgen]
pub fn explain(protocol: &str, frame: &[u8], options: &str) -> Result<String> {
    codec::explain(protocol, frame, options).map_err(failed)
}

/// Turns a stream into lines as its bytes come.
#[wasm_bindgen(js_name = Decoder)]
#[derive(Debug)]
pub struct JsDecoder(Decoder);

#[wasm_bindgen(js_class = Decoder)]
impl JsDecoder {
    /// A decoder at the start of a stream.
    ///
    /// # Errors
    /// A protocol or an option that is not known.
    #[wasm_bindgen(constructor)]
    pub fn new(protocol: &str, options: &str) -> Result<Self> {
        Decoder::new(protocol, options).map(Self).map_err(failed)
    }

    /// Takes the next bytes; gives lines.
    pub fn feed(&mut self, chunk: &[u8]) -> String {
        self.0.feed(chunk)
    }

    /// Ends the stream; gives lines.
    pub fn finish(&mut self) -> String {
        self.0.finish()
    }

    /// True when the stream broke.
    #[wasm_bindgen(getter, js_name = isBroken)]
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.0.is_broken()
    }
}

/// Turns lines into bytes.
#[wasm_bindgen(js_name = Encoder)]
#[derive(Debug, Default)]
pub struct JsEncoder(Encoder);

#[wasm_bindgen(js_class = Encoder)]
impl JsEncoder {
    /// An encoder at the start of a stream.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes of a line's frame.
    ///
    /// # Errors
    /// The place in the line, and what is wrong there.
    pub fn encode(&mut self, line: &str) -> Result<Vec<u8>> {
        self.0.encode(line).map_err(failed)
    }
}

/// What a filter lets through.
#[wasm_bindgen(js_name = Test)]
#[derive(Debug)]
pub struct JsTest(Test);

#[wasm_bindgen(js_class = Test)]
impl JsTest {
    /// Reads a filter.
    ///
    /// # Errors
    /// Where it is wrong, and what was expected there.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Self> {
        Test::parse(text).map(Self).map_err(failed)
    }
}

/// An index over a capture.
#[wasm_bindgen(js_name = Capture)]
#[derive(Debug)]
pub struct JsCapture(Capture);

#[wasm_bindgen(js_class = Capture)]
impl JsCapture {
    /// An empty capture.
    ///
    /// # Errors
    /// An option that is not known.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Self> {
        Capture::new(options).map(Self).map_err(failed)
    }

    /// Makes room at once.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn reserve(&mut self, bytes: usize) -> Result<()> {
        self.0.reserve(bytes).map_err(failed)
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// There is no memory for them.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<()> {
        self.0.feed(chunk).map_err(failed)
    }

    /// Ends the capture.
    ///
    /// # Errors
    /// There is no memory for what was left.
    pub fn finish(&mut self) -> Result<()> {
        self.0.finish().map_err(failed)
    }

    /// How many frames there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn length(&self) -> usize {
        self.0.len()
    }

    /// The column of offsets, from a frame on.
    #[must_use]
    pub fn offsets(&self, from: usize) -> Vec<f64> {
        self.0.frames().offsets.get(from..).unwrap_or_default().to_vec()
    }

    /// The column of lengths, from a frame on.
    #[must_use]
    pub fn lengths(&self, from: usize) -> Vec<u32> {
        self.0.frames().lengths(from)
    }

    /// The column of types, from a frame on: indices into `kinds`.
    #[must_use]
    pub fn types(&self, from: usize) -> Vec<u16> {
        self.0.frames().types.get(from..).unwrap_or_default().to_vec()
    }

    /// The column of marks, from a frame on.
    #[must_use]
    pub fn marks(&self, from: usize) -> Vec<u8> {
        self.0.frames().marks.get(from..).unwrap_or_default().to_vec()
    }

    /// The column of connections, from a frame on.
    #[must_use]
    pub fn conns(&self, from: usize) -> Vec<u32> {
        self.0.frames().conns.get(from..).unwrap_or_default().to_vec()
    }

    /// Protocol and name of each type that was met, one after another.
    #[must_use]
    pub fn kinds(&self) -> Vec<String> {
        self.0.frames().kinds().iter().flat_map(|kind| kind.names()).collect()
    }

    /// What was told beside the frames since the last call.
    pub fn notes(&mut self) -> String {
        self.0.notes()
    }

    /// The line of a frame.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn line(&self, index: usize) -> Result<String> {
        self.0.line(index).map_err(failed)
    }

    /// The bytes of a frame, edited if they were.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn bytes(&self, index: usize) -> Result<Vec<u8>> {
        self.0.bytes(index).map(<[u8]>::to_vec).map_err(failed)
    }

    /// The bytes of a frame as they were read.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn original(&self, index: usize) -> Result<Vec<u8>> {
        self.0.original(index).map(<[u8]>::to_vec).map_err(failed)
    }

    /// The fields of a frame with their bytes.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn explain(&self, index: usize) -> Result<String> {
        self.0.explain(index).map_err(failed)
    }

    /// The frames that a frame answers, and those that answer it.
    #[must_use]
    pub fn related(&self, index: usize) -> String {
        self.0.related(index)
    }

    /// Replaces a member of a frame's line and builds the frame again.
    ///
    /// # Errors
    /// There is no such frame or member, or the line cannot be encoded so.
    pub fn edit(&mut self, index: usize, path: &str, value: &str) -> Result<()> {
        self.0.edit(index, path, value).map_err(failed)
    }

    /// Undoes the edits of a frame.
    pub fn revert(&mut self, index: usize) {
        self.0.revert(index);
    }

    /// The frames from `from` up to `to` that pass a test.
    ///
    /// # Errors
    /// There is no such frame.
    pub fn matches(&self, test: &JsTest, from: usize, to: usize) -> Result<Vec<u32>> {
        self.0.matches(&test.0, from, to).map_err(failed)
    }
}
