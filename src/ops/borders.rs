//! Borders of a tensor's own elements: `pad_reflect`, `pad_replicate`, `pad_circular`.

use alloc::vec::Vec;

use super::rows::elements;
use crate::kernels::back::borders::{Origins, border, border_back};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::border::{Border, Circular, Reflect, Replicate, name_of};
use crate::shape::diagnostics::WidthTuple;
use crate::shape::dims::{Dims, product};
use crate::shape::layout::Layout;
use crate::shape::repeat::{Pad, Padded};
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

macro_rules! borders {
    ($($(#[$doc:meta])* $trait:ident $about:literal $rule:ident $method:ident $mode:ident;)*) => { $(
        operation! {
            #[doc = $about]
            trait $trait[W][W] for X where [X: Operand<Shape: Border<W, $rule>> + ?Sized, W: WidthTuple] {
                /// The shape with the border.
                type Padded: Shape = Padded<X::Shape, W>;
            }

            $(#[$doc])*
            fn $method(&self, widths: W) -> Tensor<Self::Elem, Self::Padded, Self::Kind>
            where [Self::Elem: Clone]
            {
                bordered(self.view(), <X::Shape as Pad<W>>::WIDTHS, Mode::$mode)
            }
        }
    )* };
}
borders! {
    /// A border that mirrors each axis at its first and last element: `[28, 28]` by `((One, One), (Dim::<2>, Dim::<0>))` -> `[30, 30]`. A pair
    /// `(before, after)` for each axis, the last one for the last axis; axes in front may be left out. PyTorch's
    /// `F.pad(x, (2, 0, 1, 1), mode="reflect")`, NumPy's `np.pad(x, ((1, 1), (2, 0)), mode="reflect")`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].pad_reflect(((Dim::<2>, One),)), tensor![3, 2, 1, 2, 3, 2]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].pad_reflect(((Dim::<3>, One),)); // the first element has two beside it
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is not longer than its borders are wide.
    ReflectedPads "A border as wide as the tuple `W` says, that mirrors: `pad_reflect`." Reflect pad_reflect Reflect;
    /// A border of the first and the last elements of each axis: `[28, 28]` by `((One, One), (Dim::<2>, Dim::<0>))` -> `[30, 30]`; see
    /// [`pad_reflect`](ReflectedPads::pad_reflect). PyTorch's `F.pad(x, (2, 0, 1, 1), mode="replicate")`, NumPy's
    /// `np.pad(x, ((1, 1), (2, 0)), mode="edge")`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].pad_replicate(((Dim::<2>, One),)), tensor![1, 1, 1, 2, 3, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![3, 0]>::zeros().pad_replicate(((One, One),));
    /// ```
    ///
    /// # Panics
    /// If a run-time axis that gets a border has size 0.
    ReplicatedPads "A border as wide as the tuple `W` says, of first and last elements: `pad_replicate`." Replicate pad_replicate Replicate;
    /// A border that goes on at the other end of each axis: `[28, 28]` by `((One, One), (Dim::<2>, Dim::<0>))` -> `[30, 30]`; see
    /// [`pad_reflect`](ReflectedPads::pad_reflect). PyTorch's `F.pad(x, (2, 0, 1, 1), mode="circular")`, NumPy's
    /// `np.pad(x, ((1, 1), (2, 0)), mode="wrap")`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].pad_circular(((Dim::<2>, One),)), tensor![2, 3, 1, 2, 3, 1]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].pad_circular(((Dim::<4>, One),));
    /// ```
    ///
    /// # Panics
    /// If a run-time axis is shorter than one of its borders is wide.
    CircularPads "A border as wide as the tuple `W` says, from the other end: `pad_circular`." Circular pad_circular Circular;
}

/// Of which elements a border is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Reflect,
    Replicate,
    Circular,
}

impl Mode {
    /// Does an axis of this size have the elements?
    fn fits(self, size: usize, (before, after): (usize, usize)) -> bool {
        let widest = before.max(after);
        widest == 0
            || match self {
                Mode::Reflect => widest < size,
                Mode::Replicate => size > 0,
                Mode::Circular => widest <= size,
            }
    }

    /// Which element each place is, of an axis that has them.
    fn places(self, size: usize, (before, after): (usize, usize)) -> Origins {
        let (front, back): (fn(usize, usize) -> usize, fn(usize, usize) -> usize) = match self {
            Mode::Reflect => (|i, _| i, |i, size| size - 1 - i),
            Mode::Replicate => (|_, _| 0, |_, size| size - 1),
            Mode::Circular => (|i, size| size - i, |i, _| i - 1),
        };
        Origins {
            before: (1..=before).rev().map(|i| front(i, size)).collect(),
            size,
            after: (1..=after).map(|i| back(i, size)).collect(),
        }
    }
}

/// Widths before and after the axes, from the last one on.
pub(super) type Widths = &'static [(usize, usize)];

fn bordered<T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    widths: Widths,
    mode: Mode,
) -> Tensor<T, O, K> {
    let from = x.shape().dims();
    let mut sizes = from.sizes;
    for (axis, (size, &(before, after))) in sizes.iter_mut().zip(widths).enumerate() {
        if !mode.fits(*size, (before, after)) {
            too_small(name_of::<S>(axis), axis, *size, (before, after));
        }
        *size = [before, after].into_iter().try_fold(*size, usize::checked_add).expect("a size that `usize` can count");
    }
    let shape: O = run_time::shape(&sizes);
    let back = BorderBack { from, to: shape.dims(), widths, mode };
    Tensor::made(K::apply_op((x,), shape, |(x,)| made(&x, shape.numel(), &back), back), shape)
}

#[cold]
#[inline(never)]
fn too_small(name: &str, axis: usize, size: usize, (before, after): (usize, usize)) -> ! {
    panic!("axis -{} ({name}) has {size} elements, too few for borders of {before} and {after} of its own", axis + 1)
}

fn made<X: Values<Elem: Clone> + ?Sized>(x: &X, numel: usize, work: &BorderBack) -> Buffer<X::Elem> {
    let mut result = room(numel);
    let axes = work.places();
    let block = product(&work.from.sizes[..axes.len()]);
    if numel > 0 && block > 0 {
        elements(x).chunks_exact(block).for_each(|block| border(&axes, block, &mut result));
    }
    Buffer::from_vec(result)
}

/// The way back of a border: each gradient goes to the element that its place was made of.
#[derive(Clone, Copy)]
pub(super) struct BorderBack {
    pub from: Dims,
    pub to: Dims,
    pub widths: Widths,
    pub mode: Mode,
}
held!(BorderBack; lowered);

impl BorderBack {
    /// Of the axes with a border, the last one last.
    fn places(&self) -> Vec<Origins> {
        let axes = self.widths.iter().zip(self.from.sizes);
        let mut places: Vec<_> = axes.map(|(widths, size)| self.mode.places(size, *widths)).collect();
        places.reverse();
        places
    }
}

impl<T: Real> Backward<T> for BorderBack {
    fn name(&self) -> &'static str {
        match self.mode {
            Mode::Reflect => "pad_reflect",
            Mode::Replicate => "pad_replicate",
            Mode::Circular => "pad_circular",
        }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let axes = self.places();
        let [from, made] = [&self.from, &self.to].map(|of| product(&of.sizes[..axes.len()]));
        to.accumulate(0, |to| {
            if from > 0 {
                let blocks = grad.as_slice().chunks_exact(made).zip(to.chunks_exact_mut(from));
                blocks.for_each(|(grad, to)| border_back(&axes, grad, to));
            }
        });
        to.free(grad);
    }
}
