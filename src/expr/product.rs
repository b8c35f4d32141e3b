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
use crate::view::Operand;

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
    unsafe { stack(left.as_ptr(), &l, &ls, right.as_ptr(), &r, &rs, &out, buffer.as_mut_ptr()) };
    // SAFETY: they are written.
    unsafe { buffer.set_len(numel) };
    (buffer, shape)
}

/// All pairs of matrices; nothing here depends on the shapes' types, so it is compiled once for each element type.
///
/// # Safety
/// The operands have these sizes and strides, their leading axes fit those of `out`, and there is room for it at `to`.
#[allow(clippy::too_many_arguments)] // two operands and a result, each with its sizes
unsafe fn stack<T: Clone + Zero + Mul<Output = T> + 'static>(
    left: *const T,
    l: &Dims,
    ls: &Strides,
    right: *const T,
    r: &Dims,
    rs: &Strides,
    out: &Dims,
    to: *mut T,
) {
    let sizes = Sizes { m: l.sizes[1], k: l.sizes[0], n: r.sizes[0] };
    let (left_steps, right_steps) = (l.stretched(ls, out), r.stretched(rs, out));
    let mut written = Written::new(to);
    let one_right = (2..out.rank).all(|axis| right_steps[axis] == 0 || out.sizes[axis] == 1);
    if let (true, Some(rows)) = (one_right, rows_as_one(sizes.m, ls[1], &left_steps, out)) {
        let a = Matrix { ptr: left, rows: ls[1], columns: ls[0] };
        let b = Matrix { ptr: right, rows: rs[1], columns: rs[0] };
        // SAFETY: the stack on the left is one matrix of this many rows, and so is the result.
        unsafe { one(&a, &b, Sizes { m: rows, ..sizes }, to, &mut written) };
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
        unsafe { one(&a, &b, sizes, c, &mut written) };
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

/// The number of rows, if a stack of matrices lies as one matrix of that many.
fn rows_as_one(m: usize, step: isize, steps: &Strides, out: &Dims) -> Option<usize> {
    let mut rows = m;
    for (&size, &stride) in out.sizes.iter().zip(steps).take(out.rank).skip(2) {
        if size != 1 {
            if stride != step * rows as isize {
                return None;
            }
            rows *= size;
        }
    }
    Some(rows)
}

/// The product of two matrices, row-major at `c`.
///
/// # Safety
/// The matrices have these sizes, and there is room for `m n` elements at `c`, the next ones of `written`.
unsafe fn one<T: Clone + Zero + Mul<Output = T> + 'static>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    sizes: Sizes,
    c: *mut T,
    written: &mut Written<T>,
) {
    let Sizes { m, k, n } = sizes;
    macro_rules! kernel {
        ($t:ty, $kernel:path) => {
            if TypeId::of::<T>() == TypeId::of::<$t>() {
                let (a_ptr, b_ptr, c_ptr) = (a.ptr.cast(), b.ptr.cast(), c.cast());
                // SAFETY: the element type was compared just above; the sizes and strides are the operands' own. With a factor
                // of 0 for what is at `c`, that is not read.
                unsafe {
                    $kernel(m, k, n, 1.0, a_ptr, a.rows, a.columns, b_ptr, b.rows, b.columns, 0.0, c_ptr, n as isize, 1)
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
            // SAFETY: there is room for `m n` elements.
            let place = unsafe { c.add(i * n + j) };
            // SAFETY: nothing is there yet.
            unsafe { ptr::write(place, sum) };
            written.done += 1;
        }
    }
}
