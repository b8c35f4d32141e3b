//! Matrix products: one call of a kernel for each pair of matrices, or for a whole stack that lies as one matrix.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::any::TypeId;
use core::marker::PhantomData;
use core::ops::Mul;
#[cfg(feature = "alloc")]
use core::ops::Range;
#[cfg(feature = "alloc")]
use core::ptr;
use core::{array, mem, slice};

use num_traits::Zero;

use super::level::dispatched;
use super::node::Written;
#[cfg(feature = "alloc")]
use super::sixteen::wide_slice;
use super::sixteen::{ByType, Sixteen, can_be};
use crate::shape::dims::{Dims, MAX_RANK, Strides};
use crate::shape::product::MatMul;
#[cfg(feature = "alloc")]
use crate::shape::product::MatMulOf;
use crate::shape::{Shape, StaticShape, run_time};
#[cfg(feature = "alloc")]
use crate::storage::Buffer;
use crate::storage::Nested;
use crate::view::{Layout, Operand, View};

/// An element of which products are summed.
pub trait Summed: Clone + Zero + Mul<Output = Self> + 'static {}
impl<T: Clone + Zero + Mul<Output = T> + 'static> Summed for T {}

/// A function that is applied to each element of a result, in place.
pub struct Then<T> {
    /// Applies it to some of them.
    pub each: fn(&mut [T]),
    /// Is it 0 for negative elements, and the element for others? That can be done before they are in memory.
    pub relu: bool,
}

impl<T> Clone for Then<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Then<T> {}

/// A matrix in memory.
struct Matrix<T> {
    ptr: *const T,
    /// From one row to the next.
    rows: isize,
    /// From one column to the next.
    columns: isize,
}

/// The sizes of a product: `[m, k] x [k, n]`.
#[derive(Clone, Copy)]
struct Sizes {
    m: usize,
    k: usize,
    n: usize,
}

/// The product of two stacks of matrices, whose leading axes broadcast.
#[cfg(feature = "alloc")]
#[inline]
pub fn product<T, L, R>(left: &L, right: &R) -> (Buffer<T>, MatMulOf<L::Shape, R::Shape>)
where
    T: Summed,
    L: Operand<Elem = T, Shape: MatMul<R::Shape>> + ?Sized,
    R: Operand<Elem = T> + ?Sized,
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
pub fn product_inline<T, L, R, O>(left: &L, right: &R) -> Nested<T, O>
where
    T: Summed,
    L: Operand<Elem = T, Shape: StaticShape + MatMul<R::Shape, Output = O>> + ?Sized,
    R: Operand<Elem = T, Shape: StaticShape> + ?Sized,
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
pub fn product_over<T, L, R>(left: &L, right: &R, to: &mut [T])
where
    T: Summed,
    L: Operand<Elem = T, Shape: MatMul<R::Shape>> + ?Sized,
    R: Operand<Elem = T> + ?Sized,
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
        let sizes = Sizes { m: l[1], k: l[0], n: r[0] };
        let a = Matrix { ptr: left.as_ptr(), rows: ls[1], columns: ls[0] };
        let b = Matrix { ptr: right.as_ptr(), rows: rs[1], columns: rs[0] };
        if const { Known::<S, R>::TINY && !mem::needs_drop::<T>() } && !is_sixteen::<T>() {
            // SAFETY: two matrices of these sizes, and room for their product.
            unsafe { tiny(&a, &b, sizes, to) };
            return;
        }
        let mut written = Written::new(to);
        // SAFETY: two matrices of these sizes, and room for their product.
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
    // SAFETY: the strides are those of the two views, whose leading axes fit the result's by `MatMul` and the comparison of
    // run-time sizes in `run_time::product`; there is room for all elements of the result.
    unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, None, None, to) };
}

/// The product of two matrices whose sizes the compiler knows, at most 8: unrolled where it is asked for, without a call. The sums
/// of a row are kept apart from the result, which the compiler may take for memory of the operands.
///
/// # Safety
/// The matrices have these sizes, and there is room for the product at `to`.
#[inline(always)]
unsafe fn tiny<T: Summed>(a: &Matrix<T>, b: &Matrix<T>, sizes: Sizes, to: *mut T) {
    let Sizes { m, k, n } = sizes;
    for i in 0..m {
        let mut sums: [T; 8] = array::from_fn(|_| T::zero());
        for l in 0..k {
            // SAFETY: within the left matrix, which is borrowed.
            let x = unsafe { &*a.ptr.wrapping_offset(i as isize * a.rows + l as isize * a.columns) };
            #[allow(clippy::needless_range_loop)] // a loop of a constant, which is unrolled
            for j in 0..n {
                // SAFETY: within the right matrix, which is borrowed.
                let y = unsafe { &*b.ptr.wrapping_offset(l as isize * b.rows + j as isize * b.columns) };
                sums[j] = sums[j].clone() + x.clone() * y.clone();
            }
        }
        #[allow(clippy::needless_range_loop)] // as above
        for j in 0..n {
            // SAFETY: there is room for `m n` elements.
            unsafe { to.wrapping_add(i * n + j).write(sums[j].clone()) };
        }
    }
}

/// The product of two stacks of matrices as shape `O`, the right ones transposed first if `transposed` says so, plus a row that is
/// added to each row of the result, and what is applied to the sums while they are in the caches.
///
/// # Panics
/// If the shapes are not those of a product, or the row is not as long as the result's rows.
#[cfg(feature = "alloc")]
pub fn product_into<T, S: Shape, Y: Layout<S>, R: Shape, Z: Layout<R>, O: Shape>(
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
    assert!(
        l.sizes[0] == r.sizes[1] && out.sizes[0] == r.sizes[0] && out.sizes[1] == l.sizes[1] && r.rank >= 2,
        "the inner sizes of a matrix product"
    );
    for dims in [&l, &r] {
        let fits = |axis: usize| dims.is_one(axis) || dims.sizes[axis] == out.sizes[axis];
        assert!(dims.rank <= out.rank.max(2) && (2..dims.rank).all(fits), "the leading axes of a matrix product");
    }
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
    let sizes = Sizes { m: l.sizes[1], k: l.sizes[0], n: r.sizes[0] };
    let (left_steps, right_steps) = (l.stretched(ls, out), r.stretched(rs, out));
    let mut written = Written::new(to);
    let one_right = (2..out.rank).all(|axis| right_steps[axis] == 0 || out.sizes[axis] == 1);
    if let (true, Some((rows, step))) = (one_right, rows_as_one(sizes.m, ls[1], &left_steps, out)) {
        let a = Matrix { ptr: left, rows: step, columns: ls[0] };
        let b = Matrix { ptr: right, rows: rs[1], columns: rs[0] };
        // SAFETY: the stack on the left is one matrix of this many rows, and so is the result.
        unsafe { one(&a, &b, Sizes { m: rows, ..sizes }, row, then, None, to, &mut written) };
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
        let parts = super::parallel::parts(matrices, 1, matrices * sizes.m * sizes.k * sizes.n);
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
            unsafe { super::parallel::split(matrices, parts, 1, some) };
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

/// The product of two matrices, plus a row that is added to each of its rows, row-major at `c`, after `then`; `ahead` is where the two of the
/// next product lie, if they lie in blocks.
///
/// # Safety
/// The matrices have these sizes, the row has `n` elements, and there is room for `m n` elements at `c`, the next ones of `written`.
#[allow(clippy::too_many_arguments)] // two operands and a result
unsafe fn one<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: Sizes,
    row: Option<&[T]>,
    then: Option<Then<T>>,
    #[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), allow(unused_variables))] // for the kernels
    ahead: Option<[*const T; 2]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let Sizes { m, n, .. } = sizes;
    if is_sixteen::<T>() {
        // SAFETY: passed on from the caller.
        unsafe { in_single(a, b, sizes, row, c, written) };
        if let Some(then) = then {
            // SAFETY: all of the result is written, and nothing else refers to it.
            (then.each)(unsafe { slice::from_raw_parts_mut(c, m * n) });
        }
        return;
    }
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use super::kernel::{Problem, Start, product};
        let problem = Problem {
            m,
            k: sizes.k,
            n,
            a: a.ptr,
            a_row: a.rows,
            a_column: a.columns,
            b: b.ptr,
            b_row: b.rows,
            b_column: b.columns,
            c,
            c_row: n as isize,
            c_column: 1,
            start: row.map_or(Start::Zero, |row| Start::Columns(row.as_ptr())),
            ahead,
            then,
        };
        // SAFETY: the matrices and the result have these sizes and steps, and the row has `n` elements.
        if unsafe { product(&problem) } {
            return;
        }
    }
    // SAFETY: passed on from the caller.
    unsafe { by_others(a, b, sizes, row, c, written) };
    if let Some(then) = then {
        // SAFETY: all of the result is written, and nothing else refers to it.
        (then.each)(unsafe { slice::from_raw_parts_mut(c, m * n) });
    }
}

/// Are elements floats of 16 bits, which are multiplied and summed in `f32`?
#[inline(always)]
fn is_sixteen<T>() -> bool {
    can_be::<T>() && <ByType as Sixteen<T>>::is()
}

/// How many elements of an operand with 16 bits are `f32` at a time: a megabyte of them.
#[cfg(feature = "alloc")]
const WIDENED: usize = 1 << 18;
/// The least rows or columns of such a part.
#[cfg(feature = "alloc")]
const LEAST: usize = 64;

/// The product of two matrices of floats with 16 bits, plus a row that is added to each of its rows, in `f32`: some rows of the left one
/// with some columns of the right one at a time, and each sum is rounded once.
///
/// # Safety
/// As for [`one`]; the elements are such floats.
#[cfg(feature = "alloc")]
#[inline(never)]
unsafe fn in_single<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: Sizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let Sizes { m, k, n } = sizes;
    let most = (WIDENED / k.max(1)).max(LEAST);
    let row = row.map(|row| wide_slice(row, ByType));
    let (mut left, mut right, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    for first in (0..m).step_by(most) {
        let rows = most.min(m - first);
        // SAFETY: some rows of the left matrix.
        unsafe { widen(a, first..first + rows, 0..k, &mut left) };
        for column in (0..n).step_by(most) {
            let columns = most.min(n - column);
            // SAFETY: some columns of the right matrix.
            unsafe { widen(b, 0..k, column..column + columns, &mut right) };
            let a = Matrix { ptr: left.as_ptr(), rows: k as isize, columns: 1 };
            let b = Matrix { ptr: right.as_ptr(), rows: columns as isize, columns: 1 };
            let row = row.as_ref().map(|row| &row[column..][..columns]);
            sums.clear();
            sums.reserve(rows * columns);
            let sizes = Sizes { m: rows, k, n: columns };
            let to: *mut f32 = sums.as_mut_ptr();
            // SAFETY: the matrices were made in these sizes just above, and there is room for their product.
            unsafe { one(&a, &b, sizes, row, None, None, to, &mut Written::new(to)) };
            // SAFETY: all of it is written.
            unsafe { sums.set_len(rows * columns) };
            for (i, sums) in sums.chunks_exact(columns).enumerate() {
                let c = c.wrapping_add((first + i) * n + column);
                for (j, &sum) in sums.iter().enumerate() {
                    // SAFETY: there is room for `m n` elements, which need not be dropped.
                    unsafe { c.wrapping_add(j).write(ByType::narrow(sum)) };
                }
            }
        }
    }
    written.done += m * n;
}

/// The product of two matrices of floats with 16 bits, plus a row that is added to each of its rows, in `f32`: sum by sum.
///
/// # Safety
/// As for [`one`]; the elements are such floats.
#[cfg(not(feature = "alloc"))]
unsafe fn in_single<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: Sizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let Sizes { m, k, n } = sizes;
    for i in 0..m {
        for j in 0..n {
            let mut sum = row.map_or(0.0, |row| ByType::widen(&row[j]));
            for l in 0..k {
                // SAFETY: row `i` and column `l` are within the left matrix, which is borrowed.
                let x = unsafe { &*a.ptr.wrapping_offset(i as isize * a.rows + l as isize * a.columns) };
                // SAFETY: row `l` and column `j` are within the right matrix, which is borrowed.
                let y = unsafe { &*b.ptr.wrapping_offset(l as isize * b.rows + j as isize * b.columns) };
                sum += ByType::widen(x) * ByType::widen(y);
            }
            // SAFETY: there is room for `m n` elements, and nothing is there yet.
            unsafe { c.wrapping_add(i * n + j).write(ByType::narrow(sum)) };
            written.done += 1;
        }
    }
}

/// A part of a matrix of floats with 16 bits as `f32`, row by row.
///
/// # Safety
/// The rows and columns are within the matrix, which is borrowed; the elements are such floats.
#[cfg(feature = "alloc")]
unsafe fn widen<T>(from: &Matrix<T>, rows: Range<usize>, columns: Range<usize>, to: &mut Vec<f32>) {
    to.clear();
    for i in rows {
        let row = from.ptr.wrapping_offset(i as isize * from.rows);
        if from.columns == 1 {
            // SAFETY: these columns of a row, next to each other.
            let row = unsafe { slice::from_raw_parts(row.wrapping_add(columns.start), columns.len()) };
            to.extend(row.iter().map(ByType::widen));
            continue;
        }
        to.extend(columns.clone().map(|j| {
            // SAFETY: an element of the row.
            ByType::widen(unsafe { &*row.wrapping_offset(j as isize * from.columns) })
        }));
    }
}

/// The product of two matrices, plus a row that is added to each of its rows, where none of our kernels is for it.
///
/// # Safety
/// As for [`one`].
unsafe fn by_others<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: Sizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    #[cfg(feature = "alloc")]
    let Sizes { m, k, n } = sizes;
    #[cfg(feature = "alloc")]
    macro_rules! kernel {
        ($t:ty, $kernel:path) => {
            if TypeId::of::<T>() == TypeId::of::<$t>() {
                let (a_ptr, b_ptr, c_ptr) = (a.ptr.cast(), b.ptr.cast(), c.cast());
                if let Some(row) = row {
                    for i in 0..m {
                        // SAFETY: there is room for `m` rows of `n` elements.
                        let to = unsafe { c.add(i * n) };
                        // SAFETY: the row has `n` elements, floats, which are elsewhere.
                        unsafe { ptr::copy_nonoverlapping(row.as_ptr(), to, n) };
                    }
                }
                let factor = if row.is_some() { 1.0 } else { 0.0 };
                // SAFETY: the element type was compared just above; the sizes and strides are the operands' own. With a factor
                // of 0 for what is at `c`, that is not read; with a factor of 1, it was written just above.
                unsafe {
                    $kernel(m, k, n, 1.0, a_ptr, a.rows, a.columns, b_ptr, b.rows, b.columns, factor, c_ptr, n as isize, 1)
                };
                return;
            }
        };
    }
    #[cfg(feature = "alloc")]
    kernel!(f32, matrixmultiply::sgemm);
    #[cfg(feature = "alloc")]
    kernel!(f64, matrixmultiply::dgemm);
    // SAFETY: passed on from the caller.
    unsafe { in_order(a, b, sizes, row, c, written) };
}

dispatched! {
    /// The product of two matrices, plus a row that is added to each of its rows, each sum in order.
    ///
    /// # Safety
    /// As for [`one`].
    unsafe fn in_order<T: Summed>(
        a: &Matrix<T>,
        b: &Matrix<T>,
        sizes: Sizes,
        row: Option<&[T]>,
        c: *mut T,
        written: &mut Written<T>,
    ) = in_order_body;
}

/// As [`in_order`]: row by row of the right matrix, if these are contiguous, which is a loop that the compiler makes vectors of; else
/// sum by sum.
///
/// # Safety
/// As for [`one`].
#[inline(always)]
unsafe fn in_order_body<T: Summed>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: Sizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let Sizes { m, k, n } = sizes;
    // SAFETY: row `i` and column `l` are within the left matrix, which is borrowed.
    let left = |i: usize, l: usize| unsafe { &*a.ptr.wrapping_offset(i as isize * a.rows + l as isize * a.columns) };
    for i in 0..m {
        if b.columns == 1 && n > 1 {
            for j in 0..n {
                // SAFETY: there is room for `m n` elements, and nothing is there yet.
                unsafe { c.wrapping_add(i * n + j).write(T::zero()) };
                written.done += 1;
            }
            // SAFETY: they were written just above, and nothing else refers to them.
            let sums = unsafe { slice::from_raw_parts_mut(c.wrapping_add(i * n), n) };
            for l in 0..k {
                // SAFETY: row `l` of the right matrix, which is borrowed.
                let right = unsafe { slice::from_raw_parts(b.ptr.wrapping_offset(l as isize * b.rows), n) };
                let x = left(i, l);
                for (sum, y) in sums.iter_mut().zip(right) {
                    *sum = sum.clone() + x.clone() * y.clone();
                }
            }
            if let Some(row) = row {
                for (sum, x) in sums.iter_mut().zip(row) {
                    *sum = sum.clone() + x.clone();
                }
            }
            continue;
        }
        for j in 0..n {
            // SAFETY: row `l` and column `j` are within the right matrix, which is borrowed.
            let right = |l: usize| unsafe { &*b.ptr.wrapping_offset(l as isize * b.rows + j as isize * b.columns) };
            let mut sum = T::zero();
            if a.columns == 1 && b.rows == 1 && k > 0 {
                // SAFETY: row `i` of the left matrix, which is borrowed.
                let x = unsafe { slice::from_raw_parts(left(i, 0), k) };
                // SAFETY: column `j` of the right matrix, which is borrowed.
                let y = unsafe { slice::from_raw_parts(right(0), k) };
                for (x, y) in x.iter().zip(y) {
                    sum = sum + x.clone() * y.clone();
                }
            } else {
                for l in 0..k {
                    sum = sum + left(i, l).clone() * right(l).clone();
                }
            }
            if let Some(row) = row {
                sum = sum + row[j].clone();
            }
            // SAFETY: there is room for `m n` elements, and nothing is there yet.
            unsafe { c.wrapping_add(i * n + j).write(sum) };
            written.done += 1;
        }
    }
}
