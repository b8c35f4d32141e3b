//! Matrix products: one call of a kernel for each pair of matrices, or for a whole stack that lies as one matrix.

use core::any::TypeId;
use core::ops::Mul;
use core::{mem, ptr};

use num_traits::Zero;

use super::node::Written;
use crate::shape::dims::{Dims, MAX_RANK, Strides};
use crate::shape::product::{MatMul, MatMulOf};
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::view::{Layout, Operand, View};

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
pub fn product<T, L, R>(left: &L, right: &R) -> (Buffer<T>, MatMulOf<L::Shape, R::Shape>)
where
    T: Clone + Zero + Mul<Output = T> + 'static,
    L: Operand<Elem = T, Shape: MatMul<R::Shape>> + ?Sized,
    R: Operand<Elem = T> + ?Sized,
{
    let (left, right) = (left.view(), right.view());
    let shape = run_time::product(left.shape(), right.shape());
    let (l, r) = (left.shape().dims(), run_time::column(right.shape().dims()));
    let (ls, mut rs) = (left.strides_by_axis(), right.strides_by_axis());
    if R::Shape::RANK == 1 {
        (rs[0], rs[1]) = (0, rs[0]);
    }
    let mut out = shape.dims();
    // With the axes of size 1 that vectors stand for.
    for at in [(R::Shape::RANK == 1).then_some(0), (L::Shape::RANK == 1).then_some(1)].into_iter().flatten() {
        out.sizes.copy_within(at..MAX_RANK - 1, at + 1);
        out.sizes[at] = 1;
        out.unknown = (out.unknown & !((1 << at) - 1)) << 1 | out.unknown & ((1 << at) - 1);
        out.rank += 1;
    }
    let numel = shape.numel();
    let mut buffer = Buffer::with_capacity(numel);
    // SAFETY: the strides are those of the two views, whose leading axes fit the result's by `MatMul` and the comparison of
    // run-time sizes in `product`; there is room for all elements of the result.
    unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, None, buffer.as_mut_ptr()) };
    // SAFETY: they are written.
    unsafe { buffer.set_len(numel) };
    (buffer, shape)
}

/// The product of two stacks of matrices as shape `O`, the right ones transposed first if `transposed` says so, plus a row that is
/// added to each row of the result.
///
/// # Panics
/// If the shapes are not those of a product, or the row is not as long as the result's rows.
pub fn product_into<T, S: Shape, Y: Layout<S>, R: Shape, Z: Layout<R>, O: Shape>(
    left: View<'_, T, S, Y>,
    right: View<'_, T, R, Z>,
    transposed: bool,
    row: Option<&[T]>,
    shape: O,
) -> Buffer<T>
where
    T: Clone + Zero + Mul<Output = T> + 'static,
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
    unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, row, buffer.as_mut_ptr()) };
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
unsafe fn stack<T: Clone + Zero + Mul<Output = T> + 'static>(
    left: *const T,
    l: &Dims,
    ls: &Strides,
    right: *const T,
    r: &Dims,
    rs: &Strides,
    out: &Dims,
    row: Option<&[T]>,
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
        unsafe { one(&a, &b, Sizes { m: rows, ..sizes }, row, to, &mut written) };
        mem::forget(written);
        return;
    }
    let matrices: usize = out.sizes[2..out.rank.max(2)].iter().product();
    let mut index = [0usize; MAX_RANK];
    for i in 0..matrices {
        let place = |steps: &Strides| (2..out.rank).map(|axis| steps[axis] * index[axis] as isize).sum::<isize>();
        // SAFETY: the index is within the leading axes, to which the operand is stretched.
        let a = Matrix { ptr: unsafe { left.offset(place(&left_steps)) }, rows: ls[1], columns: ls[0] };
        // SAFETY: as above.
        let b = Matrix { ptr: unsafe { right.offset(place(&right_steps)) }, rows: rs[1], columns: rs[0] };
        // SAFETY: the result has this many matrices, one after the other.
        let c = unsafe { to.add(i * sizes.m * sizes.n) };
        // SAFETY: two matrices of these sizes, and room for their product.
        unsafe { one(&a, &b, sizes, row, c, &mut written) };
        for (i, size) in index.iter_mut().zip(out.sizes).take(out.rank).skip(2) {
            *i += 1;
            if *i < size {
                break;
            }
            *i = 0;
        }
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

/// The product of two matrices, plus a row that is added to each of its rows, row-major at `c`.
///
/// # Safety
/// The matrices have these sizes, the row has `n` elements, and there is room for `m n` elements at `c`, the next ones of `written`.
unsafe fn one<T: Clone + Zero + Mul<Output = T> + 'static>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: Sizes,
    row: Option<&[T]>,
    c: *mut T,
    written: &mut Written<T>,
) {
    let Sizes { m, k, n } = sizes;
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        use super::kernel::{Problem, Start, product};
        let problem = Problem {
            m,
            k,
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
        };
        // SAFETY: the matrices and the result have these sizes and steps, and the row has `n` elements.
        if unsafe { product(&problem) } {
            return;
        }
    }
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
    kernel!(f32, matrixmultiply::sgemm);
    kernel!(f64, matrixmultiply::dgemm);
    for i in 0..m {
        for j in 0..n {
            let mut sum = T::zero();
            for l in 0..k {
                // SAFETY: row `i` and column `l` are within the left matrix.
                let x = unsafe { a.ptr.offset(i as isize * a.rows + l as isize * a.columns) };
                // SAFETY: row `l` and column `j` are within the right matrix.
                let y = unsafe { b.ptr.offset(l as isize * b.rows + j as isize * b.columns) };
                // SAFETY: an element of the left operand, which is borrowed.
                let x = unsafe { &*x };
                // SAFETY: an element of the right operand, which is borrowed.
                let y = unsafe { &*y };
                sum = sum + x.clone() * y.clone();
            }
            if let Some(row) = row {
                sum = sum + row[j].clone();
            }
            // SAFETY: there is room for `m n` elements.
            let place = unsafe { c.add(i * n + j) };
            // SAFETY: nothing is there yet.
            unsafe { ptr::write(place, sum) };
            written.done += 1;
        }
    }
}
