//! An expression written to places that lie apart, those of a part of a tensor.

use super::nest::{Lines, Nest};
use super::node::Node;
use super::sink::Sink;
use crate::kernels::level::in_widest;
use crate::shape::dims::Strides;

/// Where the places of a shape lie: the first one, and the steps along each axis.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub(super) first: usize,
    /// None is negative.
    pub(super) strides: &'a Strides,
}

impl Places<'_> {
    /// How far it is along an axis to its `i`th place.
    #[inline(always)]
    fn along(&self, axis: u8, i: usize) -> usize {
        i * self.strides[axis as usize].unsigned_abs()
    }
}

/// The outer loops, which do little, around the two inner ones.
#[inline(never)]
pub(super) fn walk<N: Node, S: Sink<N::Item>>(
    nest: Nest<'_, N>,
    out: &mut [S::Slot],
    to: Places<'_>,
    state: &mut S::State,
) {
    if nest.left() <= 2 {
        return rows::<N, S>(nest.lines(), out, to, state);
    }
    let (loops, depth) = (nest.loops(), nest.left() - 1);
    for i in 0..loops.counts[depth] {
        let to = Places { first: to.first + to.along(loops.axes[depth], i), ..to };
        walk::<N, S>(nest.turn(i), out, to, state);
    }
}

in_widest! {
    /// The two innermost loops.
    fn rows<N: Node, S: Sink<<N as Node>::Item>>(lines: Lines<'_, N>, out: &mut [S::Slot], to: Places<'_>, state: &mut S::State) {
        let [inner, outer, ..] = lines.loops().axes;
        for i in 0..lines.count() {
            let (line, first) = (lines.line(i), to.first + to.along(outer, i));
            if to.along(inner, 1) == 1 {
                S::row(state, line.elements(), &mut out[first..][..line.len()]);
                continue;
            }
            let mut row = line.elements();
            for i in 0..line.len() {
                let at = first + to.along(inner, i);
                S::pairs(state, row.some_onto(i, &mut out[at..=at]));
            }
        }
    }
}
