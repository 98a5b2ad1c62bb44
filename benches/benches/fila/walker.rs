//! The floor: a walk that reads lengths, skips what they say, and checks nothing else.

/// Takes bytes off the front; the bodies that are measured are good.
struct Walk<'a>(&'a [u8]);

impl<'a> Walk<'a> {
    #[inline(always)]
    fn skip(&mut self, len: usize) {
        self.0 = self.0.get(len..).expect("is good");
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self) -> &'a [u8; N] {
        let (head, rest) = self.0.split_first_chunk().expect("is good");
        self.0 = rest;
        head
    }

    #[inline(always)]
    fn u16(&mut self) -> usize {
        usize::from(u16::from_be_bytes(*self.array()))
    }

    #[inline(always)]
    fn u32(&mut self) -> usize {
        u32::from_be_bytes(*self.array()) as usize
    }

    #[inline(always)]
    fn string(&mut self) -> usize {
        let len = self.u16();
        self.skip(len);
        len
    }

    #[inline(always)]
    fn headers(&mut self) -> usize {
        let count = self.u16();
        for _ in 0..count {
            self.string();
            self.string();
        }
        count
    }

    #[inline(always)]
    fn bytes(&mut self) -> usize {
        let len = self.u32();
        self.skip(len);
        len
    }

    /// Skips an optional: a presence byte and perhaps `len` bytes.
    #[inline(always)]
    fn optional(&mut self, len: usize) {
        let [present] = *self.array();
        if present == 1 {
            self.skip(len);
        }
    }

    #[inline(always)]
    fn optional_string(&mut self) {
        let [present] = *self.array();
        if present == 1 {
            self.string();
        }
    }
}

pub(crate) fn delivery(body: &[u8]) -> usize {
    let mut walk = Walk(body);
    let mut sum = 0;
    for _ in 0..walk.u32() {
        walk.skip(16);
        walk.string();
        sum += walk.headers();
        sum += walk.bytes();
        walk.string();
        walk.skip(36);
    }
    sum
}

pub(crate) fn enqueue(body: &[u8]) -> usize {
    let mut walk = Walk(body);
    let mut sum = 0;
    for _ in 0..walk.u32() {
        walk.string();
        sum += walk.headers();
        sum += walk.bytes();
        walk.optional_string();
        walk.optional(4);
        walk.optional(8);
        walk.optional_string();
    }
    sum
}

pub(crate) fn ack(body: &[u8]) -> usize {
    let mut walk = Walk(body);
    let mut sum = 0;
    for _ in 0..walk.u32() {
        sum += walk.string();
        sum += usize::from(walk.array::<16>()[15]);
    }
    sum
}
