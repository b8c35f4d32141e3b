//! The way back of products of matrices.

use super::dense::columns_summed;
use crate::kernels::products::{Grid, ProductSizes, gemm};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::shape::dims::{Dims, inserted};
use crate::storage::Buffer;

/// The way back of a product of stacks of matrices, `[…, M, K] x […, K, N]`, of these shapes.
pub(super) struct ProductBack {
    pub left: Dims,
    pub right: Dims,
    pub out: Dims,
}
held!(ProductBack; lowered);

/// The shape with an axis of size 1 more.
fn with_one(dims: Dims, place: usize) -> Dims {
    Dims { sizes: inserted(dims.sizes, place, 1), unknown: 0, rank: dims.rank + 1 }
}

impl<T: Real> Backward<T> for ProductBack {
    fn name(&self) -> &'static str {
        "matmul"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, wanted.has(1)).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let ProductBack { mut left, mut right, mut out } = *self;
        // A vector is one row on the left, and one column on the right; the result lacks that axis.
        let (row, column) = (left.rank == 1, right.rank == 1);
        if column {
            (right, out) = (with_one(right, 0), with_one(out, 0));
        }
        if row {
            (left, out) = (with_one(left, 1), with_one(out, 1));
        }
        let (m, k, n) = (left.sizes[1], left.sizes[0], right.sizes[0]);
        let matrices = |dims: &Dims| dims.sizes[2..dims.rank.max(2)].iter().product::<usize>();
        let (a, b) = (at.elements_if(0, to.wants(1)), at.elements_if(1, to.wants(0)));
        let memory = grad;
        let grad = memory.as_slice();
        if matrices(&right) == 1 && matrices(&left) == matrices(&out) {
            // One matrix on the right: the stack on the left is one matrix of all rows.
            let m = m * matrices(&out);
            let g = Grid { elements: grad, rows: n, columns: 1 };
            let (a, b) = (Grid { elements: &a, rows: k, columns: 1 }, Grid { elements: &b, rows: n, columns: 1 });
            to.add(0, |to, add| gemm(g, b.transposed(), ProductSizes { m, k: n, n: k }, add, to));
            to.add(1, |to, add| gemm(a.transposed(), g, ProductSizes { m: k, k: m, n }, add, to));
            return to.free(memory);
        }
        let steps = [&left, &right].map(|dims| dims.stretched(&dims.strides(), &out));
        let place = |side: usize, mut i: usize| {
            let mut at = 0;
            for (step, size) in steps[side].iter().zip(out.sizes).take(out.rank).skip(2) {
                at += *step as usize * (i % size);
                i /= size;
            }
            at
        };
        let pairs = if m * n == 0 { 0 } else { matrices(&out) };
        let grad_at = |i: usize| Grid { elements: &grad[i * m * n..][..m * n], rows: n, columns: 1 };
        to.accumulate(0, |to| {
            for i in 0..pairs {
                let b = Grid { elements: &b[place(1, i)..][..k * n], rows: n, columns: 1 };
                let to = &mut to[place(0, i)..][..m * k];
                gemm(grad_at(i), b.transposed(), ProductSizes { m, k: n, n: k }, true, to);
            }
        });
        to.accumulate(1, |to| {
            for i in 0..pairs {
                let a = Grid { elements: &a[place(0, i)..][..m * k], rows: k, columns: 1 };
                let to = &mut to[place(1, i)..][..k * n];
                gemm(a.transposed(), grad_at(i), ProductSizes { m: k, k: m, n }, true, to);
            }
        });
        to.free(memory);
    }
}

/// The way back of `x W^T + b`, of weights `[outputs, inputs]`.
pub(crate) struct AffineBack {
    pub inputs: usize,
    pub outputs: usize,
}
held!(AffineBack; lowered);

impl<T: Real> Backward<T> for AffineBack {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, wanted.has(1)).operand(1, wanted.has(0))
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let &AffineBack { inputs, outputs } = self;
        let memory = grad;
        let grad = memory.as_slice();
        let m = grad.len().checked_div(outputs).unwrap_or(0);
        let (x, weight) = (at.elements_if(0, to.wants(1)), at.elements_if(1, to.wants(0)));
        let g = Grid { elements: grad, rows: outputs, columns: 1 };
        let weight = Grid { elements: &weight, rows: inputs, columns: 1 };
        to.add(1, |to, add| {
            let x = Grid { elements: &x, rows: inputs, columns: 1 };
            gemm(g.transposed(), x, ProductSizes { m: outputs, k: m, n: inputs }, add, to);
        });
        drop(x);
        at.let_go(0);
        if at.operands() > 2 {
            to.accumulate(2, |to| columns_summed(grad, to));
        }
        to.add(0, |to, add| gemm(g, weight, ProductSizes { m, k: outputs, n: inputs }, add, to));
        to.free(memory);
    }
}
