//! What works on whole rows: into new memory, or on the copy of an operand that is strided. Floats have [loops](norms) of their
//! own; those here are for every other element type. They run in the widest vectors that the CPU has, and the order of their
//! sums follows from the lengths alone.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use num_traits::Float;

use super::wide::wide;
use crate::kernels::level::{Wide, widest};
use crate::kernels::norms;
use crate::kernels::norms::{Along, Normal, PerChannel, Place};
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded, wide_slice};
use crate::shape::Shape;
use crate::shape::dims::product;
use crate::storage::{Buffer, room};
use crate::view::Operand;

/// Independent partial results, enough to fill the vector units.
const LANES: usize = 32;
/// Elements whose sum is taken lane by lane; the sums of more are joined in pairs, so that errors grow with the logarithm of the
/// length.
const BLOCK: usize = 32 * LANES;
/// Neighbouring columns that are worked on together.
const TILE: usize = 32;
/// Elements of a column whose sum is taken one after the other.
const ROWS: usize = 32;

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
            let mut row = room(n);
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
        None => {
            let mut elements = room(x.numel());
            elements.extend(x.iter().cloned());
            Cow::Owned(elements)
        }
    }
}

/// The elements of an operand for the [loops](norms) of floats: where they are, or copied to where the results go.
fn place<X: Operand<Elem: Clone> + ?Sized>(x: &X) -> Place<'_, X::Elem> {
    match x.view().as_block() {
        Some(elements) => Place::New(elements),
        None => Place::Own(Buffer::from_iter(x.numel(), x.iter().cloned())),
    }
}

/// Makes rows normal, `n` elements each: by the loops of floats, or by `otherwise`, which changes one row, the number of which it is
/// told.
pub(crate) fn normal<T: Float, X>(
    x: &X,
    n: usize,
    work: Normal<'_, T>,
    otherwise: impl FnMut(usize, &mut [T]),
) -> Buffer<T>
where
    X: Operand<Elem = T> + ?Sized,
{
    norms::normal(work, place(x), n).unwrap_or_else(|x| in_place(x, n, otherwise))
}

/// Changes channels of `n` elements each: by the loops of floats, or by `otherwise`, as [`normal`].
pub(crate) fn channels<T: Float, X>(
    x: &X,
    n: usize,
    by: PerChannel<'_, T>,
    otherwise: impl FnMut(usize, &mut [T]),
) -> Buffer<T>
where
    X: Operand<Elem = T> + ?Sized,
{
    norms::channels(by, place(x), n).unwrap_or_else(|x| in_place(x, n, otherwise))
}

/// Changes all blocks of `n` elements, where they are or copied to new memory.
fn in_place<T: Clone>(x: Place<'_, T>, n: usize, mut f: impl FnMut(usize, &mut [T])) -> Buffer<T> {
    let mut buffer = match x {
        Place::New(x) => Buffer::from_iter(x.len(), x.iter().cloned()),
        Place::Own(x) => x,
    };
    if n > 0 {
        buffer.as_mut_slice().chunks_exact_mut(n).enumerate().for_each(|(i, block)| f(i, block));
    }
    buffer
}

/// The size of an axis, counted from the last, and the number of elements within one step of it.
pub(crate) fn axis_and_inner<S: Shape>(shape: S, place: usize) -> (usize, usize) {
    let dims = shape.dims();
    (dims.sizes[place], product(&dims.sizes[..place]))
}

/// What is done to all the elements along one axis: the sum of what one pass gives decides the next.
///
/// Methods are to be `#[inline(always)]`, as [`Wide`] asks.
pub(crate) trait AlongAxis<T: Float>: Copy {
    /// Is the largest element needed first?
    const PEAK: bool;
    /// The first pass gives a new element and what is summed, given the largest element.
    fn sum(self, x: T, peak: T) -> (T, T);
    /// A number made of the sum, once for all elements.
    fn turn(self, sum: T) -> T;
    /// The second pass changes an element by that number.
    fn finish(self, x: T, by: T) -> T;
}

/// Does the same to all elements along an axis, everywhere in an operand: by the loops of floats, or by a kernel. Of floats of 16 bits it
/// is `single` in `f32`.
pub(crate) fn along<T: Float, X, K>(x: &X, at: usize, work: Along<T>, single: Along<f32>, kernel: K) -> Buffer<T>
where
    X: Operand<Elem = T> + ?Sized,
    K: AlongAxis<T> + AlongAxis<f32>,
{
    if const { can_be::<T>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(along(&x.view(), at, single, single, kernel).as_slice(), ByNumbers);
    }
    let (n, inner) = axis_and_inner(x.view().shape(), at);
    norms::along(work, place(x), n, inner).unwrap_or_else(|x| {
        in_place(x, n * inner, |_, block| {
            if inner == 1 {
                row(block, kernel);
            } else {
                widest(Columns { block, inner, kernel });
            }
        })
    })
}

/// An operation on the elements of an operand and some parameters, for any float.
pub(crate) trait Work<const P: usize> {
    fn run<T: Float, X: Operand<Elem = T> + ?Sized>(&self, x: &X, parameters: [&[T]; P], eps: T) -> Buffer<T>;
}

/// Does the work; for floats of 16 bits in `f32`.
pub(crate) fn computed<T: Float, X, W: Work<P>, const P: usize>(
    work: &W,
    x: &X,
    parameters: [&[T]; P],
    eps: T,
) -> Buffer<T>
where
    X: Operand<Elem = T> + ?Sized,
{
    if const { can_be::<T>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        let parameters = parameters.map(|parameter| wide_slice(parameter, ByNumbers));
        let parameters = parameters.each_ref().map(Vec::as_slice);
        return rounded(work.run(&x.view(), parameters, ByNumbers::widen(&eps)).as_slice(), ByNumbers);
    }
    work.run(x, parameters, eps)
}

/// Does the same to all elements of a row.
pub(crate) fn row<T: Float, K: AlongAxis<T>>(row: &mut [T], kernel: K) {
    widest(Row { row, kernel });
}

struct Row<'a, T, K> {
    row: &'a mut [T],
    kernel: K,
}

impl<T: Float, K: AlongAxis<T>> Wide for Row<'_, T, K> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Row { row, kernel } = self;
        let peak = if K::PEAK { peak(row) } else { T::zero() };
        let by = kernel.turn(sum(row, ByPeak(kernel, peak)));
        for x in row {
            *x = kernel.finish(*x, by);
        }
    }
}

/// The first pass of a kernel, with the largest element.
#[derive(Clone, Copy)]
struct ByPeak<K, T>(K, T);

impl<T: Float, K: AlongAxis<T>> Term<T> for ByPeak<K, T> {
    #[inline(always)]
    fn term(self, x: T) -> (T, T) {
        self.0.sum(x, self.1)
    }
}

/// Columns of a row-major block, a tile of neighbours at a time.
struct Columns<'a, T, K> {
    block: &'a mut [T],
    inner: usize,
    kernel: K,
}

impl<T: Float, K: AlongAxis<T>> Wide for Columns<'_, T, K> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Columns { block, inner, kernel } = self;
        let mut start = 0;
        while start < inner {
            let width = TILE.min(inner - start);
            let mut peaks = [T::neg_infinity(); TILE];
            if K::PEAK {
                for row in block.chunks_exact(inner) {
                    for (peak, &x) in peaks.iter_mut().zip(&row[start..start + width]) {
                        *peak = larger(*peak, x);
                    }
                }
            }
            let mut by = sum_columns(block, inner, start, width, kernel, &peaks);
            for by in &mut by {
                *by = kernel.turn(*by);
            }
            for row in block.chunks_exact_mut(inner) {
                for (x, &by) in row[start..start + width].iter_mut().zip(&by) {
                    *x = kernel.finish(*x, by);
                }
            }
            start += width;
        }
    }
}

/// The sums of a kernel's first pass over a tile of columns, in pairs of blocks.
#[inline(always)]
fn sum_columns<T: Float, K: AlongAxis<T>>(
    block: &mut [T],
    inner: usize,
    start: usize,
    width: usize,
    kernel: K,
    peaks: &[T; TILE],
) -> [T; TILE] {
    let mut pairs = [[T::zero(); TILE]; usize::BITS as usize];
    let mut done = 0usize;
    for rows in block.chunks_mut(ROWS * inner) {
        let mut sums = [T::zero(); TILE];
        for row in rows.chunks_exact_mut(inner) {
            let tile = row[start..start + width].iter_mut().zip(peaks);
            for ((x, &peak), sum) in tile.zip(&mut sums) {
                let (new, term) = kernel.sum(*x, peak);
                *x = new;
                *sum = *sum + term;
            }
        }
        let full = done.trailing_ones() as usize;
        for pair in &pairs[..full] {
            for (sum, &before) in sums.iter_mut().zip(pair) {
                *sum = before + *sum;
            }
        }
        pairs[full] = sums;
        done += 1;
    }
    let mut total = [T::zero(); TILE];
    for (bit, pair) in pairs.iter().enumerate() {
        if done >> bit & 1 == 1 {
            for (sum, &pair) in total.iter_mut().zip(pair) {
                *sum = *sum + pair;
            }
        }
    }
    total
}

#[inline(always)]
fn larger<T: Float>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The largest element that is a number; minus infinity, if there is none.
#[inline(always)]
pub(crate) fn peak<T: Float>(row: &[T]) -> T {
    let mut lanes = [T::neg_infinity(); LANES];
    let mut chunks = row.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (lane, &x) in lanes.iter_mut().zip(chunk) {
            *lane = larger(*lane, x);
        }
    }
    for (lane, &x) in lanes.iter_mut().zip(chunks.remainder()) {
        *lane = larger(*lane, x);
    }
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = larger(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// What a sum takes of each element. `#[inline(always)]`, as [`Wide`] asks.
pub(crate) trait Term<T>: Copy {
    /// A new element, and what is summed.
    fn term(self, x: T) -> (T, T);
}

/// The sum of what is taken of each element, which is replaced: in lanes, and in pairs of blocks.
#[inline(always)]
pub(crate) fn sum<T: Float>(row: &mut [T], term: impl Term<T>) -> T {
    let mut pairs = Pairs::new();
    for block in row.chunks_mut(BLOCK) {
        let mut lanes = [T::zero(); LANES];
        let mut chunks = block.chunks_exact_mut(LANES);
        for chunk in &mut chunks {
            for (lane, x) in lanes.iter_mut().zip(chunk) {
                let (new, term) = term.term(*x);
                *x = new;
                *lane = *lane + term;
            }
        }
        let rest = chunks.into_remainder();
        if !rest.is_empty() {
            let (new, terms) = few(rest, term);
            rest.copy_from_slice(&new[..rest.len()]);
            add(&mut lanes, &terms, rest.len());
        }
        pairs.push(joined(lanes));
    }
    pairs.total()
}

/// As [`sum`], of elements that are only read.
#[inline(always)]
pub(crate) fn sum_of<T: Float>(row: &[T], term: impl Term<T>) -> T {
    let mut pairs = Pairs::new();
    for block in row.chunks(BLOCK) {
        let mut lanes = [T::zero(); LANES];
        let mut chunks = block.chunks_exact(LANES);
        for chunk in &mut chunks {
            for (lane, &x) in lanes.iter_mut().zip(chunk) {
                *lane = *lane + term.term(x).1;
            }
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let (_, terms) = few(rest, term);
            add(&mut lanes, &terms, rest.len());
        }
        pairs.push(joined(lanes));
    }
    pairs.total()
}

/// The terms of fewer elements than there are lanes, computed for all lanes, since that is one loop of constants.
#[inline(always)]
fn few<T: Float>(rest: &[T], term: impl Term<T>) -> ([T; LANES], [T; LANES]) {
    let mut new = [rest[0]; LANES];
    new[..rest.len()].copy_from_slice(rest);
    let mut terms = [T::zero(); LANES];
    for (x, sum) in new.iter_mut().zip(&mut terms) {
        (*x, *sum) = term.term(*x);
    }
    (new, terms)
}

/// The first `len` terms, each to its lane.
#[inline(always)]
fn add<T: Float>(lanes: &mut [T; LANES], terms: &[T; LANES], len: usize) {
    for (i, (lane, &term)) in lanes.iter_mut().zip(terms).enumerate() {
        *lane = if i < len { *lane + term } else { *lane };
    }
}

#[inline(always)]
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

/// A sum of numbers that come one by one, joined in pairs: those at bit `i` are sums of `2^i` of them.
pub(crate) struct Pairs<T> {
    sums: [T; usize::BITS as usize],
    /// How many there are.
    pub n: usize,
}

impl<T: Float> Pairs<T> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Pairs { sums: [T::zero(); usize::BITS as usize], n: 0 }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, mut x: T) {
        let full = self.n.trailing_ones() as usize;
        for &sum in &self.sums[..full] {
            x = sum + x;
        }
        self.sums[full] = x;
        self.n += 1;
    }

    #[inline(always)]
    pub(crate) fn total(&self) -> T {
        let mut total = T::zero();
        for (bit, &sum) in self.sums.iter().enumerate() {
            if self.n >> bit & 1 == 1 {
                total = total + sum;
            }
        }
        total
    }
}
