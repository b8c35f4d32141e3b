//! The opposite of pools by largest elements: `max_unpool1d`, `max_unpool2d`, `max_unpool3d`.

use alloc::vec::Vec;

use num_traits::Zero;

use super::index::{Forward, Range};
use super::rows::elements;
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::diagnostics::IndexNumber;
use crate::shape::dims::product;
use crate::shape::layout::Layout;
use crate::shape::size::Size;
use crate::shape::unpool::{Unpool1d, Unpool2d, Unpool3d};
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

operation! {
    /// Elements of signals put back at places `R`, in signals of length `L`.
    trait MaxUnpooling1d[R, L][R, L]
    for X where [X: Operand<Elem: Clone + Zero, Shape: Unpool1d<R::Shape, L>> + ?Sized, R: Values<Elem: IndexNumber>, L: Size] {
        /// The shape of the result.
        type Unpooled: Shape = <X::Shape as Unpool1d<R::Shape, L>>::Output;
    }

    /// As [`max_unpool2d`](MaxUnpooling2d::max_unpool2d), of signals: `[…, L]` -> `[…, length]`. PyTorch's `F.max_unpool1d`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (largest, places) = tensor![1, 5, 2, 3].max_pool1d_with_indices(Pool::new(Dim::<2>));
    /// assert_eq!(largest.max_unpool1d(&places, Dim::<4>), tensor![0, 5, 0, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![5, 3].max_unpool1d(&tensor![1, 3, 4], Dim::<4>);
    /// ```
    ///
    /// # Panics
    /// As `max_unpool2d`.
    fn max_unpool1d(&self, places: &R, length: L) -> Tensor<Self::Elem, Self::Unpooled, Self::Kind> {
        unpooled(self.view(), places, [length.get()])
    }
}

operation! {
    /// Elements of pictures put back at places `R`, in pictures of height `H` and width `W`.
    trait MaxUnpooling2d[R, H, W][R, H, W]
    for X where [X: Operand<Elem: Clone + Zero, Shape: Unpool2d<R::Shape, H, W>> + ?Sized, R: Values<Elem: IndexNumber>, H: Size, W: Size] {
        /// The shape of the result.
        type Unpooled: Shape = <X::Shape as Unpool2d<R::Shape, H, W>>::Output;
    }

    /// Elements put back where [`max_pool2d_with_indices`](super::Pooling2d::max_pool2d_with_indices) found them, in planes of these sizes, with zeros
    /// elsewhere: `[…, H, W]`, and places of the same shape, counted within a plane -> `[…, height, width]`. PyTorch's `F.max_unpool2d(x, places,
    /// kernel, output_size=(height, width))`. Allocates the result. Of two elements with one place the last one stays.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 5, 2, 3], [4, 0, 9, 8]];
    /// let (largest, places) = x.max_pool2d_with_indices(Pool::new(Dim::<2>));
    /// assert_eq!(largest.max_unpool2d(&places, (Dim::<2>, Dim::<4>)), tensor![[0, 5, 0, 0], [0, 0, 9, 0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[5, 9]].max_unpool2d(&tensor![1, 6], (Dim::<2>, Dim::<4>));
    /// ```
    ///
    /// # Panics
    /// If a place is not within its plane, or a run-time axis has two sizes.
    fn max_unpool2d(&self, places: &R, sizes: (H, W)) -> Tensor<Self::Elem, Self::Unpooled, Self::Kind> {
        unpooled(self.view(), places, [sizes.0.get(), sizes.1.get()])
    }
}

operation! {
    /// Elements of volumes put back at places `R`, in volumes of depth `D`, height `H` and width `W`.
    trait MaxUnpooling3d[R, D, H, W][R, D, H, W]
    for X where [X: Operand<Elem: Clone + Zero, Shape: Unpool3d<R::Shape, D, H, W>> + ?Sized, R: Values<Elem: IndexNumber>, D: Size, H: Size, W: Size] {
        /// The shape of the result.
        type Unpooled: Shape = <X::Shape as Unpool3d<R::Shape, D, H, W>>::Output;
    }

    /// As [`max_unpool2d`](MaxUnpooling2d::max_unpool2d), of volumes: `[…, D, H, W]` -> `[…, depth, height, width]`. PyTorch's `F.max_unpool3d`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let y = tensor![[[7]]].max_unpool3d(&tensor![[[3u8]]], (One, Dim::<2>, Dim::<2>));
    /// assert_eq!(y, tensor![[[0, 0], [0, 7]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[7]].max_unpool3d(&tensor![[3]], (One, Dim::<2>, Dim::<2>));
    /// ```
    ///
    /// # Panics
    /// As `max_unpool2d`.
    fn max_unpool3d(&self, places: &R, sizes: (D, H, W)) -> Tensor<Self::Elem, Self::Unpooled, Self::Kind> {
        unpooled(self.view(), places, [sizes.0.get(), sizes.1.get(), sizes.2.get()])
    }
}

/// Elements at places of blocks of these sizes, outermost axis first.
fn unpooled<T, S, Y, K, R, O, const N: usize>(x: View<'_, T, S, Y, K>, places: &R, sizes: [usize; N]) -> Tensor<T, O, K>
where
    T: Clone + Zero,
    S: Shape,
    Y: Layout<S>,
    K: Kind<T>,
    R: Values<Elem: IndexNumber>,
    O: Shape,
{
    let (from, at) = (x.shape().dims(), places.view());
    let given = at.shape().dims();
    for axis in 0..from.rank {
        if from.sizes[axis] != given.sizes[axis] {
            run_time::differ(axis, S::name(axis), from.sizes[axis], given.sizes[axis]);
        }
    }
    let mut to = from.sizes;
    to[..N].iter_mut().zip(sizes.iter().rev()).for_each(|(to, size)| *to = *size);
    let (shape, size): (O, usize) = (run_time::shape(&to), product(&sizes));
    let back = UnpoolBack { each: product(&from.sizes[..N]), size, places };
    let forward = |(x,): (View<'_, T, S, Y>,)| {
        let mut to = room(shape.numel());
        to.resize(shape.numel(), T::zero());
        for (i, (x, place)) in elements(&x).iter().zip(back.numbers()).enumerate() {
            to[i / back.each * size + place] = x.clone();
        }
        Buffer::from_vec(to)
    };
    Tensor::made(K::apply_op((x,), shape, forward, back), shape)
}

/// The way back of elements at places: so many of each block, of this size.
#[derive(Clone, Copy)]
pub(super) struct UnpoolBack<P> {
    pub(super) each: usize,
    pub(super) size: usize,
    pub(super) places: P,
}
held!(UnpoolBack<&R> where [R: Values<Elem: IndexNumber>], |this, memory| {
    let places: &[usize] = memory.copy_slice(&this.numbers());
    UnpoolBack { each: this.each, size: this.size, places }
}; lowered_at);

impl<R: Values<Elem: IndexNumber>> UnpoolBack<&R> {
    /// The places, in row-major order.
    #[track_caller]
    pub(super) fn numbers(&self) -> Vec<usize> {
        let range = Range { axis: None, size: self.size };
        let number = |&index: &R::Elem| match range.place::<Forward, _>(index) {
            Ok(place) => place,
            Err(error) => panic!("max_unpool: {error}"),
        };
        self.places.iter().map(number).collect()
    }
}

impl<T: Real> Backward<T> for UnpoolBack<&[usize]> {
    fn name(&self) -> &'static str {
        "max_unpool"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let from = grad.as_slice();
        to.accumulate(0, |to| {
            for (i, (to, place)) in to.iter_mut().zip(self.places).enumerate() {
                *to = *to + from[i / self.each * self.size + place];
            }
        });
        to.free(grad);
    }
}
