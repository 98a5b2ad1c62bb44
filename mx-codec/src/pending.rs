//! Requests that wait for their answers.

use alloc::{
    boxed::Box,
    collections::{BTreeMap, VecDeque},
};
use core::fmt;

use crate::message::Response;

/// The requests of one connection that wait for an answer, by request id: bounded, and for answers in any order.
///
/// `T` is what the caller wants back with the answer: a channel, a time, the command. There is no clock here; a
/// request whose time is over is [given up](Self::give_up).
///
/// What has been answered or given up is remembered for a while, so that a second or a late answer is told from one
/// that nobody asked for. Nothing that a peer sends is kept.
///
/// Events are not looked at, and may come at any time between.
///
/// ```
/// use mx_codec::{Answer, Pending, Response, json::Raw};
/// let mut pending = Pending::new(100);
/// pending.insert("r-1", "declare orders")?;
/// pending.insert("r-2", "declare bills")?;
/// let response = Response::success("r-2", Raw::NULL);
/// assert_eq!(pending.answer(&response), Answer::Expected("declare bills"));
/// assert_eq!(pending.answer(&response), Answer::Repeated);
/// assert_eq!(pending.len(), 1);
/// # Ok::<(), mx_codec::NotInserted<&str>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pending<T> {
    requests: BTreeMap<Box<str>, State<T>>,
    waiting: usize,
    /// Those that are done with, oldest first, each with the number that its state has too.
    done: VecDeque<(Box<str>, u64)>,
    next: u64,
    max_waiting: usize,
    max_done: usize,
}

#[derive(Clone, Debug)]
enum State<T> {
    Waiting(T),
    Answered(u64),
    GivenUp(u64),
}

/// What an answer is an answer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Answer<T> {
    /// A request that waited for it.
    Expected(T),
    /// A request that was answered before.
    Repeated,
    /// A request that was given up before.
    Late,
    /// No request, or one that was done with so long ago that it is forgotten.
    Unknown,
}

/// Why a request was not inserted, with what was to be kept for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NotInserted<T> {
    /// As many requests wait as may.
    Full(T),
    /// A request with the same id waits.
    InUse(T),
}

impl<T> Pending<T> {
    /// At most `max` requests wait at a time, and as many are remembered that are done with.
    #[must_use]
    pub const fn new(max: usize) -> Self {
        Self::with_memory(max, max)
    }

    /// At most `max` requests wait at a time, and the last `max_done` that are done with are remembered.
    #[must_use]
    pub const fn with_memory(max: usize, max_done: usize) -> Self {
        Self {
            requests: BTreeMap::new(),
            waiting: 0,
            done: VecDeque::new(),
            next: 0,
            max_waiting: max,
            max_done,
        }
    }

    /// Adds a request, before its command is sent. The id of one that is done with may be used again.
    ///
    /// # Errors
    /// [`NotInserted`], which gives `value` back.
    pub fn insert(&mut self, request_id: &str, value: T) -> Result<(), NotInserted<T>> {
        if let Some(State::Waiting(_)) = self.requests.get(request_id) {
            return Err(NotInserted::InUse(value));
        }
        if self.waiting >= self.max_waiting {
            return Err(NotInserted::Full(value));
        }
        self.requests.insert(request_id.into(), State::Waiting(value));
        self.waiting = self.waiting.saturating_add(1);
        Ok(())
    }

    /// Takes the request that a response answers.
    pub fn answer(&mut self, response: &Response<'_>) -> Answer<T> {
        let id = response.request_id.to_cow();
        match self.requests.get(&*id) {
            Some(State::Waiting(_)) => match self.finish(&id, State::Answered) {
                Some(value) => Answer::Expected(value),
                None => Answer::Unknown,
            },
            Some(State::Answered(_)) => Answer::Repeated,
            Some(State::GivenUp(_)) => Answer::Late,
            None => Answer::Unknown,
        }
    }

    /// Takes a request whose answer is not waited for any more: its time is over, or it could not be sent.
    pub fn give_up(&mut self, request_id: &str) -> Option<T> {
        self.finish(request_id, State::GivenUp)
    }

    /// Takes all requests that wait, as when the connection is lost, and forgets the others. In order of their ids.
    pub fn drain(&mut self) -> impl Iterator<Item = (Box<str>, T)> + use<T> {
        self.waiting = 0;
        self.done.clear();
        let requests = core::mem::take(&mut self.requests);
        requests.into_iter().filter_map(|(id, state)| match state {
            State::Waiting(value) => Some((id, value)),
            _ => None,
        })
    }

    /// How many requests wait.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.waiting
    }

    /// True when none waits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Puts a request that waits among those that are done with.
    fn finish(&mut self, id: &str, state: impl FnOnce(u64) -> State<T>) -> Option<T> {
        let (id, old) = self.requests.remove_entry(id)?;
        let State::Waiting(value) = old else {
            self.requests.insert(id, old);
            return None;
        };
        self.waiting = self.waiting.saturating_sub(1);
        let number = self.next;
        self.next = number.wrapping_add(1);
        self.done.push_back((id.clone(), number));
        self.requests.insert(id, state(number));
        while self.done.len() > self.max_done {
            self.forget_oldest();
        }
        Some(value)
    }

    /// Forgets the oldest that is done with, unless its id is in use again.
    fn forget_oldest(&mut self) {
        let Some((id, number)) = self.done.pop_front() else { return };
        if let Some(State::Answered(done) | State::GivenUp(done)) = self.requests.get(&id)
            && *done == number
        {
            self.requests.remove(&id);
        }
    }
}

impl<T> NotInserted<T> {
    /// What was to be kept.
    pub fn into_inner(self) -> T {
        match self {
            Self::Full(value) | Self::InUse(value) => value,
        }
    }
}

// Whatever the caller wanted kept need not be `Debug` for this to be an error.
impl<T> fmt::Debug for NotInserted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => "Full",
            Self::InUse(_) => "InUse",
        })
    }
}

impl<T> fmt::Display for NotInserted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full(_) => "as many requests wait as may",
            Self::InUse(_) => "a request with the same id waits",
        })
    }
}

impl<T> core::error::Error for NotInserted<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, json::Raw};
    use alloc::vec::Vec;

    fn answer_to(pending: &mut Pending<u32>, id: &str) -> Answer<u32> {
        pending.answer(&Response { request_id: id.into(), outcome: Outcome::Success { payload: None } })
    }

    #[test]
    fn answers_come_in_any_order() {
        let mut pending = Pending::new(3);
        for (id, value) in [("a", 1), ("b", 2), ("c", 3)] {
            pending.insert(id, value).unwrap();
        }
        for (id, value) in [("b", 2), ("c", 3), ("a", 1)] {
            assert_eq!(answer_to(&mut pending, id), Answer::Expected(value));
        }
        assert!(pending.is_empty());
    }

    #[test]
    fn unknown_repeated_and_late_answers_are_told_apart() {
        let mut pending = Pending::new(2);
        pending.insert("a", 1).unwrap();
        pending.insert("b", 2).unwrap();
        assert_eq!(answer_to(&mut pending, "x"), Answer::Unknown);
        assert_eq!(answer_to(&mut pending, "a"), Answer::Expected(1));
        assert_eq!(answer_to(&mut pending, "a"), Answer::Repeated);
        assert_eq!((pending.give_up("b"), pending.give_up("b"), pending.give_up("a")), (Some(2), None, None));
        assert_eq!(answer_to(&mut pending, "b"), Answer::Late);
    }

    #[test]
    fn an_id_in_use_is_refused_and_one_that_is_done_with_is_not() {
        let mut pending = Pending::new(2);
        pending.insert("a", 1).unwrap();
        assert_eq!(pending.insert("a", 2), Err(NotInserted::InUse(2)));
        assert_eq!(answer_to(&mut pending, "a"), Answer::Expected(1));
        pending.insert("a", 3).unwrap();
        assert_eq!(answer_to(&mut pending, "a"), Answer::Expected(3));
        assert_eq!(answer_to(&mut pending, "a"), Answer::Repeated);
    }

    #[test]
    fn both_what_waits_and_what_is_remembered_are_bounded() {
        let mut pending = Pending::with_memory(2, 3);
        pending.insert("a", 1).unwrap();
        pending.insert("b", 2).unwrap();
        assert_eq!(pending.insert("c", 3).unwrap_err().into_inner(), 3);
        for round in 0..1000u32 {
            // An id that comes again is not forgotten with its first use, and one in use is never forgotten.
            let id = alloc::format!("{}", round % 7);
            assert_eq!(pending.give_up("b").is_some(), round == 0);
            pending.insert(&id, round).unwrap();
            assert_eq!(answer_to(&mut pending, &id), Answer::Expected(round));
            assert_eq!(answer_to(&mut pending, &id), Answer::Repeated);
            assert!(pending.requests.len() <= 4 && pending.done.len() <= 3);
        }
        assert_eq!(answer_to(&mut pending, "b"), Answer::Unknown);
        assert_eq!(
            pending.drain().map(|(id, value)| (id.into(), value)).collect::<Vec<_>>(),
            [(alloc::string::String::from("a"), 1)]
        );
        assert_eq!((pending.len(), pending.requests.len()), (0, 0));
    }

    #[test]
    fn ids_are_compared_unescaped() {
        let mut pending = Pending::new(1);
        pending.insert("r/1", 1).unwrap();
        let request_id = Raw::new(r#""\u0072\/1""#).unwrap().as_text().unwrap();
        let response = Response { request_id, outcome: Outcome::Success { payload: None } };
        assert_eq!(pending.answer(&response), Answer::Expected(1));
    }
}
