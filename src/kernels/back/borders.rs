//! Borders that are made of elements, and their gradients.

use alloc::vec::Vec;

use num_traits::Float;

use super::add_to;

/// Which element each place of an axis is: those before it, the axis itself, and those behind it.
pub(crate) struct Origins {
    pub before: Vec<usize>,
    pub size: usize,
    pub after: Vec<usize>,
}

impl Origins {
    /// How many there are.
    fn count(&self) -> usize {
        self.before.len() + self.size + self.after.len()
    }

    fn each(&self) -> impl Iterator<Item = usize> {
        self.before.iter().copied().chain(0..self.size).chain(self.after.iter().copied())
    }
}

/// Appends a block, whose axes these are, the last one last, with its borders.
pub(crate) fn border<T: Clone>(axes: &[Origins], block: &[T], to: &mut Vec<T>) {
    match axes {
        [] => to.extend_from_slice(block),
        [last] => {
            to.extend(last.before.iter().map(|at| block[*at].clone()));
            to.extend_from_slice(block);
            to.extend(last.after.iter().map(|at| block[*at].clone()));
        }
        [first, rest @ ..] => {
            let inner: usize = rest.iter().map(|axis| axis.size).product();
            for at in first.each() {
                border(rest, &block[at * inner..(at + 1) * inner], to);
            }
        }
    }
}

/// Adds the gradient of a block with its borders to that of the block.
pub(crate) fn border_back<T: Float>(axes: &[Origins], grad: &[T], to: &mut [T]) {
    match axes {
        [] => add_to(to, grad),
        [last] => {
            let (before, rest) = grad.split_at(last.before.len());
            let (own, after) = rest.split_at(last.size);
            add_to(to, own);
            for (at, g) in last.before.iter().zip(before).chain(last.after.iter().zip(after)) {
                to[*at] = to[*at] + *g;
            }
        }
        [first, rest @ ..] => {
            let inner: usize = rest.iter().map(|axis| axis.size).product();
            let made: usize = rest.iter().map(Origins::count).product();
            for (i, at) in first.each().enumerate() {
                border_back(rest, &grad[i * made..(i + 1) * made], &mut to[at * inner..(at + 1) * inner]);
            }
        }
    }
}
