//! Operands copied row by row for what works on slices: in tiles where a row jumps through memory and another axis does not.

use core::mem::{self, MaybeUninit};

use crate::kernels::turned::{TILE, backwards, columns};
use crate::kernels::types::Same;
use crate::shape::Shape;
use crate::shape::dims::{MAX_RANK, product};
use crate::shape::layout::Layout;
use crate::storage::{Buffer, Full, Growing};
use crate::view::View;
use crate::view::block::{Block, Erased};

/// The elements, copied row by row by loops that all shapes share.
#[inline]
pub(crate) fn copied<T: Clone, S: Shape, Y: Layout<S>>(x: View<'_, T, S, Y>) -> Buffer<T> {
    to_buffer(Erased::new(x), x.shape().numel())
}

/// As [`copied`], of a view whose shape is forgotten.
pub(crate) fn copied_erased<T: Clone>(x: Erased<'_, T>) -> Buffer<T> {
    let numel = product(x.block().sizes());
    to_buffer(x, numel)
}

/// Matrices that lie one after the other, `[matrices, rows, columns]`, each transposed.
///
/// # Panics
/// If there are not as many elements.
pub(crate) fn transposed<T: Clone>(elements: &[T], sizes: [usize; 3]) -> Buffer<T> {
    to_buffer(Erased::transposes(elements, sizes), elements.len())
}

/// As [`transposed`], of so many elements that `write` writes, if they are floats.
///
/// # Panics
/// If they are not as many as the sizes say.
pub(super) fn transposed_by<T>(
    numel: usize,
    sizes: [usize; 3],
    write: impl for<'a> FnOnce(&'a mut [MaybeUninit<T>]) -> Full<'a, T>,
) -> Option<Buffer<T>> {
    let mut write = Some(write);
    macro_rules! if_it_is {
        ($($t:ty)*) => { $(
            if let Some(same) = Same::<T, $t>::new() {
                let made = Buffer::written_by(numel, write.take()?);
                return Some(Buffer::written_by(numel, |to| {
                    let _ = all(&Erased::transposes(same.slice(made.as_slice()), sizes), same.places(to));
                    // SAFETY: all of them are written, as numbers of the same type.
                    unsafe { Full::new(to) }
                }));
            }
        )* };
    }
    if_it_is!(f32 f64);
    #[cfg(feature = "half")]
    if_it_is!(half::f16 half::bf16);
    None
}

#[inline(never)]
fn to_buffer<T: Clone>(x: Erased<'_, T>, numel: usize) -> Buffer<T> {
    if const { mem::needs_drop::<T>() } {
        let mut to = Growing::with_room(numel);
        x.block().copy_to(&mut to);
        return to.finish();
    }
    Buffer::written_by(numel, |to| all(&x, to))
}

/// Writes copies of all elements, which need not be dropped.
///
/// # Panics
/// If there are not as many places.
fn all<'p, T: Clone>(x: &Erased<'_, T>, to: &'p mut [MaybeUninit<T>]) -> Full<'p, T> {
    let x = x.merged();
    let sizes = x.block().sizes();
    assert!(product(sizes) == to.len(), "a place for each element");
    if !to.is_empty() {
        match x.neighbours() {
            Some(axis) => {
                // How far each axis goes in the result.
                let mut steps = [1; MAX_RANK];
                for axis in (1..sizes.len()).rev() {
                    steps[axis - 1] = steps[axis] * sizes[axis];
                }
                steps[axis..sizes.len()].rotate_left(1);
                turned(x.with_last(axis).block(), &steps[..sizes.len()], to);
            }
            None => rows(x.block(), to),
        }
    }
    // SAFETY: each element of the block is written to its own place, by row-major order, and there are as many places as elements.
    unsafe { Full::new(to) }
}

/// Row after row, or longer parts that lie so in memory.
fn rows<T: Clone>(block: Block<'_, T>, to: &mut [MaybeUninit<T>]) {
    if let Some(elements) = block.as_slice() {
        to.write_clone_of_slice(elements);
    } else if let Some(elements) = block.backwards() {
        backwards(elements, to);
    } else if let &[size] = block.sizes() {
        for (place, x) in to.iter_mut().zip(block.row(0..size)) {
            place.write(x.clone());
        }
    } else {
        let len = to.len() / block.len();
        for (i, to) in to.chunks_exact_mut(len).enumerate() {
            rows(block.at(i), to);
        }
    }
}

/// In tiles: the last axis goes on in memory, the one before it in the result, and the others around them one after the other. Steps are those in
/// the result.
fn turned<T: Clone>(block: Block<'_, T>, steps: &[usize], to: &mut [MaybeUninit<T>]) {
    let &[_, step] = steps else {
        for i in 0..block.len() {
            turned(block.at(i), &steps[1..], &mut to[i * steps[0]..]);
        }
        return;
    };
    for at in (0..block.len()).step_by(TILE) {
        let mut lines = [&[][..]; TILE];
        let lines = &mut lines[..TILE.min(block.len() - at)];
        for (i, line) in lines.iter_mut().enumerate() {
            *line = block.at(at + i).as_slice().expect("neighbours in memory");
        }
        columns(lines, &mut to[at..], step);
    }
}
