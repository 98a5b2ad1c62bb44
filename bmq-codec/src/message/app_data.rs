//! Application data taken apart: where the properties are, what is compressed (reference 5.6).

use super::{CompressionAlgorithmType, Kind, Message};
use crate::{Dialect, Properties, PropertyStyle};
use codec_common::DecodeError;

/// Application data, as far as it can be read without inflating it.
///
/// | style | what zlib covers | where the properties are |
/// |---|---|---|
/// | old | properties and payload, in one stream | inside it |
/// | new | the payload | in front of it, not compressed |
/// | no properties | the payload | |
///
/// The Node SDK's dialect compresses properties and payload together whatever the schema id, and its property
/// headers hold lengths.
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum AppData<'a> {
    /// Nothing is compressed.
    Plain {
        /// The properties, if any.
        properties: Option<Properties<'a>>,
        /// The payload.
        payload: &'a [u8],
    },
    /// The payload is compressed, properties are in front of it.
    Zlib {
        /// The properties, if any.
        properties: Option<Properties<'a>>,
        /// The compressed payload.
        deflated: &'a [u8],
        /// Its offset in the event.
        offset: usize,
    },
    /// Properties and payload are compressed together.
    ZlibWithProperties {
        /// The compressed properties and payload.
        deflated: &'a [u8],
        /// Its offset in the event.
        offset: usize,
        /// The style of the properties.
        style: PropertyStyle,
    },
}

impl<'a> AppData<'a> {
    /// The payload as transmitted: compressed where it is compressed.
    #[inline]
    #[must_use]
    pub const fn payload(&self) -> &'a [u8] {
        match *self {
            Self::Plain { payload, .. } => payload,
            Self::Zlib { deflated, .. } | Self::ZlibWithProperties { deflated, .. } => deflated,
        }
    }

    /// The properties, where they can be read without inflating.
    #[inline]
    #[must_use]
    pub const fn properties(&self) -> Option<Properties<'a>> {
        match *self {
            Self::Plain { properties, .. } | Self::Zlib { properties, .. } => properties,
            Self::ZlibWithProperties { .. } => None,
        }
    }

    /// True when something must be inflated.
    #[inline]
    #[must_use]
    pub const fn is_compressed(&self) -> bool {
        !matches!(self, Self::Plain { .. })
    }
}

/// Takes the properties off the front of `data`.
#[inline]
pub(crate) fn split_properties(
    data: &[u8],
    offset: usize,
    style: PropertyStyle,
) -> Result<(Properties<'_>, &[u8]), DecodeError> {
    let properties = Properties::decode(data, offset, style)?;
    let payload = data.get(properties.bytes().len()..).unwrap_or_default();
    Ok((properties, payload))
}

impl<'a, K: Kind> Message<'a, K> {
    /// The application data, taken apart as the official library does it.
    ///
    /// # Errors
    /// What the properties break.
    #[inline]
    pub fn app(&self) -> Result<AppData<'a>, DecodeError> {
        self.app_in(Dialect::Official)
    }

    /// The application data, taken apart as that dialect has it.
    ///
    /// # Errors
    /// What the properties break.
    #[inline]
    pub fn app_in(&self, dialect: Dialect) -> Result<AppData<'a>, DecodeError> {
        let style = match dialect {
            Dialect::Official => self.property_style(),
            Dialect::NodeSdk => PropertyStyle::Old,
        };
        self.app_as(style, style == PropertyStyle::Old)
    }

    /// The application data with properties of that style, compressed `together` with the payload or not.
    pub(crate) fn app_as(&self, style: PropertyStyle, together: bool) -> Result<AppData<'a>, DecodeError> {
        let (data, offset) = (self.app_data(), self.app_data_offset());
        let zlib = self.compression() == CompressionAlgorithmType::ZLIB;
        if self.is_implicit() {
            return Ok(AppData::Plain { properties: None, payload: &[] });
        }
        Ok(match (self.has_properties(), zlib) {
            (false, false) => AppData::Plain { properties: None, payload: data },
            (false, true) => AppData::Zlib { properties: None, deflated: data, offset },
            (true, true) if together => AppData::ZlibWithProperties { deflated: data, offset, style },
            (true, zlib) => {
                let (properties, payload) = split_properties(data, offset, style)?;
                let properties = Some(properties);
                if zlib {
                    let offset = offset.saturating_add(data.len()).saturating_sub(payload.len());
                    AppData::Zlib { properties, deflated: payload, offset }
                } else {
                    AppData::Plain { properties, payload }
                }
            }
        })
    }
}
