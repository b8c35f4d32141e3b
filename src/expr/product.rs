//! Matrix products: one call of a kernel for each pair of matrices, or for a whole stack that lies as one matrix.

#[cfg(feature = "rayon")]
use core::any::TypeId;
use core::marker::PhantomData;
use core::mem;

#[cfg(feature = "rayon")]
use crate::kernels::parallel;
use crate::kernels::products::{Matrix, ProductSizes, Summed, Then, is_sixteen, one, tiny};
use crate::shape::dims::{Dims, MAX_RANK, Strides};
use crate::shape::layout::Layout;
use crate::shape::product::MatMul;
#[cfg(feature = "alloc")]
use crate::shape::product::MatMulOf;
use crate::shape::{Shape, StaticShape, run_time};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::storage::{Nested, Written};
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
    let numel = shape.numel();
    let mut buffer = Buffer::with_capacity(numel);
    // SAFETY: there is room for all elements of the result.
    unsafe { write(&left, &right, shape, buffer.as_mut_ptr()) };
    // SAFETY: they are written.
    unsafe { buffer.set_len(numel) };
    (buffer, shape)
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
    // SAFETY: there is room for all elements of the result.
    let fill = |to: *mut T| unsafe { write(&left.view(), &right.view(), O::VALUE, to) };
    // SAFETY: it writes all elements.
    unsafe { Nested::filled(fill) }
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
    assert!(shape.numel() == to.len(), "as many elements as the product has");
    // SAFETY: there is room for all elements of the result; those that are there need not be dropped.
    unsafe { write(&left, &right, shape, to.as_mut_ptr()) };
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

/// Writes the product of two stacks of matrices to memory that holds nothing that is to be dropped.
///
/// # Safety
/// There is room for all elements of the result, whose shape this is, at `to`.
#[inline(always)]
unsafe fn write<T, S, Y, R, Z, O>(left: &View<'_, T, S, Y>, right: &View<'_, T, R, Z>, shape: O, to: *mut T)
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
        let sizes = ProductSizes { m: l[1], k: l[0], n: r[0] };
        let a = Matrix { ptr: left.as_ptr(), rows: ls[1], columns: ls[0] };
        let b = Matrix { ptr: right.as_ptr(), rows: rs[1], columns: rs[0] };
        if const { Known::<S, R>::TINY && !mem::needs_drop::<T>() } && !is_sixteen::<T>() {
            // SAFETY: two matrices of these sizes, and room for their product, by the comparison.
            unsafe { tiny(&a, &b, sizes, to) };
            return;
        }
        // Rows without an element are not gone through: there can be any number of them.
        if sizes.m == 0 || sizes.n == 0 {
            return;
        }
        let mut written = Written::new(to);
        // SAFETY: two matrices of these sizes, and room for their product, by the comparison.
        unsafe { one(&a, &b, sizes, None, None, None, to, &mut written) };
        mem::forget(written);
        return;
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
    // SAFETY: the strides are those of the two views, whose sizes were compared just above with those of the result, for all of whose
    // elements there is room.
    unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, None, None, to) };
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
    let numel = shape.numel();
    let mut buffer = Buffer::with_capacity(numel);
    // SAFETY: the strides are those of the two views, whose sizes were compared with the result's just above, the row's length too;
    // there is room for all elements of the result.
    unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, row, then, buffer.as_mut_ptr()) };
    // SAFETY: they are written.
    unsafe { buffer.set_len(numel) };
    buffer
}

/// All pairs of matrices; nothing here depends on the shapes' types, so it is compiled once for each element type.
///
/// # Safety
/// The operands have these sizes and strides, their leading axes fit those of `out`, whose last axis is as long as the row, and
/// there is room for it at `to`.
#[allow(clippy::too_many_arguments)] // two operands and a result, each with its sizes
unsafe fn stack<T: Summed>(
    left: *const T,
    l: &Dims,
    ls: &Strides,
    right: *const T,
    r: &Dims,
    rs: &Strides,
    out: &Dims,
    row: Option<&[T]>,
    then: Option<Then<T>>,
    to: *mut T,
) {
    // Without an element there is nothing to write, however many matrices the sizes make; with one, their products can be counted.
    if out.sizes.contains(&0) {
        return;
    }
    let sizes = ProductSizes { m: l.sizes[1], k: l.sizes[0], n: r.sizes[0] };
    let (left_steps, right_steps) = (l.stretched(ls, out), r.stretched(rs, out));
    let mut written = Written::new(to);
    let one_right = (2..out.rank).all(|axis| right_steps[axis] == 0 || out.sizes[axis] == 1);
    if let (true, Some((rows, step))) = (one_right, rows_as_one(sizes.m, ls[1], &left_steps, out)) {
        let a = Matrix { ptr: left, rows: step, columns: ls[0] };
        let b = Matrix { ptr: right, rows: rs[1], columns: rs[0] };
        // SAFETY: the stack on the left is one matrix of this many rows, and so is the result.
        unsafe { one(&a, &b, ProductSizes { m: rows, ..sizes }, row, then, None, to, &mut written) };
        mem::forget(written);
        return;
    }
    let matrices: usize = out.sizes[2..out.rank.max(2)].iter().product();
    // Each matrix in one block, whichever way round.
    let block = |steps: &Strides, [inner, outer]: [usize; 2]| {
        steps[0] == 1 && steps[1] == inner as isize || steps[1] == 1 && steps[0] == outer as isize
    };
    let in_blocks = block(ls, [sizes.k, sizes.m]) && block(rs, [sizes.n, sizes.k]);
    let place = |steps: &Strides, mut i: usize| {
        let mut at = 0;
        for (step, size) in steps.iter().zip(out.sizes).take(out.rank).skip(2) {
            at += step * (i % size) as isize;
            i /= size;
        }
        at
    };
    let pair = |i: usize, written: &mut Written<T>| {
        let operands = |i| [left.wrapping_offset(place(&left_steps, i)), right.wrapping_offset(place(&right_steps, i))];
        let [a, b] = operands(i);
        let ahead = (in_blocks && i + 1 < matrices).then(|| operands(i + 1));
        let a = Matrix { ptr: a, rows: ls[1], columns: ls[0] };
        let b = Matrix { ptr: b, rows: rs[1], columns: rs[0] };
        // SAFETY: two matrices of these sizes, and room for their product: the index is within the leading axes, to which the operands are
        // stretched, and the result has this many matrices, one after the other.
        unsafe { one(&a, &b, sizes, row, then, ahead, to.wrapping_add(i * sizes.m * sizes.n), written) };
    };
    #[cfg(feature = "rayon")]
    if TypeId::of::<T>() == TypeId::of::<f32>() || TypeId::of::<T>() == TypeId::of::<f64>() {
        let parts = parallel::parts(matrices, 1, (matrices * sizes.m * sizes.n).saturating_mul(sizes.k));
        if parts > 1 {
            let some = |range: core::ops::Range<usize>| {
                for i in range {
                    let mut written = Written::new(to);
                    pair(i, &mut written);
                    // Floats need not be dropped.
                    mem::forget(written);
                }
            };
            // SAFETY: the operands are floats that are only read, and each part writes matrices of its own.
            unsafe { parallel::split(matrices, parts, 1, some) };
            mem::forget(written);
            return;
        }
    }
    for i in 0..matrices {
        pair(i, &mut written);
    }
    mem::forget(written);
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
