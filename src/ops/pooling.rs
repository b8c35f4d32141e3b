//! Pooling: `max_pool2d`, `avg_pool2d`, the same of signals, adaptive average pooling, and `upsample_nearest2d`.

use num_traits::{Float, Zero};

use super::math_of_two::Maximum;
use super::operation::operation;
use super::pooling_back::{PoolBack, UpsamplingBack};
use super::reduce::number;
use super::wide::wide;
use crate::expr::node::FnMut2;
use crate::kernels::back::pools::{self, Windows};
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::Kind;
use crate::shape::diagnostics::FloatElement;
use crate::shape::dims::Dims;
use crate::shape::layout::Layout;
use crate::shape::pool::{
    AdaptivePool1d, AdaptivePool2d, AdaptivelyPooled1d, AdaptivelyPooled2d, Pool1d, Pool2d, Pooled1d, Pooled2d,
    Upsample2d, Upsampled2d,
};
use crate::shape::window::Steps;
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, Scratch, room};
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View};

operation! {
    /// Pooling of height and width by windows, with the options `O`, for all that can be read.
    trait Pooling2d[O][O] for X where [X: Operand<Shape: Pool2d<O>> + ?Sized] {
        /// The shape of the result.
        type Pooled: Shape = Pooled2d<X::Shape, O>;
    }

    /// The largest element of each window of height and width: `[…, H, W]` -> `[…, (H + 2 P - K) / S + 1, …]`. PyTorch's
    /// `F.max_pool2d`. Allocates the result. NaN in a window is its maximum; padding is less than any element. The gradient goes to the first of
    /// the largest elements of a window.
    ///
    /// The kernel K, the stride S, which is K if it is not given, and the padding P are options of [`Pool`](crate::Pool).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![4, 4]> = Tensor::arange();
    /// assert_eq!(x.max_pool2d(Pool::new(Dim::<2>)), tensor![[5, 7], [13, 15]]);
    /// let y = x.max_pool2d(Pool::new((Dim::<3>, One)).stride(One).padding((One, Dim::<0>)));
    /// assert_eq!(y.sizes(), [4, 4]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<i32, shape![4, 4]> = Tensor::arange();
    /// x.max_pool2d(Pool::new(Dim::<5>));
    /// ```
    fn max_pool2d(&self, options: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
    where [Self::Elem: Clone + PartialOrd]
    {
        let (steps, kernel) = (<X::Shape as Pool2d<O>>::STEPS, <X::Shape as Pool2d<O>>::KERNEL);
        largest(self.view(), 2, kernel, &steps)
    }

    /// The mean of each window of height and width: `[…, H, W]` -> `[…, (H + 2 P - K) / S + 1, …]`. PyTorch's `F.avg_pool2d`.
    /// Allocates the result. Padding counts as zeros, as it does in PyTorch (`count_include_pad=True`).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![4, 4]> = Tensor::arange();
    /// assert_eq!(x.avg_pool2d(Pool::new(Dim::<2>)), tensor![[2.5, 4.5], [10.5, 12.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![4, 4]> = Tensor::arange();
    /// x.avg_pool2d(Pool::new(Dim::<2>).padding(Dim::<2>));
    /// ```
    fn avg_pool2d(&self, options: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let (steps, kernel) = (<X::Shape as Pool2d<O>>::STEPS, <X::Shape as Pool2d<O>>::KERNEL);
        averaged(self.view(), 2, kernel, &steps)
    }
}

operation! {
    /// Pooling of the last axis by windows, with the options `O`, for all that can be read.
    trait Pooling1d[O][O] for X where [X: Operand<Shape: Pool1d<O>> + ?Sized] {
        /// The shape of the result.
        type Pooled: Shape = Pooled1d<X::Shape, O>;
    }

    /// The largest element of each window: `[…, L]` -> `[…, (L + 2 P - K) / S + 1]`. PyTorch's `F.max_pool1d`; see
    /// [`max_pool2d`](Pooling2d::max_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 5, 2, 3, 9].max_pool1d(Pool::new(Dim::<2>)), tensor![5, 3]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 5, 2].max_pool1d(Pool::new(Dim::<4>));
    /// ```
    fn max_pool1d(&self, options: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
    where [Self::Elem: Clone + PartialOrd]
    {
        let (steps, kernel) = (<X::Shape as Pool1d<O>>::STEPS, <X::Shape as Pool1d<O>>::KERNEL);
        largest(self.view(), 1, kernel, &steps)
    }

    /// The mean of each window: `[…, L]` -> `[…, (L + 2 P - K) / S + 1]`. PyTorch's `F.avg_pool1d`; see
    /// [`avg_pool2d`](Pooling2d::avg_pool2d).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1.0, 5.0, 2.0, 4.0];
    /// assert_eq!(x.avg_pool1d(Pool::new(Dim::<2>).stride(One)), tensor![3.0, 3.5, 3.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 5.0, 2.0].avg_pool1d(Pool::new(Dim::<4>));
    /// ```
    fn avg_pool1d(&self, options: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let (steps, kernel) = (<X::Shape as Pool1d<O>>::STEPS, <X::Shape as Pool1d<O>>::KERNEL);
        averaged(self.view(), 1, kernel, &steps)
    }
}

operation! {
    /// Averages of height and width down (or up) to the sizes `O`, for all that can be read.
    trait AdaptivePooling2d[O][O] for X where [X: Operand<Shape: AdaptivePool2d<O>> + ?Sized] {
        /// The shape of the result.
        type Pooled: Shape = AdaptivelyPooled2d<X::Shape, O>;
    }

    /// Height and width averaged down (or up) to sizes of your own: `[…, H, W]` to `(Dim::<7>, Dim::<5>)` -> `[…, 7, 5]`, and to
    /// `One`, the average of all, -> `[…, 1, 1]`. PyTorch's `F.adaptive_avg_pool2d`. Allocates the result. Height and width can
    /// be run-time axes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![4, 4]> = Tensor::arange();
    /// assert_eq!(x.adaptive_avg_pool2d(One), tensor![[7.5]]);
    /// assert_eq!(x.adaptive_avg_pool2d((Dim::<2>, One)), tensor![[3.5], [11.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].adaptive_avg_pool2d(One);
    /// ```
    ///
    /// # Panics
    /// If a run-time height or width is 0, and the result is not empty. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![3, 0, 4]>::zeros().adaptive_avg_pool2d(Dim::<2>);
    /// ```
    fn adaptive_avg_pool2d(&self, sizes: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        adaptive::<2, _, _, _, _, _>(self.view())
    }
}

operation! {
    /// Averages of the last axis down (or up) to the sizes `O`, for all that can be read.
    trait AdaptivePooling1d[O][O] for X where [X: Operand<Shape: AdaptivePool1d<O>> + ?Sized] {
        /// The shape of the result.
        type Pooled: Shape = AdaptivelyPooled1d<X::Shape, O>;
    }

    /// The last axis averaged down (or up) to a size of your own: `[…, L]` to `Dim::<7>` -> `[…, 7]`. PyTorch's
    /// `F.adaptive_avg_pool1d`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.0, 2.0, 6.0].adaptive_avg_pool1d(Dim::<2>), tensor![1.5, 4.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0].sum_all().adaptive_avg_pool1d(One);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has size 0, and the result is not empty. Where the type says so, it does not compile:
    ///
    /// ```compile_fail,E0080
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![3, 0]>::zeros().adaptive_avg_pool1d(Dim::<2>);
    /// ```
    fn adaptive_avg_pool1d(&self, size: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        adaptive::<1, _, _, _, _, _>(self.view())
    }
}

operation! {
    /// Height and width times the factors `F`, for all that can be read.
    trait Upsampling2d[F][F] for X where [X: Operand<Shape: Upsample2d<F>> + ?Sized] {
        /// The shape of the result.
        type Upsampled: Shape = Upsampled2d<X::Shape, F>;
    }

    /// Each element repeated along height and width: `[…, H, W]` by `Dim::<2>` -> `[…, 2 H, 2 W]`. PyTorch's
    /// `F.interpolate(x, scale_factor=2, mode="nearest")`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let y = tensor![[1, 2]].upsample_nearest2d(Dim::<2>);
    /// assert_eq!(y, tensor![[1, 1, 2, 2], [1, 1, 2, 2]]);
    /// assert_eq!(tensor![[1, 2]].upsample_nearest2d((One, Dim::<2>)), tensor![[1, 1, 2, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].upsample_nearest2d(Dim::<2>);
    /// ```
    #[doc(alias = "interpolate")]
    fn upsample_nearest2d(&self, factors: F) -> Tensor<Self::Elem, Self::Upsampled, Self::Kind>
    where [Self::Elem: Clone]
    {
        let x = self.view();
        let to: Self::Upsampled = windows(x.shape(), 2);
        let (from, sizes) = (x.shape().dims(), to.dims().sizes);
        let factors = [1, 0].map(|axis| sizes[axis].checked_div(from.sizes[axis]).unwrap_or(0));
        let [rows, columns] = factors;
        let forward = |(x,): (View<'_, _, _, _>,)| {
            let mut result = room(to.numel());
            if to.numel() > 0 {
                each_plane(&x, from.sizes[0], |row| {
                    for element in row {
                        result.extend(core::iter::repeat_n(element, columns).cloned());
                    }
                    for _ in 1..rows {
                        result.extend_from_within(result.len() - sizes[0]..);
                    }
                });
            }
            Buffer::from_vec(result)
        };
        let back = UpsamplingBack { input: plane(&from, 2), factors };
        Tensor::made(Self::Kind::apply((x,), to, forward, back), to)
    }
}

/// The shape with other sizes on its last axes, which the type of the result says.
fn windows<X: Shape, O: Shape>(x: X, axes: usize) -> O {
    let mut sizes = x.dims().sizes;
    sizes[..axes].copy_from_slice(&O::DIMS.sizes[..axes]);
    run_time::shape(&sizes)
}

/// Calls `f` with each run of `len` elements.
fn each_plane<X: Values<Elem: Clone> + ?Sized>(x: &X, len: usize, mut f: impl FnMut(&[X::Elem])) {
    if len == 0 {
        return;
    }
    match x.view().as_block() {
        Some(elements) => elements.chunks_exact(len).for_each(f),
        None => {
            let (mut elements, mut plane) = (x.iter(), Scratch::with_room(len));
            while elements.len() > 0 {
                plane.clear();
                plane.extend(elements.by_ref().take(len).cloned());
                f(&plane);
            }
        }
    }
}

/// Height and width, the height 1 where there is one axis only.
fn plane(dims: &Dims, axes: usize) -> [usize; 2] {
    [if axes == 2 { dims.sizes[1] } else { 1 }, dims.sizes[0]]
}

/// Windows that slide over the last one or two axes: first the rows of a window are folded into one, then its columns.
fn slid<X: Values<Elem: Clone> + ?Sized>(
    x: &X,
    numel: usize,
    windows: &Windows,
    (kernel, steps): ([usize; 2], &Steps),
    mut fold: impl FnMut2<X::Elem, X::Elem, Output = X::Elem> + Copy,
    end: impl Fn(X::Elem) -> X::Elem,
) -> Buffer<X::Elem> {
    let (from, to) = (windows.input, windows.output);
    let [rows, columns] = from;
    let mut result = room(numel);
    let mut row = Scratch::with_room(columns);
    let span = |axis, i| windows.span(axis, i);
    each_plane(x, rows * columns, |plane| {
        for y in 0..to[0] {
            let mut window = plane[span(0, y).start * columns..span(0, y).end * columns].chunks_exact(columns);
            row.clear();
            row.extend_from_slice(window.next().unwrap_or(&[]));
            for next in window {
                for (sum, x) in row.iter_mut().zip(next) {
                    *sum = fold.call(sum.clone(), x.clone());
                }
            }
            // Windows that are all within the row need no look at its ends.
            let stride = steps.stride[1];
            let first = steps.padding[1].div_ceil(stride).min(to[1]);
            let last = match (columns + steps.padding[1]).checked_sub(kernel[1]) {
                Some(room) => (room / stride + 1).clamp(first, to[1]),
                None => first,
            };
            let folded = |window: &[X::Elem]| {
                let mut fold = fold;
                let (first, rest) = window.split_first().expect("a window holds an element");
                end(rest.iter().fold(first.clone(), |sum, x| fold.call(sum, x.clone())))
            };
            result.extend((0..first).map(|i| folded(&row[span(1, i)])));
            if first < last {
                let inner = &row[first * stride - steps.padding[1]..];
                let windows = inner.windows(kernel[1]).step_by(stride).take(last - first);
                match kernel[1] {
                    2 => result.extend(windows.map(|w| end({ fold }.call(w[0].clone(), w[1].clone())))),
                    3 => result.extend(windows.map(|w| {
                        let mut fold = fold;
                        let two = fold.call(w[0].clone(), w[1].clone());
                        end(fold.call(two, w[2].clone()))
                    })),
                    _ => result.extend(windows.map(folded)),
                }
            }
            result.extend((last..to[1]).map(|i| folded(&row[span(1, i)])));
        }
    });
    Buffer::from_vec(result)
}

/// What `forward` makes of so many windows of the last one or two axes, and its way back.
fn pooled<T, S, Y, K, O>(
    x: View<'_, T, S, Y, K>,
    axes: usize,
    kind: pools::Kind,
    largest: bool,
    forward: impl FnOnce(&View<'_, T, S, Y>, usize, &Windows) -> Buffer<T>,
) -> Tensor<T, O, K>
where
    T: Clone,
    S: Shape,
    Y: Layout<S>,
    K: Kind<T>,
    O: Shape,
{
    let to: O = windows(x.shape(), axes);
    let windows = Windows { input: plane(&x.shape().dims(), axes), output: plane(&to.dims(), axes), kind };
    let back = PoolBack { windows, largest };
    Tensor::made(K::apply((x,), to, |(x,)| forward(&x, to.numel(), &windows), back), to)
}

fn sliding(kernel: [usize; 2], steps: &Steps) -> pools::Kind {
    pools::Kind::Sliding { kernel, stride: steps.stride, padding: steps.padding }
}

/// The largest element of each window.
fn largest<T, S, Y, K, O>(x: View<'_, T, S, Y, K>, axes: usize, kernel: [usize; 2], steps: &Steps) -> Tensor<T, O, K>
where
    T: Clone + PartialOrd,
    S: Shape,
    Y: Layout<S>,
    K: Kind<T>,
    O: Shape,
{
    pooled(x, axes, sliding(kernel, steps), true, |x, numel, windows| {
        slid(x, numel, windows, (kernel, steps), Maximum, |x| x)
    })
}

/// The mean of each window, in which all that is beyond the edges counts as 0.
fn averaged<T, S, Y, K, O>(x: View<'_, T, S, Y, K>, axes: usize, kernel: [usize; 2], steps: &Steps) -> Tensor<T, O, K>
where
    T: Float,
    S: Shape,
    Y: Layout<S>,
    K: Kind<T>,
    O: Shape,
{
    let count = if axes == 2 { kernel[0] * kernel[1] } else { kernel[1] };
    pooled(x, axes, sliding(kernel, steps), false, |x, numel, windows| means(x, numel, windows, (kernel, steps), count))
}

fn means<X: Values<Elem: Float> + ?Sized>(
    x: &X,
    numel: usize,
    windows: &Windows,
    slide: ([usize; 2], &Steps),
    count: usize,
) -> Buffer<X::Elem> {
    if const { can_be::<X::Elem>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(means(&x.view(), numel, windows, slide, count).as_slice(), ByNumbers);
    }
    let count = number::<X::Elem>(count);
    slid(x, numel, windows, slide, super::Plus, |sum| sum / count)
}

/// An error of the compiler where the types say that averages over the last axes are of no elements.
const fn averages_some(from: &Dims, to: &Dims, axes: usize) {
    let pooled = (1 << axes) - 1;
    let none_asked = to.reduces_nothing(pooled);
    assert!(
        none_asked || !from.reduces_nothing(pooled),
        "an average of no elements: an axis that is pooled has size 0"
    );
}

/// Means of windows that share an axis out evenly.
fn adaptive<const AXES: usize, T, S, Y, K, O>(x: View<'_, T, S, Y, K>) -> Tensor<T, O, K>
where
    T: Float,
    S: Shape,
    Y: Layout<S>,
    K: Kind<T>,
    O: Shape,
{
    const { averages_some(&S::DIMS, &O::DIMS, AXES) };
    pooled(x, AXES, pools::Kind::Adaptive, false, |x, numel, windows| adaptive_means(x, numel, windows))
}

fn adaptive_means<X: Values<Elem: Float> + ?Sized>(x: &X, numel: usize, windows: &Windows) -> Buffer<X::Elem> {
    if const { can_be::<X::Elem>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(adaptive_means(&x.view(), numel, windows).as_slice(), ByNumbers);
    }
    let (from, to) = (windows.input, windows.output);
    assert!(from[0] * from[1] > 0 || numel == 0, "cannot average {} by {} elements: there are none", from[0], from[1]);
    let span = |axis, i| windows.span(axis, i);
    let mut result = room(numel);
    each_plane(x, from[0] * from[1], |plane| {
        for y in 0..to[0] {
            for x in 0..to[1] {
                let rows = plane[span(0, y).start * from[1]..span(0, y).end * from[1]].chunks_exact(from[1]);
                let mut sum = X::Elem::zero();
                for row in rows {
                    for &x in &row[span(1, x)] {
                        sum = sum + x;
                    }
                }
                result.push(sum / number(span(0, y).len() * span(1, x).len()));
            }
        }
    });
    Buffer::from_vec(result)
}
