//! Pictures read at any places: `grid_sample`, and grids of an affine map, `affine_grid`.

use num_traits::Float;

use super::operation::operation;
use super::reduce::float;
use super::rows::elements;
use super::wide::wide;
use crate::kernels::grid::{Between, Beyond, Sampling};
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::Given;
use crate::shape::grid::{AffineGrid, AffineGridOf, SampleBy, SampledBy};
use crate::shape::size::Size;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Beside, Operand, Values, View};

/// Options of [`grid_sample`](crate::methods::GridSamples::grid_sample): what lies between elements, and beyond the edges.
///
/// ```
/// use shaped::prelude::*;
/// let x = tensor![[[1.0, 3.0]]];
/// let places = tensor![[[-0.5, 0.0], [0.0, 0.0], [3.0, 0.0]]]; // column and row, from -1 to 1
/// assert_eq!(x.grid_sample(&places, GridSample::new()), tensor![[[1.0, 2.0, 0.0]]]);
/// assert_eq!(x.grid_sample(&places, GridSample::new().border().align_corners()), tensor![[[1.5, 2.0, 3.0]]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSample {
    pub(super) between: Between,
    pub(super) beyond: Beyond,
    pub(super) align_corners: bool,
}

impl Default for GridSample {
    fn default() -> Self {
        GridSample::new()
    }
}

impl GridSample {
    /// Between elements a mean of the four around, beyond the edges zeros, and -1 and 1 are the outer edges of the first and the last element. PyTorch's
    /// defaults.
    pub const fn new() -> Self {
        GridSample { between: Between::Linear, beyond: Beyond::Zeros, align_corners: false }
    }

    /// The nearest element. PyTorch's `mode="nearest"`.
    #[must_use]
    pub const fn nearest(self) -> Self {
        GridSample { between: Between::Nearest, ..self }
    }

    /// Between elements a cubic convolution of the sixteen around, which may overshoot. PyTorch's `mode="bicubic"`.
    #[must_use]
    pub const fn bicubic(self) -> Self {
        GridSample { between: Between::Cubic, ..self }
    }

    /// Beyond the edges the elements at the edges. PyTorch's `padding_mode="border"`.
    #[must_use]
    pub const fn border(self) -> Self {
        GridSample { beyond: Beyond::Edge, ..self }
    }

    /// Beyond the edges what is within, reflected. PyTorch's `padding_mode="reflection"`.
    #[must_use]
    pub const fn reflection(self) -> Self {
        GridSample { beyond: Beyond::Reflection, ..self }
    }

    /// -1 and 1 are the middles of the first and the last element. PyTorch's `align_corners=True`.
    #[must_use]
    pub const fn align_corners(self) -> Self {
        GridSample { align_corners: true, ..self }
    }
}

operation! {
    /// Pictures read at places `G`.
    trait GridSamples[G][G]
    for X where [X: Operand<Elem: FloatElement, Shape: SampleBy<G::Size>> + ?Sized, G: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Sampled: Shape = SampledBy<X::Shape, G::Size>;
    }

    /// Pictures read at the places of a grid, which has a column and a row from -1 to 1 for each place of the result: `[8, 3, 32, 32]` by `[8, 20, 10,
    /// 2]` -> `[8, 3, 20, 10]`. PyTorch's `F.grid_sample(x, grid, mode, padding_mode, align_corners)`. Allocates the result. Pictures and places have
    /// gradients. A place that is NaN is -1.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[1.0, 3.0], [5.0, 7.0]]];
    /// let middle = tensor![[[0.0, 0.0]]];
    /// assert_eq!(x.grid_sample(&middle, GridSample::new()), tensor![[[4.0]]]);
    /// // The picture itself, from right to left.
    /// let mirrored = tensor![[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].affine_grid((Dim::<2>, Dim::<2>), false);
    /// assert_eq!(x.grid_sample(&mirrored, GridSample::new()), tensor![[[3.0, 1.0], [7.0, 5.0]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    /// x.grid_sample(&Tensor::<f32, shape![8, 20, 10, 3]>::ones(), GridSample::new()); // three numbers for a place
    /// ```
    ///
    /// # Panics
    /// If a run-time axis in front has two sizes, or the last axis of the grid is a run-time one, and not 2.
    fn grid_sample(&self, grid: &G, options: GridSample) -> Tensor<Self::Elem, Self::Sampled, Self::Kind> {
        let x = self.view();
        let grid = grid.beside(x.note());
        let (from, by) = (x.shape().dims(), grid.shape().dims());
        let mut sizes = from.sizes;
        (sizes[1], sizes[0]) = (by.sizes[2], by.sizes[1]);
        for axis in 3..from.rank {
            if from.sizes[axis] != by.sizes[axis] {
                run_time::differ(axis, X::Shape::name(axis), from.sizes[axis], by.sizes[axis]);
            }
        }
        assert!(by.sizes[0] == 2, "grid_sample: {} numbers for each place, and not 2", by.sizes[0]);
        let shape: SampledBy<X::Shape, G::Size> = run_time::shape(&sizes);
        let GridSample { between, beyond, align_corners } = options;
        let places = sizes[1].checked_mul(sizes[0]).expect("places that `usize` can count");
        let from = [from.sizes[1], from.sizes[0]];
        let back = GridBack(Sampling { channels: sizes[2], from, places, between, beyond, align_corners });
        let forward = |(x, grid): (View<'_, _, _, _>, View<'_, _, _, _>)| back.of(&x, &grid, shape.numel());
        Tensor::made(X::Kind::apply((x, grid), shape, forward, back), shape)
    }
}

/// The way back of pictures that were read at places.
#[derive(Clone, Copy)]
pub(super) struct GridBack(pub(super) Sampling);
held!(GridBack; lowered);

impl GridBack {
    fn of<T: Float, X: Values<Elem = T>, G: Values<Elem = T>>(&self, x: &X, grid: &G, numel: usize) -> Buffer<T> {
        if const { can_be::<T>() }
            && let (Some(x), Some(grid)) = (wide(x, ByNumbers), wide(grid, ByNumbers))
        {
            return rounded(self.of(&x.view(), &grid.view(), numel).as_slice(), ByNumbers);
        }
        let mut result = Buffer::filled(numel, T::zero());
        if numel > 0 {
            self.0.sample(&elements(x), &elements(grid), result.as_mut_slice());
        }
        result
    }
}

impl<T: Real> Backward<T> for GridBack {
    fn name(&self) -> &'static str {
        "grid_sample"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, wanted.has(1)).operand(1, true)
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let grid = at.elements(1);
        to.accumulate(0, |to| self.0.back_by_pictures(&grid, grad.as_slice(), to));
        if to.wants(1) {
            let x = at.elements(0);
            to.accumulate(1, |to| self.0.back_by_places(&x, &grid, grad.as_slice(), to));
        }
        to.free(grad);
    }
}

operation! {
    /// Grids of affine maps, for pictures of height `H` and width `W`.
    trait AffineGrids[H, W][H, W]
    for X where [X: Operand<Elem: FloatElement> + ?Sized, H: Size, W: Size, <H as Given>::Then<X::Shape>: AffineGrid<H, W>] {
        /// The shape of the result.
        type Grid: Shape = AffineGridOf<X::Shape, H, W>;
    }

    /// For each place of a picture that is to be made, the one that an affine map sends it to, for [`grid_sample`](GridSamples::grid_sample): maps
    /// `[…, 2, 3]` and sizes -> `[…, H, W, 2]`. PyTorch's `F.affine_grid(theta, (N, C, H, W), align_corners)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let as_it_is = tensor![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// assert_eq!(as_it_is.affine_grid((One, Dim::<2>), false), tensor![[[-0.5, 0.0], [0.5, 0.0]]]);
    /// assert_eq!(as_it_is.affine_grid((One, Dim::<3>), true), tensor![[[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 0.0], [0.0, 1.0]].affine_grid((One, Dim::<2>), false); // a linear map moves nothing
    /// ```
    ///
    /// # Panics
    /// If the last axes are run-time ones, and not 2 and 3.
    fn affine_grid(&self, sizes: (H, W), align_corners: bool) -> Tensor<Self::Elem, Self::Grid, Self::Kind> {
        let x = self.view();
        let from = x.shape().dims();
        assert!(from.sizes[..2] == [3, 2], "affine_grid: maps of {} by {}, and not 2 by 3", from.sizes[1], from.sizes[0]);
        let mut to = from.sizes;
        to[3..].copy_from_slice(&from.sizes[2..from.sizes.len() - 1]);
        let [height, width] = [sizes.0.get(), sizes.1.get()];
        [to[2], to[1], to[0]] = [height, width, 2];
        let shape: AffineGridOf<X::Shape, H, W> = run_time::shape(&to);
        let back = AffineBack { sizes: [height, width], align_corners };
        let forward = |(x,): (View<'_, _, _, _>,)| back.of(&x, shape.numel());
        Tensor::made(X::Kind::apply((x,), shape, forward, back), shape)
    }
}

/// The way back of grids of affine maps.
#[derive(Clone, Copy)]
pub(super) struct AffineBack {
    pub(super) sizes: [usize; 2],
    pub(super) align_corners: bool,
}
held!(AffineBack; lowered);

impl AffineBack {
    /// Where an element lies on its axis, from -1 to 1.
    #[allow(clippy::cast_precision_loss)]
    fn place<T: Float>(self, axis: usize, i: usize) -> T {
        let (i, n) = (i as f64, self.sizes[axis] as f64);
        float(match self.align_corners {
            true if n > 1.0 => 2.0 * i / (n - 1.0) - 1.0,
            true => 0.0,
            false => (2.0 * i + 1.0) / n - 1.0,
        })
    }

    /// Shows `f` each place of a picture: its number, and what a map is multiplied by.
    pub(super) fn each<T: Float>(self, mut f: impl FnMut(usize, [T; 3])) {
        let [height, width] = self.sizes;
        for i in 0..height {
            for j in 0..width {
                f(i * width + j, [self.place(1, j), self.place(0, i), T::one()]);
            }
        }
    }

    fn of<T: Float, X: Values<Elem = T>>(self, x: &X, numel: usize) -> Buffer<T> {
        if const { can_be::<T>() }
            && let Some(x) = wide(x, ByNumbers)
        {
            return rounded(self.of(&x.view(), numel).as_slice(), ByNumbers);
        }
        let mut grid = Buffer::filled(numel, T::zero());
        if numel > 0 {
            let made = 2 * self.sizes[0] * self.sizes[1];
            for (map, to) in elements(x).as_chunks::<6>().0.iter().zip(grid.as_mut_slice().chunks_exact_mut(made)) {
                self.each(|place, by: [T; 3]| {
                    for row in 0..2 {
                        to[2 * place + row] = (0..3).fold(T::zero(), |sum, k| sum + map[3 * row + k] * by[k]);
                    }
                });
            }
        }
        grid
    }
}

impl<T: Real> Backward<T> for AffineBack {
    fn name(&self) -> &'static str {
        "affine_grid"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let made = (2 * self.sizes[0] * self.sizes[1]).max(1);
        to.accumulate(0, |to| {
            for (map, grad) in to.as_chunks_mut::<6>().0.iter_mut().zip(grad.as_slice().chunks_exact(made)) {
                self.each(|place, by: [T; 3]| {
                    for (i, to) in map.iter_mut().enumerate() {
                        *to = *to + grad[2 * place + i / 3] * by[i % 3];
                    }
                });
            }
        });
        to.free(grad);
    }
}
