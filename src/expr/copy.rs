//! Operands copied row by row for what works on slices: in tiles where a row jumps through memory and another axis does not.

use core::mem::{self, MaybeUninit};
use core::ops::Range;

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

/// As [`transposed`], of elements that `write` writes, if they are floats: those of a range, to as many places, all of them.
pub(super) fn transposed_by<T>(
    [outer, rows, columns]: [usize; 3],
    mut write: impl for<'a> FnMut(Range<usize>, &'a mut [MaybeUninit<T>]) -> Full<'a, T>,
) -> Option<Buffer<T>> {
    macro_rules! if_it_is {
        ($($t:ty)*) => { $(
            if let Some(same) = Same::<T, $t>::new() {
                let width = at_once::<$t>().min(columns);
                let mut made = [const { MaybeUninit::<T>::uninit() }; TILE * MOST_AT_ONCE];
                return Some(Buffer::written_by(outer * rows * columns, |to| {
                    for i in 0..outer {
                        let tiles = (0..columns).step_by(width).flat_map(|column| (0..rows).step_by(TILE).map(move |at| (column, at)));
                        for (column, at) in tiles {
                            let width = width.min(columns - column);
                            let lines = TILE.min(rows - at);
                            for (line, to) in made.chunks_exact_mut(width).take(lines).enumerate() {
                                let start = ((i * rows) + at + line) * columns + column;
                                let place = to.as_ptr().cast();
                                write(start..start + width, to).are(place, width);
                            }
                            // SAFETY: written just above.
                            let made = same.slice(unsafe { made[..lines * width].assume_init_ref() });
                            let to = &mut same.places(to)[(i * columns + column) * rows + at..];
                            turn(lines, |line| &made[line * width..][..width], to, rows);
                        }
                    }
                    // SAFETY: each row's elements are written as columns, which are all of them.
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

/// Of rows so many bytes are turned at a time: with more, the rows of the result, and the pages that they are on, would be more than the CPU keeps track
/// of.
const BYTES: usize = 512;
/// As many elements are these at most.
const MOST_AT_ONCE: usize = BYTES / 2;

/// How many elements of a row are turned at a time.
const fn at_once<T>() -> usize {
    let size = if size_of::<T>() < 2 { 2 } else { size_of::<T>() };
    let some = BYTES / size;
    if some < TILE { TILE } else { some }
}

/// So many rows as columns.
#[inline(always)]
fn turn<'a, T: Clone + 'a>(rows: usize, row: impl Fn(usize) -> &'a [T], to: &mut [MaybeUninit<T>], step: usize) {
    let mut tiles = [[&[][..]; TILE]; 2];
    let [mut lines, mut soon] = tiles.each_mut();
    let fill = |lines: &mut [&'a [T]; TILE], at: usize| {
        let count = TILE.min(rows.saturating_sub(at));
        lines[..count].iter_mut().enumerate().for_each(|(i, line)| *line = row(at + i));
        count
    };
    let (mut at, mut count) = (0, fill(lines, 0));
    while count > 0 {
        let next = fill(soon, at + TILE);
        columns(&lines[..count], &soon[..next], &mut to[at..], step);
        (lines, soon, count, at) = (soon, lines, next, at + TILE);
    }
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
    let len = block.sizes()[1];
    let width = at_once::<T>().min(len);
    for column in (0..len).step_by(width) {
        let part = column..len.min(column + width);
        turn(block.len(), |i| block.part_of_row(i, part.clone()), &mut to[column * step..], step);
    }
}
