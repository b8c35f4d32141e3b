//! What a step is watched for: which operation made the first number that is none, or is infinite.
#![cfg(feature = "alloc")]

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt;

use num_traits::Float;
#[cfg(feature = "std")]
use std::backtrace::{Backtrace, BacktraceStatus};

/// Which numbers of some are not finite.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Flaws {
    pub(crate) nan: bool,
    pub(crate) infinite: bool,
}

impl Flaws {
    pub(crate) fn of<T: Float>(elements: &[T]) -> Flaws {
        // Nearly always there are none, which takes one comparison each.
        if elements.iter().fold(true, |finite, x| finite & x.is_finite()) {
            return Flaws::default();
        }
        let (nan, infinite) = (elements.iter().any(|x| x.is_nan()), elements.iter().any(|x| x.is_infinite()));
        Flaws { nan, infinite }
    }

    pub(crate) fn any(self) -> bool {
        self.nan || self.infinite
    }

    fn or(self, other: Flaws) -> Flaws {
        Flaws { nan: self.nan || other.nan, infinite: self.infinite || other.infinite }
    }

    fn but(self, others: Flaws) -> Flaws {
        Flaws { nan: self.nan && !others.nan, infinite: self.infinite && !others.infinite }
    }
}

/// An operation that made what is not finite of what is.
#[derive(Clone)]
pub(crate) struct Spot {
    pub(crate) operation: &'static str,
    /// The how manieth operation of the step it is, from 1 on.
    pub(crate) number: u32,
    pub(crate) sizes: Vec<Vec<usize>>,
    pub(crate) back: bool,
    #[cfg(feature = "std")]
    pub(crate) trace: Option<alloc::sync::Arc<Backtrace>>,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of ", self.operation)?;
        for (i, sizes) in self.sizes.iter().enumerate() {
            write!(f, "{}{sizes:?}", if i == 0 { "" } else { " and " })?;
        }
        write!(f, ", operation {} of the step", self.number)
    }
}

/// What a step has made so far.
#[derive(Default)]
pub(crate) struct Watch {
    operations: Cell<u32>,
    nan: RefCell<Option<Spot>>,
    infinite: RefCell<Option<Spot>>,
    /// What was recorded, which the way back may stop at: by their numbers.
    recorded: RefCell<Vec<Spot>>,
}

impl Watch {
    /// The operation that made the first NaN.
    pub(crate) fn nan(&self) -> Option<Spot> {
        self.nan.borrow().clone()
    }

    /// The operation that made the first infinite number.
    pub(crate) fn infinite(&self) -> Option<Spot> {
        self.infinite.borrow().clone()
    }

    pub(crate) fn has_nan(&self) -> bool {
        self.nan.borrow().is_some()
    }

    /// Looks at what an operation has made; gives its number.
    pub(crate) fn forward<T: Float>(
        &self,
        operation: &'static str,
        out: &[T],
        operands: impl IntoIterator<Item = (Vec<usize>, Flaws)>,
    ) -> u32 {
        let number = self.operations.get() + 1;
        self.operations.set(number);
        let (mut sizes, mut given) = (Vec::new(), Flaws::default());
        for (of, flaws) in operands {
            sizes.push(of);
            given = given.or(flaws);
        }
        let spot = Spot {
            operation,
            number,
            sizes,
            back: false,
            #[cfg(feature = "std")]
            trace: Some(Backtrace::capture())
                .filter(|trace| trace.status() == BacktraceStatus::Captured)
                .map(alloc::sync::Arc::new),
        };
        self.note(Flaws::of(out).but(given), &spot);
        self.recorded.borrow_mut().push(spot);
        number
    }

    /// Looks at a gradient that an operation has made of that of its result.
    pub(crate) fn backward(&self, number: u32, of_result: Flaws, made: Flaws) {
        let made = made.but(of_result);
        if made.any()
            && let Some(spot) = self.recorded.borrow().get(number as usize - 1)
        {
            self.note(made, &Spot { back: true, ..spot.clone() });
        }
    }

    fn note(&self, flaws: Flaws, spot: &Spot) {
        for (here, first) in [(flaws.nan, &self.nan), (flaws.infinite, &self.infinite)] {
            if here {
                first.borrow_mut().get_or_insert_with(|| spot.clone());
            }
        }
    }
}
