//! Tensors made from numbers: points on a line, masks of triangles, grids of coordinates.

use num_traits::{Float, One, Zero};

use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded};
use crate::shape::layout::Strided;
use crate::shape::parts::Triangle;
use crate::shape::repeat::VectorShape;
use crate::shape::run_time::RunTimeSizes;
use crate::shape::size::Size;
use crate::shape::{Shape, StaticShape};
use crate::storage::{Buffer, Growing};
use crate::tensor::Tensor;
use crate::view::{Operand, View};

impl<T: Float, S> Tensor<T, S> {
    /// Points at equal distances from `start` to `end`, both included: `[n]`. NumPy's and PyTorch's `linspace(start, end, n)`. A single
    /// point is `start`.
    ///
    /// As in PyTorch, the first half is counted from the start and the second from the end, so that both are exact.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<f64, shape![5]>::linspace(0.0, 1.0), tensor![0.0, 0.25, 0.5, 0.75, 1.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f64, shape![5, 5]>::linspace(0.0, 1.0);
    /// ```
    ///
    /// # Panics
    /// If the element type has no number for the index of a point.
    #[rustfmt::skip]
    pub fn linspace(start: T, end: T) -> Self // as many as the shape says: `Tensor::<f32, shape![5]>::linspace(0.0, 1.0)`
    where
        S: StaticShape + VectorShape,
    {
        if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
            let points = Tensor::<f32, S>::linspace(ByNumbers::widen(&start), ByNumbers::widen(&end));
            return Tensor::from_parts(rounded(points.as_slice(), ByNumbers), S::VALUE);
        }
        let points = S::NUMEL;
        let number = |i: usize| T::from(i).expect("a number for each index");
        let step = if points > 1 { (end - start) / number(points - 1) } else { T::zero() };
        Tensor::from_flat_fn(|i| {
            if i == 0 || i < points / 2 { start + step * number(i) } else { end - step * number(points - 1 - i) }
        })
    }
}

/// `keep(row, column)` for each place of each matrix.
fn mask<S: Shape + Triangle>(shape: S, keep: impl Fn(isize, isize) -> bool) -> Tensor<bool, S> {
    let sizes = shape.dims().sizes;
    let mut to = Growing::with_room(shape.numel());
    if shape.numel() > 0 {
        for _ in 0..shape.numel() / (sizes[0] * sizes[1]) {
            for i in 0..sizes[1] {
                to.extend(sizes[0], (0..sizes[0]).map(|j| keep(i as isize, j as isize)));
            }
        }
    }
    Tensor::from_parts(to.finish(), shape)
}

impl<S: Shape + Triangle> Tensor<bool, S> {
    /// A mask of what lies on or below diagonal `k` of each matrix: 0 is the main one, positive ones lie above it. NumPy's
    /// `np.tri(n, m, k, dtype=bool)`; with `k = 0` the causal mask of attention.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let causal = Tensor::<bool, shape![3, 3]>::lower_triangle(0);
    /// assert_eq!(causal, tensor![[true, false, false], [true, true, false], [true, true, true]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<bool, shape![3]>::lower_triangle(0);
    /// ```
    pub fn lower_triangle(k: isize) -> Self
    where
        S: StaticShape,
    {
        mask(S::VALUE, |i, j| j <= i.saturating_add(k))
    }

    /// As [`lower_triangle`](Self::lower_triangle), in a shape with run-time sizes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Seq);
    /// let causal = Tensor::<bool, shape![Seq, Seq]>::lower_triangle_with((Seq(2), Seq(2)), 0);
    /// assert_eq!(causal.as_slice(), [true, false, true, true]);
    /// ```
    pub fn lower_triangle_with(sizes: impl RunTimeSizes<S>, k: isize) -> Self {
        mask(sizes.to_shape(), |i, j| j <= i.saturating_add(k))
    }

    /// A mask of what lies on or above diagonal `k` of each matrix. NumPy's `np.triu(np.ones((n, m), bool), k)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<bool, shape![2, 2]>::upper_triangle(1), tensor![[false, true], [false, false]]);
    /// ```
    pub fn upper_triangle(k: isize) -> Self
    where
        S: StaticShape,
    {
        mask(S::VALUE, |i, j| j >= i.saturating_add(k))
    }

    /// As [`upper_triangle`](Self::upper_triangle), in a shape with run-time sizes.
    pub fn upper_triangle_with(sizes: impl RunTimeSizes<S>, k: isize) -> Self {
        mask(sizes.to_shape(), |i, j| j >= i.saturating_add(k))
    }
}

impl<T: Clone + Zero + One, S> Tensor<T, S> {
    /// Ones on diagonal `k` of each matrix and zeros elsewhere: 0 is the main one, positive ones lie above it. NumPy's `np.eye(n, m, k)`, PyTorch's
    /// `torch.eye(n, m)` at 0. [`eye`](Self::eye) is the identity, which only a square matrix is.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(Tensor::<i32, shape![2, 3]>::eye_at(1), tensor![[0, 1, 0], [0, 0, 1]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<i32, shape![3]>::eye_at(1);
    /// ```
    pub fn eye_at(k: isize) -> Self
    where
        S: StaticShape + Triangle,
    {
        diagonal(S::VALUE, k)
    }
}

impl<T: Clone + Zero + One, N: Size> Tensor<T, (((), N), N)> {
    /// The identity matrix of a size that is known at run time: `[n, n]`. PyTorch's `torch.eye(n)`; [`eye`](Self::eye) is of a static one.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Node);
    /// let x = Tensor::<i32, shape![Node, Node]>::eye_with(Node(2));
    /// assert_eq!(x.as_slice(), [1, 0, 0, 1]);
    /// ```
    ///
    /// ```compile_fail,E0599
    /// use shaped::prelude::*;
    /// axis!(Node);
    /// let x = Tensor::<i32, shape![Node, 3]>::eye_with(Node(3)); // not square by its type
    /// ```
    pub fn eye_with(size: N) -> Self {
        diagonal((((), size), size), 0)
    }
}

/// Ones on diagonal `k`.
fn diagonal<T: Clone + Zero + One, S: Shape + Triangle>(shape: S, k: isize) -> Tensor<T, S> {
    let on = mask(shape, |i, j| j == i.saturating_add(k));
    let elements = on.as_slice().iter().map(|&on| if on { T::one() } else { T::zero() });
    Tensor::from_parts(Buffer::from_iter(on.numel(), elements), shape)
}

/// The shape of a grid over two vectors.
type Grid<X, Y> = (((), <<X as Operand>::Shape as VectorShape>::Size), <<Y as Operand>::Shape as VectorShape>::Size);

/// The coordinates of a grid over two vectors: `[n]` and `[m]` -> twice `[n, m]`, the first one varying down the rows. PyTorch's
/// `torch.meshgrid(x, y, indexing="ij")`. O(1), no copy.
///
/// ```
/// use shaped::{meshgrid, prelude::*};
/// let (x, y) = (tensor![0.0, 1.0], tensor![10.0, 20.0, 30.0]);
/// let (rows, columns) = meshgrid(&x, &y);
/// assert_eq!(rows + columns, tensor![[10.0, 20.0, 30.0], [11.0, 21.0, 31.0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{meshgrid, prelude::*};
/// meshgrid(&tensor![[0.0, 1.0]], &tensor![10.0, 20.0, 30.0]);
/// ```
pub fn meshgrid<'a, X, Y>(
    x: &'a X,
    y: &'a Y,
) -> (View<'a, X::Elem, Grid<X, Y>, Strided, X::Kind>, View<'a, Y::Elem, Grid<X, Y>, Strided, Y::Kind>)
where
    X: Operand<Shape: VectorShape>,
    Y: Operand<Shape: VectorShape>,
{
    View::grid(x.view(), y.view())
}
