//! `rearrange!`: axes split, put in another order, and merged, by their labels.

use core::marker::PhantomData;

use super::View;
use crate::kind::Kind;
use crate::shape::dims::MAX_RANK;
use crate::shape::layout::{Layout, Strided};
use crate::shape::{Shape, run_time};

/// The labels of one side of a pattern, from the last axis on: `b (h p) c` has axes of one, two and one label.
#[derive(Clone, Copy)]
struct Side {
    /// All labels, as places in the list of names.
    ids: [u8; MAX_RANK],
    labels: usize,
    /// How many labels each axis has.
    counts: [u8; MAX_RANK],
    axes: usize,
    /// Does `..` stand in front?
    leading: bool,
}

/// A pattern of `rearrange!`.
#[derive(Clone, Copy)]
pub struct Arrangement {
    from: Side,
    to: Side,
    /// Is each label once on both sides? (Else the macro has printed an error already.)
    complete: bool,
}

impl Side {
    const fn new(names: &[&str], written: &[&[&str]]) -> Self {
        let none = [0; MAX_RANK];
        let mut side = Side { ids: none, labels: 0, counts: none, axes: 0, leading: false };
        let mut axis = written.len();
        while axis > 0 {
            axis -= 1;
            let mut at = written[axis].len();
            if at == 1 && equal(written[axis][0], "__Leading") {
                side.leading = true;
                continue;
            }
            assert!(side.axes < MAX_RANK && side.labels + at <= MAX_RANK, "a shape has at most 16 axes");
            side.counts[side.axes] = at as u8;
            side.axes += 1;
            while at > 0 {
                at -= 1;
                let mut id = 0;
                while !equal(names[id], written[axis][at]) {
                    id += 1;
                }
                side.ids[side.labels] = id as u8;
                side.labels += 1;
            }
        }
        side
    }
}

/// Are two labels the same?
pub(crate) const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl Arrangement {
    /// All names, each once, and both sides.
    pub const fn new(names: &[&str], from: &[&[&str]], to: &[&[&str]]) -> Self {
        let (from, to) = (Side::new(names, from), Side::new(names, to));
        let mut seen = 0u16;
        let mut at = 0;
        while at < to.labels {
            seen |= 1 << to.ids[at];
            at += 1;
        }
        let distinct = seen.count_ones() as usize;
        let complete = from.labels == to.labels && from.labels == names.len() && distinct == to.labels;
        Arrangement { from, to, complete }
    }

    /// The sizes of the result with its axes merged, from the last one on, if this is the shape before that.
    #[cfg(feature = "alloc")]
    pub fn merged<S: Shape>(&self, shape: S) -> [usize; MAX_RANK] {
        let dims = shape.dims();
        let mut sizes = [1; MAX_RANK];
        let mut from = dims.sizes[..dims.rank].iter();
        for (size, &count) in sizes.iter_mut().zip(&self.to.counts[..self.to.axes]) {
            *size = from.by_ref().take(count as usize).product();
        }
        for (size, leading) in sizes[self.to.axes..].iter_mut().zip(from) {
            *size = *leading;
        }
        sizes
    }
}

/// The elements with one axis for each label, in the order of the result. `known` are the sizes of labels that are split off. (The result is
/// given twice, as it is before axes are merged and after: the function that merges them has the same parameters.)
pub fn rearranged<'a, T, S: Shape, Y: Layout<S>, O: Shape, K: Kind<T>>(
    view: View<'a, T, S, Y, K>,
    arrangement: &Arrangement,
    known: &[Option<usize>],
    _: PhantomData<O>,
    _: PhantomData<O>,
) -> View<'a, T, O, Strided, K> {
    let Arrangement { from, to, complete } = arrangement;
    assert!(*complete, "each label is once on both sides");
    let (dims, strides) = (view.shape().dims(), view.strides_by_axis());
    let (mut size_of, mut stride_of) = ([1; MAX_RANK], [0; MAX_RANK]);
    let mut ids = from.ids[..from.labels].iter().map(|&id| id as usize);
    for (axis, &count) in from.counts[..from.axes].iter().enumerate() {
        if count == 1 {
            let id = ids.next().expect("a label");
            (size_of[id], stride_of[id]) = (dims.sizes[axis], strides[axis]);
            continue;
        }
        let mut within = 1;
        for id in ids.by_ref().take(count as usize) {
            let size = known[id].expect("the size of a part of an axis");
            (size_of[id], stride_of[id]) = (size, strides[axis] * within as isize);
            within *= size;
        }
        assert!(within == dims.sizes[axis], "the parts of an axis make up the axis");
    }
    let (mut sizes, mut steps) = ([1; MAX_RANK], [0; MAX_RANK]);
    for (axis, &id) in to.ids[..to.labels].iter().enumerate() {
        (sizes[axis], steps[axis]) = (size_of[id as usize], stride_of[id as usize]);
    }
    for (to, from) in (to.labels..O::RANK).zip(from.axes..dims.rank) {
        (sizes[to], steps[to]) = (dims.sizes[from], strides[from]);
    }
    let shape: O = run_time::shape(&sizes);
    assert!(shape.dims().sizes == sizes, "the shape that the pattern makes");
    // Each axis of the operand is there once: as it is, or as parts whose sizes make up its own and whose strides are its own times the
    // sizes of the parts inside. So each index leads to the element at an index of the operand.
    view.part(0, shape, Strided(steps))
}
