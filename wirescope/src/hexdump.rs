//! Hex dumps back into bytes: what `xxd`, `xxd -p`, `hexdump`, `hexdump -C` and their like write.
//!
//! | form | a row |
//! |---|---|
//! | colon | `00000010: 4b02 0000 …  K...`: offset, groups of whole bytes, two spaces, text |
//! | bytes | `00000010  4b 02 00 00 …  \|K...\|`: offset, single bytes, text |
//! | words | `0000010 024b 0000 …`: offset, little-endian words of two bytes |
//! | plain | `4b020000…`: digits and white space only |
//!
//! A row `*` stands for rows that are like the one before. An offset alone at the end says how many bytes there are.

use crate::session::{Note, NoteKind};

/// Longest row of a dump with offsets, in characters.
const LONGEST_ROW: usize = 4096;

/// Characters from which a dump is told when no row ends in them.
const ENOUGH: usize = 256;

/// Most bytes that rows `*` may stand for, so that a few characters do not make an input without end.
const MAX_REPEATED: u64 = 64 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Colon,
    Bytes,
    Words,
    Plain,
}

/// A row with an offset, parsed.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    offset: u64,
    bytes: Vec<u8>,
}

/// Tells whether an input that begins with `head` is a hex dump; `None` when more bytes are needed. With `end` there
/// are no more. The first row decides, or its first characters when it is long.
pub(crate) fn recognise(head: &[u8], end: bool) -> Option<bool> {
    let text = head.trim_ascii_start();
    if head.len() - text.len() > LONGEST_ROW {
        return Some(false);
    }
    let start = text.get(..ENOUGH).unwrap_or(text);
    let row = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_whole = row.len() < start.len() || (end && start.len() == text.len());
    let text_like = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if !row.iter().all(text_like) {
        return Some(false);
    }
    if is_whole {
        return Some(form(row.trim_ascii()).is_some());
    }
    if start.len() < ENOUGH {
        return None;
    }
    // The last group may be cut.
    let groups = row.iter().rposition(u8::is_ascii_whitespace).map_or(row, |space| &row[..space]);
    Some(form(groups.trim_ascii()).is_some())
}

/// The form of a dump whose first row is `row`.
fn form(row: &[u8]) -> Option<Form> {
    if colon_row(row).is_some() {
        return Some(Form::Colon);
    }
    let mut tokens = row.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    let first = tokens.next()?.len();
    let second = tokens.next().map_or(0, <[u8]>::len);
    let offset_row = match second {
        2 if first >= 4 => Form::Bytes,
        4 if (6..=8).contains(&first) => Form::Words,
        _ => {
            let digits = row.iter().filter(|byte| !byte.is_ascii_whitespace());
            let plain = digits.clone().all(u8::is_ascii_hexdigit) && digits.count() >= 2;
            return plain.then_some(Form::Plain);
        }
    };
    plain_row(row, offset_row).is_some().then_some(offset_row)
}

/// Parses `00000010: 4b02 0000  K...`.
fn colon_row(row: &[u8]) -> Option<Row> {
    let colon = row.iter().position(|byte| *byte == b':').filter(|colon| (4..=16).contains(colon))?;
    let offset = number(&row[..colon])?;
    let rest = row.get(colon + 1..)?.strip_prefix(b" ")?;
    let mut bytes = Vec::new();
    for group in rest.split(|byte| *byte == b' ') {
        // Two spaces in a row end the digits.
        if group.is_empty() {
            break;
        }
        bytes.extend(digits(group)?);
    }
    (!bytes.is_empty()).then_some(Row { offset, bytes })
}

/// Parses `00000010  4b 02 …  |K…|` or `0000010 024b …`.
fn plain_row(row: &[u8], form: Form) -> Option<Row> {
    let mut tokens = row.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    let offset = number(tokens.next()?)?;
    let mut bytes = Vec::new();
    for token in tokens {
        if matches!(token[0], b'|' | b'>') {
            break;
        }
        let mut part = digits(token).filter(|part| part.len() == if form == Form::Words { 2 } else { 1 })?;
        part.reverse();
        bytes.extend(part);
    }
    Some(Row { offset, bytes })
}

fn number(digits: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(digits).ok().filter(|text| !text.starts_with('+'))?, 16).ok()
}

fn digits(token: &[u8]) -> Option<Vec<u8>> {
    crate::hex::decode(std::str::from_utf8(token).ok()?)
}

/// Reads a dump that comes in chunks.
#[derive(Debug)]
pub(crate) struct HexDump {
    form: Option<Form>,
    /// The row that is being read; of a plain dump, a digit whose second one is to come.
    row: Vec<u8>,
    /// Number of the row that is being read.
    number: u64,
    /// The last row, for those that repeat it; of words, it is given when the next one says how long it was.
    last: Vec<u8>,
    /// Offset of the end of the last row; `None` in front of the first.
    end: Option<u64>,
    repeats: bool,
    repeated: u64,
    failed: Option<String>,
}

impl HexDump {
    pub(crate) const fn new() -> Self {
        Self {
            form: None,
            row: Vec::new(),
            number: 1,
            last: Vec::new(),
            end: None,
            repeats: false,
            repeated: 0,
            failed: None,
        }
    }

    /// Takes the next characters and gives the bytes of the rows that end in them.
    pub(crate) fn feed(&mut self, chunk: &[u8], give: &mut dyn FnMut(&[u8])) {
        let mut chunk = chunk;
        while !chunk.is_empty() && self.failed.is_none() {
            if self.form == Some(Form::Plain) {
                return self.plain(chunk, give);
            }
            let (part, rest, ends) = match chunk.iter().position(|byte| *byte == b'\n') {
                Some(end) => (&chunk[..end], &chunk[end + 1..], true),
                None => (chunk, &[][..], false),
            };
            self.row.extend_from_slice(part);
            if self.form.is_none() && self.row.len() > LONGEST_ROW {
                self.form = form(&self.row).filter(|form| *form == Form::Plain);
                if self.form.is_some() {
                    let row = std::mem::take(&mut self.row);
                    self.plain(&row, give);
                    chunk = rest;
                    continue;
                }
            }
            if self.row.len() > LONGEST_ROW {
                self.fail("is too long");
            } else if ends {
                self.end_row(give);
                self.number += 1;
            }
            chunk = rest;
        }
    }

    /// Ends the dump; the note says what was wrong with it.
    pub(crate) fn finish(&mut self, give: &mut dyn FnMut(&[u8])) -> Option<Note> {
        if self.failed.is_none() && self.form != Some(Form::Plain) {
            self.end_row(give);
        }
        if self.failed.is_none() && self.form == Some(Form::Plain) && !self.row.is_empty() {
            self.fail("ends inside a byte");
        }
        if self.form == Some(Form::Words) {
            give(&std::mem::take(&mut self.last));
        }
        let text = self.failed.take()?;
        Some(Note::new(NoteKind::Malformed, text))
    }

    fn fail(&mut self, what: &str) {
        self.failed = Some(format!("line {} of the hex dump {what}; it is read up to there", self.number));
    }

    /// Digits and white space.
    fn plain(&mut self, chunk: &[u8], give: &mut dyn FnMut(&[u8])) {
        let mut bytes = Vec::with_capacity(chunk.len() / 2 + 1);
        for byte in chunk {
            if *byte == b'\n' {
                self.number += 1;
            }
            if byte.is_ascii_whitespace() {
                continue;
            }
            self.row.push(*byte);
            if !byte.is_ascii_hexdigit() {
                self.fail("is not hexadecimal");
                break;
            }
            if self.row.len() == 2 {
                bytes.extend(digits(&self.row).unwrap_or_default());
                self.row.clear();
            }
        }
        give(&bytes);
    }

    fn end_row(&mut self, give: &mut dyn FnMut(&[u8])) {
        let row = std::mem::take(&mut self.row);
        let row = row.trim_ascii();
        if row == b"*" {
            self.repeats = true;
        } else if !row.is_empty() {
            match self.form.or_else(|| form(row)) {
                None => self.fail("is none of a hex dump"),
                Some(Form::Plain) => {
                    self.form = Some(Form::Plain);
                    self.plain(row, give);
                }
                Some(form) => {
                    self.form = Some(form);
                    let parsed = if form == Form::Colon { colon_row(row) } else { plain_row(row, form) };
                    match parsed {
                        Some(row) => self.take(row, form, give),
                        None => self.fail("is none of a hex dump"),
                    }
                }
            }
        }
    }

    /// Takes a row in: repeats the last one up to its offset, and gives its bytes.
    fn take(&mut self, row: Row, form: Form, give: &mut dyn FnMut(&[u8])) {
        let mut end = *self.end.get_or_insert(row.offset);
        // The last word of an odd number of bytes has one too many.
        if form == Form::Words && row.bytes.is_empty() && row.offset.checked_add(1) == Some(end) {
            self.last.pop();
            end = row.offset;
        }
        if form == Form::Words {
            give(&self.last);
        }
        if self.repeats {
            self.repeats = false;
            let missing = row.offset.saturating_sub(end);
            self.repeated = self.repeated.saturating_add(missing);
            if self.last.is_empty() || self.repeated > MAX_REPEATED {
                return self.fail("repeats too many bytes");
            }
            let mut left = missing;
            while left > 0 {
                let part = self.last.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                give(&self.last[..part]);
                left -= part as u64;
            }
            end += missing;
        }
        if row.offset != end {
            return self.fail("does not follow the one before");
        }
        if row.bytes.is_empty() {
            self.last.clear();
            return;
        }
        self.end = end.checked_add(row.bytes.len() as u64);
        if form != Form::Words {
            give(&row.bytes);
        }
        self.last = row.bytes;
    }
}
