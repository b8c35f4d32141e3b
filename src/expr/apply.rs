//! The safe face of the loops. The bounds say that the operands fit; the loops rely on the numbers, which [`Expr::fits`](super::Expr::fits)
//! compares whatever the bounds say.

use super::node::{FnMut1, FnMut2};
#[cfg(feature = "rayon")]
use super::parted;
use super::sink::Change;
use super::{Map, Value, Zip, single};
use crate::kernels::sixteen::can_be;
use crate::shape::broadcast::{Assign, Broadcast, Broadcasted};
use crate::shape::{Shape, StaticShape};
use crate::storage::Nested;
use crate::view::{PartMut, Values};
#[cfg(feature = "alloc")]
use {
    super::plan::SHORT,
    crate::kernels::float::Same,
    crate::kernels::simd::ask,
    crate::shape::broadcast::SameShape,
    crate::shape::dims::product,
    crate::shape::layout::Layout,
    crate::shape::run_time,
    crate::storage::Buffer,
    crate::storage::Full,
    crate::view::View,
    crate::view::block::{Block, Erased},
    core::any::TypeId,
    core::mem::{MaybeUninit, needs_drop},
};

/// An expression, written to new memory.
///
/// # Panics
/// If an operand does not fit the shape.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) fn eval<O: Shape, E: super::Expr<O>>(expr: E, shape: O) -> Buffer<E::Item> {
    if const { O::STATIC } {
        Buffer::written_by(shape.numel(), |places| super::fill(expr, shape, places))
    } else {
        Buffer::some_written_by(shape.numel(), |places| super::fill(expr, shape, places))
    }
}

/// An expression, written in place.
#[inline(always)]
pub(super) fn eval_inline<O: StaticShape, E: super::Expr<O>>(expr: E) -> Nested<E::Item, O> {
    Nested::written_by(|places| super::fill(expr, O::VALUE, places))
}

/// Replaces the elements of a buffer: the memory is used again.
///
/// # Panics
/// If the buffer has not as many elements as the shape, or an operand does not fit it.
#[cfg(feature = "alloc")]
#[inline(always)]
fn replace<T, O: Shape, E: super::Expr<O>, F: FnMut2<T, E::Item, Output = T>>(
    mut buffer: Buffer<T>,
    expr: E,
    shape: O,
    f: F,
) -> Buffer<T> {
    let numel = shape.numel();
    assert!(buffer.as_slice().len() == numel, "as many elements as the shape has");
    // SAFETY: none is an allowed number; if the function panics, `update` drops the elements, and the buffer does not again.
    unsafe { buffer.set_len(0) };
    // SAFETY: the elements are there, counted just above, and owned by this function.
    unsafe { super::update(buffer.as_mut_ptr(), expr, shape, f) };
    // SAFETY: all elements were replaced.
    unsafe { buffer.set_len(numel) };
    buffer
}

/// One value for every element.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn repeat<T: Clone, O: Shape>(value: T, shape: O) -> Buffer<T> {
    if let Some(zeros) = zeros(&value, shape.numel()) {
        return zeros;
    }
    Buffer::of_no_bytes(shape.numel(), &value).unwrap_or_else(|| eval(Value(value), shape))
}

/// From so many bytes on zeros are left to the system, which makes them when they are touched.
#[cfg(feature = "alloc")]
const LAZY: usize = 1 << 20;

/// Floats that are all 0, if the value is; none where few are.
#[cfg(feature = "alloc")]
#[inline]
fn zeros<T>(value: &T, numel: usize) -> Option<Buffer<T>> {
    if numel.saturating_mul(size_of::<T>()) < LAZY {
        return None;
    }
    macro_rules! floats {
        ($($t:ident)*) => { $(
            if let Some(same) = Same::<T, $t>::new() {
                // SAFETY: the types are one, so that bytes of 0 are an element.
                return (same.value(value).to_bits() == 0).then(|| unsafe { Buffer::zeroed(numel) });
            }
        )* };
    }
    floats! { f32 f64 }
    None
}

/// The elements, copied.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn copy<X: Values<Elem: Clone> + ?Sized>(x: &X) -> Buffer<X::Elem> {
    let view = x.view();
    // What is small is done before the loops that all shapes share have begun.
    if const { <X::Layout as Layout<X::Shape>>::SOURCE.is_none() } && view.shape().numel() >= MANY {
        return super::copied(view);
    }
    eval(view, view.shape())
}

/// So many elements are worth a look at how they lie.
#[cfg(feature = "alloc")]
pub(crate) const MANY: usize = 1024;

/// A function of each element.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn unary<X: Values<Elem: Clone> + ?Sized, F: FnMut1<X::Elem>>(x: &X, f: F) -> Buffer<F::Output> {
    let view = x.view();
    let mut f = f;
    if const { can_be::<X::Elem>() }
        && let Some(made) = view.as_block().and_then(|x| single::unary(x, &mut f))
    {
        return made;
    }
    #[cfg(feature = "rayon")]
    if let Some(made) = view.as_block().and_then(|x| parted::unary(x, &f)) {
        return made;
    }
    if const { F::KERNEL }
        && let Some(x) = view.as_block()
    {
        return Buffer::written_by(x.len(), |to| f.kernel(x, to));
    }
    if const { can_be::<X::Elem>() || F::KERNEL }
        && (const { F::KERNEL } || single::takes::<X::Elem, F>().is_some())
        && let Some(made) = in_rows((&Erased::new(view), &Erased::new(view)), &mut |x, _, to| of_some(x, &mut f, to))
    {
        return made;
    }
    // Vectors read what lies next to each other: what does not is copied in tiles.
    if const { turns::<X>() && !needs_drop::<X::Elem>() && !needs_drop::<F::Output>() } && view.shape().numel() >= MANY
    {
        let x = Erased::new(view);
        if x.merged().neighbours().is_some() {
            return of_turned(&x, view.shape().numel(), &mut f);
        }
    }
    // With the bits that elements have elsewhere.
    if const { F::KERNEL } {
        let elements = copy(&view);
        return Buffer::written_by(elements.as_slice().len(), |to| f.kernel(elements.as_slice(), to));
    }
    eval(Map(view, f), view.shape())
}

/// A function of each element of what lies in memory in another order, if nothing has to be dropped: where results are floats, of each tile that is turned round, while
/// it is in the nearest cache.
#[cfg(feature = "alloc")]
#[inline(never)]
fn of_turned<T: Clone, F: FnMut1<T>>(x: &Erased<'_, T>, numel: usize, f: &mut F) -> Buffer<F::Output> {
    #[cfg(feature = "rayon")]
    if parted::pays(numel, f) {
        let elements = super::copied_erased(x.merged());
        if let Some(made) = parted::unary(elements.as_slice(), f) {
            return made;
        }
    }
    if let Some(made) = super::turned_by(x, numel, |x, to| of_some(x, f, to)) {
        return made;
    }
    let elements = super::copied_erased(x.merged());
    Buffer::written_by(numel, |to| of_some(elements.as_slice(), f, to))
}

/// A function of each element, to as many places.
#[cfg(feature = "alloc")]
#[inline(always)]
fn of_some<'a, T: Clone, F: FnMut1<T>>(
    x: &[T],
    f: &mut F,
    to: &'a mut [MaybeUninit<F::Output>],
) -> Full<'a, F::Output> {
    if const { F::KERNEL } {
        return f.kernel(x, to);
    }
    if !(const { can_be::<T>() } && single::unary_to(x, f, to)) {
        single::each_to(x, f, to);
    }
    // SAFETY: both functions write all places.
    unsafe { Full::new(to) }
}

/// May rows of the operand jump through memory, and are they so long that the loops over its copy are those of all shapes?
#[cfg(feature = "alloc")]
const fn turns<X: Values + ?Sized>() -> bool {
    let dims = X::Shape::DIMS;
    let long = dims.rank > 0 && (dims.sizes[0] >= SHORT || dims.unknown & 1 == 1);
    <X::Layout as Layout<X::Shape>>::SOURCE.is_none() && long
}

/// A function of each element, in place.
#[inline]
pub(crate) fn unary_inline<X: Values<Elem: Clone, Shape: StaticShape>, F: FnMut1<X::Elem>>(
    x: &X,
    f: F,
) -> Nested<F::Output, X::Shape> {
    eval_inline(Map(x.view(), f))
}

/// A function of each pair of elements of two operands that are read as one shape: of floats of 16 bits in blocks, if both lie in memory in its order.
///
/// # Panics
/// If an operand does not fit the shape.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn zipped<T: Clone, U: Clone, S: Shape, O: Shape, Y: Layout<S>, Z: Layout<O>, P: Shape, F: FnMut2<T, U>>(
    left: View<'_, T, S, Y>,
    right: View<'_, U, O, Z>,
    shape: P,
    mut f: F,
) -> Buffer<F::Output> {
    if const { can_be::<T>() }
        && let (Some(x), Some(y)) = (left.as_block(), right.as_block())
        && (x.len(), y.len()) == (shape.numel(), shape.numel())
        && let Some(made) = single::binary(x, y, &mut f)
    {
        return made;
    }
    #[cfg(feature = "rayon")]
    if let (Some(x), Some(y)) = (left.as_block(), right.as_block())
        && (x.len(), y.len()) == (shape.numel(), shape.numel())
        && let Some(made) = parted::binary(x, y, &f)
    {
        return made;
    }
    // Where both jump through memory in one order, they are read in that one, and the results turned round.
    if const { <Y as Layout<S>>::SOURCE.is_none() && <Z as Layout<O>>::SOURCE.is_none() }
        && shape.numel() >= MANY
        && (left.shape().numel(), right.shape().numel()) == (shape.numel(), shape.numel())
        && let Some(made) = as_they_lie(&Erased::new(left), &Erased::new(right), &mut f)
    {
        return made;
    }
    if const { can_be::<T>() }
        && single::takes_two::<T, U, F>().is_some()
        && let Some(made) =
            in_rows((&Erased::new(left), &Erased::new(right)), &mut |x, y, to| of_pairs(x, y, &mut f, to))
    {
        return made;
    }
    eval(Zip(left, right, f), shape)
}

/// What `write` writes of rows of two views of one shape, if they lie in memory as rows, and are long.
#[cfg(feature = "alloc")]
#[inline(never)]
fn in_rows<T, U, V>(
    (x, y): (&Erased<'_, T>, &Erased<'_, U>),
    write: &mut dyn for<'a> FnMut(&[T], &[U], &'a mut [MaybeUninit<V>]) -> Full<'a, V>,
) -> Option<Buffer<V>> {
    let (x, y) = (x.block(), y.block());
    let numel = product(x.sizes());
    if numel == 0 || x.sizes() != y.sizes() || !x.has_rows(LONG) || !y.has_rows(LONG) {
        return None;
    }
    Some(Buffer::written_by(numel, |to| row_by_row(x, y, to, write)))
}

/// So long are rows that are worth a call each.
#[cfg(feature = "alloc")]
const LONG: usize = 64;

/// What [`in_rows`] does, of a block of either.
#[cfg(feature = "alloc")]
fn row_by_row<'p, T, U, V>(
    x: Block<'_, T>,
    y: Block<'_, U>,
    to: &'p mut [MaybeUninit<V>],
    write: &mut dyn for<'a> FnMut(&[T], &[U], &'a mut [MaybeUninit<V>]) -> Full<'a, V>,
) -> Full<'p, V> {
    if let (Some(x), Some(y)) = (x.as_slice(), y.as_slice()) {
        return write(x, y, to);
    }
    let len = to.len() / x.len();
    assert!(to.len() == x.len() * len && y.len() == x.len() && len > 0, "a place for each element");
    Full::by_parts(to, len, |i, to| row_by_row(x.at(i), y.at(i), to, write))
}

/// A function of pairs of elements of two views that have one axis in front that lies behind the others in memory, if results are floats.
#[cfg(feature = "alloc")]
#[inline(never)]
fn as_they_lie<T: Clone, U: Clone, F: FnMut2<T, U>>(
    left: &Erased<'_, T>,
    right: &Erased<'_, U>,
    f: &mut F,
) -> Option<Buffer<F::Output>> {
    let ((x, last, inner), (y, other_last, other_inner)) = (left.channels_last()?, right.channels_last()?);
    if (last, inner, x.len()) != (other_last, other_inner, y.len()) {
        return None;
    }
    super::transposed_by([x.len() / (last * inner), inner, last], |range, to| {
        let next = range.end..x.len().min(range.end + range.len());
        ask(&x[next.clone()]);
        ask(&y[next]);
        of_pairs(&x[range.clone()], &y[range], f, to)
    })
}

/// A function of each pair of elements, to as many places.
#[cfg(feature = "alloc")]
#[inline(always)]
fn of_pairs<'a, T: Clone, U: Clone, F: FnMut2<T, U>>(
    x: &[T],
    y: &[U],
    f: &mut F,
    to: &'a mut [MaybeUninit<F::Output>],
) -> Full<'a, F::Output> {
    if !(const { can_be::<T>() } && single::binary_to(x, y, f, to)) {
        single::pairs_to(x, y, f, to);
    }
    // SAFETY: both functions write all places.
    unsafe { Full::new(to) }
}

/// A function of each pair of elements, with broadcasting.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(crate) fn binary<L, R, F>(left: &L, right: &R, f: F) -> (Buffer<F::Output>, Broadcasted<L::Shape, R::Shape>)
where
    L: Values<Elem: Clone, Shape: Broadcast<R::Shape>> + ?Sized,
    R: Values<Elem: Clone> + ?Sized,
    F: FnMut2<L::Elem, R::Elem>,
{
    let (left, right) = (left.view(), right.view());
    let shape = run_time::broadcast(left.shape(), right.shape());
    (zipped(left, right, shape, f), shape)
}

/// A function of elements of three operands, with broadcasting to `O`; the first two come as a pair.
///
/// # Panics
/// If a run-time axis has two sizes.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(crate) fn ternary<A, B, C, O, F>(a: &A, b: &B, c: &C, f: F) -> (Buffer<F::Output>, O)
where
    A: Values<Elem: Clone> + ?Sized,
    B: Values<Elem: Clone> + ?Sized,
    C: Values<Elem: Clone> + ?Sized,
    O: Shape,
    F: FnMut2<(A::Elem, B::Elem), C::Elem>,
{
    let (a, b, c) = (a.view(), b.view(), c.view());
    let shape = run_time::three(a.shape(), b.shape(), c.shape());
    (eval(Zip(Zip(a, b, super::node::Pair), c, f), shape), shape)
}

/// A function of each pair of elements, with broadcasting, in place.
#[inline]
pub(crate) fn binary_inline<L, R, F>(left: &L, right: &R, f: F) -> Nested<F::Output, Broadcasted<L::Shape, R::Shape>>
where
    L: Values<Elem: Clone, Shape: Broadcast<R::Shape, Output: StaticShape>>,
    R: Values<Elem: Clone>,
    F: FnMut2<L::Elem, R::Elem>,
{
    eval_inline(Zip(left.view(), right.view(), f))
}

/// A function of each element and one value.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn with_scalar<X, F>(x: &X, value: X::Elem, f: F) -> Buffer<F::Output>
where
    X: Values<Elem: Clone> + ?Sized,
    F: FnMut2<X::Elem, X::Elem>,
{
    let view = x.view();
    let mut f = f;
    if const { can_be::<X::Elem>() }
        && let Some(made) = view.as_block().and_then(|x| single::with_value(x, &value, &mut f))
    {
        return made;
    }
    eval(Zip(view, Value(value), f), view.shape())
}

/// A function of each element and one value, in place. (A shape and no axes broadcast to the shape itself.)
#[inline]
pub(crate) fn with_scalar_inline<X, F>(x: &X, value: X::Elem, f: F) -> Nested<F::Output, Broadcasted<X::Shape, ()>>
where
    X: Values<Elem: Clone, Shape: Broadcast<(), Output: StaticShape>>,
    F: FnMut2<X::Elem, X::Elem>,
{
    eval_inline(Zip(x.view(), Value(value), f))
}

/// A function of each element of a buffer and one value; the memory is used again.
///
/// # Panics
/// If the buffer has not as many elements as the shape.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn with_scalar_into<T: Clone, S: Shape, F>(buffer: Buffer<T>, shape: S, value: T, f: F) -> Buffer<T>
where
    F: FnMut2<T, T, Output = T>,
{
    let (mut buffer, mut f) = (buffer, f);
    if const { can_be::<T>() } && single::with_value_into(buffer.as_mut_slice(), &value, &mut f) {
        return buffer;
    }
    replace(buffer, Value(value), shape, f)
}

/// A function of each element; the memory is used again. The function's second argument means nothing.
///
/// # Panics
/// If the buffer has not as many elements as the shape.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn unary_into<T, S: Shape, F: FnMut2<T, (), Output = T>>(buffer: Buffer<T>, shape: S, f: F) -> Buffer<T> {
    replace(buffer, Value(()), shape, f)
}

/// As [`unary_into`], of a function of elements that is `replaces`, too: with the bits that it has in new memory.
///
/// # Panics
/// If the buffer has not as many elements as the shape.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn each_into<T: Clone, S: Shape, F: FnMut1<T, Output = T>, G: FnMut2<T, (), Output = T>>(
    mut buffer: Buffer<T>,
    shape: S,
    mut f: F,
    replaces: G,
) -> Buffer<T> {
    if single::in_place(buffer.as_mut_slice(), &mut f) { buffer } else { unary_into(buffer, shape, replaces) }
}

/// Is the one shape the other?
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn has_shape_of<S: Shape, O: Shape>() -> bool {
    TypeId::of::<S>() == TypeId::of::<O>()
}

/// Makes sure that two views have one shape, whose types have been compared elsewhere.
///
/// # Panics
/// If the shapes are two, or have two sizes.
#[cfg(feature = "alloc")]
#[inline(always)]
#[track_caller]
pub(crate) fn same_shapes<T, U, S: Shape, O: Shape, Y: Layout<S>, Z: Layout<O>>(
    left: &View<'_, T, S, Y>,
    right: &View<'_, U, O, Z>,
) {
    assert!(has_shape_of::<S, O>(), "two shapes where the types promise one");
    run_time::same(left.shape(), right.shape());
}

/// A function of each pair of elements of two views of one shape.
///
/// # Panics
/// If the shapes are two, or have two sizes.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(crate) fn pairs<T: Clone, U: Clone, S: Shape, O: Shape, Y: Layout<S>, Z: Layout<O>, F: FnMut2<T, U>>(
    left: View<'_, T, S, Y>,
    right: View<'_, U, O, Z>,
    f: F,
) -> Buffer<F::Output> {
    same_shapes(&left, &right);
    zipped(left, right, left.shape(), f)
}

/// A function of each pair of elements of two operands of one shape.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn binary_same<T, L, R, F>(left: &L, right: &R, f: F) -> (Buffer<T>, L::Shape)
where
    T: Clone,
    L: Values<Elem = T, Shape: SameShape<R::Shape>>,
    R: Values<Elem = T>,
    F: FnMut2<T, T, Output = T>,
{
    let (left, right) = (left.view(), right.view());
    let shape = left.shape();
    run_time::stretches(right.shape(), shape);
    (zipped(left, right, shape, f), shape)
}

/// A function of each pair of elements, with broadcasting; if the result has the left side's shape, its memory is used again.
///
/// # Panics
/// If the buffer has not as many elements as the shape.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(crate) fn binary_into<T, S, R, F>(
    left: Buffer<T>,
    shape: S,
    right: &R,
    f: F,
) -> (Buffer<T>, Broadcasted<S, R::Shape>)
where
    T: Clone,
    S: Shape + Broadcast<R::Shape>,
    R: Values<Elem = T> + ?Sized,
    F: FnMut2<T, T, Output = T>,
{
    assert!(left.as_slice().len() == shape.numel(), "as many elements as the shape has");
    let right = right.view();
    let out = run_time::broadcast(shape, right.shape());
    if has_shape_of::<S, Broadcasted<S, R::Shape>>() {
        let (mut left, mut f) = (left, f);
        if const { can_be::<T>() }
            && right.as_block().is_some_and(|right| single::binary_into(left.as_mut_slice(), right, &mut f))
        {
            return (left, out);
        }
        (replace(left, right, out, f), out)
    } else {
        let left = crate::view::View::over(left.as_slice(), shape);
        (eval(Zip(left, right, f), out), out)
    }
}

/// As [`binary_into`] with the memory on the right, which is the first argument of `f`.
///
/// # Panics
/// If the buffer has not as many elements as the shape.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub(crate) fn binary_into_right<T, L, S, F>(
    left: &L,
    right: Buffer<T>,
    shape: S,
    f: F,
) -> (Buffer<T>, Broadcasted<L::Shape, S>)
where
    T: Clone,
    L: Values<Elem = T, Shape: Broadcast<S>> + ?Sized,
    S: Shape,
    F: FnMut2<T, T, Output = T>,
{
    assert!(right.as_slice().len() == shape.numel(), "as many elements as the shape has");
    let left = left.view();
    let out = run_time::broadcast(left.shape(), shape);
    if has_shape_of::<S, Broadcasted<L::Shape, S>>() {
        let (mut right, mut f) = (right, f);
        if const { can_be::<T>() }
            && left.as_block().is_some_and(|left| single::binary_into(right.as_mut_slice(), left, &mut f))
        {
            return (right, out);
        }
        (replace(right, left, out, f), out)
    } else {
        let right = crate::view::View::over(right.as_slice(), shape);
        (eval(Zip(right, left, f), out), out)
    }
}

/// Changes each element of a slice by an operand's, which is stretched to the shape.
///
/// # Panics
/// If the slice has not as many elements as the shape.
#[inline]
#[track_caller]
pub(crate) fn change<T, S, R, F>(elements: &mut [T], shape: S, right: &R, f: F)
where
    S: Shape + Assign<R::Shape>,
    R: Values<Elem: Clone> + ?Sized,
    F: Change<T, R::Elem>,
{
    let mut f = f;
    if const { can_be::<T>() } && right.view().as_block().is_some_and(|right| single::change(elements, right, &mut f)) {
        return;
    }
    super::assign(elements, right.view(), shape, f);
}

/// As [`change`], of the elements of a part.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn change_apart<T, S, R, F>(part: &mut PartMut<'_, T, S>, right: &R, f: F)
where
    S: Shape + Assign<R::Shape>,
    R: Values<Elem: Clone> + ?Sized,
    F: Change<T, R::Elem>,
{
    super::assign_apart(part, right.view(), f);
}

/// Writes an operand's elements, stretched to the shape, over those of a slice.
///
/// # Panics
/// If the slice has not as many elements as the shape.
#[inline]
#[track_caller]
pub(crate) fn overwrite<T, S, R>(elements: &mut [T], shape: S, right: &R)
where
    T: Clone,
    S: Shape + Assign<R::Shape>,
    R: Values<Elem = T> + ?Sized,
{
    super::write_over(elements, right.view(), shape);
}

/// As [`overwrite`], of the elements of a part.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn overwrite_apart<T, S, R>(part: &mut PartMut<'_, T, S>, right: &R)
where
    T: Clone,
    S: Shape + Assign<R::Shape>,
    R: Values<Elem = T> + ?Sized,
{
    super::write_over_apart(part, right.view());
}

/// Changes each element of a slice by one value.
#[inline]
pub(crate) fn change_by<T, I: Clone, F: Change<T, I>>(elements: &mut [T], value: I, mut f: F) {
    for element in elements {
        f.change(element, value.clone());
    }
}
