//! Matrix products: one call of a kernel for each pair of matrices, or for a whole stack that lies as one matrix.

use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};

#[cfg(feature = "alloc")]
use crate::kernels::float::as_places;
#[cfg(feature = "rayon")]
use crate::kernels::parallel;
use crate::kernels::products::{Matrix, Summed, Then, is_sixteen, one, tiny};
use crate::shape::dims::{Dims, MAX_RANK};
use crate::shape::layout::Layout;
use crate::shape::product::MatMul;
use crate::shape::{Shape, StaticShape};
#[cfg(feature = "alloc")]
use crate::shape::{product::MatMulOf, run_time};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::storage::{Full, Nested, Written};
use crate::view::{Values, View};

use super::stack::Stack;

/// The product of two stacks of matrices, whose leading axes broadcast.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn product<T, L, R>(left: &L, right: &R) -> (Buffer<T>, MatMulOf<L::Shape, R::Shape>)
where
    T: Summed,
    L: Values<Elem = T, Shape: MatMul<R::Shape>> + ?Sized,
    R: Values<Elem = T> + ?Sized,
{
    let (left, right) = (left.view(), right.view());
    let shape = run_time::product(left.shape(), right.shape());
    (Buffer::written_by(shape.numel(), |places| write(&left, &right, shape, places)), shape)
}

/// As [`product`], in place.
#[inline]
pub(crate) fn product_inline<T, L, R, O>(left: &L, right: &R) -> Nested<T, O>
where
    T: Summed,
    L: Values<Elem = T, Shape: StaticShape + MatMul<R::Shape, Output = O>> + ?Sized,
    R: Values<Elem = T, Shape: StaticShape> + ?Sized,
    O: StaticShape,
{
    Nested::written_by(|places| write(&left.view(), &right.view(), O::VALUE, places))
}

/// As [`product`], over elements that are there: `to` has the result's shape.
///
/// # Panics
/// If it has not.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn product_over<T, L, R>(left: &L, right: &R, to: &mut [T])
where
    T: Summed,
    L: Values<Elem = T, Shape: MatMul<R::Shape>> + ?Sized,
    R: Values<Elem = T> + ?Sized,
{
    if mem::needs_drop::<T>() {
        let product = product(left, right).0.into_vec();
        assert!(product.len() == to.len(), "as many elements as the product has");
        to.iter_mut().zip(product).for_each(|(to, item)| *to = item);
        return;
    }
    let (left, right) = (left.view(), right.view());
    let shape = run_time::product(left.shape(), right.shape());
    write(&left, &right, shape, as_places(to));
}

/// Sizes that are known when the program is compiled.
struct Known<L, R>(PhantomData<(L, R)>);

/// What the sizes of two matrices and of their product have to be, as one condition.
const fn are_a_product(l: [usize; 2], r: [usize; 2], out: [usize; 2]) -> bool {
    l[0] == r[1] && out[0] == r[0] && out[1] == l[1]
}

/// That two static matrices and a third one are a product's.
struct Compared<L, R, O>(PhantomData<(L, R, O)>);

impl<L: Shape, R: Shape, O: Shape> Compared<L, R, O> {
    const STATIC: bool = Known::<L, R>::MATRICES && L::STATIC && R::STATIC && O::STATIC;
    const OK: () = {
        let (l, r, out) = (&L::DIMS.sizes, &R::DIMS.sizes, &O::DIMS.sizes);
        let product = O::DIMS.rank == 2 && are_a_product([l[0], l[1]], [r[0], r[1]], [out[0], out[1]]);
        assert!(!Self::STATIC || product, "a product of matrices of sizes that do not fit");
    };
}

impl<L: Shape, R: Shape> Known<L, R> {
    /// Two matrices?
    const MATRICES: bool = L::RANK == 2 && R::RANK == 2;
    /// So small that a call costs more than the product?
    const TINY: bool = {
        let (l, r) = (L::DIMS, R::DIMS);
        Self::MATRICES
            && l.unknown == 0
            && r.unknown == 0
            && l.sizes[0] <= 8
            && l.sizes[1] <= 8
            && r.sizes[0] <= 8
            && l.sizes[0] * l.sizes[1] * r.sizes[0] <= 128
    };
}

/// The strides of a matrix's last two axes, from the last one on: constants, where the types say them.
#[inline(always)]
fn strides<T, S: Shape, Y: Layout<S>>(view: &View<'_, T, S, Y>) -> [isize; 2] {
    const fn of<S: Shape, Y: Layout<S>>() -> Option<[isize; 2]> {
        match Y::SOURCE {
            Some(source) if source.says_strides() && S::DIMS.says_strides() => {
                let strides = source.stretched(&source.strides(), &S::DIMS);
                Some([strides[0], strides[1]])
            }
            _ => None,
        }
    }
    match const { of::<S, Y>() } {
        Some(strides) => strides,
        None => {
            let strides = view.strides_by_axis();
            [strides[0], strides[1]]
        }
    }
}

/// The sizes of a matrix's axes, from the last one on: constants, where the types say them.
#[inline(always)]
fn sizes<T, S: Shape, Y: Layout<S>>(view: &View<'_, T, S, Y>) -> [usize; 2] {
    if const { S::STATIC } {
        const { [S::DIMS.sizes[0], S::DIMS.sizes[1]] }
    } else {
        let dims = view.shape().dims();
        [dims.sizes[0], dims.sizes[1]]
    }
}

/// A view of two axes as a matrix, of its sizes and strides, as [`sizes`] and [`strides`] say them.
#[inline(always)]
fn matrix<'a, T, S: Shape, Y: Layout<S>>(view: &View<'a, T, S, Y>) -> Matrix<'a, T> {
    assert!(S::RANK == 2, "rows and columns");
    let ([columns, rows], [column, row]) = (sizes(view), strides(view));
    // SAFETY: the view's own sizes and strides: an element lies at each place within its two axes, and is borrowed.
    unsafe { Matrix::new(view.as_ptr(), [rows, columns], [row, column]) }
}

/// Writes the product of two stacks of matrices, of this shape, to memory that holds nothing that is to be dropped.
///
/// # Panics
/// If the sizes are not those of a product, or there are not as many places as it has elements.
#[inline(always)]
fn write<'p, T, S, Y, R, Z, O>(
    left: &View<'_, T, S, Y>,
    right: &View<'_, T, R, Z>,
    shape: O,
    places: &'p mut [MaybeUninit<T>],
) -> Full<'p, T>
where
    T: Summed,
    S: Shape,
    Y: Layout<S>,
    R: Shape,
    Z: Layout<R>,
    O: Shape,
{
    if const { Known::<S, R>::MATRICES } {
        let (l, r) = (sizes(left), sizes(right));
        if const { Compared::<S, R, O>::STATIC } {
            const { Compared::<S, R, O>::OK }
        } else {
            let out = shape.dims();
            assert!(
                out.rank == 2 && are_a_product(l, r, [out.sizes[0], out.sizes[1]]),
                "the sizes of a matrix product"
            );
        }
        let (a, b) = (matrix(left), matrix(right));
        if const { Known::<S, R>::TINY && !mem::needs_drop::<T>() } && !is_sixteen::<T>() {
            return tiny(&a, &b, places);
        }
        let (mut written, places) = Written::to(places);
        // Rows without an element are not gone through: there can be any number of them.
        if l[1] != 0 && r[0] != 0 {
            one(&a, &b, None, None, None, places, &mut written);
        }
        return written.finish(places);
    }
    let mut out = shape.dims();
    // With the axes of size 1 that vectors stand for.
    for at in [(R::RANK == 1).then_some(0), (S::RANK == 1).then_some(1)].into_iter().flatten() {
        out.sizes.copy_within(at..MAX_RANK - 1, at + 1);
        out.sizes[at] = 1;
        out.unknown = (out.unknown & !((1 << at) - 1)) << 1 | out.unknown & ((1 << at) - 1);
        out.rank += 1;
    }
    stack(&Stack::of(left), &Stack::of(right).column(), &out, None, None, places)
}

/// The product of two stacks of matrices as shape `O`, the right ones transposed first if `transposed` says so, plus a row that is
/// added to each row of the result, and what is applied to the sums while they are in the caches.
///
/// # Panics
/// If the shapes are not those of a product, or the row is not as long as the result's rows.
#[cfg(feature = "alloc")]
pub(crate) fn product_into<T, S: Shape, Y: Layout<S>, R: Shape, Z: Layout<R>, O: Shape>(
    left: View<'_, T, S, Y>,
    right: View<'_, T, R, Z>,
    transposed: bool,
    row: Option<&[T]>,
    then: Option<Then<T>>,
    shape: O,
) -> Buffer<T>
where
    T: Summed,
{
    let out = shape.dims();
    let (left, mut right) = (Stack::of(&left), Stack::of(&right));
    if transposed {
        right = right.transposed();
    }
    assert!(row.is_none_or(|row| row.len() == out.sizes[0]), "one number for each column");
    Buffer::written_by(shape.numel(), |places| stack(&left, &right, &out, row, then, places))
}

/// All pairs of matrices; nothing here depends on the shapes' types, so it is compiled once for each element type.
///
/// # Panics
/// If the sizes are not those of a product, the last axis of `out` is not as long as the row, or there are not as many places as it has elements.
fn stack<'p, T: Summed>(
    left: &Stack<'_, T>,
    right: &Stack<'_, T>,
    out: &Dims,
    row: Option<&[T]>,
    then: Option<Then<T>>,
    places: &'p mut [MaybeUninit<T>],
) -> Full<'p, T> {
    let pair = |dims: &Dims| [dims.sizes[0], dims.sizes[1]];
    let fits = are_a_product(pair(left.dims()), pair(right.dims()), pair(out)) && right.dims().rank >= 2;
    assert!(fits, "the inner sizes of a matrix product");
    let (lefts, rights) = (left.stretched(out), right.stretched(out));
    let (mut written, places) = Written::to(places);
    // Without an element there is nothing to write, however many matrices the sizes make; with one, their products can be counted.
    if out.sizes.contains(&0) {
        return written.finish(places);
    }
    if let (true, Some(rows)) = (rights.is_one(), lefts.as_one()) {
        one(&rows, &rights.matrix(0), row, then, None, places, &mut written);
        return written.finish(places);
    }
    let (m, n) = (left.matrix_sizes()[0], right.matrix_sizes()[1]);
    let matrices: usize = out.sizes[2..out.rank.max(2)].iter().product();
    assert!(places.len() == matrices * m * n, "as many places as the product has elements");
    // Each matrix in one block, whichever way round.
    let in_blocks = left.in_blocks() && right.in_blocks();
    let pair = |i: usize, places: &mut [MaybeUninit<T>], written: &mut Written<T>| {
        let next =
            (in_blocks && i + 1 < matrices).then(|| [lefts.matrix(i + 1).as_ptr(), rights.matrix(i + 1).as_ptr()]);
        one(&lefts.matrix(i), &rights.matrix(i), row, then, next, places, written);
    };
    #[cfg(feature = "rayon")]
    if parallel::shares::<T>() {
        let parts = parallel::parts(matrices, 1, (matrices * m * n).saturating_mul(left.matrix_sizes()[1]));
        if parts > 1 {
            let some = |range: core::ops::Range<usize>, places: &mut [MaybeUninit<T>]| {
                for (i, places) in range.zip(places.chunks_exact_mut(m * n)) {
                    let (mut written, places) = Written::to(places);
                    pair(i, places, &mut written);
                    written.finish(places);
                }
            };
            // SAFETY: the operands are floats, which any thread may read and write.
            unsafe { parallel::split_places(places, m * n, parts, some) };
            written.done = places.len();
            return written.finish(places);
        }
    }
    for (i, places) in places.chunks_exact_mut(m * n).enumerate() {
        pair(i, places, &mut written);
    }
    written.finish(places)
}
