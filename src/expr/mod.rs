//! Element-wise expressions: one generator of loops for all of them.
//!
//! An expression ([`Expr`]) knows its operands' shapes and layouts as types. It is walked as nodes ([`node`]) that know
//! neither, by a plan ([`plan`]) that the compiler works out where all shapes are static, into a sink ([`sink`]) that writes
//! new elements or changes old ones.

#![allow(unsafe_code)] // raw loops over borrowed operands: see the invariants of `Node` and `Sink`

mod apart;
mod apply;
#[cfg(feature = "alloc")]
pub(crate) mod contract;
#[cfg(feature = "alloc")]
mod copy;
mod form;
pub(crate) mod lazy;
mod nest;
pub(crate) mod node;
#[cfg(feature = "rayon")]
mod parted;
mod period;
pub(crate) mod plan;
mod product;
mod reduce;
pub(crate) mod single;
pub(crate) mod sink;
mod stack;
mod visit;
pub(crate) mod walk;
#[cfg(feature = "alloc")]
mod weighted;

pub(crate) use apply::*;
#[cfg(feature = "alloc")]
pub(crate) use copy::{bordered, copied, copied_erased, planes, transposed};
#[cfg(feature = "alloc")]
use copy::{transposed_by, turned_by};
pub(crate) use product::product_inline;
#[cfg(feature = "alloc")]
pub(crate) use product::{product, product_into, product_over};
pub(crate) use reduce::{all as reduce_all, whole as reduce_whole};
#[cfg(feature = "alloc")]
pub(crate) use reduce::{
    if_it_jumps, over as reduce_over, over_last as reduce_over_last, pair_all as reduce_pair_all,
    pair_over as reduce_pair_over,
};
#[cfg(feature = "alloc")]
pub(crate) use weighted::{Terms, score, weighted, weighted_by_unit};

use core::array;
use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};
use core::{ptr, slice};

use crate::kernels::float::as_places;
use crate::shape::dims::{Dims, Strides};
use crate::shape::form::Form;
use crate::shape::layout::Layout;
use crate::shape::number::{Bool, Choice, Yes};
use crate::shape::{Shape, run_time};
use crate::storage::{Full, Written};
use crate::view::{PartMut, View};
use apart::Places;
use form::Hand;
use nest::{Around, Nest, Start};
use node::{Contiguous, FEW, Fixed, FixedStrides, FnMut1, FnMut2, Listed, Near, Node, Scalar};
use plan::{Loops, Plan, SHORT, joined, mergeable, periodic};
use sink::{Assign, Change, Fill, Hole, Replace, Sink, Update, WriteOver};
use visit::Addressing;
pub(crate) use visit::Visit;

/// An expression that can be read at shape `O`: each operand is stretched to it.
///
/// # Safety
/// `visit` hands over a node that stays within the operands on the loops of a shape for which `fits` has returned.
pub unsafe trait Expr<O: Shape> {
    type Item;
    /// Are all operands' strides known when the program is compiled? Then `KNOWN` is true, if the shape is static.
    type IsKnown: Bool;
    /// Do the types say all strides along the shape, but for a size of it that is known when the program runs?
    const KNOWN: bool;
    /// The axes that all operands walk as one (see [`mergeable`]), where the types say.
    const MERGE: Option<u16>;
    /// The axes from which all operands go on, or repeat themselves (see [`periodic`]), where the types say.
    const PERIODS: u16;
    /// May any loop be the innermost one, where the plan is made when the program runs? Of contiguous and of stretched operands elements meet in one
    /// order, that of the shape.
    const ANY_ORDER: bool;
    /// Room for strides that are only known at run time.
    type Scratch;

    /// Makes sure that every operand can be read at the shape, whatever the traits say that relate them: by the numbers.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[track_caller]
    fn fits(&self, out: O);
    /// The run-time strides.
    fn prepare(&self, out: &Dims) -> Self::Scratch;
    /// As `MERGE`, by the run-time strides.
    fn merge(&self, out: &Dims, strides: &Self::Scratch) -> u16;
    /// As `PERIODS`, by the run-time strides.
    fn periods(&self, out: &Dims, strides: &Self::Scratch) -> u16;
    /// How far the operands go in memory for one step along an axis, by the run-time strides: the sum of all.
    fn step(&self, strides: &Self::Scratch, axis: usize) -> usize;
    /// Hands the expression over as a node.
    ///
    /// # Safety
    /// `strides` are those that `prepare` has worked out for these dimensions, or there are none, and they are `KNOWN`; the loops' axes are
    /// those of the plan.
    unsafe fn visit<V: Visit<Self::Item>>(&mut self, strides: Option<&Self::Scratch>, loops: &Loops, visitor: V);
}

/// A view, read as shape `O`.
struct Aligned<S, Y, O>(PhantomData<(S, Y, O)>);

impl<S: Shape, Y: Layout<S>, O: Shape> Aligned<S, Y, O> {
    const STRIDES: Option<Strides> = match Y::SOURCE {
        Some(source) if source.says_strides() && O::DIMS.says_strides() => {
            Some(source.stretched(&source.strides(), &O::DIMS))
        }
        _ => None,
    };
    const KNOWN: &'static Strides = match &Self::STRIDES {
        Some(strides) => strides,
        None => &[0; crate::shape::dims::MAX_RANK],
    };
    const MERGE: Option<u16> = match Y::SOURCE {
        Some(source) => Some(joined(&O::DIMS, &source)),
        None => None,
    };

    /// What the strides rest on, where they come from the types: an axis that goes on in memory goes on in the view, too.
    const GOES_ON: () = if let Some(source) = Y::SOURCE {
        let mut axis = 0;
        while axis < source.rank {
            let stretched = S::DIMS.is_one(axis) && !O::DIMS.is_one(axis);
            assert!(source.is_one(axis) || !stretched, "an axis is stretched that is not of size 1 in memory");
            axis += 1;
        }
    };

    /// The strides, from the types or as [`Expr::prepare`] has worked them out.
    #[inline(always)]
    fn strides(worked_out: Option<&Strides>) -> &Strides {
        if const { Self::STRIDES.is_some() } { Self::KNOWN } else { worked_out.expect("worked out") }
    }
}

// SAFETY: the strides are the operand's own, and 0 on every axis that it stretches; `fits` compares the sizes of all others. (An axis of `O`
// that is not stretched has the view's size, along which the strides lead to its elements by the view's invariant.)
unsafe impl<T: Clone, S: Shape, Y: Layout<S>, O: Shape> Expr<O> for View<'_, T, S, Y> {
    type Item = T;
    type IsKnown = Y::IsKnown;
    const KNOWN: bool = Aligned::<S, Y, O>::STRIDES.is_some();
    const MERGE: Option<u16> = Aligned::<S, Y, O>::MERGE;
    const PERIODS: u16 = match &Aligned::<S, Y, O>::STRIDES {
        Some(strides) if period::can_repeat::<T>() => periodic(&O::DIMS, strides),
        _ => 0,
    };
    const ANY_ORDER: bool = Y::SOURCE.is_none() && <Y::Form<O> as Form>::FOUND;
    type Scratch = Strides;

    #[inline(always)]
    #[track_caller]
    fn fits(&self, out: O) {
        const { Aligned::<S, Y, O>::GOES_ON }
        run_time::stretches(self.shape(), out);
    }
    #[inline(always)]
    fn prepare(&self, out: &Dims) -> Strides {
        S::DIMS.stretched(&self.strides_by_axis(), out)
    }

    #[inline(always)]
    fn merge(&self, out: &Dims, strides: &Strides) -> u16 {
        mergeable(out, strides)
    }

    #[inline(always)]
    fn periods(&self, out: &Dims, strides: &Strides) -> u16 {
        if period::can_repeat::<T>() { periodic(out, strides) } else { 0 }
    }

    #[inline(always)]
    fn step(&self, strides: &Strides, axis: usize) -> usize {
        strides[axis].unsigned_abs()
    }

    #[inline(always)]
    unsafe fn visit<V: Visit<T>>(&mut self, strides: Option<&Strides>, loops: &Loops, visitor: V) {
        // SAFETY: the strides and the loops are what this function's caller promises, of the same operand.
        unsafe { V::Addressing::hand::<T, S, Y, O, V>(self, Aligned::<S, Y, O>::strides(strides), loops, visitor) }
    }
}

/// By the types, for loops of constants: only where all strides are known.
pub(crate) struct ByType;

/// By strides in memory, so that all shapes share the loops. With `PATTERNS` what repeats itself along the innermost axis is laid out as a pattern.
pub(crate) struct Listing<const PATTERNS: bool>;

/// By strides alone.
pub(crate) type ByStrides = Listing<false>;

/// What goes on does so by its strides; what repeats itself along the innermost axis is laid out as a pattern.
pub(crate) type ByPattern = Listing<true>;

impl Addressing for ByType {
    #[inline(always)]
    unsafe fn hand<T: Clone, S: Shape, Y: Layout<S>, O: Shape, V: Visit<T>>(
        view: &View<'_, T, S, Y>,
        _: &Strides,
        loops: &Loops,
        visitor: V,
    ) {
        let place = Fixed { ptr: view.as_ptr(), strides: PhantomData::<Aligned<S, Y, O>> };
        let inner = Aligned::<S, Y, O>::KNOWN[loops.axes[0] as usize];
        Y::Form::<O>::choose(Hand { place, inner, visitor });
    }
}

impl<const PATTERNS: bool> Addressing for Listing<PATTERNS> {
    #[inline(always)]
    unsafe fn hand<T: Clone, S: Shape, Y: Layout<S>, O: Shape, V: Visit<T>>(
        view: &View<'_, T, S, Y>,
        strides: &Strides,
        loops: &Loops,
        visitor: V,
    ) {
        let inner = strides[loops.axes[0] as usize];
        if PATTERNS && inner != 0 && strides[loops.axes[1] as usize] == 0 {
            // SAFETY: the operand is these elements along the innermost loop and stretched along all others, where the expression is
            // walked in pieces.
            let elements = unsafe { slice::from_raw_parts(view.as_ptr(), loops.counts[0]) };
            return visitor.visit(Contiguous(period::Pattern::new(elements).place()));
        }
        Y::Form::<O>::choose(Hand { place: Listed { ptr: view.as_ptr(), strides }, inner, visitor });
    }
}

/// By the strides along a few loops, the innermost first.
struct ByFew;

impl Addressing for ByFew {
    #[inline(always)]
    unsafe fn hand<T: Clone, S: Shape, Y: Layout<S>, O: Shape, V: Visit<T>>(
        view: &View<'_, T, S, Y>,
        strides: &Strides,
        loops: &Loops,
        visitor: V,
    ) {
        let strides = array::from_fn(|depth| if depth < loops.rank { strides[loops.axes[depth] as usize] } else { 0 });
        Y::Form::<O>::choose(Hand { place: Near { ptr: view.as_ptr(), strides }, inner: strides[0], visitor });
    }
}

impl<S: Shape, Y: Layout<S>, O: Shape> FixedStrides for Aligned<S, Y, O> {
    const STRIDES: &'static Strides = Self::KNOWN;
}

/// One value for every element.
pub struct Value<T>(pub T);

// SAFETY: reads nothing but the value.
unsafe impl<T: Clone, O: Shape> Expr<O> for Value<T> {
    type Item = T;
    type IsKnown = Yes;
    const KNOWN: bool = true;
    const MERGE: Option<u16> = Some(u16::MAX);
    const PERIODS: u16 = u16::MAX;
    const ANY_ORDER: bool = true;
    type Scratch = ();

    #[inline(always)]
    #[track_caller]
    fn fits(&self, _: O) {}
    #[inline(always)]
    fn prepare(&self, _: &Dims) {}
    #[inline(always)]
    fn merge(&self, _: &Dims, (): &()) -> u16 {
        u16::MAX
    }
    #[inline(always)]
    fn periods(&self, _: &Dims, (): &()) -> u16 {
        u16::MAX
    }
    #[inline(always)]
    fn step(&self, (): &(), _: usize) -> usize {
        0
    }
    #[inline(always)]
    unsafe fn visit<V: Visit<T>>(&mut self, _: Option<&()>, _: &Loops, visitor: V) {
        visitor.visit(Scalar(&self.0));
    }
}

/// Where a function is: one of no bytes anywhere, so that an expression need not lie in memory for its sake.
#[inline(always)]
fn place_of<F>(f: &mut F) -> *mut F {
    if const { size_of::<F>() == 0 } { ptr::dangling_mut() } else { f }
}

/// A function of an expression.
pub struct Map<E, F>(pub E, pub F);

/// A function of two expressions.
pub struct Zip<A, B, F>(pub A, pub B, pub F);

struct MapVisit<F, V>(*mut F, V);

impl<I, F: FnMut1<I>, V: Visit<F::Output>> Visit<I> for MapVisit<F, V> {
    type Addressing = V::Addressing;
    const BEFORE: usize = V::BEFORE;
    const STRIDED: bool = V::STRIDED;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        self.1.visit(node::Map(node, self.0));
    }
}

// SAFETY: reads what its operand reads.
unsafe impl<O: Shape, E: Expr<O>, F: FnMut1<E::Item>> Expr<O> for Map<E, F> {
    type Item = F::Output;
    type IsKnown = E::IsKnown;
    const KNOWN: bool = E::KNOWN;
    const MERGE: Option<u16> = E::MERGE;
    const PERIODS: u16 = E::PERIODS;
    const ANY_ORDER: bool = E::ANY_ORDER;
    type Scratch = E::Scratch;

    #[inline(always)]
    #[track_caller]
    fn fits(&self, out: O) {
        self.0.fits(out);
    }
    #[inline(always)]
    fn prepare(&self, out: &Dims) -> E::Scratch {
        self.0.prepare(out)
    }
    #[inline(always)]
    fn merge(&self, out: &Dims, strides: &E::Scratch) -> u16 {
        self.0.merge(out, strides)
    }
    #[inline(always)]
    fn periods(&self, out: &Dims, strides: &E::Scratch) -> u16 {
        self.0.periods(out, strides)
    }
    #[inline(always)]
    fn step(&self, strides: &E::Scratch, axis: usize) -> usize {
        self.0.step(strides, axis)
    }
    #[inline(always)]
    unsafe fn visit<V: Visit<F::Output>>(&mut self, strides: Option<&E::Scratch>, loops: &Loops, visitor: V) {
        // SAFETY: the operand's strides are the whole's, and the loops are the plan's, as the caller says.
        unsafe { self.0.visit(strides, loops, MapVisit(place_of(&mut self.1), visitor)) }
    }
}

/// Goes on to the right operand once the left one's form is known.
struct LeftVisit<'a, O, B: Expr<O>, F, V>
where
    O: Shape,
{
    right: &'a mut B,
    strides: Option<&'a B::Scratch>,
    loops: &'a Loops,
    f: *mut F,
    visitor: V,
    shape: PhantomData<O>,
}

struct RightVisit<A, F, V>(A, *mut F, V);

impl<I, O: Shape, B: Expr<O>, F: FnMut2<I, B::Item>, V: Visit<F::Output>> Visit<I> for LeftVisit<'_, O, B, F, V> {
    type Addressing = V::Addressing;
    const BEFORE: usize = V::BEFORE;
    const STRIDED: bool = V::STRIDED;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        // SAFETY: the strides and the loops are those that the pair was prepared with.
        unsafe { self.right.visit(self.strides, self.loops, RightVisit(node, self.f, self.visitor)) }
    }
}

impl<J, A: Node, F: FnMut2<A::Item, J>, V: Visit<F::Output>> Visit<J> for RightVisit<A, F, V> {
    type Addressing = V::Addressing;
    const BEFORE: usize = A::OPERANDS + V::BEFORE;
    const STRIDED: bool = A::STRIDED || V::STRIDED;

    #[inline(always)]
    fn visit<N: Node<Item = J>>(self, node: N) {
        self.2.visit(node::Zip(self.0, node, self.1));
    }
}

// SAFETY: reads what its operands read.
unsafe impl<O: Shape, A: Expr<O>, B: Expr<O>, F: FnMut2<A::Item, B::Item>> Expr<O> for Zip<A, B, F> {
    type Item = F::Output;
    type IsKnown = <A::IsKnown as Bool>::And<B::IsKnown>;
    const KNOWN: bool = A::KNOWN && B::KNOWN;
    const MERGE: Option<u16> = match (A::MERGE, B::MERGE) {
        (Some(a), Some(b)) => Some(a & b),
        _ => None,
    };
    const PERIODS: u16 = A::PERIODS & B::PERIODS;
    const ANY_ORDER: bool = A::ANY_ORDER && B::ANY_ORDER;
    type Scratch = (A::Scratch, B::Scratch);

    #[inline(always)]
    #[track_caller]
    fn fits(&self, out: O) {
        self.0.fits(out);
        self.1.fits(out);
    }
    #[inline(always)]
    fn prepare(&self, out: &Dims) -> Self::Scratch {
        (self.0.prepare(out), self.1.prepare(out))
    }
    #[inline(always)]
    fn merge(&self, out: &Dims, (left, right): &Self::Scratch) -> u16 {
        self.0.merge(out, left) & self.1.merge(out, right)
    }
    #[inline(always)]
    fn periods(&self, out: &Dims, (left, right): &Self::Scratch) -> u16 {
        self.0.periods(out, left) & self.1.periods(out, right)
    }
    #[inline(always)]
    fn step(&self, (left, right): &Self::Scratch, axis: usize) -> usize {
        self.0.step(left, axis).saturating_add(self.1.step(right, axis))
    }
    #[inline(always)]
    unsafe fn visit<V: Visit<F::Output>>(&mut self, strides: Option<&Self::Scratch>, loops: &Loops, visitor: V) {
        let (left, right) = strides.map(|(left, right)| (left, right)).unzip();
        let f = place_of(&mut self.2);
        let visitor = LeftVisit { right: &mut self.1, strides: right, loops, f, visitor, shape: PhantomData::<O> };
        // SAFETY: each operand's strides were worked out with the whole's, and the loops are the plan's, as the caller says.
        unsafe { self.0.visit(left, loops, visitor) }
    }
}

/// The plan of an expression at a shape.
struct Planned<E, O>(PhantomData<(E, O)>);

impl<O: Shape, E: Expr<O>> Planned<E, O> {
    /// Is the plan known when the program is compiled, but for how often the outermost loop runs?
    const STATIC: bool = O::DIMS.says_strides() && E::KNOWN;
    /// Do all operands go on or repeat themselves from one row to the next?
    const PERIODIC: bool = period::can_be(&<Self as Plan>::LOOPS, &O::DIMS, E::PERIODS);
    /// The axes that are walked as one, as far as the types say.
    const MERGED: u16 = match E::MERGE {
        Some(merge) => merge,
        None => 0,
    };
    /// Do the types say that there are but a few loops?
    const FEW: bool = E::MERGE.is_some() && Self::TOLD.rank <= FEW;
    /// The loops, as the types tell them.
    const TOLD: &'static Loops = &<Self as Plan>::LOOPS;
}

impl<O: Shape, E: Expr<O>> Plan for Planned<E, O> {
    const TINY: bool = match O::DIMS.numel() {
        Some(numel) => O::STATIC && numel <= 64,
        None => false,
    };
    const LOOPS: Loops = Loops::new(&O::DIMS, Self::MERGED);
}

/// A way to walk a node by its loops, into the places of a sink.
trait Walker {
    type Addressing: Addressing;
    fn walk<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut [S::Slot], state: &mut S::State);
}

/// Walks the node that it gets. Made by [`Ready::walk`] only, which knows that the loops are the node's.
struct By<'l, 's, W, S>(&'l Loops, &'s mut S, PhantomData<W>);

impl<I, W: Walker, S: Sink<I>> Visit<I> for By<'_, '_, W, S> {
    type Addressing = W::Addressing;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        let (out, state) = self.1.places();
        // SAFETY: the node was made for these loops, and stands at their start; the shape has elements.
        W::walk::<N, S>(unsafe { Nest::new(node, self.0) }, out, state);
    }
}

/// By a plan of constants: named where `P` is the plan.
struct Unrolled<P>(PhantomData<P>);

impl<P: Plan> Walker for Unrolled<P> {
    type Addressing = ByType;

    #[inline(always)]
    fn walk<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
        // SAFETY: the plan is the node's own.
        let start = unsafe { Start::<P, N>::new(nest.node()) };
        if const { P::TINY } {
            walk::unrolled::<P, N, S>(start, 0, out, state);
        } else {
            walk::unrolled_apart::<P, N, S>(start, out, state);
        }
    }
}

/// As [`Unrolled`], but for the outermost loop, of which there is more than one.
struct UnrolledInside<P>(PhantomData<P>);

impl<P: Plan> Walker for UnrolledInside<P> {
    type Addressing = ByType;

    #[inline(always)]
    fn walk<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
        let count = nest.loops().counts[const { P::LOOPS.rank - 1 }];
        // SAFETY: the plan is the node's own, but for how often its outermost loop runs.
        let around = unsafe { Around::<P, N>::new(nest.node(), count) };
        walk::unrolled_inside::<P, N, S>(around, out, state);
    }
}

/// Walkers that know nothing of the plan but its strides.
macro_rules! by_strides {
    ($($(#[$doc:meta])* $walker:ident by $walk:path;)*) => { $(
        $(#[$doc])*
        struct $walker;

        impl Walker for $walker {
            type Addressing = ByStrides;

            #[inline(always)]
            fn walk<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
                $walk(nest, out, state);
            }
        }
    )* };
}
by_strides! {
    Walk by walk::walk::<N, S>;
    /// As [`Walk`], by a plan that is made when the program runs.
    WalkAny by walk::walk_any::<N, S>;
}

/// Walks rows of a few elements, many at once, where all operands go on or repeat themselves along the two innermost loops.
struct WalkPieces;

impl Walker for WalkPieces {
    type Addressing = ByPattern;

    #[inline(always)]
    fn walk<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
        // SAFETY: this walker is for such operands, and this addressing makes patterns of what repeats itself.
        let repeating = unsafe { period::Repeating::new(nest) };
        period::walk::<N, S>(repeating, out, state);
    }
}

/// Walks rows of a few elements by a few loops, which are the axes of the nest.
struct WalkFew;

impl Walker for WalkFew {
    type Addressing = ByFew;

    #[inline(always)]
    fn walk<N: Node, S: Sink<N::Item>>(nest: Nest<'_, N>, out: &mut [S::Slot], state: &mut S::State) {
        walk::walk_few::<N::Near, S>(nest.few(), out, state);
    }
}

/// An expression with the loops that it is to be walked by.
///
/// Invariant: it fits a shape that has elements, these are its loops over that shape, `told` the same as far as they are known before the program
/// runs, and the strides are there where the types do not say them. For [`WalkFew`] the axes of `loops` are the loops themselves.
struct Ready<'a, O: Shape, E: Expr<O>> {
    expr: E,
    strides: Option<&'a E::Scratch>,
    told: &'a Loops,
    loops: &'a Loops,
}

impl<O: Shape, E: Expr<O>> Ready<'_, O, E> {
    #[inline(always)]
    fn walk<W: Walker, S: Sink<E::Item>>(self, sink: &mut S) {
        // The expression by itself: what lay beside it would have to lie in memory as it does.
        let Ready { mut expr, strides, told, loops } = self;
        // SAFETY: the invariant says that the strides and the loops are the expression's.
        unsafe { expr.visit(strides, told, By::<W, S>(loops, sink, PhantomData)) }
    }

    /// The patterns take a lot of the stack, which nobody else is to pay for.
    #[inline(never)]
    fn walk_pieces<S: Sink<E::Item>>(self, sink: &mut S) {
        self.walk::<WalkPieces, S>(sink);
    }
}

/// Runs an expression at a shape into a sink.
///
/// # Panics
/// If an operand does not fit the shape, or the sink has not as many places as the shape has elements.
#[inline(always)]
#[track_caller]
fn run<O: Shape, E: Expr<O>, S: Sink<E::Item>>(expr: E, shape: O, sink: &mut S) {
    expr.fits(shape);
    let numel = shape.numel();
    assert!(sink.places().0.len() == numel, "as many places as the shape has elements");
    if numel != 0 {
        <O::IsStatic as Bool>::And::<E::IsKnown>::choose(Run { expr, shape, sink });
    }
}

/// What [`run`] does: where all sizes and strides are known, the compiler does not even look at what is done where they are not. Made there only,
/// which has made sure that the operands fit the shape, and that this has elements.
struct Run<'a, O, E, S> {
    expr: E,
    shape: O,
    sink: &'a mut S,
}

impl<O: Shape, E: Expr<O>, S: Sink<E::Item>> Choice for Run<'_, O, E, S> {
    type Output = ();

    #[inline(always)]
    fn yes(self) {
        const { assert!(E::KNOWN && E::MERGE.is_some(), "strides that are known") }
        let loops = Planned::<E, O>::TOLD;
        let ready = Ready { expr: self.expr, strides: None, told: loops, loops };
        if const { Planned::<E, O>::PERIODIC && period::pays(Planned::<E, O>::TOLD) } {
            ready.walk::<WalkPieces, S>(self.sink);
        } else if const { <Planned<E, O> as Plan>::CONSTANT } {
            ready.walk::<Unrolled<Planned<E, O>>, S>(self.sink);
        } else {
            ready.walk::<Walk, S>(self.sink);
        }
    }

    #[inline(always)]
    fn no(self) {
        if const { O::STATIC || !Planned::<E, O>::STATIC } {
            return self.by_run_time_plan();
        }
        // Only the outermost size is not known.
        let told = Planned::<E, O>::TOLD;
        let mut loops = *told;
        loops.counts[told.rank - 1] *= self.shape.dims().sizes[const { O::RANK.saturating_sub(1) }];
        let ready = Ready { expr: self.expr, strides: None, told, loops: &loops };
        if const { Planned::<E, O>::PERIODIC } && period::pays(&loops) {
            ready.walk::<WalkPieces, S>(self.sink);
        } else if const { <Planned<E, O> as Plan>::CONSTANT && Planned::<E, O>::LOOPS.rank > 1 } {
            ready.walk::<UnrolledInside<Planned<E, O>>, S>(self.sink);
        } else {
            ready.walk::<Walk, S>(self.sink);
        }
    }
}

impl<O: Shape, E: Expr<O>, S: Sink<E::Item>> Run<'_, O, E, S> {
    /// By a plan that is made now.
    #[inline(always)]
    fn by_run_time_plan(self) {
        if const { !Planned::<E, O>::FEW } {
            return self.by_any_plan();
        }
        let dims = self.shape.dims();
        let strides = self.expr.prepare(&dims);
        let mut loops = Loops::told(&dims, const { Planned::<E, O>::MERGED });
        if loops.counts[0] >= SHORT || period::pays(&loops) {
            return self.by_long_plan();
        }
        loops.axes = const { Loops::in_order() };
        let ready = Ready { expr: self.expr, strides: Some(&strides), told: Planned::<E, O>::TOLD, loops: &loops };
        ready.walk::<WalkFew, S>(self.sink);
    }

    /// As [`by_any_plan`](Self::by_any_plan), as a function of its own: its plan lies in memory, which what is small is not to pay for.
    #[inline(never)]
    fn by_long_plan(self) {
        self.by_any_plan();
    }

    /// By a plan of any number of loops. Of static shapes rows are not walked in pieces: that would be compiled for each, and hardly ever be of use.
    #[inline(always)]
    fn by_any_plan(self) {
        let dims = self.shape.dims();
        let strides = self.expr.prepare(&dims);
        let loops = match const { E::MERGE } {
            Some(merge) => Loops::told(&dims, merge),
            None => Loops::new(&dims, self.expr.merge(&dims, &strides)),
        };
        let pieces = const { !O::STATIC } && period::pays(&loops) && {
            // Once more: what is handed to a function would have to lie in memory for what is small, too.
            let dims = self.shape.dims();
            period::can_be(&loops, &dims, self.expr.periods(&dims, &strides))
        };
        let ready = Ready { expr: self.expr, strides: Some(&strides), told: &loops, loops: &loops };
        if pieces {
            return ready.walk_pieces(self.sink);
        }
        ready.walk::<WalkAny, S>(self.sink);
    }
}

/// Walks the node that it gets to places of a sink that lie apart. Made by [`run_apart`] only, which knows that the loops are the node's.
struct ToPlaces<'l, 's, S>(&'l Loops, &'s mut S, Places<'l>);

impl<I, S: Sink<I>> Visit<I> for ToPlaces<'_, '_, S> {
    type Addressing = ByStrides;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        let (out, state) = self.1.places();
        // SAFETY: the node was made for these loops, and stands at their start; the shape has elements.
        apart::walk::<N, S>(unsafe { Nest::new(node, self.0) }, out, self.2, state);
    }
}

/// Runs an expression at a shape into the places of a sink that lie apart.
///
/// # Panics
/// If an operand does not fit the shape, or a place is none of the sink's.
#[inline(always)]
#[track_caller]
fn run_apart<O: Shape, E: Expr<O>, S: Sink<E::Item>>(mut expr: E, shape: O, sink: &mut S, to: Places<'_>) {
    expr.fits(shape);
    if shape.numel() == 0 {
        return;
    }
    let dims = shape.dims();
    let strides = expr.prepare(&dims);
    // One loop is what neighbours both in the operands and in the part.
    let loops = Loops::new(&dims, expr.merge(&dims, &strides) & mergeable(&dims, to.strides));
    // SAFETY: the strides were worked out for these dimensions, and the loops are the expression's over them; that fewer axes than could be are walked
    // as one changes nothing of that.
    unsafe { expr.visit(Some(&strides), &loops, ToPlaces(&loops, sink, to)) }
}

/// Writes an expression to places that hold no elements, in row-major order.
///
/// If a closure or an operator panics, what was written is dropped.
///
/// # Panics
/// If an operand does not fit the shape, or there are not as many places as it has elements.
#[inline(always)]
#[track_caller]
fn fill<O: Shape, E: Expr<O>>(expr: E, shape: O, places: &mut [MaybeUninit<E::Item>]) -> Full<'_, E::Item> {
    let (mut written, places) = Written::to(places);
    run(expr, shape, &mut Fill::new(places, &mut written));
    mem::forget(written);
    // SAFETY: `run` has come back, so each row of the expression has been written to its places, which are all of them.
    unsafe { Full::new(places) }
}

/// Replaces each element by a function of it and the expression's.
///
/// If the function panics, all elements but the one that it had taken are dropped.
///
/// # Safety
/// The elements of the shape are at `at`, initialised and owned; if this panics, they are not to be dropped again.
#[inline(always)]
unsafe fn update<T, O: Shape, E: Expr<O>, F: FnMut2<T, E::Item, Output = T>>(at: *mut T, expr: E, shape: O, mut f: F) {
    // SAFETY: the caller says that the elements of the shape are here, and nobody else's while this runs.
    let elements = unsafe { slice::from_raw_parts_mut(at, shape.numel()) };
    // SAFETY: the caller says that the elements are here and owned, and are not dropped again if this panics.
    let mut hole = unsafe { Hole::new(at, shape.numel()) };
    run(expr, shape, &mut Update::new(elements, &mut f, &mut hole));
    mem::forget(hole);
}

/// Changes each element by the expression's.
///
/// # Panics
/// If an operand does not fit the shape, or it has not as many elements.
#[inline(always)]
#[track_caller]
fn assign<T, O: Shape, E: Expr<O>, F: Change<T, E::Item>>(elements: &mut [T], expr: E, shape: O, mut f: F) {
    run(expr, shape, &mut Assign::new(elements, &mut f));
}

/// Writes an expression over the elements that are there.
///
/// # Panics
/// As [`assign`] does.
#[inline(always)]
#[track_caller]
fn write_over<O: Shape, E: Expr<O>>(elements: &mut [E::Item], expr: E, shape: O) {
    if const { mem::needs_drop::<E::Item>() } {
        assign(elements, expr, shape, Replace);
    } else {
        run(expr, shape, &mut WriteOver::new(as_places(elements)));
    }
}

/// Changes each element of a part by the expression's.
///
/// # Panics
/// If an operand does not fit the shape.
#[inline(always)]
#[track_caller]
fn assign_apart<T, O: Shape, E: Expr<O>, F: Change<T, E::Item>>(part: &mut PartMut<'_, T, O>, expr: E, mut f: F) {
    let (shape, (elements, first, strides)) = (part.shape(), part.places());
    run_apart(expr, shape, &mut Assign::new(elements, &mut f), Places { first, strides });
}

/// Writes an expression over the elements of a part.
///
/// # Panics
/// As [`assign_apart`] does.
#[inline(always)]
#[track_caller]
fn write_over_apart<O: Shape, E: Expr<O>>(part: &mut PartMut<'_, E::Item, O>, expr: E) {
    if const { mem::needs_drop::<E::Item>() } {
        return assign_apart(part, expr, Replace);
    }
    let (shape, (elements, first, strides)) = (part.shape(), part.places());
    run_apart(expr, shape, &mut WriteOver::new(as_places(elements)), Places { first, strides });
}
