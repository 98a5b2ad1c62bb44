//! Message properties (reference section 5): the area, and the typed values in it.
//!
//! ```text
//! +--------------------------+-------------------------------+------------------------------+---------+
//! | MessagePropertiesHeader  | MessagePropertyHeader, n times| name 1, value 1, name 2, ... | padding |
//! +--------------------------+-------------------------------+------------------------------+---------+
//! ```

mod area;
mod property;
mod seen;
mod value;
mod write;

pub use area::Properties;
pub use property::{PropertiesIter, Property};
pub use value::{PropertyType, PropertyValue};
pub use write::NewProperty;
pub(crate) use write::{area_len, write_area};

/// What the 26-bit number of a property header means: the only difference between the two styles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyStyle {
    /// The length of the value. Schema id 0 says so.
    Old,
    /// The offset of the property's name from the end of the headers ("extended"). Any other schema id says so.
    New,
}

/// Limits of the area (reference 5.4).
pub mod limits {
    /// Most properties of one message.
    pub const MAX_PROPERTIES: usize = 255;
    /// Longest name in bytes.
    pub const MAX_NAME: usize = 4095;
    /// Longest value in bytes.
    pub const MAX_VALUE: usize = 67_104_745;
    /// Longest area without its padding, in bytes.
    pub const MAX_AREA: usize = 67_108_856;
}
