//! What works on whole rows: the elements are copied into the result block by block, and changed there while they are in the
//! cache. No other memory is taken.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use num_traits::Float;

use crate::shape::Shape;
use crate::storage::Buffer;
use crate::view::{Iter, Operand};

/// Independent partial results, enough to fill the vector units.
const LANES: usize = 16;
/// Elements whose sum is taken lane by lane; longer rows are halved, so that errors grow with the logarithm of the length.
const BLOCK: usize = 16 * LANES;
/// Neighbouring columns that are worked on together.
const TILE: usize = 32;
/// Elements of a column whose sum is taken one after the other.
const ROWS: usize = 32;

/// The elements of an operand that are still to be copied, row by row.
#[allow(clippy::large_enum_variant)] // one of them lives on the stack for one call
enum Rest<'a, T> {
    Block(&'a [T]),
    Spread(Iter<'a, T>),
}

impl<'a, T: Clone> Rest<'a, T> {
    fn of<X: Operand<Elem = T> + ?Sized>(x: &'a X) -> Self {
        match x.view().as_block() {
            Some(elements) => Rest::Block(elements),
            None => Rest::Spread(x.iter()),
        }
    }

    /// Copies the next `n` elements.
    #[inline]
    fn copy_to(&mut self, n: usize, to: &mut Vec<T>) {
        match self {
            Rest::Block(elements) => {
                let (now, later) = elements.split_at(n);
                to.extend_from_slice(now);
                *elements = later;
            }
            Rest::Spread(elements) => to.extend(elements.by_ref().take(n).cloned()),
        }
    }
}

/// The elements of an operand, `block` at a time, each block changed by `f`, which is told its number.
pub(crate) fn by_blocks<T, X>(x: &X, block: usize, mut f: impl FnMut(usize, &mut [T])) -> Buffer<T>
where
    T: Clone,
    X: Operand<Elem = T> + ?Sized,
{
    let numel = x.numel();
    let mut elements = Vec::with_capacity(numel);
    let mut rest = Rest::of(x);
    let mut number = 0;
    while elements.len() < numel {
        let start = elements.len();
        rest.copy_to(block, &mut elements);
        f(number, &mut elements[start..]);
        number += 1;
    }
    Buffer::from_vec(elements)
}

/// Shows `f` the rows of an operand, `n` elements each, `rows` of them: where they are, or copied to one row's memory.
pub(crate) fn each_row<T, X>(x: &X, rows: usize, n: usize, mut f: impl FnMut(usize, &[T]))
where
    T: Clone,
    X: Operand<Elem = T> + ?Sized,
{
    match x.view().as_block() {
        Some(elements) => (0..rows).for_each(|i| f(i, &elements[i * n..(i + 1) * n])),
        None => {
            let mut elements = x.iter();
            let mut row = Vec::with_capacity(n);
            for i in 0..rows {
                row.clear();
                row.extend(elements.by_ref().take(n).cloned());
                f(i, &row);
            }
        }
    }
}

/// The elements of an operand as a slice: where they are, or copied.
pub(crate) fn elements<X: Operand<Elem: Clone> + ?Sized>(x: &X) -> Cow<'_, [X::Elem]> {
    match x.view().as_block() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(x.iter().cloned().collect()),
    }
}

/// The size of an axis, counted from the last, and the number of elements within one step of it.
pub(crate) fn axis_and_inner<S: Shape>(shape: S, place: usize) -> (usize, usize) {
    let dims = shape.dims();
    (dims.sizes[place], dims.sizes[..place].iter().product())
}

/// What is done to all the elements along one axis: the sum of what one pass gives decides the next.
pub(crate) trait AlongAxis<T: Float> {
    /// Is the largest element needed first?
    const PEAK: bool;
    /// The first pass changes an element, given the largest of them, and gives what is summed.
    fn sum(&self, x: &mut T, peak: T) -> T;
    /// A number made of the sum, once for all elements.
    fn turn(&self, sum: T) -> T;
    /// The second pass changes an element by that number.
    fn finish(&self, x: &mut T, by: T);
}

/// Does the same to all elements along an axis, everywhere in an operand.
pub(crate) fn along<T: Float, X, K>(x: &X, place: usize, kernel: &K) -> Buffer<T>
where
    X: Operand<Elem = T> + ?Sized,
    K: AlongAxis<T>,
{
    let (n, inner) = axis_and_inner(x.view().shape(), place);
    by_blocks(x, n * inner, |_, block| if inner == 1 { row(block, kernel) } else { columns(block, inner, kernel) })
}

pub(crate) fn row<T: Float, K: AlongAxis<T>>(row: &mut [T], kernel: &K) {
    let peak = if K::PEAK { peak(row) } else { T::zero() };
    let by = kernel.turn(sum(row, &|x| kernel.sum(x, peak)));
    row.iter_mut().for_each(|x| kernel.finish(x, by));
}

/// Columns of a row-major block, a tile of neighbours at a time.
fn columns<T: Float, K: AlongAxis<T>>(block: &mut [T], inner: usize, kernel: &K) {
    for start in (0..inner).step_by(TILE) {
        let tile = start..(start + TILE).min(inner);
        let mut peaks = [T::neg_infinity(); TILE];
        if K::PEAK {
            for row in block.chunks_exact(inner) {
                peaks.iter_mut().zip(&row[tile.clone()]).for_each(|(peak, &x)| *peak = larger(*peak, x));
            }
        }
        let mut by = sum_columns(block, inner, start, &|x, column| kernel.sum(x, peaks[column]));
        by.iter_mut().for_each(|by| *by = kernel.turn(*by));
        for row in block.chunks_exact_mut(inner) {
            row[tile.clone()].iter_mut().zip(by).for_each(|(x, by)| kernel.finish(x, by));
        }
    }
}

/// The sums of what `f` gives for the elements of a tile of columns, in pairs of blocks.
fn sum_columns<T: Float>(block: &mut [T], inner: usize, start: usize, f: &impl Fn(&mut T, usize) -> T) -> [T; TILE] {
    let rows = block.len() / inner;
    let mut sums = [T::zero(); TILE];
    if rows > ROWS {
        let (above, below) = block.split_at_mut(rows / 2 * inner);
        sums = sum_columns(above, inner, start, f);
        let below = sum_columns(below, inner, start, f);
        sums.iter_mut().zip(below).for_each(|(sum, below)| *sum = *sum + below);
    } else {
        for row in block.chunks_exact_mut(inner) {
            let tile = row[start..].iter_mut().zip(&mut sums).enumerate();
            tile.for_each(|(column, (x, sum))| *sum = *sum + f(x, column));
        }
    }
    sums
}

#[inline(always)]
fn larger<T: Float>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The largest element that is a number; minus infinity, if there is none.
pub(crate) fn peak<T: Float>(row: &[T]) -> T {
    let mut lanes = [T::neg_infinity(); LANES];
    let chunks = row.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, &x)| *lane = larger(*lane, x));
    }
    lanes.into_iter().chain(rest.iter().copied()).fold(T::neg_infinity(), larger)
}

/// The sum of what `f` gives for each element, in lanes and in pairs of blocks; `f` may change the element.
pub(crate) fn sum<T: Float>(row: &mut [T], f: &impl Fn(&mut T) -> T) -> T {
    if row.len() > BLOCK {
        let (left, right) = row.split_at_mut((row.len() / 2).next_multiple_of(BLOCK));
        return sum(left, f) + sum(right, f);
    }
    let mut lanes = [T::zero(); LANES];
    let mut chunks = row.chunks_exact_mut(LANES);
    for chunk in &mut chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, x)| *lane = *lane + f(x));
    }
    lanes.iter_mut().zip(chunks.into_remainder()).for_each(|(lane, x)| *lane = *lane + f(x));
    joined(lanes)
}

/// As [`sum`], of elements that are only read.
pub(crate) fn sum_of<T: Float>(row: &[T], f: &impl Fn(T) -> T) -> T {
    if row.len() > BLOCK {
        let (left, right) = row.split_at((row.len() / 2).next_multiple_of(BLOCK));
        return sum_of(left, f) + sum_of(right, f);
    }
    let mut lanes = [T::zero(); LANES];
    let chunks = row.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, &x)| *lane = *lane + f(x));
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, &x)| *lane = *lane + f(x));
    joined(lanes)
}

fn joined<T: Float>(mut lanes: [T; LANES]) -> T {
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = lanes[i] + lanes[i + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// A number of elements as one of them.
pub(crate) fn number<T: Float>(n: usize) -> T {
    T::from(n).expect("a float for every number")
}

/// A number as a float of another type.
pub(crate) fn float<T: Float>(x: f64) -> T {
    T::from(x).expect("a float for every number")
}
