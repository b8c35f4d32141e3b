//! Pictures and volumes read at any places: `grid_sample`, and grids of an affine map, `affine_grid`.

use core::array;

use num_traits::Float;

use super::reduce::float;
use super::rows::elements;
use super::wide::wide;
use crate::kernels::grid::{Between, Beyond, Sampling};
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::diagnostics::FloatElement;
use crate::shape::given::Given;
use crate::shape::grid::{
    AffineGrid, AffineGrid3d, AffineGridOf, AffineGridOf3d, SampleBy, SampleBy3d, SampledBy, SampledBy3d,
};
use crate::shape::size::Size;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
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
    /// Between elements a mean of the four around (of volumes, the eight), beyond the edges zeros, and -1 and 1 are the outer edges of the first and the last element. PyTorch's
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
    for X where [<G as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: SampleBy<G::Size>> + ?Sized, G: Beside<X::Elem, X::Kind>] {
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
        sampled::<2, _, _, _>(self.view(), grid.beside(self.view().note()), options)
    }
}

operation! {
    /// Volumes read at places `G`.
    trait GridSamples3d[G][G]
    for X where [<G as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: SampleBy3d<G::Size>> + ?Sized, G: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Sampled: Shape = SampledBy3d<X::Shape, G::Size>;
    }

    /// As [`grid_sample`](GridSamples::grid_sample), of volumes, by a column, a row and a plane for each place of the result: `[8, 3, 16, 32, 32]` by
    /// `[8, 4, 20, 10, 3]` -> `[8, 3, 4, 20, 10]`. PyTorch's `F.grid_sample(x, grid, mode, padding_mode, align_corners)` of five axes; cubic, of which
    /// that has none, is of the 64 elements around. Allocates the result. Volumes and places have gradients.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[[[1.0, 3.0]], [[5.0, 7.0]]]]; // two planes of one row
    /// let places = tensor![[[[0.0, 0.0, 0.0], [-0.5, 0.0, 0.5]]]];
    /// assert_eq!(x.grid_sample3d(&places, GridSample::new()), tensor![[[[4.0, 5.0]]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![8, 3, 16, 32, 32]> = Tensor::ones();
    /// x.grid_sample3d(&Tensor::<f32, shape![8, 4, 20, 10, 2]>::ones(), GridSample::new()); // two numbers for a place
    /// ```
    ///
    /// # Panics
    /// If a run-time axis in front has two sizes, or the last axis of the grid is a run-time one, and not 3.
    fn grid_sample3d(&self, grid: &G, options: GridSample) -> Tensor<Self::Elem, Self::Sampled, Self::Kind> {
        sampled::<3, _, _, _>(self.view(), grid.beside(self.view().note()), options)
    }
}

/// Pictures of `N` axes, `[…, C, …]`, read at places, `[…, …, N]`.
fn sampled<const N: usize, O: Shape, X: Operand<Elem: Float>, G: Operand<Elem = X::Elem, Kind = X::Kind>>(
    x: X,
    grid: G,
    options: GridSample,
) -> Tensor<X::Elem, O, X::Kind> {
    let (x, grid) = (x.view(), grid.view());
    let (from, by) = (x.shape().dims(), grid.shape().dims());
    let mut sizes = from.sizes;
    sizes[..N].copy_from_slice(&by.sizes[1..=N]);
    for axis in N + 1..from.rank {
        if from.sizes[axis] != by.sizes[axis] {
            run_time::differ(axis, X::Shape::name(axis), from.sizes[axis], by.sizes[axis]);
        }
    }
    assert!(by.sizes[0] == N, "grid_sample: {} numbers for each place, and not {N}", by.sizes[0]);
    let shape: O = run_time::shape(&sizes);
    let GridSample { between, beyond, align_corners } = options;
    let places = sizes[..N].iter().try_fold(1usize, |all, size| all.checked_mul(*size));
    let places = places.expect("places that `usize` can count");
    let from = array::from_fn(|axis| from.sizes[N - 1 - axis]);
    let back = GridBack(Sampling::<N> { channels: sizes[N], from, places, between, beyond, align_corners });
    let forward = |(x, grid): (View<'_, _, _, _>, View<'_, _, _, _>)| back.of(&x, &grid, shape.numel());
    Tensor::made(X::Kind::apply_op((x, grid), shape, forward, back), shape)
}

/// The way back of pictures that were read at places.
#[derive(Clone, Copy)]
pub(super) struct GridBack<const N: usize>(pub(super) Sampling<N>);
held!(GridBack<N> where [const N: usize]; lowered);

impl<const N: usize> GridBack<N> {
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

impl<T: Real, const N: usize> Backward<T> for GridBack<N> {
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
    for X where [<H as Given>::Then<X::Elem>: FloatElement, X: Operand + ?Sized, H: Size, W: Size, <H as Given>::Then<X::Shape>: AffineGrid<H, W>] {
        /// The shape of the result.
        type Grid: Shape = AffineGridOf<<H as Given>::Then<X::Shape>, H, W>;
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
        mapped(self, [sizes.0.get(), sizes.1.get()], align_corners)
    }
}

operation! {
    /// Grids of affine maps, for volumes of depth `D`, height `H` and width `W`.
    trait AffineGrids3d[D, H, W][D, H, W]
    for X where [<D as Given>::Then<X::Elem>: FloatElement, X: Operand + ?Sized, D: Size, H: Size, W: Size, <H as Given>::Then<X::Shape>: AffineGrid3d<D, H, W>] {
        /// The shape of the result.
        type Grid: Shape = AffineGridOf3d<<H as Given>::Then<X::Shape>, D, H, W>;
    }

    /// As [`affine_grid`](AffineGrids::affine_grid), of volumes: maps `[…, 3, 4]` and sizes -> `[…, D, H, W, 3]`. PyTorch's
    /// `F.affine_grid(theta, (N, C, D, H, W), align_corners)`. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let as_it_is = tensor![[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    /// let grid = as_it_is.affine_grid3d((Dim::<2>, One, One), false);
    /// assert_eq!(grid, tensor![[[[0.0, 0.0, -0.5]]], [[[0.0, 0.0, 0.5]]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].affine_grid3d((One, One, Dim::<2>), false); // a map of a plane
    /// ```
    ///
    /// # Panics
    /// If the last axes are run-time ones, and not 3 and 4.
    fn affine_grid3d(&self, sizes: (D, H, W), align_corners: bool) -> Tensor<Self::Elem, Self::Grid, Self::Kind> {
        mapped(self, [sizes.0.get(), sizes.1.get(), sizes.2.get()], align_corners)
    }
}

/// Grids of maps of `N` axes, `[…, N, N + 1]`.
fn mapped<const N: usize, O: Shape, X: Operand<Elem: Float> + ?Sized>(
    x: &X,
    sizes: [usize; N],
    align_corners: bool,
) -> Tensor<X::Elem, O, X::Kind> {
    let x = x.view();
    let from = x.shape().dims();
    let [columns, rows] = [from.sizes[0], from.sizes[1]];
    assert!([rows, columns] == [N, N + 1], "affine_grid: maps of {rows} by {columns}, and not {N} by {}", N + 1);
    let mut to = from.sizes;
    let leading = to.len() - (N + 1);
    to[N + 1..].copy_from_slice(&from.sizes[2..2 + leading]);
    to[0] = N;
    to[1..=N].iter_mut().zip(sizes.iter().rev()).for_each(|(to, size)| *to = *size);
    let shape: O = run_time::shape(&to);
    let back = AffineBack { sizes, align_corners };
    let forward = |(x,): (View<'_, _, _, _>,)| back.of(&x, shape.numel());
    Tensor::made(X::Kind::apply_op((x,), shape, forward, back), shape)
}

/// The way back of grids of affine maps.
#[derive(Clone, Copy)]
pub(super) struct AffineBack<const N: usize> {
    pub(super) sizes: [usize; N],
    pub(super) align_corners: bool,
}
held!(AffineBack<N> where [const N: usize]; lowered);

impl<const N: usize> AffineBack<N> {
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

    /// Shows `f` each place of a picture: its number, and what a map is multiplied by, the place on the last axis first, and a one.
    pub(super) fn each<T: Float>(self, mut f: impl FnMut(usize, &[T])) {
        let mut by = [T::one(); 4];
        for place in 0..self.sizes.iter().product() {
            let mut rest = place;
            for (to, axis) in by.iter_mut().zip((0..N).rev()) {
                *to = self.place(axis, rest % self.sizes[axis]);
                rest /= self.sizes[axis];
            }
            f(place, &by[..=N]);
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
            let made = N * self.sizes.iter().product::<usize>();
            let maps = elements(x);
            for (map, to) in maps.chunks_exact(N * (N + 1)).zip(grid.as_mut_slice().chunks_exact_mut(made)) {
                self.each(|place, by: &[T]| {
                    for (to, row) in to[N * place..][..N].iter_mut().zip(map.chunks_exact(N + 1)) {
                        *to = row.iter().zip(by).fold(T::zero(), |sum, (x, by)| sum + *x * *by);
                    }
                });
            }
        }
        grid
    }
}

impl<T: Real, const N: usize> Backward<T> for AffineBack<N> {
    fn name(&self) -> &'static str {
        "affine_grid"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let made = (N * self.sizes.iter().product::<usize>()).max(1);
        to.accumulate(0, |to| {
            for (map, grad) in to.chunks_exact_mut(N * (N + 1)).zip(grad.as_slice().chunks_exact(made)) {
                self.each(|place, by: &[T]| {
                    for (i, to) in map.iter_mut().enumerate() {
                        *to = *to + grad[N * place + i / (N + 1)] * by[i % (N + 1)];
                    }
                });
            }
        });
        to.free(grad);
    }
}
