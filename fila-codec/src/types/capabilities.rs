//! "Capabilities".

use codec_common::open_flags;

open_flags! {
    /// Optional behaviour that a peer offers in the handshake ("Capabilities").
    ///
    /// Bits that the page reserves are kept as they came: either side may offer what the other lacks. What is
    /// active is [`active_with`](Self::active_with) of both sides.
    wire Capabilities: u32 {
        /// Bit 0: the peer honours `Credit`. Where it is not active, `Consume.credit` means nothing and the server
        /// pushes freely.
        CREDIT_FLOW_CONTROL = 1,
    }
}

impl Capabilities {
    /// What both sides offer and this version of the protocol knows.
    ///
    /// ```
    /// use fila_codec::Capabilities;
    /// let (ours, theirs) = (Capabilities::CREDIT_FLOW_CONTROL, Capabilities(0x8000_0001));
    /// assert_eq!(ours.active_with(theirs), Capabilities::CREDIT_FLOW_CONTROL);
    /// assert_eq!(Capabilities(0x80).active_with(Capabilities(0x80)), Capabilities::empty());
    /// ```
    #[must_use]
    pub const fn active_with(self, other: Self) -> Self {
        let both = self.0 & other.0;
        Self(both & !Self(both).unknown())
    }
}
