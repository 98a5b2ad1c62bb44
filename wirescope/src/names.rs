//! Names that are kept, of an input that may hold any number of any length.

/// Longest name that is kept, in bytes; what is beyond is cut, and names that are equal so far count as one.
pub(crate) const MAX_NAME: usize = 256;

/// `name`, or as much of it as is kept.
pub(crate) fn cut(name: &str) -> &str {
    if name.len() <= MAX_NAME {
        return name;
    }
    let end = (0..=MAX_NAME).rev().find(|end| name.is_char_boundary(*end));
    &name[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_between_characters() {
        let long = "é".repeat(200);
        assert_eq!(cut(&long).len(), 256);
        assert_eq!(cut(&format!("x{long}")).len(), 255);
        assert_eq!(cut("short"), "short");
    }
}
