//! Sizes and strides as plain numbers: one small set of `const` functions that the compiler runs for static shapes and
//! the program runs for shapes with run-time axes.

/// The most axes that a shape can have.
pub(crate) const MAX_RANK: usize = 16;

/// The sizes of a shape, counted from its last axis, so that two shapes align by index.
#[derive(Clone, Copy, Debug)]
pub struct Dims {
    pub rank: usize,
    /// From the last axis; 1 beyond the rank.
    pub sizes: [usize; MAX_RANK],
    /// A bit for each axis whose size the type does not say.
    pub unknown: u16,
}

/// Strides in elements, counted from the last axis like [`Dims`]; 0 beyond the rank.
pub(crate) type Strides = [isize; MAX_RANK];

/// The product of some of a shape's sizes. Where an axis that is not among them has size 0 it can be more than `usize` counts, and is then
/// the largest number: such a shape has no elements, and nothing is done for as many of them as this says.
pub(crate) fn product(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |product, &size| product.saturating_mul(size))
}

impl Dims {
    /// The shape `[]`.
    pub const SCALAR: Dims = Dims { rank: 0, sizes: [1; MAX_RANK], unknown: 0 };

    /// The sizes as programs write them, from the outermost axis on.
    #[cfg(feature = "alloc")]
    pub(crate) fn outermost_first(&self) -> alloc::vec::Vec<usize> {
        self.sizes[..self.rank].iter().rev().copied().collect()
    }

    /// These axes and one more, which is the last.
    #[must_use]
    pub const fn push(&self, size: Option<usize>) -> Dims {
        assert!(self.rank < MAX_RANK, "a shape has at most 16 axes");
        let mut dims = Dims { rank: self.rank + 1, sizes: [1; MAX_RANK], unknown: self.unknown << 1 };
        let mut axis = 0;
        while axis < self.rank {
            dims.sizes[axis + 1] = self.sizes[axis];
            axis += 1;
        }
        match size {
            Some(size) => dims.sizes[0] = size,
            None => dims.unknown |= 1,
        }
        dims
    }

    /// Does the type say that this axis has size 1 (or is missing)?
    pub const fn is_one(&self, axis: usize) -> bool {
        self.sizes[axis] == 1 && self.unknown >> axis & 1 == 0
    }

    /// Does the type say all sizes but perhaps the outermost one? Then it says all strides too.
    pub const fn says_strides(&self) -> bool {
        self.unknown == 0 || self.unknown == 1 << (self.rank - 1)
    }

    /// Does the type say that an axis of the mask has size 0, and no other one? Then each result that is reduced over these axes is of no
    /// elements, and there are results, as far as the type says.
    pub(crate) const fn reduces_nothing(&self, mask: u16) -> bool {
        let (mut nothing, mut axis) = (false, 0);
        while axis < self.rank {
            if self.sizes[axis] == 0 {
                if mask >> axis & 1 == 0 {
                    return false;
                }
                nothing = true;
            }
            axis += 1;
        }
        nothing
    }

    /// The number of elements, unless `usize` cannot count them.
    pub const fn numel(&self) -> Option<usize> {
        let mut numel = 1usize;
        let mut overflow = false;
        let mut axis = 0;
        while axis < self.rank {
            if self.sizes[axis] == 0 {
                return Some(0);
            }
            match numel.checked_mul(self.sizes[axis]) {
                Some(product) => numel = product,
                None => overflow = true,
            }
            axis += 1;
        }
        if overflow { None } else { Some(numel) }
    }

    /// Row-major strides: the last axis is contiguous.
    #[inline(always)]
    pub const fn strides(&self) -> Strides {
        let mut strides = [0; MAX_RANK];
        let mut step = 1isize;
        let mut axis = 0;
        while axis < self.rank {
            strides[axis] = step;
            // A shape with a size of 0 has no element to reach, so any stride will do.
            step = step.wrapping_mul(self.sizes[axis] as isize);
            axis += 1;
        }
        strides
    }

    /// The strides by which an operand of these sizes is read as a shape `out`: 0 on every axis that it stretches.
    #[inline(always)]
    pub const fn stretched(&self, strides: &Strides, out: &Dims) -> Strides {
        let mut result = [0; MAX_RANK];
        let mut axis = 0;
        while axis < self.rank {
            if !self.is_one(axis) || out.is_one(axis) {
                result[axis] = strides[axis];
            }
            axis += 1;
        }
        result
    }
}

/// One number taken out of a list, those behind it moved up.
#[inline]
#[must_use]
pub(crate) fn removed<T: Copy>(mut list: [T; MAX_RANK], place: usize, last: T) -> [T; MAX_RANK] {
    list.copy_within(place + 1.., place);
    list[MAX_RANK - 1] = last;
    list
}

/// One number put into a list, those from there on moved down.
#[inline]
#[must_use]
pub(crate) fn inserted<T: Copy>(mut list: [T; MAX_RANK], place: usize, new: T) -> [T; MAX_RANK] {
    list.copy_within(place..MAX_RANK - 1, place + 1);
    list[place] = new;
    list
}
