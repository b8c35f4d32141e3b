//! The way back of reads by index: gradients are added where the elements came from.

use super::number::{Count, held_places};
use crate::kernels::back::picks::{add_picked, add_selected};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::shape::diagnostics::IndexNumber;
use crate::shape::dims::{Dims, MAX_RANK, Strides};
use crate::storage::Buffer;
use crate::view::Values;

/// The way back of whole elements of an axis of `size`, of `inner` numbers each.
pub(crate) struct SelectBack<'a> {
    pub size: usize,
    pub inner: usize,
    pub places: &'a [usize],
}

held!(SelectBack<'_>, |this, memory| SelectBack { places: memory.copy_slice(this.places), ..this }; lowered);

impl<T: Real> Backward<T> for SelectBack<'_> {
    fn name(&self) -> &'static str {
        "index_select"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let places = self.places.iter().copied();
        to.accumulate(0, |to| add_selected([self.size, self.inner], places, grad.as_slice(), to));
        to.free(grad);
    }
}

/// The way back of one element of an axis for each of other indices: of which sizes, and how elements and indices are read.
pub(crate) struct PickBack<I> {
    pub indices: I,
    pub out: Dims,
    pub steps: [Strides; 2],
    /// The size of the axis, and its step.
    pub axis: [usize; 2],
}

impl<I> PickBack<I> {
    /// Of elements `from` at indices `by`, stretched to sizes `out` but for the axis at `place`.
    pub(crate) fn new(indices: I, [from, by, out]: [&Dims; 3], place: usize) -> Self {
        let mut steps = [from, by].map(|of| of.stretched(&of.strides(), out));
        steps[0][place] = 0;
        PickBack { indices, out: *out, steps, axis: [from.sizes[place], from.strides()[place] as usize] }
    }

    /// Of elements by their number among all.
    pub(super) fn of_all(indices: I, numel: usize, by: &Dims) -> Self {
        PickBack { indices, out: *by, steps: [[0; MAX_RANK], by.strides()], axis: [numel, 1] }
    }

    /// With indices that count so.
    pub(crate) fn counted<C>(self) -> Counted<I, C> {
        Counted(self, core::marker::PhantomData)
    }
}

/// A way back whose indices are yet to be counted.
pub(crate) struct Counted<I, C>(pub PickBack<I>, pub core::marker::PhantomData<C>);

held!(Counted<&I, C> where [C: Count, I: Values<Elem: IndexNumber>], |Counted(PickBack { indices, out, steps, axis }, _), memory| {
    let indices: &[usize] = held_places::<C, I, T>(memory, indices, axis[0], |_| false);
    PickBack { indices, out, steps, axis }
}; lowered_at);

impl<T: Real> Backward<T> for PickBack<&[usize]> {
    fn name(&self) -> &'static str {
        "gather"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let PickBack { indices, out, steps: [of, by], axis } = self;
        let rank = out.rank;
        let steps = [&of[..rank], &by[..rank]];
        to.accumulate(0, |to| add_picked(&out.sizes[..rank], steps, axis[1], indices, grad.as_slice(), to));
        to.free(grad);
    }
}
