//! Operands copied row by row for what works on slices: in tiles where a row jumps through memory and another axis does not.

use core::mem::{self, MaybeUninit};
use core::ops::Range;

use crate::kernels::products::Matrix;
use crate::kernels::simd::ask;
use crate::kernels::stream;
use crate::kernels::turned::{Reach, TILE, backwards, columns};
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
    if !is_float::<T>() {
        return None;
    }
    let mut made = [const { MaybeUninit::<T>::uninit() }; TILE * MOST_AT_ONCE];
    Some(Buffer::written_by(outer * rows * columns, |to| {
        let far = Far::of(to);
        for i in 0..outer {
            tiles::<T>([rows, columns], |lines, part| {
                let to = &mut to[(i * columns + part.start) * rows + lines.start..];
                made_tile([lines.len(), part.len()], part.len() == columns, &mut made, to, rows, &far, |line, to| {
                    let start = (i * rows + lines.start + line) * columns + part.start;
                    write(start..start + to.len(), to)
                });
            });
        }
        // SAFETY: each row's elements are written as columns, which are all of them.
        unsafe { Full::new(to) }
    }))
}

/// A function of elements that lie in memory in another order than theirs, along one axis next to each other, if results are floats: `write` writes those of some that
/// are neighbours, to as many places, all of them.
///
/// # Panics
/// If there are not as many elements.
pub(super) fn turned_by<T, U>(
    x: &Erased<'_, T>,
    numel: usize,
    mut write: impl for<'a> FnMut(&[T], &'a mut [MaybeUninit<U>]) -> Full<'a, U>,
) -> Option<Buffer<U>> {
    let x = x.merged();
    let axis = x.neighbours().filter(|_| is_float::<U>())?;
    let mut made = [const { MaybeUninit::<U>::uninit() }; TILE * MOST_AT_ONCE];
    Some(Buffer::written_by(numel, |to| {
        assert!(product(x.block().sizes()) == to.len(), "a place for each element");
        let far = Far::of(to);
        matrices(x.with_last(axis).block(), &steps(x.block().sizes(), axis), 0, &mut |block, at, step| {
            let &[rows, columns] = block.sizes() else { panic!("a matrix") };
            let elements = block.as_slice();
            tiles::<U>([rows, columns], |lines, part| {
                let to = &mut to[at + part.start * step + lines.start..];
                let together = elements.filter(|_| part.len() == columns);
                made_tile([lines.len(), part.len()], together.is_some(), &mut made, to, step, &far, |line, to| {
                    let line = lines.start + line;
                    if let Some(elements) = together {
                        return write(&elements[line * columns..][..to.len()], to);
                    }
                    // What the row of the next tile is made of: rows are on pages of their own, where CPUs do not look ahead.
                    if part.end < columns {
                        ask(block.part_of_row(line, part.end..columns.min(part.end + part.len())));
                    } else if line + TILE < rows {
                        ask(block.part_of_row(line + TILE, 0..columns.min(at_once::<U>())));
                    }
                    write(block.part_of_row(line, part.clone()), to)
                });
            });
        });
        // SAFETY: each row of each matrix of two axes is written as a column of its own, which are all of them.
        unsafe { Full::new(to) }
    }))
}

macro_rules! floats {
    ($($(#[$cfg:meta])* $t:ty),*) => {
        /// Are elements of a type whose tiles are made elsewhere, before they are turned?
        fn is_float<T>() -> bool {
            $( $(#[$cfg])* if Same::<T, $t>::new().is_some() {
                return true;
            } )*
            false
        }

        /// Rows of such elements as columns.
        #[inline(never)]
        fn floats<T>(rows: &Matrix<'_, T>, to: &mut [MaybeUninit<T>], step: usize, reach: Reach) {
            $( $(#[$cfg])* if let Some(same) = Same::<T, $t>::new() {
                return columns(&rows.same(same), same.places(to), step, reach);
            } )*
            unreachable!("no such type");
        }
    };
}
floats! { f32, f64, #[cfg(feature = "half")] half::f16, #[cfg(feature = "half")] half::bf16 }

/// Results so large that they are written past the caches, as it is worth the earlier the further apart they are: lines of which each is on another page
/// drive each other out before they are full.
struct Far(#[allow(dead_code)] stream::Fence);

impl Far {
    fn of<T>(to: &[MaybeUninit<T>]) -> Option<Self> {
        (stream::CAN && size_of_val(to) >= stream::LARGE_APART).then(|| Far(stream::Fence))
    }
}

/// The tiles of a matrix, rows from the first column to the last.
#[inline(always)]
fn tiles<T>([rows, columns]: [usize; 2], mut tile: impl FnMut(Range<usize>, Range<usize>)) {
    let width = at_once::<T>().min(columns).max(1);
    for row in (0..rows).step_by(TILE) {
        for column in (0..columns).step_by(width) {
            tile(row..rows.min(row + TILE), column..columns.min(column + width));
        }
    }
}

/// A tile whose rows are written by `write`, from the one that it names on, to as many places as there are columns, or all `together`, and are then columns.
#[inline(always)]
fn made_tile<T>(
    [height, width]: [usize; 2],
    together: bool,
    made: &mut [MaybeUninit<T>; TILE * MOST_AT_ONCE],
    to: &mut [MaybeUninit<T>],
    step: usize,
    far: &Option<Far>,
    mut write: impl for<'a> FnMut(usize, &'a mut [MaybeUninit<T>]) -> Full<'a, T>,
) {
    assert!(height * width <= made.len(), "a tile");
    let some = if together { height } else { 1 };
    let made = Full::by_parts(&mut made[..height * width], some * width, |i, made| write(i * some, made)).elements();
    let reach = if far.is_some() { Reach::Past } else { Reach::Here };
    floats(&Matrix::of(made, height, width), to, step, reach);
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

/// Matrices of this size, by their numbers, which a view of [merged](Erased::merged) axes is: rows may be at any distance, if the elements of each lie next to each
/// other, and so may matrices.
pub(crate) fn planes<'a, T>(
    x: &'a Erased<'_, T>,
    [height, width]: [usize; 2],
) -> Option<impl Fn(usize) -> Matrix<'a, T>> {
    let all = x.block();
    let is_one = match *all.sizes() {
        [rows, columns] => rows.is_multiple_of(height.max(1)) && columns == width,
        [_, rows, columns] => [rows, columns] == [height, width],
        _ => false,
    };
    (is_one && all.has_rows(1)).then_some(move |i: usize| match all.sizes().len() {
        2 => matrix(all).some_rows(i * height..(i + 1) * height),
        _ => matrix(all.at(i)),
    })
}

/// Two axes, of which the last one's elements lie next to each other.
///
/// # Panics
/// If there are other axes, or elements are apart.
fn matrix<'a, T>(block: Block<'a, T>) -> Matrix<'a, T> {
    let (first, sizes, step) = block.as_rows().expect("rows that lie in memory");
    // SAFETY: the block's own sizes and steps, whose elements are borrowed for as long.
    unsafe { Matrix::new(first, sizes, [step, 1]) }
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
            Some(axis) => turned(x.with_last(axis).block(), &steps(sizes, axis), 0, to),
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
    } else if let Some(lines) = block.rows() {
        let size = to.len() / block.len();
        for (to, line) in to.chunks_exact_mut(size).zip(lines) {
            to.write_clone_of_slice(line);
        }
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

/// Elements with others around them: in a result of these sizes, as many of `value` before them along each axis. If those next to each other in memory are along
/// another axis than the last, or rows are short, as in images; and of what has to be dropped, none.
///
/// # Panics
/// If there is no room for the elements.
pub(crate) fn bordered<T: Clone>(x: &Erased<'_, T>, before: &[usize], sizes: &[usize], value: &T) -> Option<Buffer<T>> {
    let neighbours = x.merged().neighbours().and_then(|_| x.neighbours());
    let last = x.block().sizes().len().checked_sub(1)?;
    // Of the outermost axis nothing is left to be the place of one part after the other.
    let axis = neighbours.unwrap_or(last);
    let is_short = size_of::<T>() * sizes[last] <= SHORT && x.block().sizes()[last] < sizes[last];
    if axis == 0 || mem::needs_drop::<T>() || (neighbours.is_none() && !is_short) {
        return None;
    }
    let block = if neighbours.is_some() { &x.with_last(axis) } else { x };
    Some(Buffer::written_by(product(sizes), |to| {
        let around = Around { axis, is_turned: neighbours.is_some(), value };
        around.write(block.block(), before, sizes, to);
        // SAFETY: each place is written, as it asserts.
        unsafe { Full::new(to) }
    }))
}

/// What is written at a time is to be in the nearest cache, half of it.
const NEAR: usize = 16 << 10;

/// A value around elements.
struct Around<'a, T> {
    /// Along which elements are next to each other, and whether it is not the last.
    axis: usize,
    is_turned: bool,
    value: &'a T,
}

impl<T: Clone> Around<'_, T> {
    /// Writes all places of a result of these sizes, a part of the outermost axis after the other.
    ///
    /// # Panics
    /// If there are not as many places.
    fn write(&self, block: Block<'_, T>, before: &[usize], sizes: &[usize], to: &mut [MaybeUninit<T>]) {
        let Around { axis, is_turned, value } = *self;
        let (inner, steps) = (product(&sizes[1..]), steps(&sizes[1..], axis - 1));
        assert!(to.len() == inner * sizes[0], "a place for each element");
        let mut far = steps;
        far[axis - 1..sizes.len() - 1].rotate_right(1);
        let at = before[1..].iter().zip(far).map(|(before, step)| before * step).sum();
        for (i, to) in to.chunks_exact_mut(inner.max(1)).enumerate() {
            let within = i.checked_sub(before[0]).filter(|&i| i < block.len()).map(|i| block.at(i));
            if let Some(block) = within
                && !is_turned
                && axis > 2
                && size_of_val(to) > NEAR
            {
                Around { axis: axis - 1, is_turned, value }.write(block, &before[1..], &sizes[1..], to);
                continue;
            }
            let mut done = 0;
            if is_turned {
                // So they are in the caches when elements are written there.
                fill(to, value);
                done = to.len();
            }
            match within {
                Some(block) if is_turned => turned(block, &steps, at, to),
                Some(block) => rows_apart(block, &steps, at, &mut done, value, to),
                None => {}
            }
            fill(&mut to[done..], value);
        }
    }
}

/// Writes one value to all places.
fn fill<T: Clone>(to: &mut [MaybeUninit<T>], value: &T) {
    to.iter_mut().for_each(|place| _ = place.write(value.clone()));
}

/// Rows of a result of so many bytes are short: they are written one after the other, with what is between them, where longer ones are written by axes.
const SHORT: usize = 768;

/// Row after row, from place `at` on, and `value` before each, from the first place that is not `done`. Steps are those in the result.
fn rows_apart<T: Clone>(
    block: Block<'_, T>,
    steps: &[usize],
    at: usize,
    done: &mut usize,
    value: &T,
    to: &mut [MaybeUninit<T>],
) {
    let mut write = |at: usize, size: usize, row: &mut dyn FnMut(&mut [MaybeUninit<T>])| {
        let (before, places) = to[*done..at + size].split_at_mut(at - *done);
        fill(before, value);
        row(places);
        *done = at + size;
    };
    match (block.sizes(), block.rows()) {
        (&[size], _) => write(at, size, &mut |to| rows(block, to)),
        (&[_, size], Some(lines)) => {
            for (i, line) in lines.enumerate() {
                write(at + i * steps[0], size, &mut |to| _ = to.write_clone_of_slice(line));
            }
        }
        _ => (0..block.len()).for_each(|i| rows_apart(block.at(i), &steps[1..], at + i * steps[0], done, value, to)),
    }
}

/// How far each axis goes in a result of these sizes, with one of them moved to the end.
fn steps(sizes: &[usize], axis: usize) -> [usize; MAX_RANK] {
    let mut steps = [1; MAX_RANK];
    for axis in (1..sizes.len()).rev() {
        steps[axis - 1] = steps[axis] * sizes[axis];
    }
    steps[axis..sizes.len()].rotate_left(1);
    steps
}

/// Each of the matrices of the last two axes, the place of its first element in the result, and how far it is there from row to row of its transpose: of results with
/// so large steps, which are as many as the axes or more.
fn matrices<'a, T>(block: Block<'a, T>, steps: &[usize], at: usize, f: &mut dyn FnMut(Block<'a, T>, usize, usize)) {
    if block.sizes().len() <= 2 {
        return f(block, at, steps[1]);
    }
    for i in 0..block.len() {
        matrices(block.at(i), &steps[1..], at + i * steps[0], f);
    }
}

/// In tiles, from place `at` on: the last axis goes on in memory, the one before it in the result, and the others around them one after the other. Steps are those in
/// the result.
fn turned<T: Clone>(block: Block<'_, T>, steps: &[usize], at: usize, to: &mut [MaybeUninit<T>]) {
    let far = Far::of(to);
    matrices(block, steps, at, &mut |block, at, step| {
        let x = matrix(block);
        if far.is_some() {
            return tiles::<T>([x.height, x.width], |rows, part| {
                let to = &mut to[at + part.start * step + rows.start..];
                columns(&x.some_rows(rows).some_columns(part), to, step, Reach::Past);
            });
        }
        for column in (0..x.width).step_by(at_once::<T>()) {
            let part = column..x.width.min(column + at_once::<T>());
            columns(&x.some_columns(part), &mut to[at + column * step..], step, Reach::Next);
        }
    });
}
