//! What works on whole rows: where they are, or on the copy of an operand that is strided.

use core::ops::Range;

use num_traits::Float;

use crate::expr;
use crate::kernels::norms::{self, AlongAxis, NewOrOwn};
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, in_blocks, wide_slice};
use crate::shape::Shape;
use crate::shape::dims::product;
use crate::storage::{Buffer, Elements};
use crate::view::Values;
use crate::view::block::Erased;

/// Shows `f` the rows of an operand, `n` elements each, `rows` of them: where they are, or copied.
pub(crate) fn each_row<T, X>(x: &X, rows: usize, n: usize, mut f: impl FnMut(usize, &[T]))
where
    T: Clone,
    X: Values<Elem = T> + ?Sized,
{
    let elements = elements(x);
    (0..rows).for_each(|i| f(i, &elements[i * n..(i + 1) * n]));
}

/// The elements of an operand as a slice: where they are, or copied.
pub(crate) fn elements<X: Values<Elem: Clone> + ?Sized>(x: &X) -> Elements<'_, X::Elem> {
    match x.view().as_block() {
        Some(elements) => Elements::Lent(elements),
        None => Elements::Copied(expr::copied(x.view())),
    }
}

/// The elements of an operand as a slice: where they are, also if they lie with their channels last, or copied.
pub(crate) struct Planes<'a, T> {
    pub elements: Elements<'a, T>,
    /// How many lie next to each other, one of each plane.
    pub channels_last: Option<usize>,
}

/// The elements of planes of so many; those of so many channels that lie next to each other, or of any number of them, stay where they are, if this is
/// asked for.
pub(crate) fn planes<X: Values<Elem: Clone> + ?Sized>(
    x: &X,
    plane: usize,
    channels: Option<Option<usize>>,
) -> Planes<'_, X::Elem> {
    match x.view().as_block() {
        Some(elements) => Planes { elements: Elements::Lent(elements), channels_last: None },
        None => strided_planes(Erased::new(x.view()), plane, channels),
    }
}

#[inline(never)]
fn strided_planes<T: Clone>(x: Erased<'_, T>, plane: usize, channels: Option<Option<usize>>) -> Planes<'_, T> {
    let fits = |last: usize, elements: usize| {
        elements == plane && channels.is_some_and(|channels| channels.is_none_or(|channels| channels == last))
    };
    match x.channels_last() {
        Some((elements, last, inner)) if fits(last, inner) => {
            Planes { elements: Elements::Lent(elements), channels_last: Some(last) }
        }
        _ => Planes { elements: Elements::Copied(expr::copied_erased(x)), channels_last: None },
    }
}

/// The elements of an operand for the [kernels](norms): where they are, or copied to where the results go.
pub(crate) fn place<X: Values<Elem: Clone> + ?Sized>(x: &X) -> NewOrOwn<'_, X::Elem> {
    match x.view().as_block() {
        Some(elements) => NewOrOwn::New(elements),
        None => NewOrOwn::Own(expr::copied(x.view())),
    }
}

/// The size of an axis, counted from the last, and the number of elements within one step of it.
pub(crate) fn axis_and_inner<S: Shape>(shape: S, place: usize) -> (usize, usize) {
    let dims = shape.dims();
    (dims.sizes[place], product(&dims.sizes[..place]))
}

/// Does the same to all elements along an axis, everywhere in an operand; of floats of 16 bits in `f32`.
pub(crate) fn along<T: Float, X, K>(x: &X, at: usize, kernel: K) -> Buffer<T>
where
    X: Values<Elem = T> + ?Sized,
    K: AlongAxis<T> + AlongAxis<f32>,
{
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        let (n, inner) = axis_and_inner(x.view().shape(), at);
        let block = n.saturating_mul(inner);
        return in_blocks_of(&Erased::new(x.view()), block, &|x| norms::along(kernel, NewOrOwn::Own(x), n, inner));
    }
    let (n, inner) = axis_and_inner(x.view().shape(), at);
    norms::along(kernel, place(x), n, inner)
}

/// What `f` makes of elements that are floats of 16 bits as `f32`, some blocks of so many at a time: where they are, if rows lie in memory and are parts of blocks, or
/// copied.
#[inline(never)]
fn in_blocks_of<T: Float>(x: &Erased<'_, T>, block: usize, f: &dyn Fn(Buffer<f32>) -> Buffer<f32>) -> Buffer<T> {
    let (x, numel) = (x.merged(), product(x.block().sizes()));
    let all = x.block();
    if let (&[_, width], true) = (all.sizes(), all.has_rows(1))
        && block.is_multiple_of(width)
    {
        let each = |part: Range<usize>, f: &mut dyn FnMut(&[T])| {
            (part.start / width..part.end / width).for_each(|i| f(all.part_of_row(i, 0..width)));
        };
        return in_blocks(numel, &each, block, f, ByNumbers);
    }
    let copied = all.as_slice().is_none().then(|| expr::copied_erased(x.merged()));
    let elements = copied.as_ref().map_or_else(|| all.as_slice().unwrap_or_default(), |copied| copied.as_slice());
    in_blocks(numel, &|part, f| f(&elements[part]), block, f, ByNumbers)
}

/// An operation on the elements of an operand and some parameters, for any float.
pub(crate) trait Work<const P: usize> {
    fn run<T: Float>(&self, x: NewOrOwn<'_, T>, parameters: [&[T]; P], eps: T) -> Buffer<T>;
    /// After how many elements it begins anew, as if there were none before: of so many in all.
    fn block<T>(&self, parameters: [&[T]; P], numel: usize) -> usize;
}

/// Does the work; for floats of 16 bits in `f32`.
pub(crate) fn computed<T: Float, X, W: Work<P>, const P: usize>(
    work: &W,
    x: &X,
    parameters: [&[T]; P],
    eps: T,
) -> Buffer<T>
where
    X: Values<Elem = T> + ?Sized,
{
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        let block = work.block(parameters, x.numel());
        let parameters = parameters.map(|parameter| wide_slice(parameter, ByNumbers));
        let parameters = parameters.each_ref().map(|parameter| &parameter[..]);
        let run = |x| work.run(NewOrOwn::Own(x), parameters, ByNumbers::widen(&eps));
        return in_blocks_of(&Erased::new(x.view()), block, &run);
    }
    work.run(place(x), parameters, eps)
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
