//! Sinks: what happens to the rows of an expression.

use core::mem::{self, MaybeUninit};
use core::ptr;

use super::nest::{Elements, Onto};
use super::node::{FnMut2, Row};
use crate::kernels::stream;
use crate::storage::{Full, Written};

/// What happens to the rows of an expression, which come in row-major order unless the sink takes any.
///
/// All of the memory is one slice from beginning to end, never split into pointers, so that the compiler sees that it overlaps
/// nothing that the rows read.
pub(crate) trait Sink<Item> {
    /// What is there before: nothing yet, or an element.
    type Slot;
    /// May rows come in any order, and in parts? Where nothing has to be dropped if a function panics.
    const ANY_ORDER: bool;
    /// Need places hold nothing before, and is what is there old, so that new elements can be written elsewhere and [sent](Sink::send)?
    const WRITES_OVER: bool = false;

    /// Can elements be written once more over what was written, if they are the same?
    const AGAIN: bool = false;

    /// All places, which are as many as the expression has elements, and what else `row` needs.
    fn places(&mut self) -> (&mut [Self::Slot], &mut Self::State);
    /// What is kept from one row to the next.
    type State;

    /// Takes a row into its places.
    ///
    /// # Panics
    /// If there are not as many.
    #[inline(always)]
    fn row<R: Row<Item = Item>>(state: &mut Self::State, mut row: Elements<R>, out: &mut [Self::Slot]) {
        Self::pairs(state, row.onto(out));
    }

    /// Takes elements into their places, in order.
    fn pairs<R: Row<Item = Item>>(state: &mut Self::State, pairs: Onto<'_, '_, R, Self::Slot>);

    /// A place that holds nothing, where the sink `WRITES_OVER`.
    #[inline(always)]
    fn blank() -> Option<Self::Slot> {
        None
    }

    /// Moves what was written elsewhere to its places, past the caches, where the sink `WRITES_OVER`.
    #[inline(always)]
    fn send(_: &[Self::Slot], _: &mut [Self::Slot]) {}
}

/// Writes new elements into memory that holds none.
pub(crate) struct Fill<'a, T> {
    out: &'a mut [MaybeUninit<T>],
    written: &'a mut Written<T>,
}

impl<'a, T> Fill<'a, T> {
    #[inline(always)]
    pub(crate) fn new(out: &'a mut [MaybeUninit<T>], written: &'a mut Written<T>) -> Self {
        Fill { out, written }
    }
}

impl<T> Sink<T> for Fill<'_, T> {
    type Slot = MaybeUninit<T>;
    const ANY_ORDER: bool = !mem::needs_drop::<T>();
    const AGAIN: bool = !mem::needs_drop::<T>();
    type State = Written<T>;

    #[inline(always)]
    fn places(&mut self) -> (&mut [MaybeUninit<T>], &mut Written<T>) {
        (self.out, self.written)
    }
    #[inline(always)]
    fn pairs<R: Row<Item = T>>(written: &mut Written<T>, pairs: Onto<'_, '_, R, MaybeUninit<T>>) {
        for (place, element) in pairs {
            place.write(element);
            if mem::needs_drop::<T>() {
                written.done += 1;
            }
        }
    }
}

/// Writes new elements over old ones that need not be dropped.
pub(crate) struct WriteOver<'a, T> {
    out: &'a mut [MaybeUninit<T>],
    state: (),
}

impl<'a, T> WriteOver<'a, T> {
    #[inline(always)]
    pub(crate) fn new(out: &'a mut [MaybeUninit<T>]) -> Self {
        WriteOver { out, state: () }
    }
}

impl<T> Sink<T> for WriteOver<'_, T> {
    type Slot = MaybeUninit<T>;
    const ANY_ORDER: bool = true;
    const AGAIN: bool = true;
    const WRITES_OVER: bool = true;
    type State = ();

    #[inline(always)]
    fn places(&mut self) -> (&mut [MaybeUninit<T>], &mut ()) {
        (self.out, &mut self.state)
    }
    #[inline(always)]
    fn pairs<R: Row<Item = T>>(_: &mut (), pairs: Onto<'_, '_, R, MaybeUninit<T>>) {
        for (place, element) in pairs {
            place.write(element);
        }
    }
    #[inline(always)]
    fn blank() -> Option<MaybeUninit<T>> {
        Some(MaybeUninit::uninit())
    }
    #[inline(always)]
    fn send(from: &[MaybeUninit<T>], to: &mut [MaybeUninit<T>]) {
        stream::copy(from, to);
    }
}

/// Replaces each element by a function of it and the expression's.
pub(crate) struct Update<'a, T, F> {
    elements: &'a mut [T],
    state: (&'a mut F, &'a mut Hole<T>),
}

impl<'a, T, F> Update<'a, T, F> {
    #[inline(always)]
    pub(crate) fn new(elements: &'a mut [T], f: &'a mut F, hole: &'a mut Hole<T>) -> Self {
        Update { elements, state: (f, hole) }
    }
}

impl<'a, T, I, F: FnMut2<T, I, Output = T>> Sink<I> for Update<'a, T, F> {
    type Slot = T;
    const ANY_ORDER: bool = !mem::needs_drop::<T>();
    type State = (&'a mut F, &'a mut Hole<T>);

    #[inline(always)]
    fn places(&mut self) -> (&mut [T], &mut Self::State) {
        (self.elements, &mut self.state)
    }
    #[inline(always)]
    fn pairs<R: Row<Item = I>>((f, hole): &mut Self::State, pairs: Onto<'_, '_, R, T>) {
        for (element, item) in pairs {
            if mem::needs_drop::<T>() {
                hole.taken = 1;
            }
            // SAFETY: the element is initialised; from here to the write the guard knows that it is not.
            let old = unsafe { ptr::read(element) };
            let new = f.call(old, item);
            // SAFETY: the element was moved out of just above, so nothing is overwritten that needs dropping.
            unsafe { ptr::write(element, new) };
            if mem::needs_drop::<T>() {
                hole.taken = 0;
                hole.at += 1;
            }
        }
    }
}

/// Drops the elements of an array but for the one that a panicking function had taken.
pub(crate) struct Hole<T> {
    ptr: *mut T,
    len: usize,
    /// The element that is being replaced.
    at: usize,
    /// 1 while it is moved out.
    taken: usize,
}

impl<T> Hole<T> {
    /// # Safety
    /// The `len` elements at `ptr` are initialised and owned by the caller, who forgets the guard when all went well, and
    /// the elements when not.
    #[inline(always)]
    pub(crate) unsafe fn new(ptr: *mut T, len: usize) -> Self {
        Hole { ptr, len, at: 0, taken: 0 }
    }
}

impl<T> Drop for Hole<T> {
    fn drop(&mut self) {
        let before = ptr::slice_from_raw_parts_mut(self.ptr, self.at);
        let after = (self.at + self.taken).min(self.len);
        // SAFETY: within the array, or just past its end.
        let rest = unsafe { self.ptr.add(after) };
        let rest = ptr::slice_from_raw_parts_mut(rest, self.len - after);
        // SAFETY: the elements before the hole are initialised, and nobody else drops them.
        unsafe { ptr::drop_in_place(before) };
        // SAFETY: so are those after it.
        unsafe { ptr::drop_in_place(rest) };
    }
}

/// A function that changes an element.
pub trait Change<T, I> {
    fn change(&mut self, element: &mut T, item: I);

    /// As of a [function](super::node::FnMut2::SINGLE).
    const SINGLE: bool = false;
    fn bits<'a>(&mut self, of: [&[u16]; 2], to: &'a mut [MaybeUninit<u16>], is_half: bool) -> Full<'a, u16> {
        let _ = (of, to, is_half);
        unreachable!("asked of functions of 16 bits only");
    }
}

/// Writes the new element over the old one.
pub(crate) struct Replace;

impl<T> Change<T, T> for Replace {
    #[inline(always)]
    fn change(&mut self, element: &mut T, item: T) {
        *element = item;
    }
}

/// Applies a function to each element in place, which never leaves a hole.
pub(crate) struct Assign<'a, T, F> {
    elements: &'a mut [T],
    f: &'a mut F,
}

impl<'a, T, F> Assign<'a, T, F> {
    #[inline(always)]
    pub(crate) fn new(elements: &'a mut [T], f: &'a mut F) -> Self {
        Assign { elements, f }
    }
}

impl<T, I, F: Change<T, I>> Sink<I> for Assign<'_, T, F> {
    type Slot = T;
    const ANY_ORDER: bool = true;
    type State = F;

    #[inline(always)]
    fn places(&mut self) -> (&mut [T], &mut F) {
        (self.elements, self.f)
    }
    #[inline(always)]
    fn pairs<R: Row<Item = I>>(f: &mut F, pairs: Onto<'_, '_, R, T>) {
        for (element, item) in pairs {
            f.change(element, item);
        }
    }
}
