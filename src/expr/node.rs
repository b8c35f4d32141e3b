//! Nodes: an expression with its shapes erased, so that all shapes share one compiled loop for each form of operands.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::kernels::types::is_number;
use crate::shape::dims::Strides;
use crate::storage::Full;

/// An expression at one place of its loops: pointers that step along axes, and rows that are read from there.
///
/// # Safety
/// `row` reads within the operands if `at` has been asked for places of the loops that the plan gives. Only what is read has to be there: a node can
/// be taken anywhere.
pub unsafe trait Node: Copy {
    type Item;
    type Row: Row<Item = Self::Item>;
    /// Does an operand step from one cache line to another along the innermost loop?
    const STRIDED: bool = false;
    /// How many operands there are, but for single values.
    const OPERANDS: usize;

    /// The row that starts here, along the innermost loop's axis.
    ///
    /// # Safety
    /// The node is at a place of its loops.
    unsafe fn row(self) -> Self::Row;
    /// The node `count` places further along an axis.
    fn at(self, axis: usize, count: usize) -> Self;
    /// Is one step along an axis `len` steps along the innermost loop, so that rows of that length are one long row? Where this
    /// says so, the row that starts here may be read as far as that axis goes.
    fn follows(self, axis: usize, len: usize) -> bool;
    /// Can elements be computed once more, where that saves work, if all operands are [numbers](Node::of_numbers), as nobody could tell?
    const AGAIN: bool;
    /// May one of its functions be [heavy](FnMut1::HEAVY)?
    const HEAVY: bool = false;
    /// Are all operands' elements numbers of the language?
    fn of_numbers() -> bool;
    /// This node by [a few strides](Near), which are its own.
    type Near: Node<Item = Self::Item>;
    /// The same place by the strides of these axes, which are 0 to 3 from here on.
    fn near(self, axes: [usize; FEW]) -> Self::Near;
    /// Where the row is that starts here, if its elements lie next to each other in memory, borrowed for as long as they are walked.
    #[inline(always)]
    fn in_memory(self) -> Option<*const Self::Item> {
        None
    }
}

/// One row of an expression.
///
/// # Safety
/// `get(i)` reads only elements of the row.
pub unsafe trait Row {
    type Item;
    /// Element `i` of the row.
    ///
    /// # Safety
    /// `i` is less than the length of the row; no element that it reads is borrowed mutably.
    unsafe fn get(&mut self, i: usize) -> Self::Item;
}

/// A place in an operand.
///
/// # Safety
/// `at` goes by the operand's strides.
pub(crate) unsafe trait Cursor: Copy {
    type Elem;

    /// Where the element is.
    fn ptr(self) -> *const Self::Elem;
    /// The place `count` further along an axis.
    fn at(self, axis: usize, count: usize) -> Self;
    /// The stride along an axis.
    fn stride(self, axis: usize) -> isize;
    /// As of a [node](Node::near).
    #[inline(always)]
    fn near(self, axes: [usize; FEW]) -> Near<Self::Elem> {
        Near { ptr: self.ptr(), strides: axes.map(|axis| self.stride(axis)) }
    }
}

/// A place with strides that are data, so that all shapes share its loops.
pub(crate) struct Listed<'s, T> {
    pub ptr: *const T,
    pub strides: &'s Strides,
}

/// The most loops whose strides are a place's own.
pub(crate) const FEW: usize = 4;

/// A place with the strides of a few axes. They are its own, since what lies elsewhere would be read again for each row.
pub(crate) struct Near<T> {
    pub ptr: *const T,
    pub strides: [isize; FEW],
}

/// A place with strides that are constants of a type, for the loops that are compiled for their shapes.
pub(crate) struct Fixed<T, A> {
    pub ptr: *const T,
    pub strides: PhantomData<A>,
}

/// Strides as constants.
pub(crate) trait FixedStrides {
    const STRIDES: &'static Strides;
}

impl<T> Clone for Listed<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Listed<'_, T> {}
impl<T> Clone for Near<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Near<T> {}
impl<T, A> Clone for Fixed<T, A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, A> Copy for Fixed<T, A> {}

// SAFETY: the strides are those that the expression was prepared with.
unsafe impl<T> Cursor for Listed<'_, T> {
    type Elem = T;
    #[inline(always)]
    fn ptr(self) -> *const T {
        self.ptr
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Listed { ptr: self.ptr.wrapping_offset(self.strides[axis].wrapping_mul(count as isize)), ..self }
    }
    #[inline(always)]
    fn stride(self, axis: usize) -> isize {
        self.strides[axis]
    }
}

// SAFETY: the strides are some of those that the expression was prepared with.
unsafe impl<T> Cursor for Near<T> {
    type Elem = T;
    #[inline(always)]
    fn ptr(self) -> *const T {
        self.ptr
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Near { ptr: self.ptr.wrapping_offset(self.strides[axis].wrapping_mul(count as isize)), ..self }
    }
    #[inline(always)]
    fn stride(self, axis: usize) -> isize {
        self.strides[axis]
    }
}

// SAFETY: the strides are those of the operand's type.
unsafe impl<T, A: FixedStrides> Cursor for Fixed<T, A> {
    type Elem = T;
    #[inline(always)]
    fn ptr(self) -> *const T {
        self.ptr
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Fixed { ptr: self.ptr.wrapping_offset(A::STRIDES[axis].wrapping_mul(count as isize)), ..self }
    }
    #[inline(always)]
    fn stride(self, axis: usize) -> isize {
        A::STRIDES[axis]
    }
}

/// An operand that is contiguous along the innermost loop.
#[derive(Clone, Copy)]
pub(crate) struct Contiguous<P>(pub P);
/// An operand that is one element along the innermost loop.
#[derive(Clone, Copy)]
pub(crate) struct Stretched<P>(pub P);
/// An operand with some other stride along the innermost loop.
#[derive(Clone, Copy)]
pub(crate) struct Strided<P>(pub P, pub isize);

/// A row of neighbouring elements.
pub(crate) struct ContiguousRow<T>(*const T);
/// One element for all of a row.
pub(crate) struct StretchedRow<T>(T);
/// A row of elements at equal distances.
pub(crate) struct StridedRow<T>(*const T, isize);

// SAFETY: the row is as long as the innermost loop, along which the operand is contiguous by the choice of the form.
unsafe impl<P: Cursor<Elem: Clone>> Node for Contiguous<P> {
    type Item = P::Elem;
    type Row = ContiguousRow<P::Elem>;
    const OPERANDS: usize = 1;
    const AGAIN: bool = true;
    #[inline(always)]
    unsafe fn row(self) -> ContiguousRow<P::Elem> {
        ContiguousRow(self.0.ptr())
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Contiguous(self.0.at(axis, count))
    }
    #[inline(always)]
    fn in_memory(self) -> Option<*const P::Elem> {
        Some(self.0.ptr())
    }
    #[inline(always)]
    fn follows(self, axis: usize, len: usize) -> bool {
        self.0.stride(axis) == len as isize
    }
    #[inline(always)]
    fn of_numbers() -> bool {
        is_number::<P::Elem>()
    }
    type Near = Contiguous<Near<P::Elem>>;
    #[inline(always)]
    fn near(self, axes: [usize; FEW]) -> Self::Near {
        Contiguous(self.0.near(axes))
    }
}

// SAFETY: `get` reads element `i` of the row only.
unsafe impl<T: Clone> Row for ContiguousRow<T> {
    type Item = T;
    #[inline(always)]
    unsafe fn get(&mut self, i: usize) -> T {
        // SAFETY: `i` is within the row, so within the operand.
        let place = unsafe { self.0.add(i) };
        // SAFETY: the operand is borrowed for as long as it is walked.
        let element = unsafe { &*place };
        element.clone()
    }
}

// SAFETY: only the element at the place itself is read.
unsafe impl<P: Cursor<Elem: Clone>> Node for Stretched<P> {
    type Item = P::Elem;
    type Row = StretchedRow<P::Elem>;
    const OPERANDS: usize = 1;
    const AGAIN: bool = true;
    #[inline(always)]
    unsafe fn row(self) -> StretchedRow<P::Elem> {
        // SAFETY: the place is within the operand, which is borrowed for as long as it is walked.
        let element = unsafe { &*self.0.ptr() };
        StretchedRow(element.clone())
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Stretched(self.0.at(axis, count))
    }
    #[inline(always)]
    fn follows(self, axis: usize, len: usize) -> bool {
        len > 0 && self.0.stride(axis) == 0
    }
    #[inline(always)]
    fn of_numbers() -> bool {
        is_number::<P::Elem>()
    }
    type Near = Stretched<Near<P::Elem>>;
    #[inline(always)]
    fn near(self, axes: [usize; FEW]) -> Self::Near {
        Stretched(self.0.near(axes))
    }
}

// SAFETY: `get` reads nothing but the row itself.
unsafe impl<T: Clone> Row for StretchedRow<T> {
    type Item = T;
    #[inline(always)]
    unsafe fn get(&mut self, _: usize) -> T {
        self.0.clone()
    }
}

// SAFETY: the row is as long as the innermost loop, along which the operand has this stride by the choice of the form.
unsafe impl<P: Cursor<Elem: Clone>> Node for Strided<P> {
    type Item = P::Elem;
    type Row = StridedRow<P::Elem>;
    const STRIDED: bool = true;
    const OPERANDS: usize = 1;
    const AGAIN: bool = true;
    #[inline(always)]
    unsafe fn row(self) -> StridedRow<P::Elem> {
        StridedRow(self.0.ptr(), self.1)
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Strided(self.0.at(axis, count), self.1)
    }
    #[inline(always)]
    fn follows(self, axis: usize, len: usize) -> bool {
        self.0.stride(axis) == self.1.wrapping_mul(len as isize)
    }
    #[inline(always)]
    fn of_numbers() -> bool {
        is_number::<P::Elem>()
    }
    type Near = Strided<Near<P::Elem>>;
    #[inline(always)]
    fn near(self, axes: [usize; FEW]) -> Self::Near {
        Strided(self.0.near(axes), self.1)
    }
}

// SAFETY: `get` reads element `i` of the row only.
unsafe impl<T: Clone> Row for StridedRow<T> {
    type Item = T;
    #[inline(always)]
    unsafe fn get(&mut self, i: usize) -> T {
        // SAFETY: `i` is within the row, so within the operand, which is borrowed for as long as it is walked.
        let element = unsafe { &*self.0.wrapping_offset(i as isize * self.1) };
        element.clone()
    }
}

/// One value for all places.
pub(crate) struct Scalar<'s, T>(pub &'s T);

impl<T> Clone for Scalar<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Scalar<'_, T> {}

// SAFETY: nothing but the value is read.
unsafe impl<T: Clone> Node for Scalar<'_, T> {
    type Item = T;
    type Row = StretchedRow<T>;
    const OPERANDS: usize = 0;
    const AGAIN: bool = true;
    #[inline(always)]
    unsafe fn row(self) -> StretchedRow<T> {
        StretchedRow(self.0.clone())
    }
    #[inline(always)]
    fn at(self, _: usize, _: usize) -> Self {
        self
    }
    #[inline(always)]
    fn follows(self, _: usize, _: usize) -> bool {
        true
    }
    #[inline(always)]
    fn of_numbers() -> bool {
        is_number::<T>()
    }
    type Near = Self;
    #[inline(always)]
    fn near(self, _: [usize; FEW]) -> Self {
        self
    }
}

/// A function of one operand. The function is behind a pointer so that the node can be copied.
pub(crate) struct Map<N, F>(pub N, pub *mut F);
/// A function of two operands.
pub(crate) struct Zip<A, B, F>(pub A, pub B, pub *mut F);

impl<N: Copy, F> Clone for Map<N, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<N: Copy, F> Copy for Map<N, F> {}
impl<A: Copy, B: Copy, F> Clone for Zip<A, B, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<A: Copy, B: Copy, F> Copy for Zip<A, B, F> {}

// SAFETY: reads what its operand reads.
unsafe impl<N: Node, F: FnMut1<N::Item>> Node for Map<N, F> {
    type Item = F::Output;
    type Row = Map<N::Row, F>;
    const STRIDED: bool = N::STRIDED;
    const OPERANDS: usize = N::OPERANDS;
    const AGAIN: bool = F::AGAIN && N::AGAIN;
    const HEAVY: bool = F::HEAVY || N::HEAVY;
    #[inline(always)]
    unsafe fn row(self) -> Map<N::Row, F> {
        // SAFETY: this node is at a place of its loops, so each operand's node is, too.
        Map(unsafe { self.0.row() }, self.1)
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Map(self.0.at(axis, count), self.1)
    }
    #[inline(always)]
    fn follows(self, axis: usize, len: usize) -> bool {
        self.0.follows(axis, len)
    }
    #[inline(always)]
    fn of_numbers() -> bool {
        N::of_numbers()
    }
    type Near = Map<N::Near, F>;
    #[inline(always)]
    fn near(self, axes: [usize; FEW]) -> Self::Near {
        Map(self.0.near(axes), self.1)
    }
}

// SAFETY: reads what its operand reads.
unsafe impl<N: Row, F: FnMut1<N::Item>> Row for Map<N, F> {
    type Item = F::Output;
    #[inline(always)]
    unsafe fn get(&mut self, i: usize) -> F::Output {
        // SAFETY: `i` is less than the length of the row, which is each operand's.
        let x = unsafe { self.0.get(i) };
        // SAFETY: the function is of no bytes, or the expression that owns it is borrowed mutably while it is walked, and walked by
        // one caller at a time.
        let f = unsafe { &mut *self.1 };
        f.call(x)
    }
}

// SAFETY: reads what its operands read.
unsafe impl<A: Node, B: Node, F: FnMut2<A::Item, B::Item>> Node for Zip<A, B, F> {
    type Item = F::Output;
    type Row = Zip<A::Row, B::Row, F>;
    const STRIDED: bool = A::STRIDED || B::STRIDED;
    const OPERANDS: usize = A::OPERANDS + B::OPERANDS;
    const AGAIN: bool = F::AGAIN && A::AGAIN && B::AGAIN;
    const HEAVY: bool = F::HEAVY || A::HEAVY || B::HEAVY;
    #[inline(always)]
    unsafe fn row(self) -> Zip<A::Row, B::Row, F> {
        // SAFETY: this node is at a place of its loops, so each operand's node is, too.
        let a = unsafe { self.0.row() };
        // SAFETY: this node is at a place of its loops, so each operand's node is, too.
        let b = unsafe { self.1.row() };
        Zip(a, b, self.2)
    }
    #[inline(always)]
    fn at(self, axis: usize, count: usize) -> Self {
        Zip(self.0.at(axis, count), self.1.at(axis, count), self.2)
    }
    #[inline(always)]
    fn follows(self, axis: usize, len: usize) -> bool {
        self.0.follows(axis, len) && self.1.follows(axis, len)
    }
    #[inline(always)]
    fn of_numbers() -> bool {
        A::of_numbers() && B::of_numbers()
    }
    type Near = Zip<A::Near, B::Near, F>;
    #[inline(always)]
    fn near(self, axes: [usize; FEW]) -> Self::Near {
        Zip(self.0.near(axes), self.1.near(axes), self.2)
    }
}

// SAFETY: reads what its operands read.
unsafe impl<A: Row, B: Row, F: FnMut2<A::Item, B::Item>> Row for Zip<A, B, F> {
    type Item = F::Output;
    #[inline(always)]
    unsafe fn get(&mut self, i: usize) -> F::Output {
        // SAFETY: `i` is less than the length of the row, which is each operand's.
        let a = unsafe { self.0.get(i) };
        // SAFETY: `i` is less than the length of the row, which is each operand's.
        let b = unsafe { self.1.get(i) };
        // SAFETY: the function is of no bytes, or the expression that owns it is borrowed mutably while it is walked, and walked by
        // one caller at a time.
        let f = unsafe { &mut *self.2 };
        f.call(a, b)
    }
}

/// A function of one element. Operators are types of their own, not closures: a closure's type would carry the shapes of
/// the function it is written in, and each shape would compile its own loops.
pub trait FnMut1<A> {
    type Output;
    fn call(&mut self, a: A) -> Self::Output;

    /// The same, by fused multiply-adds: for loops that are compiled for CPUs that have these.
    #[inline(always)]
    fn call_fused(&mut self, a: A) -> Self::Output {
        self.call(a)
    }

    /// One of the two, by what the loop is compiled for.
    #[inline(always)]
    fn call_in(&mut self, fused: bool, a: A) -> Self::Output {
        if fused { self.call_fused(a) } else { self.call(a) }
    }

    /// Does it keep nothing, and do nothing but compute its result, where elements are numbers of the language?
    const AGAIN: bool = false;
    /// May it take longer to be computed than its element to be read? Operators do not.
    const HEAVY: bool = !Self::AGAIN;

    /// The function once more, if it is a formula of the element and of numbers of its type, which keeps nothing.
    #[cfg(feature = "rayon")]
    fn formula(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Is there a kernel for elements that lie next to each other, which is better than a loop that the compiler makes vectors of?
    const KERNEL: bool = false;
    /// That kernel, to as many places, all of which are written.
    ///
    /// # Panics
    /// If there are not as many, or there is no such kernel.
    fn kernel<'a>(&mut self, x: &[A], to: &'a mut [MaybeUninit<Self::Output>]) -> Full<'a, Self::Output> {
        let _ = (x, to);
        unreachable!("asked of functions with a kernel only");
    }

    /// Is it known as a function of `f32`, by which floats of 16 bits are computed?
    const SINGLE: bool = false;
    /// That function of floats of 16 bits, by their bits, of `f16` or of `bf16`, to as many places, all of which are written.
    ///
    /// # Panics
    /// If there are not as many, or there is no such function.
    fn bits<'a>(&mut self, x: &[u16], to: &'a mut [MaybeUninit<u16>], is_half: bool) -> Full<'a, u16> {
        let _ = (x, to, is_half);
        unreachable!("asked of functions of 16 bits only");
    }
}

/// A function of two elements.
pub trait FnMut2<A, B> {
    type Output;
    fn call(&mut self, a: A, b: B) -> Self::Output;

    /// As of a [function of one](FnMut1::AGAIN).
    const AGAIN: bool = false;
    /// As of a [function of one](FnMut1::HEAVY).
    const HEAVY: bool = !Self::AGAIN;

    /// As of a [function of one](FnMut1::formula).
    #[cfg(feature = "rayon")]
    fn formula(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// As of a [function of one](FnMut1::SINGLE).
    const SINGLE: bool = false;
    /// As of a [function of one](FnMut1::bits).
    fn bits<'a>(&mut self, of: [&[u16]; 2], to: &'a mut [MaybeUninit<u16>], is_half: bool) -> Full<'a, u16> {
        let _ = (of, to, is_half);
        unreachable!("asked of functions of 16 bits only");
    }
    /// The same with its arguments the other way round.
    fn bits_swapped<'a>(&mut self, of: [&[u16]; 2], to: &'a mut [MaybeUninit<u16>], is_half: bool) -> Full<'a, u16> {
        let _ = (of, to, is_half);
        unreachable!("asked of functions of 16 bits only");
    }
}

/// A closure as a function of the loops.
#[derive(Clone, Copy)]
pub struct Closure<F>(pub F);

impl<A, O, F: FnMut(A) -> O> FnMut1<A> for Closure<F> {
    type Output = O;
    #[inline(always)]
    fn call(&mut self, a: A) -> O {
        (self.0)(a)
    }
}

impl<A, B, O, F: FnMut(A, B) -> O> FnMut2<A, B> for Closure<F> {
    type Output = O;
    #[inline(always)]
    fn call(&mut self, a: A, b: B) -> O {
        (self.0)(a, b)
    }
}

/// Two elements as one.
#[derive(Clone, Copy)]
pub(crate) struct Pair;

impl<A, B> FnMut2<A, B> for Pair {
    type Output = (A, B);
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, a: A, b: B) -> (A, B) {
        (a, b)
    }
}
