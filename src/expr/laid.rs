//! Operands laid out over the two innermost loops: where rows of five elements stretch one operand and repeat the other, six of them are walked as one
//! row of thirty, once each operand is written so to the stack.

use core::mem::MaybeUninit;

use super::node::Listed;
use super::plan::{Loops, SHORT};
use crate::kernels::laid::{self, Laid, SPARE, block};
use crate::shape::dims::{MAX_RANK, Strides};

/// The most elements of an operand that is laid out.
const ROOM: usize = 512;

/// May operands be laid out where these are the loops, as far as the types tell them?
pub(super) const fn may_be(loops: &Loops) -> bool {
    3 <= loops.rank && loops.rank <= 4 && loops.counts[0] < SHORT
}

/// Is that less work than it saves, if all operands together are so many elements then?
pub(super) fn pays(loops: &Loops, elements: usize) -> bool {
    let [len, count, third, fourth, ..] = loops.counts;
    let rows = count.saturating_mul(third).saturating_mul(fourth);
    len < SHORT / 2 && elements <= 4 * ROOM && 2 * elements <= len.saturating_mul(rows)
}

/// An operand along four loops at most.
pub(super) struct Operand<'l> {
    loops: &'l Loops,
    counts: [usize; 4],
    steps: [usize; 4],
}

impl<'l> Operand<'l> {
    /// One with these strides, none of which is negative.
    pub(super) fn new(loops: &'l Loops, strides: &Strides) -> Self {
        let (mut counts, mut steps) = ([1; 4], [0; 4]);
        for depth in 0..loops.rank.min(4) {
            counts[depth] = loops.counts[depth];
            steps[depth] = strides[loops.axes[depth] as usize] as usize;
        }
        Operand { loops, counts, steps }
    }

    /// Does it go on from one row to the next as it lies?
    pub(super) fn goes_on(&self) -> bool {
        self.steps[0] == 1 && self.steps[1] == self.counts[0]
    }

    /// How many elements it is that is laid out: none if it goes on as it lies, and more than any number of them if it cannot be.
    pub(super) fn elements(&self) -> usize {
        if self.goes_on() {
            return 0;
        }
        let elements = self.laid().1;
        if elements > ROOM || self.steps[0] > 1 { usize::MAX } else { elements }
    }

    /// How many elements lie from its first to its last one.
    pub(super) fn reach(&self) -> usize {
        (0..4).map(|depth| (self.counts[depth] - 1) * self.steps[depth]).sum::<usize>() + 1
    }

    /// The strides once it is laid out, and how many elements it is then.
    fn laid(&self) -> (Strides, usize) {
        let (mut own, axis) = ([0; MAX_RANK], |depth: usize| self.loops.axes[depth] as usize);
        let mut elements = block(&self.counts);
        (own[axis(0)], own[axis(1)]) = (1, self.counts[0] as isize);
        for depth in 2..self.loops.rank {
            if self.steps[depth] != 0 {
                own[axis(depth)] = elements as isize;
                elements = elements.saturating_mul(self.counts[depth]);
            }
        }
        (own, elements)
    }
}

/// Where an operand is laid out.
#[repr(align(64))]
pub(super) struct Room<T>([MaybeUninit<T>; ROOM + SPARE]);

impl<T> Room<T> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Room([const { MaybeUninit::uninit() }; ROOM + SPARE])
    }

    /// Lays out an operand, of which `x` are all elements from the first one on. Its strides are written to `own`.
    ///
    /// # Panics
    /// If there is no room for it, or elements are not of a type that can be laid out.
    #[inline(never)]
    pub(super) fn lay_out<'a>(&'a mut self, operand: &Operand<'_>, x: &[T], own: &'a mut Strides) -> Listed<'a, T> {
        let elements;
        (*own, elements) = operand.laid();
        let places = &mut self.0[..elements + SPARE];
        let is_laid = laid::lay_out(&Laid { x, counts: operand.counts, steps: operand.steps }, places);
        assert!(is_laid, "numbers that can be laid out");
        Listed { ptr: places.as_ptr().cast(), strides: own }
    }
}
