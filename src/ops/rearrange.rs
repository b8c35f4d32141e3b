//! What copies elements to other places: repeated, rolled, padded, cut to triangles.

use core::array;

use num_traits::Zero;

use super::rearrange_back::{DiagonalBack, PadBack, RepeatBack, RollBack, TileBack, TriangleBack, Triangular};
use crate::expr;
use crate::kind::{Back, Kind};
use crate::shape::at::Along;
use crate::shape::axes::Axis;
use crate::shape::diagnostics::{SizeTuple, WidthTuple};
use crate::shape::dims::{MAX_RANK, inserted, product};
use crate::shape::given::{Given, Only};
use crate::shape::layout::Layout;
use crate::shape::parts::Triangle;
use crate::shape::repeat::{DiagonalMatrix, Interleaved, Pad, Padded, RepeatInterleave, Tile, Tiled};
use crate::shape::size::StaticSize;
use crate::shape::verbs::{repeat, roll};
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, Growing};
use crate::tensor::Tensor;
use crate::view::block::{Block, Erased};
use crate::view::operation;
use crate::view::{Operand, View};

/// Copies with the elements at other places: repeated, rolled, padded, cut to triangles, put on a diagonal. For every
/// [`Operand`]; each allocates its result only.
pub trait Rearrange: Operand {
    /// Matrices with the last axis on their diagonal and zeros elsewhere: `[3]` -> `[3, 3]`, `[5, 3]` -> `[5, 3, 3]`. NumPy's `np.diag(v)`,
    /// PyTorch's `torch.diag_embed(x)`. Copies; the way back is [`diagonal`](crate::AxisViews::diagonal).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1, 2].diag(), tensor![[1, 0], [0, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![]>::zeros().diag();
    /// ```
    #[doc(alias = "diag_embed")]
    fn diag(&self) -> Tensor<Self::Elem, <Self::Shape as DiagonalMatrix>::Output, Self::Kind>
    where
        Self::Elem: Clone + Zero,
        Self::Shape: DiagonalMatrix,
    {
        let x = self.view();
        let sizes = x.shape().dims().sizes;
        let shape: <Self::Shape as DiagonalMatrix>::Output = run_time::shape(&inserted(sizes, 0, sizes[0]));
        copied(x, shape, DiagonalBack { size: sizes[0] }, |block, to| {
            each(block, Self::Shape::RANK - 1, to, &mut |row, to| {
                for i in 0..row.len() {
                    to.repeat(i, &Self::Elem::zero());
                    row.at(i).copy_to(to);
                    to.repeat(row.len() - 1 - i, &Self::Elem::zero());
                }
            });
        })
    }
}

impl<X: Operand + ?Sized> Rearrange for X {}

/// An element that there can be nothing of: a number, or `bool`. The `Form` says which of both, so that the compiler sees that none is both.
pub trait Blank<Form> {
    /// 0, or false.
    fn blank() -> Self;
}

/// Elements are numbers.
pub struct OfNumbers;
/// Elements are `bool`.
pub struct OfTruths;

impl<T: Zero> Blank<OfNumbers> for T {
    fn blank() -> T {
        T::zero()
    }
}

impl Blank<OfTruths> for bool {
    fn blank() -> bool {
        false
    }
}

operation! {
    /// Matrices cut to triangles, of numbers or of `bool`: `tril`, `triu`. (`K` is `()`, and never written; `Form` says which of both elements are.)
    trait Triangles[K, Form][K, Form] for X where [X: Operand<Elem: Blank<Form>> + ?Sized, <K as Given>::Then<X::Shape>: Triangle] {}

    /// What lies on or below diagonal `k` of each matrix, and zeros (or false) elsewhere; 0 is the main diagonal, positive ones lie above it.
    /// NumPy's and PyTorch's `tril(x, k)`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].tril(0), tensor![[1, 0], [3, 4]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].tril(0);
    /// ```
    fn tril( // with those on and below a diagonal: `x.tril(0)`
        &self, k: isize) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [(): Only<K>, Self::Elem: Clone]
    {
        triangle::<_, Form, _, _, _>(self.view(), Triangular { diagonal: k, lower: true })
    }

    /// What lies on or above diagonal `k` of each matrix, and zeros elsewhere. NumPy's and PyTorch's `triu(x, k)`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].triu(1), tensor![[0, 2], [0, 0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].triu(0);
    /// ```
    fn triu( // with those on and above a diagonal: `x.triu(0)`
        &self, k: isize) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [(): Only<K>, Self::Elem: Clone]
    {
        triangle::<_, Form, _, _, _>(self.view(), Triangular { diagonal: k, lower: false })
    }
}

operation! {
    /// Each place of the axis `Axis<I>` `N` times in a row: `repeat_interleave`.
    trait Interleavings[N, const I: isize][N, I]
    for X where [X: Operand<Shape: Along<Axis<I>, repeat> + RepeatInterleave<Axis<I>, N>> + ?Sized, N: StaticSize] {
        /// The shape with `N` times the size on the axis.
        type Interleaved: Shape = Interleaved<X::Shape, Axis<I>, N>;
    }

    /// Each place of an axis several times in a row: `[2, 3]` at `Axis::<1>`, `Dim::<2>` times -> `[2, 6]`. PyTorch's
    /// `x.repeat_interleave(2, 1)`, NumPy's `np.repeat(x, 2, 1)`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.repeat_interleave(Axis::<1>, Dim::<2>), tensor![[1, 1, 2, 2], [3, 3, 4, 4]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].repeat_interleave(Axis::<2>, Dim::<2>);
    /// ```
    #[doc(alias = "repeat")]
    fn repeat_interleave( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, times: N) -> Tensor<Self::Elem, Self::Interleaved, Self::Kind>
    where [Self::Elem: Clone]
    {
        let place = const { <X::Shape as Along<Axis<I>, repeat>>::PLACE };
        let x = self.view();
        let mut sizes = x.shape().dims().sizes;
        let inner = product(&sizes[..place]);
        sizes[place] = counted(sizes[place], N::SIZE);
        let shape: Self::Interleaved = run_time::shape(&sizes);
        copied(x, shape, RepeatBack { inner, times: N::SIZE }, |block, to| {
            if place == 0 {
                each(block, X::Shape::RANK - 1, to, &mut |row, to| {
                    let elements = row.row(0..row.len()).flat_map(|element| core::iter::repeat_n(element, N::SIZE));
                    to.extend(row.len() * N::SIZE, elements.cloned());
                });
            } else {
                each(block, X::Shape::RANK - place, to, &mut |block, to| {
                    (0..N::SIZE).for_each(|_| block.copy_to(to));
                });
            }
        })
    }
}

operation! {
    /// The whole several times along its axes, as often as the tuple `Z` says: `tile`.
    trait Tiles[Z][Z] for X where [X: Operand<Shape: Tile<Z>> + ?Sized, Z: SizeTuple] {
        /// The shape with so many times the sizes.
        type Tiled: Shape = Tiled<X::Shape, Z>;
    }

    /// The whole several times along its axes: `[2, 3]` by `(Dim::<2>, Dim::<3>)` -> `[4, 9]`. NumPy's `np.tile(x, (2, 3))`, PyTorch's
    /// `x.repeat(2, 3)`. The numbers align with the axes at the last one; what is missing on either side counts as 1. Copies; to read
    /// one row again and again, [`broadcast_to`](crate::Stretches::broadcast_to) copies nothing.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1, 2];
    /// assert_eq!(x.tile((Dim::<2>,)), tensor![1, 2, 1, 2]);
    /// assert_eq!(x.tile((Dim::<2>, Dim::<2>)), tensor![[1, 2, 1, 2], [1, 2, 1, 2]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].tile(Dim::<2>);
    /// ```
    #[doc(alias = "repeat")]
    fn tile( // a number for each axis: `x.tile((Dim::<2>, Dim::<3>))`; to stretch without a copy, `broadcast_to`
        &self, counts: Z) -> Tensor<Self::Elem, Self::Tiled, Self::Kind>
    where [Self::Elem: Clone]
    {
        let counts = const { <X::Shape as Tile<Z>>::COUNTS };
        let x = self.view();
        let from = x.shape().dims();
        let mut sizes = from.sizes;
        for (size, &count) in sizes.iter_mut().zip(counts) {
            *size = counted(*size, count);
        }
        let shape: Self::Tiled = run_time::shape(&sizes);
        let outside = product(counts.get(X::Shape::RANK..).unwrap_or_default());
        copied(x, shape, TileBack { from, counts }, |block, to| {
            for _ in 0..if to.is_full() { 0 } else { outside } {
                tile(block, counts, to);
            }
        })
    }
}

operation! {
    /// Elements moved along the axis `A`, round its ends: `roll`.
    trait Rolls[A][A] for X where [X: Operand<Shape: Along<A, roll>> + ?Sized] {}

    /// The elements moved along an axis, those that leave at one end coming in at the other: by 1, `[1, 2, 3]` is `[3, 1, 2]`. NumPy's
    /// `np.roll(x, 1, axis)`, PyTorch's `x.roll(1, dim)`. Copies.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.roll(Axis::<1>, 1), tensor![[3, 1, 2], [6, 4, 5]]);
    /// assert_eq!(x.roll(Axis::<0>, -1), tensor![[4, 5, 6], [1, 2, 3]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2, 3], [4, 5, 6]].roll(Axis::<2>, 1);
    /// ```
    fn roll( // the axis comes first, then by how many places: `x.roll(Axis::<0>, 1)`
        &self, axis: A, shift: isize) -> Tensor<Self::Elem, Self::Shape, Self::Kind>
    where [Self::Elem: Clone]
    {
        let place = const { <X::Shape as Along<A, roll>>::PLACE };
        let x = self.view();
        let size = x.shape().dims().sizes[place];
        let inner = product(&x.shape().dims().sizes[..place]);
        // At most `isize::MAX` elements, so that the size is one too; only those of no size can be more.
        let first = isize::try_from(size).ok().and_then(|size| shift.wrapping_neg().checked_rem_euclid(size));
        let first = first.unwrap_or(0) as usize;
        copied(x, x.shape(), RollBack { inner, size, first }, |block, to| {
            each(block, X::Shape::RANK - 1 - place, to, &mut |block, to| {
                block.copy_part_to(first..size, to);
                block.copy_part_to(0..first, to);
            });
        })
    }
}

operation! {
    /// A border as wide as the tuple `W` says: `pad`.
    trait Pads[W][W] for X where [X: Operand<Shape: Pad<W>> + ?Sized, W: WidthTuple] {
        /// The shape with the border.
        type Padded: Shape = Padded<X::Shape, W>;
    }

    /// A border of one value: `[28, 28]` by `((One, One), (Dim::<2>, Dim::<0>))` -> `[30, 30]`. A pair `(before, after)` for each axis,
    /// the last one for the last axis; axes in front may be left out. NumPy's `np.pad(x, ((1, 1), (2, 0)), constant_values=value)`,
    /// PyTorch's `F.pad(x, (2, 0, 1, 1), value=value)`. Copies. A run-time `Width` with a border of 1 becomes `Longer<Width, Dim<2>>`.
    /// What negative widths cut off there is left out, without a copy, by [`narrow`](crate::methods::Narrows::narrow) or [`part!`](crate::part).
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.pad(((One, Dim::<0>),), 0), tensor![[0, 1, 2], [0, 3, 4]]);
    /// assert_eq!(x.pad(((Dim::<0>, One), (One, Dim::<0>)), 9), tensor![[9, 1, 2], [9, 3, 4], [9, 9, 9]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2].pad(((One, One), (One, One)), 0);
    /// ```
    fn pad( // a pair for each axis, from the first: `x.pad(((One, One), (Dim::<2>, Dim::<2>)), 0.0)`
        &self, widths: W, value: Self::Elem) -> Tensor<Self::Elem, Self::Padded, Self::Kind>
    where [Self::Elem: Clone]
    {
        let widths = const { <X::Shape as Pad<W>>::WIDTHS };
        let x = self.view();
        let from = x.shape().dims();
        let mut sizes = from.sizes;
        for (size, &(before, after)) in sizes.iter_mut().zip(widths) {
            *size =
                [before, after].into_iter().try_fold(*size, usize::checked_add).expect("a size that `usize` can count");
        }
        let shape: Self::Padded = run_time::shape(&sizes);
        let outside = X::Shape::RANK - widths.len();
        let inner = product(&sizes[..widths.len()]);
        let back = PadBack { from, to: shape.dims(), widths, value: value.clone() };
        let around = |x: &Erased<'_, _>| {
            let rank = X::Shape::RANK;
            let before = array::from_fn::<_, MAX_RANK, _>(|i| widths.get(rank.wrapping_sub(i + 1)).map_or(0, |width| width.0));
            let mut sizes = sizes;
            sizes[..rank].reverse();
            expr::bordered(x, &before[..rank], &sizes[..rank], &value)
        };
        copied_or(x, shape, back, around, |block, to| {
            each(block, outside, to, &mut |block, to| pad(block, widths, inner, &sizes, &value, to));
        })
    }
}

/// A tensor of the elements that `f` writes one after the other, of those of an operand.
fn copied<T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    shape: O,
    back: impl Back<T>,
    f: impl FnOnce(Block<'_, T>, &mut Growing<T>),
) -> Tensor<T, O, K> {
    copied_or(x, shape, back, |_| None, f)
}

/// As [`copied`]; where there are many elements, by what `at_once` makes of them, if it does.
fn copied_or<T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    shape: O,
    back: impl Back<T>,
    at_once: impl FnOnce(&Erased<'_, T>) -> Option<Buffer<T>>,
    f: impl FnOnce(Block<'_, T>, &mut Growing<T>),
) -> Tensor<T, O, K> {
    let forward = |(x,): (View<'_, T, S, Y>,)| {
        let erased = Erased::new(x);
        let many = x.shape().numel() >= expr::MANY;
        if many && let Some(made) = at_once(&erased) {
            return made;
        }
        let mut to = Growing::with_room(shape.numel());
        // Where rows jump through memory, they are read in tiles first.
        if many && erased.merged().neighbours().is_some() {
            let elements = expr::copied(x);
            f(Erased::new(View::over(elements.as_slice(), x.shape())).block(), &mut to);
        } else {
            f(erased.block(), &mut to);
        }
        to.finish()
    };
    Tensor::made(K::apply_op((x,), shape, forward, back), shape)
}

/// What `f` writes for each block at an index of the outermost `depth` axes: nothing where the result has no elements, whatever the sizes of
/// those axes are.
fn each<'a, T>(
    block: Block<'a, T>,
    depth: usize,
    to: &mut Growing<T>,
    f: &mut dyn FnMut(Block<'a, T>, &mut Growing<T>),
) {
    if !to.is_full() {
        block.each(depth, &mut |block| f(block, to));
    }
}

fn counted(size: usize, count: usize) -> usize {
    size.checked_mul(count).expect("a size that `usize` can count")
}

/// The part of each row of each matrix that `kept` gives for its number and size, and zeros elsewhere.
fn triangle<T, Form, S, Y, K>(x: View<'_, T, S, Y, K>, kept: Triangular) -> Tensor<T, S, K>
where
    T: Clone + Blank<Form>,
    S: Shape,
    Y: Layout<S>,
    K: Kind<T>,
{
    let dims = x.shape().dims();
    let back = TriangleBack { kept, rows: dims.sizes[1], columns: dims.sizes[0] };
    copied(x, x.shape(), back, |block, to| {
        each(block, S::RANK - 2, to, &mut |matrix, to| {
            for i in 0..matrix.len() {
                let row = matrix.at(i);
                let kept = kept.of_row(i, row.len());
                to.repeat(kept.start, &T::blank());
                row.copy_part_to(kept.clone(), to);
                to.repeat(row.len() - kept.end, &T::blank());
            }
        });
    })
}

/// A block as often as `counts` says, which are counted from the last axis.
fn tile<T: Clone>(block: Block<'_, T>, counts: &[usize], to: &mut Growing<T>) {
    let rank = block.sizes().len();
    let counts = &counts[..counts.len().min(rank)];
    let (times, inner) = match counts.split_at_checked(rank.saturating_sub(1)) {
        Some((inner, &[times])) => (times, inner),
        _ => (1, counts),
    };
    if inner.iter().all(|&count| count == 1) {
        return (0..times).for_each(|_| block.copy_to(to));
    }
    for _ in 0..times {
        for i in 0..block.len() {
            tile(block.at(i), counts, to);
        }
    }
}

/// A block with `value` before and after it on each axis; `inner` is how many elements the result has, and `sizes` are its
/// sizes, from the last one on.
fn pad<T: Clone>(
    block: Block<'_, T>,
    widths: &[(usize, usize)],
    inner: usize,
    sizes: &[usize],
    value: &T,
    to: &mut Growing<T>,
) {
    let Some((&(before, after), widths)) = widths.split_last() else {
        return block.copy_to(to);
    };
    // The elements at one place of the axis, which has none if its size is 0.
    let inner = inner.checked_div(sizes[widths.len()]).unwrap_or(0);
    to.repeat(before * inner, value);
    if widths.is_empty() {
        block.copy_to(to);
    } else {
        for i in 0..block.len() {
            pad(block.at(i), widths, inner, sizes, value, to);
        }
    }
    to.repeat(after * inner, value);
}
