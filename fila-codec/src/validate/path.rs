//! Where a problem is.

use core::fmt;

/// A field, and which of its items where it is a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The field's name on the page.
    pub field: &'static str,
    /// The item, from 0.
    pub item: Option<usize>,
}

impl Step {
    /// The field itself.
    #[must_use]
    pub const fn field(field: &'static str) -> Self {
        Self { field, item: None }
    }

    /// An item of the list that the field is.
    #[must_use]
    pub const fn item(field: &'static str, item: usize) -> Self {
        Self { field, item: Some(item) }
    }
}

/// The way from a message to a value: `throttles[0].key[2].kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    // No layout with rules is deeper.
    steps: [Option<Step>; 3],
}

impl Path {
    /// A field of the message.
    #[must_use]
    pub const fn field(field: &'static str) -> Self {
        Self { steps: [Some(Step::field(field)), None, None] }
    }

    /// An item of a list of the message.
    #[must_use]
    pub const fn item(field: &'static str, item: usize) -> Self {
        Self { steps: [Some(Step::item(field, item)), None, None] }
    }

    /// The same path, one step deeper.
    #[must_use]
    pub const fn then(self, step: Step) -> Self {
        let steps = match self.steps {
            [first, None, _] => [first, Some(step), None],
            [first, second, _] => [first, second, Some(step)],
        };
        Self { steps }
    }

    /// The steps, from the message on.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps.iter().flatten().copied()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps().enumerate() {
            if index > 0 {
                f.write_str(".")?;
            }
            f.write_str(step.field)?;
            if let Some(item) = step.item {
                write!(f, "[{item}]")?;
            }
        }
        Ok(())
    }
}
