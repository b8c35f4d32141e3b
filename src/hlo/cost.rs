//! What a graph costs: operations on floats, and bytes.

use super::notes::{Id, Node, Notes, Op};

/// What an operation costs, or several. JAX's `cost_analysis()`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Operations on elements: a product and a sum are two.
    pub flops: u64,
    /// Bytes of what it reads and of what it gives.
    pub bytes: u64,
}

impl core::ops::Add for Cost {
    type Output = Cost;
    fn add(self, other: Cost) -> Cost {
        Cost { flops: self.flops + other.flops, bytes: self.bytes + other.bytes }
    }
}

impl core::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(all: I) -> Cost {
        all.fold(Cost::default(), |sum, one| sum + one)
    }
}

impl Notes {
    /// What a value costs.
    pub(crate) fn cost(&self, node: &Node) -> Cost {
        let size = |sizes: &[usize]| sizes.iter().map(|n| *n as u64).product::<u64>();
        let of = |x: &Id| size(self.sizes(*x)) * self.dtype(*x).size() as u64;
        let made = size(&node.sizes);
        let moved = node.from.iter().map(of).sum::<u64>() + made * node.dtype.size() as u64;
        let from = |i: usize| self.sizes(node.from[i]);
        let (flops, bytes) = match &node.op {
            Op::Argument(_) | Op::Constant(_) | Op::Iota(_) | Op::Reshape | Op::Detach | Op::Stretch => (0, 0),
            Op::Transpose(_) | Op::Reverse(_) | Op::Slice(_) | Op::Pad(_) | Op::Concat(_) | Op::Convert => (0, moved),
            Op::Take => (0, moved - of(&node.from[0]) + made * node.dtype.size() as u64),
            Op::Unary(_) | Op::Binary(_) | Op::Compare(_) | Op::Select => (made, moved),
            Op::Reduce(..) => (size(from(0)), moved),
            Op::Dot { contract: [a, _], .. } => (2 * made * from(0)[*a] as u64, moved),
            Op::Convolution(by) => {
                // Each result is of the kernel's channels and places.
                let kernel = from(1).iter().zip(by.kernel).filter(|(_, axis)| *axis != 'o');
                let taps: u64 = kernel.map(|(n, _)| *n as u64).product();
                (2 * made * taps / by.batch_groups as u64, moved)
            }
            Op::Pool(_, by) => (made * (by.kernel[0] * by.kernel[1]) as u64, moved),
            Op::Unpool(by) => (size(from(1)) * (by.kernel[0] * by.kernel[1]) as u64, moved),
            Op::AddAt(_) => (size(from(1)), moved),
        };
        Cost { flops, bytes }
    }
}
