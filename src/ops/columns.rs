//! Pictures as columns of windows, and back: `im2col` and `col2im`.

use num_traits::{Float, Zero};

use super::rows::elements;
use super::slide::{plane, windows};
use super::wide::wide;
use crate::kernels::back::columns::Sweep;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::columns::{Col2im, Col2imOf, Im2col, Im2colOf};
use crate::shape::diagnostics::FloatElement;
use crate::shape::dims::product;
use crate::shape::size::Size;
use crate::shape::window::Slides;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values, View};

operation! {
    /// Windows of pictures as columns, of a kernel `K` and by the options `O`.
    trait WindowColumns[K, O][K, O] for X where [X: Operand<Shape: Im2col<K, O>> + ?Sized] {
        /// The shape of the result.
        type Columns: Shape = Im2colOf<X::Shape, K, O>;
    }

    /// The windows of pictures that a kernel goes over, each as a column: `[…, C, H, W]` -> `[…, C KH KW, OH, OW]`, at each place
    /// that a convolution by the same options has. Padding is zeros. PyTorch's `F.unfold(x, kernel, dilation, padding, stride)`, whose places are one axis:
    /// `.flatten_axes(Axis::<-2>, Axis::<-1>)`. Allocates the result, which has each element as often as windows hold it:
    /// [`conv2d`](super::Convolutions2d::conv2d) needs none of this.
    ///
    /// Stride, padding and dilation are options of [`Conv`](crate::Conv), which are 1, 0 and 1 if they are not given. (Windows along one axis, without a
    /// copy, are [`unfold`](crate::methods::SteppedWindows::unfold).)
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![1, 2, 3]> = Tensor::arange();
    /// // Two windows of two by two elements.
    /// let columns = tensor![[[0.0, 1.0]], [[1.0, 2.0]], [[3.0, 4.0]], [[4.0, 5.0]]];
    /// assert_eq!(x.im2col(Dim::<2>, Conv::new()), columns);
    /// let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    /// // Patches of a picture that do not overlap.
    /// let patches: Tensor<f32, shape![8, 768, 2, 2]> = x.im2col(Dim::<16>, Conv::new().stride(Dim::<16>));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![3, 4, 4]>::ones().im2col(Dim::<5>, Conv::new());
    /// ```
    ///
    /// # Panics
    /// If the kernel is larger than the padded picture on a run-time axis.
    #[doc(alias = "unfold")]
    fn im2col( // as `x.im2col(Dim::<3>, Conv::new())`
        &self, kernel: K, options: O) -> Tensor<Self::Elem, Self::Columns, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let x = self.view();
        let (sweep, shape) = sweep::<X::Shape, K, O>(x.shape());
        let forward = |(x,): (View<'_, _, _, _>,)| spread(&sweep, &elements(&x), shape.numel());
        Tensor::made(Self::Kind::apply_op((x,), shape, forward, SpreadBack(sweep)), shape)
    }
}

operation! {
    /// Columns of windows added up to pictures of height and width `(H, W)`, of a kernel `K` and by the options `O`.
    trait ColumnPictures[H, W, K, O][H, W, K, O] for X where [X: Operand<Shape: Col2im<(H, W), K, O>> + ?Sized, H: Size, W: Size] {
        /// The shape of the result.
        type Pictures: Shape = Col2imOf<X::Shape, (H, W), K, O>;
    }

    /// Columns of windows added up to pictures: `[…, C KH KW, OH, OW]` -> `[…, C, H, W]`, each element the sum of those that
    /// [`im2col`](WindowColumns::im2col) makes of it, by the same kernel and options. PyTorch's `F.fold(x, (H, W), kernel, dilation, padding, stride)`.
    /// Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![1, 2, 3]> = Tensor::arange();
    /// let columns = x.im2col(Dim::<2>, Conv::new());
    /// // The middle column is in both windows.
    /// assert_eq!(columns.col2im((Dim::<2>, Dim::<3>), Dim::<2>, Conv::new()), tensor![[[0.0, 2.0, 2.0], [3.0, 8.0, 5.0]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![1, 2, 3]> = Tensor::arange();
    /// x.im2col(Dim::<2>, Conv::new()).col2im((Dim::<3>, Dim::<3>), Dim::<2>, Conv::new()); // of pictures of two rows
    /// ```
    ///
    /// # Panics
    /// If the pictures have another number of windows on a run-time axis.
    #[doc(alias = "fold")]
    fn col2im( // as `x.col2im((Dim::<8>, Dim::<8>), Dim::<3>, Conv::new())`
        &self, sizes: (H, W), kernel: K, options: O) -> Tensor<Self::Elem, Self::Pictures, Self::Kind>
    where [Self::Elem: FloatElement]
    {
        let x = self.view();
        let mut to = x.shape().dims().sizes;
        [to[2], to[1], to[0]] = [to[2] / taps::<Self::Pictures, K, O>(), sizes.0.get(), sizes.1.get()];
        let shape: Self::Pictures = run_time::shape(&to);
        let (sweep, needed) = sweep::<Self::Pictures, K, O>(shape);
        let [needed, given] = [needed.dims(), x.shape().dims()].map(|of| [of.sizes[2], of.sizes[1], of.sizes[0]]);
        assert!(given == needed, "columns of {given:?}, where windows of {to:?} make {needed:?}");
        let forward = |(x,): (View<'_, _, _, _>,)| gathered(&sweep, &x, shape.numel());
        Tensor::made(Self::Kind::apply_op((x,), shape, forward, GatherBack(sweep)), shape)
    }
}

/// How many elements the kernel has.
fn taps<X: Im2col<K, O>, K, O>() -> usize {
    product(&X::STEPS.slides.kernel)
}

/// How a kernel goes over pictures, and the columns that it makes.
fn sweep<X: Im2col<K, O>, K, O>(x: X) -> (Sweep, X::Output) {
    let Slides { kernel, stride, padding, dilation, .. } = X::STEPS.slides;
    let columns: X::Output = windows(x, 2, |x, to| {
        to.sizes[2] = x.sizes[2].checked_mul(taps::<X, K, O>()).expect("a size that `usize` can count");
        X::STEPS.convolve(2, x, to)
    });
    let [input, output] = [x.dims(), columns.dims()].map(|of| plane(&of));
    let [kernel, stride, padding, dilation] =
        [kernel, stride, padding, dilation].map(|[_, height, width]| [height, width]);
    (Sweep { input, output, kernel, stride, padding, dilation }, columns)
}

/// So many elements of columns, of planes.
fn spread<T: Float>(sweep: &Sweep, planes: &[T], numel: usize) -> Buffer<T> {
    let mut columns = Buffer::filled(numel, T::zero());
    sweep.spread(planes, columns.as_mut_slice());
    columns
}

/// So many elements of planes, of columns.
fn gathered<X: Values<Elem: Float>>(sweep: &Sweep, x: &X, numel: usize) -> Buffer<X::Elem> {
    if const { can_be::<X::Elem>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(gathered(sweep, &x.view(), numel).as_slice(), ByNumbers);
    }
    let mut planes = Buffer::filled(numel, X::Elem::zero());
    sweep.gather(&elements(x), planes.as_mut_slice());
    planes
}

/// The way back of columns: sums of the gradients of each element.
pub(super) struct SpreadBack(pub(super) Sweep);
held!(SpreadBack; lowered);

impl<T: Real> Backward<T> for SpreadBack {
    fn name(&self) -> &'static str {
        "im2col"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        to.accumulate(0, |to| self.0.gather(grad.as_slice(), to));
        to.free(grad);
    }
}

/// The way back of pictures made of columns: the gradient of each element again and again.
pub(super) struct GatherBack(pub(super) Sweep);
held!(GatherBack; lowered);

impl<T: Real> Backward<T> for GatherBack {
    fn name(&self) -> &'static str {
        "col2im"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let [plane, columns] = self.0.lens();
        let planes = grad.as_slice().len().checked_div(plane).unwrap_or(0);
        to.give(0, spread(&self.0, grad.as_slice(), planes * columns));
        to.free(grad);
    }
}
