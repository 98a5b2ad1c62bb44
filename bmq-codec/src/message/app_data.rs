//! Application data taken apart: where the properties are, what is compressed (reference 5.6).

use super::{CompressionAlgorithmType, Kind, Message};
use crate::{Dialect, Properties, PropertyStyle, Strictness};
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

/// How properties and payload may lie: the style of the headers, and whether both are compressed together.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Form {
    pub(crate) style: PropertyStyle,
    pub(crate) together: bool,
}

impl Form {
    pub(crate) const NODE_SDK: Self = Self { style: PropertyStyle::Old, together: true };

    #[inline]
    pub(crate) const fn official(style: PropertyStyle) -> Self {
        Self { style, together: matches!(style, PropertyStyle::Old) }
    }

    /// The other forms, likelier ones first.
    pub(crate) fn others(self) -> impl Iterator<Item = Self> {
        [
            Self::NODE_SDK,
            Self { style: PropertyStyle::New, together: true },
            Self { style: PropertyStyle::New, together: false },
        ]
        .into_iter()
        .filter(move |form| *form != self)
    }
}

/// False where what should be compressed together does not begin as a zlib stream: with the method 8 in its lower
/// four bits (RFC 1950), which as the first byte of properties would be a header of no bytes.
fn is_plausible(app: AppData<'_>) -> bool {
    match app {
        AppData::ZlibWithProperties { deflated, .. } => deflated.first().is_some_and(|byte| byte & 0x0F == 8),
        AppData::Plain { .. } | AppData::Zlib { .. } => true,
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
        self.app_as(match dialect {
            Dialect::Official => Form::official(self.property_style()),
            Dialect::NodeSdk => Form::NODE_SDK,
        })
    }

    /// The application data, taken apart in the first form that its bytes allow, as far as that can be told without
    /// inflating: other forms than the official one where lenient reading may guess. For inspectors.
    ///
    /// # Errors
    /// What the properties break in every form; the error is that of the official form.
    pub(crate) fn app_by_guess(&self) -> Result<AppData<'a>, DecodeError> {
        let official = Form::official(self.property_style());
        let app = self.app_as(official);
        if self.strictness() == Strictness::Official || !self.has_properties() || app.is_ok_and(is_plausible)
        {
            return app;
        }
        let mut others = official.others().filter_map(|form| self.app_as(form).ok());
        others.find(|app| is_plausible(*app)).map_or(app, Ok)
    }

    /// The application data in that form.
    pub(crate) fn app_as(&self, Form { style, together }: Form) -> Result<AppData<'a>, DecodeError> {
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
