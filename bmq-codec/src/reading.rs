//! How a message is read: how strictly, and in which dialect.

use crate::message::PutMessage;
use codec_common::{DecodeError, Reason, crc};

/// How much deviation is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// What the present official source refuses is an error.
    #[default]
    Official,
    /// What any real client was seen to take is read too; each deviation is a finding.
    Lenient,
}

/// Whose form of the protocol a message has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The official wire: the CRC covers the unpadded application data, new style properties are offsets and are
    /// not compressed.
    #[default]
    Official,
    /// The form of the third-party Node SDK: the CRC covers the padded data, properties with schema id 1 hold
    /// lengths and are compressed together with the payload.
    NodeSdk,
}

impl Dialect {
    /// `official` or `node-sdk`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Official => "official",
            Self::NodeSdk => "node-sdk",
        }
    }
}

/// Which bytes a CRC holds over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CrcScope {
    /// The unpadded application data, as it should.
    Unpadded,
    /// The padded application data, as the Node SDK has it.
    Padded,
    /// Neither.
    Mismatch,
}

impl CrcScope {
    /// `unpadded`, `padded` or `mismatch`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unpadded => "unpadded",
            Self::Padded => "padded",
            Self::Mismatch => "mismatch",
        }
    }
}

impl PutMessage<'_> {
    /// Which bytes the message's CRC holds over.
    #[inline]
    #[must_use]
    pub fn crc_scope(&self) -> CrcScope {
        let unpadded = crc::crc32c(self.app_data());
        if unpadded == self.crc32c() {
            return CrcScope::Unpadded;
        }
        if crc::crc32c_append(unpadded, self.padding()) == self.crc32c() {
            return CrcScope::Padded;
        }
        CrcScope::Mismatch
    }

    /// The CRC that does not hold over the unpadded application data, as a finding. The official broker does not
    /// look at it when a message arrives.
    #[must_use]
    pub fn crc_fault(&self) -> Option<DecodeError> {
        let computed = crc::crc32c(self.app_data());
        let found = self.crc32c();
        if computed == found {
            return None;
        }
        let offset = self.offset().saturating_add(28);
        Some(DecodeError::new(Reason::Checksum { found, computed }, offset, &crate::names::put::CRC))
    }
}

#[cfg(feature = "alloc")]
pub use contents::{Contents, Reading};

#[cfg(feature = "alloc")]
mod contents {
    use super::{CrcScope, DecodeError, Dialect, Strictness};
    use crate::compression::Inflater;
    use crate::message::{AppData, Kind, Message, SchemaId, split_properties};
    use crate::{Properties, PropertyStyle};

    /// Properties and payload of a message, inflated where they were compressed.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Contents<'s> {
        /// The properties, if any.
        pub properties: Option<Properties<'s>>,
        /// The payload.
        pub payload: &'s [u8],
    }

    /// What a message was read as by [`Message::read`].
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Reading<'s> {
        /// Properties and payload.
        pub contents: Contents<'s>,
        /// Whose form the message has; `None` where its bytes do not decide.
        pub dialect: Option<Dialect>,
        /// The style that the properties were read in.
        pub style: PropertyStyle,
    }

    impl<'a, K: Kind> Message<'a, K> {
        /// Properties and payload as the official wire has them, inflated to at most `limit` bytes.
        ///
        /// # Errors
        /// What the properties or the compressed data break. The event goes on.
        #[inline]
        pub fn contents<'s>(
            &self,
            inflater: &'s mut Inflater,
            limit: usize,
        ) -> Result<Contents<'s>, DecodeError>
        where
            'a: 's,
        {
            self.contents_in(Dialect::Official, inflater, limit)
        }

        /// Properties and payload as that dialect has them, inflated to at most `limit` bytes.
        ///
        /// # Errors
        /// What the properties or the compressed data break. The event goes on.
        pub fn contents_in<'s>(
            &self,
            dialect: Dialect,
            inflater: &'s mut Inflater,
            limit: usize,
        ) -> Result<Contents<'s>, DecodeError>
        where
            'a: 's,
        {
            let app = self.app_in(dialect)?;
            self.inflate(&app, inflater, limit)?;
            assemble(&app, inflater)
        }

        /// Inflates what is compressed and checks the properties in it.
        fn inflate(
            &self,
            app: &AppData<'a>,
            inflater: &mut Inflater,
            limit: usize,
        ) -> Result<(), DecodeError> {
            let at = K::names().payload;
            match *app {
                AppData::Plain { .. } => {}
                AppData::Zlib { deflated, offset, .. } => {
                    inflater.inflate(deflated, limit, offset, at)?;
                }
                AppData::ZlibWithProperties { deflated, offset, style } => {
                    let inflated = inflater.inflate(deflated, limit, offset, at)?;
                    split_properties(inflated, 0, style)?;
                }
            }
            Ok(())
        }

        /// Reads a message of unknown origin. `None` for the dialect finds out whose form it has: the official
        /// form is tried first, and under [`Strictness::Lenient`] the other property style after it. What deviates
        /// is told to `found`.
        ///
        /// Evidence for the Node SDK: a CRC that holds over the padded data only; properties with schema id 1 that
        /// hold lengths, or are compressed.
        ///
        /// # Errors
        /// What the properties or the compressed data break in every form that was tried; the error is that of
        /// the official form. The event goes on.
        pub fn read<'s>(
            &self,
            dialect: Option<Dialect>,
            inflater: &'s mut Inflater,
            limit: usize,
            found: &mut dyn FnMut(DecodeError),
        ) -> Result<Reading<'s>, DecodeError>
        where
            'a: 's,
        {
            let by_schema = self.property_style();
            let first = match dialect {
                Some(Dialect::NodeSdk) => PropertyStyle::Old,
                Some(Dialect::Official) | None => by_schema,
            };
            let mut style = first;
            let app = match self.try_style(first, inflater, limit) {
                Ok(app) => app,
                Err(error) => {
                    let may_try = dialect.is_none()
                        && self.strictness() == Strictness::Lenient
                        && self.has_properties();
                    if !may_try {
                        return Err(error);
                    }
                    style = other(first);
                    let app = self.try_style(style, inflater, limit).map_err(|_| error)?;
                    found(error);
                    app
                }
            };
            let contents = assemble(&app, inflater)?;
            if let Some(properties) = contents.properties {
                properties.findings(found);
            }
            let evidence = dialect.or_else(|| self.evidence(style, &contents));
            Ok(Reading { contents, dialect: evidence, style })
        }

        fn try_style(
            &self,
            style: PropertyStyle,
            inflater: &mut Inflater,
            limit: usize,
        ) -> Result<AppData<'a>, DecodeError> {
            let app = self.app_as(style)?;
            self.inflate(&app, inflater, limit)?;
            Ok(app)
        }

        /// Whose form the message has, by what it was read as.
        fn evidence(&self, style: PropertyStyle, contents: &Contents<'_>) -> Option<Dialect> {
            match K::crc_scope(self) {
                Some(CrcScope::Padded) => return Some(Dialect::NodeSdk),
                Some(CrcScope::Unpadded) => return Some(Dialect::Official),
                Some(CrcScope::Mismatch) | None => {}
            }
            let properties = contents.properties?;
            match (self.schema_id(), style) {
                (SchemaId(1), PropertyStyle::Old) => Some(Dialect::NodeSdk),
                // Offsets that would also do as lengths decide nothing.
                (SchemaId(1), PropertyStyle::New) => {
                    let bytes = properties.bytes();
                    let either = Properties::decode(bytes, 0, PropertyStyle::Old).is_ok();
                    (!either).then_some(Dialect::Official)
                }
                (SchemaId(0), PropertyStyle::New) => None,
                _ => Some(Dialect::Official),
            }
        }
    }

    const fn other(style: PropertyStyle) -> PropertyStyle {
        match style {
            PropertyStyle::Old => PropertyStyle::New,
            PropertyStyle::New => PropertyStyle::Old,
        }
    }

    /// Puts together what was taken apart and, where need be, inflated.
    fn assemble<'s, 'a: 's>(app: &AppData<'a>, inflater: &'s Inflater) -> Result<Contents<'s>, DecodeError> {
        Ok(match *app {
            AppData::Plain { properties, payload } => Contents { properties, payload },
            AppData::Zlib { properties, .. } => Contents { properties, payload: inflater.inflated() },
            AppData::ZlibWithProperties { style, .. } => {
                let (properties, payload) = split_properties(inflater.inflated(), 0, style)?;
                Contents { properties: Some(properties), payload }
            }
        })
    }
}
