//! Elements dropped at random otherwise than each by itself: whole channels, and so that mean and variance stay.

use num_traits::Float;

use super::copies::Copies;
use super::reduce::float;
use super::rows::elements;
use crate::kernels::random::Drop;
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::Shape;
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::FloatElement;
use crate::shape::dims::product;
use crate::shape::layout::Layout;
use crate::shape::verbs::dropout;
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

/// Dropping whole channels, which are what the last axes of a tensor hold, as many as the method says.
macro_rules! channels {
    ($($(#[$doc:meta])* $trait:ident $method:ident $axes:literal $outermost:literal;)*) => { $( operation! {
        #[doc = concat!("Whole channels dropped at random, of so many axes: `", stringify!($method), "`.")]
        trait $trait[][] for X where [X: Operand<Elem: FloatElement, Shape: Along<Axis<$outermost>, dropout>> + ?Sized] {}

        $(#[$doc])*
        #[track_caller]
        fn $method(&self, p: f64) -> Tensor<Self::Elem, Self::Shape, Self::Kind> {
            let x = self.view();
            let inner = product(&x.shape().dims().sizes[..$axes]);
            dropped(x, p, |drop| Noise { inner, kept: [drop.scale, 0.0], gone: 0.0, drop })
        }
    } )* };
}
channels! {
    /// Each channel, what the last axis holds, is 0 with probability `p` while a tape trains, [`tape.train(seed)`](crate::grad::Tape::train), and is divided by
    /// `1 - p` if it is not: `[8, 16, 100]`, 128 channels -> `[8, 16, 100]`. Of any other tensor the same elements again. PyTorch's `F.dropout1d(x, p,
    /// training)`. Allocates the result. See [`dropout_in_training`](super::Dropouts::dropout_in_training).
    ///
    /// # Panics
    /// If `p` is not from 0 to 1.
    ///
    /// ```
    /// use shaped::{grad::Tape, prelude::*};
    /// let x: Tensor<f32, shape![64, 10]> = Tensor::ones();
    /// assert_eq!(x.dropout1d_in_training(0.5), x);
    /// let mut tape = Tape::new(&x);
    /// tape.train(1);
    /// let (_, slopes) = tape.value_and_grad(&x, |tape| tape.input(&x).dropout1d_in_training(0.5).sum_all());
    /// assert!(slopes.sum(Axis::<1>).iter().all(|&sum| sum == 0.0 || sum == 20.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![]>::ones().dropout1d_in_training(0.5);
    /// ```
    #[doc(alias = "dropout1d")]
    Dropouts1d dropout1d_in_training 1 -1;
    /// As [`dropout1d_in_training`](super::Dropouts1d::dropout1d_in_training), of channels that are planes, the last two axes: `[8, 16, 32, 32]`, 128 channels ->
    /// `[8, 16, 32, 32]`. PyTorch's `F.dropout2d(x, p, training)`.
    ///
    /// # Panics
    /// If `p` is not from 0 to 1.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 16, 4, 4]> = Tensor::ones();
    /// assert_eq!(x.dropout2d_in_training(0.5), x); // no tape trains
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].dropout2d_in_training(0.5);
    /// ```
    #[doc(alias = "dropout2d")]
    Dropouts2d dropout2d_in_training 2 -2;
    /// As [`dropout1d_in_training`](super::Dropouts1d::dropout1d_in_training), of channels that are volumes, the last three axes: `[8, 16, 4, 32, 32]`, 128
    /// channels -> `[8, 16, 4, 32, 32]`. PyTorch's `F.dropout3d(x, p, training)`.
    ///
    /// # Panics
    /// If `p` is not from 0 to 1.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 16, 2, 4, 4]> = Tensor::ones();
    /// assert_eq!(x.dropout3d_in_training(0.5), x); // no tape trains
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 2.0]].dropout3d_in_training(0.5);
    /// ```
    #[doc(alias = "dropout3d")]
    Dropouts3d dropout3d_in_training 3 -3;
}

/// Dropping that keeps mean and variance.
pub trait AlphaDropouts: Operand {
    /// Each element is with probability `p` the limit of [`selu`](super::Activations::selu) towards minus infinity, and all are then scaled and moved so that
    /// mean 0 and variance 1 stay: while a tape trains, [`tape.train(seed)`](crate::grad::Tape::train); of any other tensor the same elements again. `[4, 3]`
    /// -> `[4, 3]`. With `p` of 1 all are 0. PyTorch's `F.alpha_dropout(x, p, training)`. Allocates the result.
    ///
    /// # Panics
    /// If `p` is not from 0 to 1.
    ///
    /// ```
    /// use shaped::{grad::Tape, prelude::*};
    /// let x: Tensor<f64, shape![64, 100]> = Tensor::zeros();
    /// assert_eq!(x.alpha_dropout_in_training(0.5), x);
    /// let mut tape = Tape::new(&x);
    /// tape.train(1);
    /// let (mean, _) = tape.value_and_grad(&x, |tape| tape.input(&x).alpha_dropout_in_training(0.5).mean_all());
    /// assert!(mean.abs() < 0.05);
    /// ```
    #[track_caller]
    #[doc(alias = "alpha_dropout")]
    fn alpha_dropout_in_training(&self, p: f64) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where
        Self::Elem: FloatElement,
    {
        dropped(self.view(), p, |drop| {
            // What `selu` tends to is minus this: its scale times its slope.
            const LIMIT: f64 = 1.758_099_340_847_376_6;
            let scale = if p < 1.0 { 1.0 / ((LIMIT * LIMIT * p + 1.0) * (1.0 - p)).sqrt() } else { 0.0 };
            let moved = LIMIT * scale * p;
            Noise { inner: 1, kept: [scale, moved], gone: moved - LIMIT * scale, drop }
        })
    }
}

impl<X: Operand + ?Sized> AlphaDropouts for X {}

/// The elements with this noise, while their tape trains.
#[track_caller]
fn dropped<T: Float, S: Shape, Y: Layout<S>, K: Kind<T>>(
    x: View<'_, T, S, Y, K>,
    p: f64,
    noise: impl FnOnce(Drop) -> Noise,
) -> Tensor<T, S, K> {
    let all = Drop::new(0, p);
    let Some(seed) = K::seed(x.note()) else { return x.to_tensor() };
    let mut noise = noise(Drop { seed, ..all });
    noise.drop.scale = 1.0;
    let forward = |(x,): (View<'_, T, S, Y>,)| noise.of(&x);
    Tensor::made(K::apply_op((x,), x.shape(), forward, noise), x.shape())
}

/// Noise, which is one for `inner` elements in turn: those that are kept are multiplied by a number, and another one is added; the others have one value.
#[derive(Clone, Copy)]
pub(super) struct Noise {
    /// Of ones it leaves some, and makes 0 of the others.
    pub(super) drop: Drop,
    pub(super) inner: usize,
    pub(super) kept: [f64; 2],
    pub(super) gone: f64,
}
// The same random numbers again.
held!(Noise; lowered_at);

impl Noise {
    /// For each run of elements whether it is kept: 1, or 0.
    fn runs(&self, numel: usize) -> Buffer<f32> {
        let mut runs = Buffer::filled(numel.checked_div(self.inner).unwrap_or(0), 1.0);
        self.drop.drop(runs.as_mut_slice());
        runs
    }

    fn of<X: Values<Elem: Float>>(&self, x: &X) -> Buffer<X::Elem> {
        let x = elements(x);
        let ([scale, moved], gone) = (self.kept.map(float::<X::Elem>), float(self.gone));
        let mut made = room(x.len());
        for (x, &kept) in x.chunks_exact(self.inner.max(1)).zip(self.runs(x.len()).as_slice()) {
            made.extend(x.iter().map(|&x| if kept > 0.0 { x * scale + moved } else { gone }));
        }
        Buffer::from_vec(made)
    }
}

impl<T: Real> Backward<T> for Noise {
    fn name(&self) -> &'static str {
        if self.gone == 0.0 { "dropout" } else { "alpha_dropout" }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, mut grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let scale = float::<T>(self.kept[0]);
        let runs = self.runs(grad.as_slice().len());
        for (g, &kept) in grad.as_mut_slice().chunks_exact_mut(self.inner.max(1)).zip(runs.as_slice()) {
            g.iter_mut().for_each(|g| *g = if kept > 0.0 { *g * scale } else { T::zero() });
        }
        to.give(0, grad);
    }
}
