//! Pixels and channels that change places: `pixel_shuffle`, `pixel_unshuffle`, `channel_shuffle`.

use super::rows::elements;
use crate::kernels::back::moved::{add_moved, moved};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::dims::product;
use crate::shape::layout::Layout;
use crate::shape::shuffle::{ShuffleChannels, ShufflePixels, UnshufflePixels};
use crate::shape::size::StaticSize;
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, View};

operation! {
    /// Channels that become places, `R` in height and in width, for all that can be read.
    trait PixelShuffles[R][R] for X where [X: Operand<Shape: ShufflePixels<R>> + ?Sized, R: StaticSize] {
        /// The shape of the result.
        type Shuffled: Shape = <X::Shape as ShufflePixels<R>>::Output;
    }

    /// Channels that become places in height and width: `[…, C R R, H, W]` by `R` -> `[…, C, H R, W R]`. PyTorch's `F.pixel_shuffle(x, R)`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]; // [4, 1, 2]
    /// assert_eq!(x.pixel_shuffle(Dim::<2>), tensor![[[1, 3, 2, 4], [5, 7, 6, 8]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![6, 4, 4]>::ones().pixel_shuffle(Dim::<2>);
    /// ```
    ///
    /// # Panics
    /// If the channels are a run-time axis, and no multiple of `R * R`.
    fn pixel_shuffle( // as `x.pixel_shuffle(Dim::<2>)`
        &self, factor: R) -> Tensor<Self::Elem, Self::Shuffled, Self::Kind>
    where [Self::Elem: Clone]
    {
        let x = self.view();
        let r = R::SIZE;
        let mut sizes = x.shape().dims().sizes;
        let [w, h, c] = [sizes[0], sizes[1], sizes[2]];
        let c = shared::<X::Shape>(2, c, r.checked_mul(r));
        (sizes[0], sizes[1], sizes[2]) = (times(w, r), times(h, r), c);
        // Of `[C, R, R, H, W]` as `[C, H, R, W, R]`.
        let order = ([c, h, r, w, r], [product(&[r, r, h, w]), w, product(&[r, h, w]), 1, product(&[h, w])]);
        shuffled(x, run_time::shape(&sizes), order)
    }
}

operation! {
    /// Places that become channels, `R` in height and in width, for all that can be read.
    trait PixelUnshuffles[R][R] for X where [X: Operand<Shape: UnshufflePixels<R>> + ?Sized, R: StaticSize] {
        /// The shape of the result.
        type Shuffled: Shape = <X::Shape as UnshufflePixels<R>>::Output;
    }

    /// Places in height and width that become channels: `[…, C, H R, W R]` by `R` -> `[…, C R R, H, W]`. PyTorch's `F.pixel_unshuffle(x, R)`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[1, 3, 2, 4], [5, 7, 6, 8]]];
    /// assert_eq!(x.pixel_unshuffle(Dim::<2>), tensor![[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![1, 4, 5]>::ones().pixel_unshuffle(Dim::<2>);
    /// ```
    ///
    /// # Panics
    /// If height or width is a run-time axis, and no multiple of `R`.
    fn pixel_unshuffle( // as `x.pixel_unshuffle(Dim::<2>)`
        &self, factor: R) -> Tensor<Self::Elem, Self::Shuffled, Self::Kind>
    where [Self::Elem: Clone]
    {
        let x = self.view();
        let r = R::SIZE;
        let mut sizes = x.shape().dims().sizes;
        let [w, h, c] = [sizes[0], sizes[1], sizes[2]];
        let (w, h) = (shared::<X::Shape>(0, w, Some(r)), shared::<X::Shape>(1, h, Some(r)));
        (sizes[0], sizes[1], sizes[2]) = (w, h, times(times(c, r), r));
        // Of `[C, H, R, W, R]` as `[C, R, R, H, W]`.
        let order = ([c, r, r, h, w], [product(&[h, r, w, r]), product(&[w, r]), 1, product(&[r, w, r]), r]);
        shuffled(x, run_time::shape(&sizes), order)
    }
}

operation! {
    /// Channels of `G` groups that change places, for all that can be read.
    trait ChannelShuffles[G][G] for X where [X: Operand<Shape: ShuffleChannels<G>> + ?Sized, G: StaticSize] {}

    /// Channels of so many groups in turn, the first of each group, then the second of each: `[…, C, H, W]` by `G` -> `[…, C, H, W]`. PyTorch's
    /// `F.channel_shuffle(x, G)`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[1]], [[2]], [[3]], [[4]]];
    /// assert_eq!(x.channel_shuffle(Dim::<2>), tensor![[[1]], [[3]], [[2]], [[4]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![6, 4, 4]>::ones().channel_shuffle(Dim::<4>);
    /// ```
    ///
    /// # Panics
    /// If the channels are a run-time axis, and no multiple of `G`.
    fn channel_shuffle( // as `x.channel_shuffle(Dim::<4>)`
        &self, groups: G) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: Clone]
    {
        let x = self.view();
        let sizes = x.shape().dims().sizes;
        let (plane, groups) = (product(&sizes[..2]), G::SIZE);
        let each = shared::<X::Shape>(2, sizes[2], Some(groups));
        let (shape, order) = (x.shape(), ([1, 1, each, groups, plane], [0, 0, plane, each.saturating_mul(plane), 1]));
        shuffled(x, shape, order)
    }
}

/// A part of an axis, which is shared out.
///
/// # Panics
/// If there is a rest, which there can be of a run-time axis only.
fn shared<S: Shape>(axis: usize, size: usize, by: Option<usize>) -> usize {
    let by = by.expect("a size that `usize` can count");
    assert!(
        by > 0 && size.is_multiple_of(by),
        "axis -{} ({}) has size {size}, which is not a multiple of {by}",
        axis + 1,
        S::name(axis).unwrap_or("without a name")
    );
    size / by
}

fn times(size: usize, by: usize) -> usize {
    size.checked_mul(by).expect("a size that `usize` can count")
}

/// Sizes of the result's parts, and their steps in the operand's.
type Order = ([usize; 5], [usize; 5]);

/// The elements of each picture in another order.
fn shuffled<T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    shape: O,
    order: Order,
) -> Tensor<T, O, K> {
    let forward = |(x,): (View<'_, _, _, _>,)| {
        let mut result = room(shape.numel());
        let picture = product(&order.0);
        if shape.numel() > 0 {
            elements(&x).chunks_exact(picture).for_each(|x| moved(order, x, &mut result));
        }
        Buffer::from_vec(result)
    };
    Tensor::made(K::apply_op((x,), shape, forward, ShuffleBack(order)), shape)
}

/// The way back of elements in another order.
pub(super) struct ShuffleBack(pub Order);
held!(ShuffleBack; lowered);

impl<T: Real> Backward<T> for ShuffleBack {
    fn name(&self) -> &'static str {
        "shuffle"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let picture = product(&self.0.0);
        to.accumulate(0, |to| {
            if picture > 0 {
                let pictures = grad.as_slice().chunks_exact(picture).zip(to.chunks_exact_mut(picture));
                pictures.for_each(|(grad, to)| add_moved(self.0, grad, to));
            }
        });
        to.free(grad);
    }
}
