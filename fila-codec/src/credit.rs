//! "Flow Control": how many messages may still be delivered to a subscription.

/// The account of one subscription's delivery credit; both peers may keep one.
///
/// Without limit is a state of its own: `Consume.credit` 0 means without limit, while a balance of 0 means stop.
/// `Credit` for a subscription without limit changes nothing.
///
/// A consumer that wants at most `n` messages that it has not acknowledged begins with `n` and grants one for each
/// acknowledgement. There is no timer here: granting by time starves a fast consumer.
///
/// ```
/// use fila_codec::CreditLedger;
/// let mut ledger = CreditLedger::new(10, true);
/// assert_eq!(ledger.take(4), 4);
/// assert_eq!(ledger.take(100), 6); // the rest of the batch waits
/// assert_eq!(ledger.take(1), 0);
/// ledger.grant(3);
/// assert_eq!(ledger.balance(), Some(3));
/// assert_eq!(CreditLedger::new(0, true).take(1_000_000), 1_000_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreditLedger {
    // None: without limit.
    balance: Option<u32>,
}

impl CreditLedger {
    /// Without limit.
    pub const UNLIMITED: Self = Self { balance: None };

    /// The account of a subscription whose `Consume` carried `credit`. `flow_control` says whether
    /// [`CREDIT_FLOW_CONTROL`](crate::Capabilities::CREDIT_FLOW_CONTROL) is active; where it is not, credit means
    /// nothing.
    #[must_use]
    pub const fn new(credit: u32, flow_control: bool) -> Self {
        if credit == 0 || !flow_control { Self::UNLIMITED } else { Self { balance: Some(credit) } }
    }

    /// Adds what a `Credit` grants; saturates at `u32::MAX`.
    pub const fn grant(&mut self, additional: u32) {
        if let Some(balance) = self.balance {
            self.balance = Some(balance.saturating_add(additional));
        }
    }

    /// Takes credit for up to `wanted` messages and gives for how many there was some. Deliver so many and keep
    /// the rest.
    pub fn take(&mut self, wanted: usize) -> usize {
        let Some(balance) = self.balance else { return wanted };
        let granted = u32::try_from(wanted).unwrap_or(u32::MAX).min(balance);
        self.balance = Some(balance.saturating_sub(granted));
        usize::try_from(granted).unwrap_or(wanted)
    }

    /// The balance; `None` means without limit.
    #[must_use]
    pub const fn balance(&self) -> Option<u32> {
        self.balance
    }

    /// True when nothing may be delivered.
    #[must_use]
    pub const fn is_exhausted(&self) -> bool {
        matches!(self.balance, Some(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grants_saturate_and_a_ledger_without_limit_stays_so() {
        let mut ledger = CreditLedger::new(u32::MAX - 1, true);
        ledger.grant(5);
        assert_eq!(ledger.balance(), Some(u32::MAX));
        let mut ledger = CreditLedger::new(0, true);
        ledger.grant(5);
        assert_eq!(
            (ledger.balance(), ledger.take(usize::MAX), ledger.is_exhausted()),
            (None, usize::MAX, false)
        );
        assert_eq!(CreditLedger::new(5, false), CreditLedger::UNLIMITED);
    }

    #[test]
    fn a_batch_larger_than_the_balance_is_cut_and_not_lost() {
        let mut ledger = CreditLedger::new(3, true);
        let ready = [1, 2, 3, 4, 5];
        let (now, later) = ready.split_at(ledger.take(ready.len()));
        assert_eq!((now, later), (&[1, 2, 3][..], &[4, 5][..]));
        assert!(ledger.is_exhausted());
    }
}
