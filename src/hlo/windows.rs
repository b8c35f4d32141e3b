//! Convolutions and windows, over two axes.

use alloc::vec;
use alloc::vec::Vec;

use super::notes::{Fold, Id, Notes, Op};

/// A convolution of two axes. Pads may be less than 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Convolution {
    /// Which axis of the input is the batch, the channels, the height and the width.
    pub input: [char; 4],
    pub kernel: [char; 4],
    pub output: [char; 4],
    pub stride: [usize; 2],
    pub pads: [[isize; 2]; 2],
    /// How far the input's elements are apart, and the kernel's.
    pub dilation: [[usize; 2]; 2],
    pub groups: usize,
    pub batch_groups: usize,
}

impl Convolution {
    pub(crate) const INPUT: [char; 4] = ['b', 'f', '0', '1'];
    pub(crate) const KERNEL: [char; 4] = ['o', 'i', '0', '1'];
}

/// Windows over the last two axes of four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Pooling {
    pub kernel: [usize; 2],
    pub stride: [usize; 2],
    pub pads: [[isize; 2]; 2],
}

/// How far elements reach that lie so far apart.
pub(super) fn reach(size: usize, apart: usize) -> isize {
    (size as isize - 1) * apart as isize + 1
}

impl Notes {
    /// A convolution. Its result has these sizes.
    pub(crate) fn convolution(&mut self, x: Id, weights: Id, by: Convolution, to: Vec<usize>) -> Id {
        self.add(Op::Convolution(by), &[x, weights], to, self.dtype(x))
    }

    /// The transposed convolution of the one that makes `[n, f, ..]` of `[n, c, ..]` with kernels `[f, c / groups, h, w]`: from its results to its
    /// inputs, of these sizes.
    pub(crate) fn transposed_convolution(&mut self, g: Id, weights: Id, by: &Convolution, to: &[usize]) -> Id {
        let kernel = self.sizes(weights).to_vec();
        let (filters, in_group, groups) = (kernel[0], kernel[1], by.groups);
        // Within each group filters and channels change places.
        let grouped = self.reshape(weights, &[groups, filters / groups, in_group, kernel[2], kernel[3]]);
        let swapped = self.transpose(grouped, &[0, 2, 1, 3, 4]);
        let swapped = self.reshape(swapped, &[groups * in_group, filters / groups, kernel[2], kernel[3]]);
        let turned = self.reverse(swapped, vec![2, 3]);
        let from = self.sizes(g).to_vec();
        let pads = core::array::from_fn(|i| {
            let reached = reach(kernel[2 + i], by.dilation[1][i]);
            let front = reached - 1 - by.pads[i][0];
            let all = reach(to[2 + i], by.dilation[0][i]) + reached - 1 - reach(from[2 + i], by.stride[i]);
            [front, all - front]
        });
        let back = Convolution { stride: by.dilation[0], pads, dilation: [by.stride, by.dilation[1]], ..*by };
        self.convolution(g, turned, back, to.to_vec())
    }

    /// What a gradient of a convolution's result is of its kernels, of these sizes.
    pub(super) fn kernel_gradient(&mut self, x: Id, g: Id, by: &Convolution, kernel: &[usize]) -> Id {
        let (from, made) = (self.sizes(x).to_vec(), self.sizes(g).to_vec());
        let pads = core::array::from_fn(|i| {
            let all = reach(kernel[2 + i], by.dilation[1][i]) + reach(made[2 + i], by.stride[i])
                - 1
                - reach(from[2 + i], by.dilation[0][i]);
            [by.pads[i][0], all - by.pads[i][0]]
        });
        let back = Convolution {
            input: ['f', 'b', '0', '1'],
            kernel: ['i', 'o', '0', '1'],
            output: ['f', 'b', '0', '1'],
            stride: by.dilation[1],
            pads,
            dilation: [by.dilation[0], by.stride],
            groups: 1,
            batch_groups: by.groups,
        };
        self.convolution(x, g, back, kernel.to_vec())
    }

    /// Sums or largest elements of windows of the last two of four axes.
    pub(crate) fn pool(&mut self, fold: Fold, x: Id, by: Pooling) -> Id {
        let mut to = self.sizes(x).to_vec();
        for i in 0..2 {
            let whole = to[2 + i] as isize + by.pads[i][0] + by.pads[i][1];
            let steps = (whole - by.kernel[i] as isize).div_euclid(by.stride[i] as isize);
            to[2 + i] = (steps + 1).max(0) as usize;
        }
        self.add(Op::Pool(fold, by), &[x], to, self.dtype(x))
    }

    /// Each of the numbers goes where its window's first largest element is.
    pub(super) fn unpool(&mut self, x: Id, numbers: Id, by: Pooling) -> Id {
        self.add(Op::Unpool(by), &[x, numbers], self.sizes(x).to_vec(), self.dtype(x))
    }

    /// Numbers of windows, spread over all elements of these.
    pub(super) fn spread_over_windows(&mut self, g: Id, by: &Pooling, to: &[usize]) -> Id {
        let from = self.sizes(g).to_vec();
        let zero = self.like(0.0, g);
        let mut parts = vec![[0; 3]; 2];
        for i in 0..2 {
            let front = by.kernel[i] as isize - 1 - by.pads[i][0];
            let all = to[2 + i] as isize + by.kernel[i] as isize - 1 - reach(from[2 + i], by.stride[i]);
            parts.push([front, all - front, by.stride[i] as isize - 1]);
        }
        let padded = self.pad(g, zero, parts);
        self.pool(Fold::Sum, padded, Pooling { kernel: by.kernel, stride: [1; 2], pads: [[0; 2]; 2] })
    }
}
