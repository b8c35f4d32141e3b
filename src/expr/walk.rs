//! The loops: one generator for all element-wise work.
//!
//! Long rows share one function for each form of operands, whatever the shapes: the plan is data there. Short rows are
//! loops of constants, compiled for their shapes, since a loop that starts anew every few elements costs more than its
//! work.

use super::node::Node;
use super::plan::Loops;
use super::sink::Sink;

/// Rows shorter than this are walked by loops of constants.
pub const SHORT: usize = 32;
/// The most loops that are compiled as constants.
const MAX_CONSTANT_LOOPS: usize = 6;

/// A plan that is known when the program is compiled.
pub trait Plan {
    const LOOPS: Loops;
    /// Is the plan walked by loops of constants?
    const CONSTANT: bool = Self::LOOPS.counts[0] < SHORT && Self::LOOPS.rank <= MAX_CONSTANT_LOOPS;
}

/// Walks an expression by a plan that is data.
///
/// # Safety
/// The node was made for these loops, none of which has count 0, and the sink has room for all.
#[inline(never)]
pub unsafe fn walk<N: Node, S: Sink<N::Item>>(node: N, loops: &Loops, sink: &mut S) {
    // SAFETY: passed on from the caller.
    unsafe { nest(node, loops, loops.rank - 1, sink) }
}

unsafe fn nest<N: Node, S: Sink<N::Item>>(mut node: N, loops: &Loops, depth: usize, sink: &mut S) {
    let axis = loops.axes[depth] as usize;
    match depth {
        // SAFETY: passed on from the caller: this is the only row.
        0 => unsafe { row(node, loops.counts[0], sink) },
        1 => {
            for _ in 0..loops.counts[1] {
                // SAFETY: the node is at a place of its loops.
                unsafe { row(node, loops.counts[0], sink) };
                // SAFETY: the next place, or the first past the end.
                unsafe { node.step(axis) };
            }
        }
        _ => {
            for _ in 0..loops.counts[depth] {
                // SAFETY: the node is at a place of its loops.
                unsafe { nest(node, loops, depth - 1, sink) };
                // SAFETY: the next place, or the first past the end.
                unsafe { node.step(axis) };
            }
        }
    }
}

#[inline(always)]
unsafe fn row<N: Node, S: Sink<N::Item>>(node: N, len: usize, sink: &mut S) {
    // SAFETY: passed on from the caller.
    let row = unsafe { node.row() };
    // SAFETY: passed on from the caller.
    unsafe { sink.row(row, len) }
}

/// Walks an expression by a plan of constants.
///
/// # Safety
/// As for [`walk`].
#[inline(always)]
pub unsafe fn unrolled<P: Plan, N: Node, S: Sink<N::Item>>(node: N, sink: &mut S) {
    let mut n5 = node;
    for _ in 0..const { P::LOOPS.counts[5] } {
        let mut n4 = n5;
        for _ in 0..const { P::LOOPS.counts[4] } {
            let mut n3 = n4;
            for _ in 0..const { P::LOOPS.counts[3] } {
                let mut n2 = n3;
                for _ in 0..const { P::LOOPS.counts[2] } {
                    let mut n1 = n2;
                    for _ in 0..const { P::LOOPS.counts[1] } {
                        // SAFETY: the node is at a place of its loops.
                        unsafe { row(n1, const { P::LOOPS.counts[0] }, sink) };
                        // SAFETY: the next place, or the first past the end.
                        unsafe { n1.step(const { P::LOOPS.axes[1] as usize }) };
                    }
                    // SAFETY: as above.
                    unsafe { n2.step(const { P::LOOPS.axes[2] as usize }) };
                }
                // SAFETY: as above.
                unsafe { n3.step(const { P::LOOPS.axes[3] as usize }) };
            }
            // SAFETY: as above.
            unsafe { n4.step(const { P::LOOPS.axes[4] as usize }) };
        }
        // SAFETY: as above.
        unsafe { n5.step(const { P::LOOPS.axes[5] as usize }) };
    }
}
