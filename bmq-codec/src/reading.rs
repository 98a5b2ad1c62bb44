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
    #[inline]
    #[must_use]
    pub fn crc_fault(&self) -> Option<DecodeError> {
        let computed = crc::crc32c(self.app_data());
        let found = self.crc32c();
        if computed == found { None } else { Some(checksum_fault(found, computed, self.offset())) }
    }
}

#[cold]
#[inline(never)]
fn checksum_fault(found: u32, computed: u32, message: usize) -> DecodeError {
    let reason = Reason::Checksum { found, computed };
    DecodeError::new(reason, message.saturating_add(28), &crate::names::put::CRC)
}

#[cfg(feature = "alloc")]
pub use contents::{Contents, Reading};

#[cfg(feature = "alloc")]
mod contents {
    use super::{CrcScope, DecodeError, Dialect, Strictness};
    use crate::compression::Inflater;
    use crate::debug::Hidden;
    use crate::message::{
        AppData, CompressionAlgorithmType, Form, Kind, Message, SchemaId, split_properties,
    };
    use crate::{Properties, PropertyStyle};
    use core::fmt;

    /// Properties and payload of a message, inflated where they were compressed.
    #[derive(Clone, Copy, PartialEq)]
    pub struct Contents<'s> {
        /// The properties, if any.
        pub properties: Option<Properties<'s>>,
        /// The payload.
        pub payload: &'s [u8],
    }

    impl fmt::Debug for Contents<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Contents")
                .field("properties", &self.properties)
                .field("payload", &Hidden(self.payload))
                .finish()
        }
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
        /// What the properties or the compressed data break; what is wrong inside inflated data has the offset of the
        /// deflated data. The event goes on.
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
                    split_properties(inflated, 0, style).map_err(|error| inside(error, offset))?;
                }
            }
            Ok(())
        }

        /// Reads a message of unknown origin. `None` for the dialect finds out whose form it has: the official
        /// form is tried first, and under [`Strictness::Lenient`] the others after it: the Node SDK's, then offsets
        /// whatever the schema id, compressed together with the payload or in front of it. What deviates is told to
        /// `found`.
        ///
        /// Evidence for the Node SDK: properties with schema id 1 that hold lengths, or are compressed; a CRC that
        /// holds over the padded data only.
        ///
        /// # Errors
        /// What the properties or the compressed data break in every form that was tried; the error is that of
        /// the official form. What is wrong, or to be told, inside inflated data has the offset of the deflated data.
        /// The event goes on.
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
            let first = match dialect {
                Some(Dialect::NodeSdk) => Form::NODE_SDK,
                Some(Dialect::Official) | None => Form::official(self.property_style()),
            };
            let may_guess =
                dialect.is_none() && self.strictness() == Strictness::Lenient && self.has_properties();
            let mut form = first;
            let mut app = self.try_form(first, inflater, limit);
            if let Err(error) = app
                && may_guess
            {
                for other in first.others() {
                    if let Ok(read) = self.try_form(other, inflater, limit) {
                        found(error);
                        (form, app) = (other, Ok(read));
                        break;
                    }
                }
            }
            let app = app?;
            let contents = assemble(&app, inflater)?;
            if let Some(properties) = contents.properties {
                match app {
                    AppData::ZlibWithProperties { offset, .. } => {
                        properties.findings(&mut |finding| found(inside(finding, offset)));
                    }
                    AppData::Plain { .. } | AppData::Zlib { .. } => properties.findings(found),
                }
            }
            let evidence = dialect.or_else(|| self.evidence(form, &contents));
            let mut style = form.style;
            if evidence == Some(Dialect::NodeSdk) && contents.properties.is_some_and(does_as_old) {
                // Numbers that do as offsets too (a lone empty value) are that dialect's lengths all the same.
                style = PropertyStyle::Old;
            }
            Ok(Reading { contents, dialect: evidence, style })
        }

        fn try_form(
            &self,
            form: Form,
            inflater: &mut Inflater,
            limit: usize,
        ) -> Result<AppData<'a>, DecodeError> {
            let app = self.app_as(form)?;
            self.inflate(&app, inflater, limit)?;
            Ok(app)
        }

        /// Whose form the message has, by what it was read as.
        fn evidence(&self, form: Form, contents: &Contents<'_>) -> Option<Dialect> {
            let scope = K::crc_scope(self);
            let compressed = self.compression() == CompressionAlgorithmType::ZLIB;
            // A form that only the SDK writes says more than a CRC, which whoever passes a message on may renew.
            let is_its_form = contents.properties.is_some()
                && self.schema_id() == SchemaId(1)
                && (form.style == PropertyStyle::Old || (compressed && form.together));
            if is_its_form || scope == Some(CrcScope::Padded) {
                return Some(Dialect::NodeSdk);
            }
            if scope == Some(CrcScope::Unpadded) {
                return Some(Dialect::Official);
            }
            let properties = contents.properties?;
            match (self.schema_id(), form.style) {
                // Offsets that would also do as lengths decide nothing.
                (SchemaId(1), PropertyStyle::New) => (!does_as_old(properties)).then_some(Dialect::Official),
                (SchemaId(0), PropertyStyle::New) => None,
                _ => Some(Dialect::Official),
            }
        }
    }

    /// What is wrong inside inflated data, for whose bytes the event has none: it stands where the deflated data does.
    fn inside(error: DecodeError, deflated: usize) -> DecodeError {
        DecodeError::new(error.reason(), deflated, error.at())
    }

    fn does_as_old(properties: Properties<'_>) -> bool {
        Properties::decode(properties.bytes(), 0, PropertyStyle::Old).is_ok()
    }

    /// Puts together what was taken apart and, where need be, inflated.
    fn assemble<'s, 'a: 's>(app: &AppData<'a>, inflater: &'s Inflater) -> Result<Contents<'s>, DecodeError> {
        Ok(match *app {
            AppData::Plain { properties, payload } => Contents { properties, payload },
            AppData::Zlib { properties, .. } => Contents { properties, payload: inflater.inflated() },
            AppData::ZlibWithProperties { style, offset, .. } => {
                let split = split_properties(inflater.inflated(), 0, style);
                let (properties, payload) = split.map_err(|error| inside(error, offset))?;
                Contents { properties: Some(properties), payload }
            }
        })
    }
}

#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests;
