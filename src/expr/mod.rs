//! Element-wise expressions: one generator of loops for all of them.
//!
//! An expression ([`Expr`]) knows its operands' shapes and layouts as types. It is walked as nodes ([`node`]) that know
//! neither, by a plan ([`plan`]) that the compiler works out where all shapes are static, into a sink ([`sink`]) that writes
//! new elements or changes old ones.

#![allow(unsafe_code)] // raw loops over borrowed operands: see the invariants of `Node` and `Sink`

mod apply;
#[cfg(feature = "alloc")]
pub(crate) mod contract;
mod form;
pub(crate) mod lazy;
pub(crate) mod node;
mod period;
pub(crate) mod plan;
mod product;
mod reduce;
pub(crate) mod sink;
mod visit;
pub(crate) mod walk;

pub(crate) use apply::*;
pub(crate) use product::product_inline;
#[cfg(feature = "alloc")]
pub(crate) use product::{product, product_into, product_over};
pub(crate) use reduce::{all as reduce_all, whole as reduce_whole};
#[cfg(feature = "alloc")]
pub(crate) use reduce::{
    over as reduce_over, over_with as reduce_over_with, pair_all as reduce_pair_all, pair_over as reduce_pair_over,
};

use core::marker::PhantomData;
use core::mem::{self, MaybeUninit};
use core::slice;

use crate::shape::dims::{Dims, Strides};
use crate::shape::form::Form;
use crate::shape::layout::Layout;
use crate::shape::number::{Bool, Choice};
use crate::shape::{Shape, run_time};
use crate::storage::Written;
use crate::view::View;
use form::Hand;
use node::{Contiguous, Fixed, FixedStrides, FnMut1, FnMut2, Listed, Node, Scalar};
use plan::{Loops, mergeable, periodic};
use sink::{Assign, Change, Fill, Hole, Replace, Sink, Update, WriteOver};
use visit::Addressing;
pub(crate) use visit::Visit;
use walk::Plan;

/// An expression that can be read at shape `O`: each operand is stretched to it.
///
/// # Safety
/// `visit` hands over a node that stays within the operands on the loops of a shape for which `fits` has returned.
pub unsafe trait Expr<O: Shape> {
    type Item;
    /// The axes that all operands walk as one (see [`mergeable`]), where the types say.
    const MERGE: Option<u16>;
    /// The axes from which all operands go on, or repeat themselves (see [`periodic`]), where the types say.
    const PERIODS: u16;
    /// Room for strides that are only known at run time.
    type Scratch;

    /// Makes sure that every operand can be read at the shape, whatever the traits say that relate them: by the numbers.
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    fn fits(&self, out: O);
    /// Works out the run-time strides, and the axes that all operands walk as one.
    fn prepare(&self, out: &Dims, scratch: &mut MaybeUninit<Self::Scratch>) -> u16;
    /// As `PERIODS`, by the run-time strides.
    ///
    /// # Safety
    /// `scratch` was written by `prepare` for these dimensions.
    unsafe fn periods(&self, out: &Dims, scratch: &MaybeUninit<Self::Scratch>) -> u16;
    /// Hands the expression over as a node.
    ///
    /// # Safety
    /// If `MERGE` is `None`, `scratch` was written by `prepare` for these dimensions; the loops' axes are those of the plan.
    unsafe fn visit<V: Visit<Self::Item>>(&mut self, scratch: &MaybeUninit<Self::Scratch>, loops: &Loops, visitor: V);
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
    const MERGE: Option<u16> = match &Self::STRIDES {
        Some(strides) => Some(mergeable(&O::DIMS, strides)),
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

    /// The strides, from the types or as [`Expr::prepare`] has written them.
    ///
    /// # Safety
    /// It has, where the types do not say.
    #[inline(always)]
    unsafe fn strides(scratch: &MaybeUninit<Strides>) -> &Strides {
        if const { Self::STRIDES.is_some() } {
            Self::KNOWN
        } else {
            // SAFETY: the caller says that `prepare` has written it for these dimensions, where the types do not say.
            unsafe { scratch.assume_init_ref() }
        }
    }
}

// SAFETY: the strides are the operand's own, and 0 on every axis that it stretches; `fits` compares the sizes of all others. (An axis of `O`
// that is not stretched has the view's size, along which the strides lead to its elements by the view's invariant.)
unsafe impl<T: Clone, S: Shape, Y: Layout<S>, O: Shape> Expr<O> for View<'_, T, S, Y> {
    type Item = T;
    const MERGE: Option<u16> = Aligned::<S, Y, O>::MERGE;
    const PERIODS: u16 = match &Aligned::<S, Y, O>::STRIDES {
        Some(strides) if period::can_repeat::<T>() => periodic(&O::DIMS, strides),
        _ => 0,
    };
    type Scratch = Strides;

    #[inline(always)]
    fn fits(&self, out: O) {
        const { Aligned::<S, Y, O>::GOES_ON }
        run_time::stretches(self.shape(), out);
    }
    #[inline(always)]
    fn prepare(&self, out: &Dims, scratch: &mut MaybeUninit<Strides>) -> u16 {
        let strides = S::DIMS.stretched(&self.strides_by_axis(), out);
        mergeable(out, scratch.write(strides))
    }

    #[inline(always)]
    unsafe fn periods(&self, out: &Dims, scratch: &MaybeUninit<Strides>) -> u16 {
        // SAFETY: the caller says that `prepare` has written it for these dimensions, where the types do not say.
        let strides = unsafe { scratch.assume_init_ref() };
        if period::can_repeat::<T>() { periodic(out, strides) } else { 0 }
    }

    #[inline(always)]
    unsafe fn visit<V: Visit<T>>(&mut self, scratch: &MaybeUninit<Strides>, loops: &Loops, visitor: V) {
        // SAFETY: the scratch and the loops are what this function's caller promises, of the same operand.
        unsafe { V::Addressing::hand::<T, S, Y, O, V>(self, scratch, loops, visitor) }
    }
}

/// By the types, for loops of constants: only where all strides are known.
pub(crate) struct ByType;

/// By strides in memory, so that all shapes share the loops.
pub(crate) struct ByStrides;

/// What goes on does so by its strides; what repeats itself along the innermost axis is laid out as a pattern.
pub(crate) struct ByPattern;

impl Addressing for ByType {
    #[inline(always)]
    unsafe fn hand<T: Clone, S: Shape, Y: Layout<S>, O: Shape, V: Visit<T>>(
        view: &View<'_, T, S, Y>,
        _: &MaybeUninit<Strides>,
        loops: &Loops,
        visitor: V,
    ) {
        let place = Fixed { ptr: view.as_ptr(), strides: PhantomData::<Aligned<S, Y, O>> };
        let inner = Aligned::<S, Y, O>::KNOWN[loops.axes[0] as usize];
        Y::Form::<O>::choose(Hand { place, inner, visitor });
    }
}

impl Addressing for ByStrides {
    #[inline(always)]
    unsafe fn hand<T: Clone, S: Shape, Y: Layout<S>, O: Shape, V: Visit<T>>(
        view: &View<'_, T, S, Y>,
        scratch: &MaybeUninit<Strides>,
        loops: &Loops,
        visitor: V,
    ) {
        // SAFETY: the caller says that `prepare` has written it for these dimensions, where the types do not say.
        let strides = unsafe { Aligned::<S, Y, O>::strides(scratch) };
        let place = Listed { ptr: view.as_ptr(), strides };
        Y::Form::<O>::choose(Hand { place, inner: strides[loops.axes[0] as usize], visitor });
    }
}

impl Addressing for ByPattern {
    #[inline(always)]
    unsafe fn hand<T: Clone, S: Shape, Y: Layout<S>, O: Shape, V: Visit<T>>(
        view: &View<'_, T, S, Y>,
        scratch: &MaybeUninit<Strides>,
        loops: &Loops,
        visitor: V,
    ) {
        // SAFETY: the caller says that `prepare` has written it for these dimensions, where the types do not say.
        let strides = unsafe { Aligned::<S, Y, O>::strides(scratch) };
        if strides[loops.axes[0] as usize] != 0 && strides[loops.axes[1] as usize] == 0 {
            // SAFETY: the operand is these elements along the innermost loop and stretched along all others, where the expression is
            // walked in pieces.
            let pattern = unsafe { period::Pattern::new(view.as_ptr(), loops.counts[0]) };
            return visitor.visit(Contiguous(pattern.place()));
        }
        // SAFETY: the scratch and the loops are what this function's caller promises, of the same operand.
        unsafe { ByStrides::hand::<T, S, Y, O, V>(view, scratch, loops, visitor) }
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
    const MERGE: Option<u16> = Some(u16::MAX);
    const PERIODS: u16 = u16::MAX;
    type Scratch = ();

    #[inline(always)]
    fn fits(&self, _: O) {}
    #[inline(always)]
    fn prepare(&self, _: &Dims, _: &mut MaybeUninit<()>) -> u16 {
        u16::MAX
    }
    #[inline(always)]
    unsafe fn periods(&self, _: &Dims, _: &MaybeUninit<()>) -> u16 {
        u16::MAX
    }
    #[inline(always)]
    unsafe fn visit<V: Visit<T>>(&mut self, _: &MaybeUninit<()>, _: &Loops, visitor: V) {
        visitor.visit(Scalar(&self.0));
    }
}

/// A function of an expression.
pub struct Map<E, F>(pub E, pub F);

/// A function of two expressions.
pub struct Zip<A, B, F>(pub A, pub B, pub F);

struct MapVisit<F, V>(*mut F, V);

impl<I, F: FnMut1<I>, V: Visit<F::Output>> Visit<I> for MapVisit<F, V> {
    type Addressing = V::Addressing;
    const BEFORE: usize = V::BEFORE;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        self.1.visit(node::Map(node, self.0));
    }
}

// SAFETY: reads what its operand reads.
unsafe impl<O: Shape, E: Expr<O>, F: FnMut1<E::Item>> Expr<O> for Map<E, F> {
    type Item = F::Output;
    const MERGE: Option<u16> = E::MERGE;
    const PERIODS: u16 = E::PERIODS;
    type Scratch = E::Scratch;

    #[inline(always)]
    fn fits(&self, out: O) {
        self.0.fits(out);
    }
    #[inline(always)]
    fn prepare(&self, out: &Dims, scratch: &mut MaybeUninit<E::Scratch>) -> u16 {
        self.0.prepare(out, scratch)
    }
    #[inline(always)]
    unsafe fn periods(&self, out: &Dims, scratch: &MaybeUninit<E::Scratch>) -> u16 {
        // SAFETY: `prepare` has written each operand's scratch together with the whole, which the caller vouches for.
        unsafe { self.0.periods(out, scratch) }
    }
    #[inline(always)]
    unsafe fn visit<V: Visit<F::Output>>(&mut self, scratch: &MaybeUninit<E::Scratch>, loops: &Loops, visitor: V) {
        // SAFETY: `prepare` has written each operand's scratch together with the whole, and the loops are the plan's, as the caller says.
        unsafe { self.0.visit(scratch, loops, MapVisit(&raw mut self.1, visitor)) }
    }
}

/// Goes on to the right operand once the left one's form is known.
struct LeftVisit<'a, O, B: Expr<O>, F, V>
where
    O: Shape,
{
    right: &'a mut B,
    scratch: &'a MaybeUninit<B::Scratch>,
    loops: &'a Loops,
    f: *mut F,
    visitor: V,
    shape: PhantomData<O>,
}

struct RightVisit<A, F, V>(A, *mut F, V);

impl<I, O: Shape, B: Expr<O>, F: FnMut2<I, B::Item>, V: Visit<F::Output>> Visit<I> for LeftVisit<'_, O, B, F, V> {
    type Addressing = V::Addressing;
    const BEFORE: usize = V::BEFORE;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        // SAFETY: the scratch room and the loops are those that the pair was prepared with.
        unsafe { self.right.visit(self.scratch, self.loops, RightVisit(node, self.f, self.visitor)) }
    }
}

impl<J, A: Node, F: FnMut2<A::Item, J>, V: Visit<F::Output>> Visit<J> for RightVisit<A, F, V> {
    type Addressing = V::Addressing;
    const BEFORE: usize = A::OPERANDS + V::BEFORE;

    #[inline(always)]
    fn visit<N: Node<Item = J>>(self, node: N) {
        self.2.visit(node::Zip(self.0, node, self.1));
    }
}

// SAFETY: reads what its operands read.
unsafe impl<O: Shape, A: Expr<O>, B: Expr<O>, F: FnMut2<A::Item, B::Item>> Expr<O> for Zip<A, B, F> {
    type Item = F::Output;
    const MERGE: Option<u16> = match (A::MERGE, B::MERGE) {
        (Some(a), Some(b)) => Some(a & b),
        _ => None,
    };
    const PERIODS: u16 = A::PERIODS & B::PERIODS;
    type Scratch = (MaybeUninit<A::Scratch>, MaybeUninit<B::Scratch>);

    #[inline(always)]
    fn fits(&self, out: O) {
        self.0.fits(out);
        self.1.fits(out);
    }
    #[inline(always)]
    fn prepare(&self, out: &Dims, scratch: &mut MaybeUninit<Self::Scratch>) -> u16 {
        let scratch = scratch.write((MaybeUninit::uninit(), MaybeUninit::uninit()));
        self.0.prepare(out, &mut scratch.0) & self.1.prepare(out, &mut scratch.1)
    }
    #[inline(always)]
    unsafe fn periods(&self, out: &Dims, scratch: &MaybeUninit<Self::Scratch>) -> u16 {
        // SAFETY: a pair of rooms that may be empty: valid whether `prepare` has written it or not.
        let (left, right) = unsafe { scratch.assume_init_ref() };
        // SAFETY: `prepare` has written each operand's scratch together with the whole, which the caller vouches for.
        let left = unsafe { self.0.periods(out, left) };
        // SAFETY: `prepare` has written each operand's scratch together with the whole, which the caller vouches for.
        left & unsafe { self.1.periods(out, right) }
    }
    #[inline(always)]
    unsafe fn visit<V: Visit<F::Output>>(&mut self, scratch: &MaybeUninit<Self::Scratch>, loops: &Loops, visitor: V) {
        // SAFETY: a pair of rooms that may be empty: valid whether `prepare` has written it or not.
        let (left, right) = unsafe { scratch.assume_init_ref() };
        let visitor = LeftVisit {
            right: &mut self.1,
            scratch: right,
            loops,
            f: &raw mut self.2,
            visitor,
            shape: PhantomData::<O>,
        };
        // SAFETY: `prepare` has written each operand's scratch together with the whole, and the loops are the plan's, as the caller says.
        unsafe { self.0.visit(left, loops, visitor) }
    }
}

/// The plan of an expression at a shape.
struct Planned<E, O>(PhantomData<(E, O)>);

impl<O: Shape, E: Expr<O>> Planned<E, O> {
    /// Is the plan known when the program is compiled, but for how often the outermost loop runs?
    const STATIC: bool = O::DIMS.says_strides() && E::MERGE.is_some();
    /// Do all operands go on or repeat themselves from one row to the next?
    const PERIODIC: bool = period::can_be(&<Self as Plan>::LOOPS, &O::DIMS, E::PERIODS);
    /// The loops, as the types tell them.
    const TOLD: &'static Loops = &<Self as Plan>::LOOPS;
}

impl<O: Shape, E: Expr<O>> Plan for Planned<E, O> {
    const TINY: bool = match O::DIMS.numel() {
        Some(numel) => O::STATIC && numel <= 64,
        None => false,
    };
    const LOOPS: Loops = Loops::new(
        &O::DIMS,
        match E::MERGE {
            Some(merge) => merge,
            None => 0,
        },
    );
}

struct Unrolled<P, S>(S, PhantomData<P>);

impl<I, P: Plan, S: Sink<I>> Visit<I> for Unrolled<P, &mut S> {
    type Addressing = ByType;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        let (out, state) = self.0.places();
        if const { P::TINY } {
            // SAFETY: the plan is the node's own, and `run` has made sure of the rest.
            unsafe { walk::unrolled::<P, N, S>(node, 0, out, state) }
        } else {
            // SAFETY: the node was made for the loops of this plan, and the places are the shape's.
            unsafe { walk::unrolled_apart::<P, N, S>(node, out, state) }
        }
    }
}

/// As [`Unrolled`], with the number of times that the outermost loop runs.
struct UnrolledInside<P, S>(S, usize, PhantomData<P>);

impl<I, P: Plan, S: Sink<I>> Visit<I> for UnrolledInside<P, &mut S> {
    type Addressing = ByType;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        let (out, state) = self.0.places();
        // SAFETY: the plan is the node's own, the outermost loop runs as often as the shape says, and `run` has made sure of the rest.
        unsafe { walk::unrolled_inside::<P, N, S>(node, self.1, out, state) }
    }
}

/// As [`Walk`], by a plan that is made when the program runs.
struct WalkAny<'a, S>(S, &'a Loops);

impl<I, S: Sink<I>> Visit<I> for WalkAny<'_, &mut S> {
    type Addressing = ByStrides;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        let (out, state) = self.0.places();
        // SAFETY: the loops are the node's own, and `run` has made sure of the rest.
        unsafe { walk::walk_any::<N, S>(node, self.1, out, state) }
    }
}

struct Walk<'a, S>(S, &'a Loops);

impl<I, S: Sink<I>> Visit<I> for Walk<'_, &mut S> {
    type Addressing = ByStrides;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        let (out, state) = self.0.places();
        // SAFETY: the loops are the node's own, and `run` has made sure of the rest.
        unsafe { walk::walk::<N, S>(node, self.1, out, state) }
    }
}

/// Walks rows of a few elements, many at once, where what repeats itself is a pattern.
struct WalkPieces<'a, S>(S, &'a Loops);

impl<I, S: Sink<I>> Visit<I> for WalkPieces<'_, &mut S> {
    type Addressing = ByPattern;

    #[inline(always)]
    fn visit<N: Node<Item = I>>(self, node: N) {
        let (out, state) = self.0.places();
        // SAFETY: the loops are the node's own, all operands go on or repeat themselves along the two innermost, and `run` has made sure
        // of the rest.
        unsafe { period::walk::<N, S>(node, self.1, out, state) }
    }
}

/// Runs an expression at a shape into a sink.
///
/// # Safety
/// The sink has room for all elements of the shape.
///
/// # Panics
/// If an operand does not fit the shape.
#[inline(always)]
unsafe fn run<O: Shape, E: Expr<O>, S: Sink<E::Item>>(expr: E, shape: O, sink: &mut S) {
    expr.fits(shape);
    if shape.numel() != 0 {
        O::IsStatic::choose(Run { expr, shape, sink });
    }
}

/// What [`run`] does: where all sizes are known, the compiler does not even look at what is done where they are not. Made there only,
/// where its caller has promised that the sink has room, and it has made sure that the operands fit the shape.
struct Run<'a, O, E, S> {
    expr: E,
    shape: O,
    sink: &'a mut S,
}

impl<O: Shape, E: Expr<O>, S: Sink<E::Item>> Choice for Run<'_, O, E, S> {
    type Output = ();

    #[inline(always)]
    fn yes(mut self) {
        if const { E::MERGE.is_none() } {
            return self.by_run_time_plan::<false>();
        }
        let (scratch, loops) = (MaybeUninit::uninit(), Planned::<E, O>::TOLD);
        if const { Planned::<E, O>::PERIODIC && period::pays(Planned::<E, O>::TOLD) } {
            // SAFETY: all strides are known, so none are in the scratch room.
            unsafe { self.expr.visit(&scratch, loops, WalkPieces(self.sink, loops)) }
        } else if const { <Planned<E, O> as Plan>::CONSTANT } {
            // SAFETY: `prepare` has written the scratch where the types do not say all, and the loops are the plan's.
            unsafe { self.expr.visit(&scratch, loops, Unrolled::<Planned<E, O>, _>(self.sink, PhantomData)) }
        } else {
            // SAFETY: `prepare` has written the scratch where the types do not say all, and the loops are the plan's.
            unsafe { self.expr.visit(&scratch, loops, Walk(self.sink, loops)) }
        }
    }

    #[inline(always)]
    fn no(mut self) {
        if const { !Planned::<E, O>::STATIC } {
            return self.by_run_time_plan::<true>();
        }
        // Only the outermost size is not known.
        let (scratch, told) = (MaybeUninit::uninit(), Planned::<E, O>::TOLD);
        let outermost = told.rank - 1;
        let count = told.counts[outermost] * self.shape.dims().sizes[const { O::RANK.saturating_sub(1) }];
        let known = || {
            let mut loops = *told;
            loops.counts[outermost] = count;
            loops
        };
        if const { Planned::<E, O>::PERIODIC } && period::pays(&known()) {
            let loops = known();
            // SAFETY: all strides are known, so none are in the scratch room.
            unsafe { self.expr.visit(&scratch, told, WalkPieces(self.sink, &loops)) }
        } else if const { <Planned<E, O> as Plan>::CONSTANT && Planned::<E, O>::LOOPS.rank > 1 } {
            let visitor = UnrolledInside::<Planned<E, O>, _>(self.sink, count, PhantomData);
            // SAFETY: `prepare` has written the scratch where the types do not say all, and the loops are the plan's.
            unsafe { self.expr.visit(&scratch, told, visitor) }
        } else {
            let loops = known();
            // SAFETY: `prepare` has written the scratch where the types do not say all, and the loops are the plan's.
            unsafe { self.expr.visit(&scratch, told, Walk(self.sink, &loops)) }
        }
    }
}

impl<O: Shape, E: Expr<O>, S: Sink<E::Item>> Run<'_, O, E, S> {
    /// By a plan that is made now. `PATTERNS` says whether rows may be walked in pieces: for static shapes that would be compiled for each,
    /// and hardly ever be of use.
    #[inline(always)]
    fn by_run_time_plan<const PATTERNS: bool>(mut self) {
        let mut scratch = MaybeUninit::uninit();
        let dims = self.shape.dims();
        let merge = self.expr.prepare(&dims, &mut scratch);
        let loops = Loops::new(&dims, merge);
        if PATTERNS && period::pays(&loops) {
            // SAFETY: `prepare` has written the strides for these dimensions.
            let periods = unsafe { self.expr.periods(&dims, &scratch) };
            if period::can_be(&loops, &dims, periods) {
                // SAFETY: the scratch is written, and the plan says that all operands go on or repeat themselves along the two innermost loops.
                return unsafe { self.by_pattern(&scratch, &loops) };
            }
        }
        // SAFETY: `prepare` has written the scratch where the types do not say all, and the loops are the plan's.
        unsafe { self.expr.visit(&scratch, &loops, WalkAny(self.sink, &loops)) }
    }

    /// The patterns take a lot of the stack, which nobody else is to pay for.
    ///
    /// # Safety
    /// As for [`Expr::visit`]; all operands go on or repeat themselves along the two innermost loops.
    #[inline(never)]
    unsafe fn by_pattern(&mut self, scratch: &MaybeUninit<E::Scratch>, loops: &Loops) {
        // SAFETY: the scratch is written and the loops are the plan's, as the caller says.
        unsafe { self.expr.visit(scratch, loops, WalkPieces(&mut *self.sink, loops)) }
    }
}

/// Writes an expression to memory that holds no elements, in row-major order.
///
/// If a closure or an operator panics, what was written is dropped.
///
/// # Safety
/// There is room for all elements of the shape at `to`.
#[inline(always)]
unsafe fn fill<O: Shape, E: Expr<O>>(expr: E, shape: O, to: *mut E::Item) {
    // SAFETY: there is room, and nothing else refers to it.
    let out = unsafe { slice::from_raw_parts_mut(to.cast::<MaybeUninit<E::Item>>(), shape.numel()) };
    let mut written = Written::new(to);
    let mut sink = Fill::new(out, &mut written);
    // SAFETY: the sink has the places of all elements of the shape, as the caller says.
    unsafe { run(expr, shape, &mut sink) };
    mem::forget(written);
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
    let mut sink = Update::new(elements, &mut f, &mut hole);
    // SAFETY: the sink has the places of all elements of the shape, as the caller says.
    unsafe { run(expr, shape, &mut sink) };
    mem::forget(hole);
}

/// Changes each element by the expression's.
///
/// # Safety
/// The elements of the shape are at `at`, initialised and borrowed mutably.
#[inline(always)]
unsafe fn assign<T, O: Shape, E: Expr<O>, F: Change<T, E::Item>>(at: *mut T, expr: E, shape: O, mut f: F) {
    // SAFETY: the caller says that the elements of the shape are here, and nobody else's while this runs.
    let elements = unsafe { slice::from_raw_parts_mut(at, shape.numel()) };
    let mut sink = Assign::new(elements, &mut f);
    // SAFETY: the sink has the places of all elements of the shape, as the caller says.
    unsafe { run(expr, shape, &mut sink) };
}

/// Writes an expression over the elements that are there.
///
/// # Safety
/// As for [`assign`].
#[inline(always)]
unsafe fn write_over<O: Shape, E: Expr<O>>(at: *mut E::Item, expr: E, shape: O) {
    if const { mem::needs_drop::<E::Item>() } {
        // SAFETY: the caller says that the elements of the shape are here, borrowed mutably.
        unsafe { assign(at, expr, shape, Replace) }
    } else {
        // SAFETY: the elements of the shape are there, and nothing is lost if they are not dropped.
        let elements = unsafe { slice::from_raw_parts_mut(at.cast::<MaybeUninit<E::Item>>(), shape.numel()) };
        // SAFETY: the sink has the places of all elements of the shape, as the caller says.
        unsafe { run(expr, shape, &mut WriteOver::new(elements)) }
    }
}
