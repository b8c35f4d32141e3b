//! Matrix products: one call of a kernel for each pair of matrices, or for a whole stack that lies as one matrix.

#[cfg(feature = "rayon")]
use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};
#[cfg(feature = "alloc")]
use core::slice;

#[cfg(feature = "rayon")]
use crate::kernels::parallel;
use crate::kernels::products::{Matrix, Summed, Then, is_sixteen, one, tiny};
use crate::shape::dims::{Dims, MAX_RANK, Strides};
use crate::shape::layout::Layout;
use crate::shape::product::MatMul;
#[cfg(feature = "alloc")]
use crate::shape::product::MatMulOf;
use crate::shape::{Shape, StaticShape, run_time};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::storage::{Full, Nested, Written};
use crate::view::{Values, View};

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
    // SAFETY: as many places as elements, which need not be dropped; `write` writes whole elements only.
    let places = unsafe { slice::from_raw_parts_mut(to.as_mut_ptr().cast(), to.len()) };
    write(&left, &right, shape, places);
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
        let (ls, rs) = (strides(left), strides(right));
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
        // SAFETY: the view's own sizes and strides.
        let a = unsafe { Matrix::new(left.as_ptr(), [l[1], l[0]], [ls[1], ls[0]]) };
        // SAFETY: the view's own sizes and strides.
        let b = unsafe { Matrix::new(right.as_ptr(), [r[1], r[0]], [rs[1], rs[0]]) };
        let mut places = places;
        if const { Known::<S, R>::TINY && !mem::needs_drop::<T>() } && !is_sixteen::<T>() {
            tiny(&a, &b, places);
        } else if l[1] != 0 && r[0] != 0 {
            // Rows without an element are not gone through: there can be any number of them.
            let written;
            (written, places) = Written::to(places);
            let mut written = written;
            one(&a, &b, None, None, None, places, &mut written);
            mem::forget(written);
        }
        // SAFETY: all of it is written.
        return unsafe { Full::new(places) };
    }
    let (ls, mut rs) = (left.strides_by_axis(), right.strides_by_axis());
    let (l, r) = (left.shape().dims(), run_time::column(right.shape().dims()));
    if R::RANK == 1 {
        (rs[0], rs[1]) = (0, rs[0]);
    }
    let mut out = shape.dims();
    // With the axes of size 1 that vectors stand for.
    for at in [(R::RANK == 1).then_some(0), (S::RANK == 1).then_some(1)].into_iter().flatten() {
        out.sizes.copy_within(at..MAX_RANK - 1, at + 1);
        out.sizes[at] = 1;
        out.unknown = (out.unknown & !((1 << at) - 1)) << 1 | out.unknown & ((1 << at) - 1);
        out.rank += 1;
    }
    assert_stacks(&l, &r, &out);
    // SAFETY: the strides are those of the two views, whose sizes were compared just above with those of the result.
    unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, None, None, places) }
}

/// Makes sure that these are the sizes of two stacks of matrices and of their product.
///
/// # Panics
/// If they are not.
fn assert_stacks(l: &Dims, r: &Dims, out: &Dims) {
    let pair = |dims: &Dims| [dims.sizes[0], dims.sizes[1]];
    assert!(are_a_product(pair(l), pair(r), pair(out)) && r.rank >= 2, "the inner sizes of a matrix product");
    for dims in [l, r] {
        let fits = |axis: usize| dims.is_one(axis) || dims.sizes[axis] == out.sizes[axis];
        assert!(dims.rank <= out.rank.max(2) && (2..dims.rank).all(fits), "the leading axes of a matrix product");
    }
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
    let (l, mut r, out) = (left.shape().dims(), right.shape().dims(), shape.dims());
    let (ls, mut rs) = (left.strides_by_axis(), right.strides_by_axis());
    if transposed {
        r.sizes.swap(0, 1);
        rs.swap(0, 1);
    }
    assert_stacks(&l, &r, &out);
    assert!(row.is_none_or(|row| row.len() == out.sizes[0]), "one number for each column");
    Buffer::written_by(shape.numel(), |places| {
        // SAFETY: the strides are those of the two views, whose sizes were compared with the result's just above, the row's length too.
        unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, row, then, places) }
    })
}

/// All pairs of matrices; nothing here depends on the shapes' types, so it is compiled once for each element type.
///
/// # Safety
/// The operands have these sizes and strides, and their leading axes fit those of `out`.
///
/// # Panics
/// If the last axis of `out` is not as long as the row, or there are not as many places as it has elements.
#[allow(clippy::too_many_arguments)] // two operands and a result, each with its sizes
unsafe fn stack<'p, T: Summed>(
    left: *const T,
    l: &Dims,
    ls: &Strides,
    right: *const T,
    r: &Dims,
    rs: &Strides,
    out: &Dims,
    row: Option<&[T]>,
    then: Option<Then<T>>,
    places: &'p mut [MaybeUninit<T>],
) -> Full<'p, T> {
    let (mut written, places) = Written::to(places);
    'all: {
        // Without an element there is nothing to write, however many matrices the sizes make; with one, their products can be counted.
        if out.sizes.contains(&0) {
            assert!(places.is_empty(), "as many places as the product has elements");
            break 'all;
        }
        let ([k, m, ..], n) = (l.sizes, r.sizes[0]);
        let (left_steps, right_steps) = (l.stretched(ls, out), r.stretched(rs, out));
        let one_right = (2..out.rank).all(|axis| right_steps[axis] == 0 || out.sizes[axis] == 1);
        if let (true, Some((rows, step))) = (one_right, rows_as_one(m, ls[1], &left_steps, out)) {
            // SAFETY: the stack on the left is one matrix of this many rows.
            let a = unsafe { Matrix::new(left, [rows, k], [step, ls[0]]) };
            // SAFETY: all matrices on the right are this one.
            let b = unsafe { Matrix::new(right, [k, n], [rs[1], rs[0]]) };
            one(&a, &b, row, then, None, places, &mut written);
            break 'all;
        }
        let matrices: usize = out.sizes[2..out.rank.max(2)].iter().product();
        assert!(places.len() == matrices * m * n, "as many places as the product has elements");
        // Each matrix in one block, whichever way round.
        let block = |steps: &Strides, [inner, outer]: [usize; 2]| {
            steps[0] == 1 && steps[1] == inner as isize || steps[1] == 1 && steps[0] == outer as isize
        };
        let in_blocks = block(ls, [k, m]) && block(rs, [n, k]);
        let place = |steps: &Strides, mut i: usize| {
            let mut at = 0;
            for (step, size) in steps.iter().zip(out.sizes).take(out.rank).skip(2) {
                at += step * (i % size) as isize;
                i /= size;
            }
            at
        };
        let pair = |i: usize, places: &mut [MaybeUninit<T>], written: &mut Written<T>| {
            assert!(i < matrices, "one of the matrices");
            let operands =
                |i| [left.wrapping_offset(place(&left_steps, i)), right.wrapping_offset(place(&right_steps, i))];
            let [a, b] = operands(i);
            let ahead = (in_blocks && i + 1 < matrices).then(|| operands(i + 1));
            // SAFETY: the index is within the leading axes, to which the operand is stretched.
            let a = unsafe { Matrix::new(a, [m, k], [ls[1], ls[0]]) };
            // SAFETY: the index is within the leading axes, to which the operand is stretched.
            let b = unsafe { Matrix::new(b, [k, n], [rs[1], rs[0]]) };
            one(&a, &b, row, then, ahead, places, written);
        };
        #[cfg(feature = "rayon")]
        if TypeId::of::<T>() == TypeId::of::<f32>() || TypeId::of::<T>() == TypeId::of::<f64>() {
            let parts = parallel::parts(matrices, 1, (matrices * m * n).saturating_mul(k));
            if parts > 1 {
                let (to, len) = (places.as_mut_ptr(), places.len());
                let some = |range: core::ops::Range<usize>| {
                    assert!(range.end * m * n <= len, "the products of these matrices");
                    // SAFETY: the products of these matrices, which no other part has, by the assertion within the places.
                    let places =
                        unsafe { slice::from_raw_parts_mut(to.wrapping_add(range.start * m * n), range.len() * m * n) };
                    for (i, places) in range.zip(places.chunks_exact_mut(m * n)) {
                        let (mut written, places) = Written::to(places);
                        pair(i, places, &mut written);
                        // Floats need not be dropped.
                        mem::forget(written);
                    }
                };
                // SAFETY: the operands are floats that are only read, and each part writes matrices of its own.
                unsafe { parallel::split(matrices, parts, 1, some) };
                break 'all;
            }
        }
        for (i, places) in places.chunks_exact_mut(m * n).enumerate() {
            pair(i, places, &mut written);
        }
    }
    mem::forget(written);
    // SAFETY: all of it is written, whichever way it was.
    unsafe { Full::new(places) }
}

/// The number of rows and the step from one to the next, if a stack of matrices lies as one matrix of that many.
fn rows_as_one(m: usize, step: isize, steps: &Strides, out: &Dims) -> Option<(usize, isize)> {
    let (mut rows, mut step) = (m, step);
    for (&size, &stride) in out.sizes.iter().zip(steps).take(out.rank).skip(2) {
        if rows == 1 {
            // One row has no next one to step to.
            (rows, step) = (size, stride);
        } else if size != 1 {
            if stride != step * rows as isize {
                return None;
            }
            rows *= size;
        }
    }
    Some((rows, step))
}
