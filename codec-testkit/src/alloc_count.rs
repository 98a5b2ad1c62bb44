//! Counting what a piece of code allocates, on the thread that runs it.
//!
//! A program counts when it says [`count_allocations!`](crate::count_allocations) once; without that every count
//! is 0, and [`is_counting`] tells. Fuzz targets, benches and the tests of the oracles do.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// What was allocated while something ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allocations {
    /// Calls that allocate or grow.
    pub count: u64,
    /// Bytes that were asked for, growth included.
    pub bytes: u64,
    /// Most bytes that were held at a time, beyond those that were held at the start.
    pub peak: u64,
}

/// The counters of a thread.
#[derive(Clone, Copy)]
struct Counters {
    all: Allocations,
    /// Bytes held now; below 0 where memory from before is given back.
    live: i64,
}

const ZERO: Counters = Counters { all: Allocations { count: 0, bytes: 0, peak: 0 }, live: 0 };

thread_local! {
    static COUNTERS: Cell<Counters> = const { Cell::new(ZERO) };
}

/// The system's allocator, with counters.
#[derive(Debug)]
pub struct CountingAllocator;

/// Makes the program that says this count its allocations.
#[macro_export]
macro_rules! count_allocations {
    () => {
        #[global_allocator]
        static ALLOCATOR: $crate::alloc_count::CountingAllocator = $crate::alloc_count::CountingAllocator;
    };
}

/// Runs `work` and tells what this thread allocated meanwhile.
pub fn count<R>(work: impl FnOnce() -> R) -> (R, Allocations) {
    let outer = COUNTERS.replace(ZERO);
    let result = work();
    let inner = COUNTERS.get();
    COUNTERS.set(Counters {
        all: Allocations {
            count: outer.all.count + inner.all.count,
            bytes: outer.all.bytes + inner.all.bytes,
            peak: outer.all.peak.max(held(outer.live) + inner.all.peak),
        },
        live: outer.live + inner.live,
    });
    (result, inner.all)
}

/// Runs `work`, which must not allocate.
///
/// # Panics
/// When it does.
pub fn none<R>(what: &str, work: impl FnOnce() -> R) -> R {
    let (result, made) = count(work);
    assert!(made.count == 0, "{what} must not allocate, but did: {made:?}");
    result
}

/// Runs `work`, which must not hold more than `limit` bytes at a time.
///
/// # Panics
/// When it does.
pub fn at_most<R>(what: &str, limit: usize, work: impl FnOnce() -> R) -> R {
    let (result, made) = count(work);
    assert!(made.peak <= limit as u64, "{what} may hold {limit} bytes, but held {made:?}");
    result
}

/// True in a program that counts.
#[must_use]
pub fn is_counting() -> bool {
    count(|| black_box(Box::new(0u64))).1.count > 0
}

fn held(live: i64) -> u64 {
    u64::try_from(live).unwrap_or(0)
}

/// Notes that memory of `old` bytes is now of `new` bytes.
fn note(old: usize, new: usize) {
    // Not there while a thread ends.
    let _ = COUNTERS.try_with(|counters| {
        let mut now = counters.get();
        now.live += new as i64 - old as i64;
        if new > old {
            now.all.count += 1;
            now.all.bytes += (new - old) as u64;
            now.all.peak = now.all.peak.max(held(now.live));
        }
        counters.set(now);
    });
}

// SAFETY: all calls go to the system's allocator as they came; the counters have neither memory nor a destructor.
#[allow(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(0, layout.size());
        // SAFETY: promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(0, layout.size());
        // SAFETY: promised by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        note(layout.size(), 0);
        // SAFETY: promised by the caller.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(layout.size(), new_size);
        // SAFETY: promised by the caller.
        unsafe { System.realloc(memory, layout, new_size) }
    }
}
