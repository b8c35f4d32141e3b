//! The passes over one row, for any vector: the largest element, sums, and what changes all elements.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use num_traits::Float;

use crate::kernels::float::Same;
use crate::kernels::rows::fold::{Add, Highest, Stack, halved};
use crate::kernels::simd::Simd;

/// Steps of a sum's lanes before blocks are joined in pairs.
pub(super) const STEPS: usize = 32;

/// Elements, and where their results go, which may be the same place.
pub(super) struct FromTo<'a, T> {
    from: *const T,
    len: usize,
    to: *mut T,
    /// How many results there is room for.
    room: usize,
    elements: PhantomData<&'a mut T>,
}

impl<'a, T: Copy> FromTo<'a, T> {
    /// To be read only.
    pub(super) fn read(x: &'a [T]) -> Self {
        FromTo { from: x.as_ptr(), len: x.len(), to: core::ptr::null_mut(), room: 0, elements: PhantomData }
    }
    /// To be changed where they are.
    pub(super) fn own(x: &'a mut [T]) -> Self {
        let (len, to) = (x.len(), x.as_mut_ptr());
        FromTo { from: to, len, to, room: len, elements: PhantomData }
    }
    /// From one place to another.
    pub(super) fn new(x: &'a [T], to: &'a mut [MaybeUninit<T>]) -> Self {
        FromTo { from: x.as_ptr(), len: x.len(), to: to.as_mut_ptr().cast(), room: to.len(), elements: PhantomData }
    }
    /// The same, as floats.
    pub(super) fn same<R: Copy + 'static>(self, _: Same<T, R>) -> FromTo<'a, R> {
        let FromTo { from, len, to, room, .. } = self;
        FromTo { from: from.cast(), len, to: to.cast(), room, elements: PhantomData }
    }
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }
    /// Those from `at` on, as long as they are `len` at most.
    #[inline(always)]
    pub(super) fn part(&mut self, at: usize, len: usize) -> FromTo<'_, T> {
        // SAFETY: it is the only one, as long as it lives.
        unsafe { self.apart(at, len) }
    }
    /// As [`part`](Places::part), beside others.
    ///
    /// # Safety
    /// Those that are there at the same time have no elements in common.
    #[inline(always)]
    pub(super) unsafe fn apart(&self, at: usize, len: usize) -> FromTo<'_, T> {
        assert!(at <= self.len && len <= self.len - at, "{len} elements from {at} on, of {}", self.len);
        let room = if self.room == self.len { len } else { 0 };
        let (from, to) = (self.from.wrapping_add(at), self.to.wrapping_add(at));
        FromTo { from, len, to, room, elements: PhantomData }
    }
    /// As elements, the results that were written.
    ///
    /// # Safety
    /// All of them were.
    #[inline(always)]
    pub(super) unsafe fn results(&mut self) -> FromTo<'_, T> {
        FromTo { from: self.to, len: self.room, to: self.to, room: self.room, elements: PhantomData }
    }
    #[inline(always)]
    pub(super) fn load<S: Simd<Elem = T>, P: Lanes<S>>(&self, s: S, at: usize, part: P) -> S::V {
        assert!(at <= self.len && part.lanes() <= self.len - at, "elements of a vector");
        // SAFETY: so many elements, as was asserted.
        unsafe { part.load_at(s, self.from.wrapping_add(at)) }
    }
    /// As [`load`](Places::load), for loops that have compared the length.
    ///
    /// # Safety
    /// There are so many elements from `at` on.
    #[inline(always)]
    unsafe fn load_at<S: Simd<Elem = T>, P: Lanes<S>>(&self, s: S, at: usize, part: P) -> S::V {
        // SAFETY: the caller promises so many elements.
        unsafe { part.load_at(s, self.from.wrapping_add(at)) }
    }
    /// As [`store`](Places::store), for loops that have compared the length.
    ///
    /// # Safety
    /// There is room for so many results from `at` on.
    #[inline(always)]
    unsafe fn store_at<S: Simd<Elem = T>, P: Lanes<S>>(&mut self, s: S, x: S::V, at: usize, part: P) {
        // SAFETY: the caller promises room for so many.
        unsafe { part.store_at(s, x, self.to.wrapping_add(at)) }
    }
    /// As [`load`](Places::load), of results.
    ///
    /// # Safety
    /// They were written.
    #[inline(always)]
    pub(super) unsafe fn load_result<S: Simd<Elem = T>, P: Lanes<S>>(&self, s: S, at: usize, part: P) -> S::V {
        assert!(at <= self.room && part.lanes() <= self.room - at, "results of a vector");
        // SAFETY: so many results, as was asserted, which the caller has written.
        unsafe { part.load_at(s, self.to.wrapping_add(at)) }
    }
    #[inline(always)]
    pub(super) fn store<S: Simd<Elem = T>, P: Lanes<S>>(&mut self, s: S, x: S::V, at: usize, part: P) {
        assert!(at <= self.room && part.lanes() <= self.room - at, "room for a vector");
        // SAFETY: room for so many elements, as was asserted.
        unsafe { part.store_at(s, x, self.to.wrapping_add(at)) }
    }
}

/// How much of a vector there is.
///
/// # Safety
/// No more than `lanes` elements are read or written.
pub(super) unsafe trait Lanes<S: Simd>: Copy {
    fn lanes(self) -> usize;
    /// # Safety
    /// So many elements may be read.
    unsafe fn load_at(self, s: S, from: *const S::Elem) -> S::V;
    /// # Safety
    /// So many elements may be written.
    unsafe fn store_at(self, s: S, x: S::V, to: *mut S::Elem);
    /// `x` in these lanes, `other` elsewhere.
    fn only(self, s: S, x: S::V, other: S::V) -> S::V;
    /// Those of a slice from `at` on.
    #[inline(always)]
    fn of(self, s: S, x: &[S::Elem], at: usize) -> S::V {
        FromTo::read(x).load(s, at, self)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Whole;
/// The first lanes.
#[derive(Clone, Copy)]
pub(super) struct First<M> {
    lanes: usize,
    first: M,
}

impl<M> First<M> {
    /// So many, or all.
    #[inline(always)]
    pub(super) fn new<S: Simd<First = M>>(s: S, lanes: usize) -> Self {
        let lanes = lanes.min(S::LANES);
        First { lanes, first: s.first(lanes) }
    }
}

// SAFETY: a whole vector.
unsafe impl<S: Simd> Lanes<S> for Whole {
    #[inline(always)]
    fn lanes(self) -> usize {
        S::LANES
    }
    #[inline(always)]
    unsafe fn load_at(self, s: S, from: *const S::Elem) -> S::V {
        // SAFETY: the caller promises a vector's elements.
        unsafe { s.load_at(from) }
    }
    #[inline(always)]
    unsafe fn store_at(self, s: S, x: S::V, to: *mut S::Elem) {
        // SAFETY: the caller promises room for a vector's elements.
        unsafe { s.store_at(x, to) }
    }
    #[inline(always)]
    fn only(self, _: S, x: S::V, _: S::V) -> S::V {
        x
    }
}

// SAFETY: `new` makes the mask of as many lanes.
unsafe impl<S: Simd> Lanes<S> for First<S::First> {
    #[inline(always)]
    fn lanes(self) -> usize {
        self.lanes
    }
    #[inline(always)]
    unsafe fn load_at(self, s: S, from: *const S::Elem) -> S::V {
        // SAFETY: the caller promises the elements of these lanes.
        unsafe { s.load_first_at(from, self.first) }
    }
    #[inline(always)]
    unsafe fn store_at(self, s: S, x: S::V, to: *mut S::Elem) {
        // SAFETY: the caller promises room for the elements of these lanes.
        unsafe { s.store_first_at(x, to, self.first) }
    }
    #[inline(always)]
    fn only(self, s: S, x: S::V, other: S::V) -> S::V {
        s.only(self.first, x, other)
    }
}

/// The first pass: what is summed of each element, and what is kept of it for the second pass.
pub(super) trait Term<S: Simd>: Copy {
    /// Is anything kept?
    const KEEPS: bool = false;
    /// Gives what is kept, and what is summed.
    fn term(self, s: S, x: S::V) -> (S::V, S::V);
}

/// The second pass.
pub(super) trait Change<S: Simd>: Copy {
    /// The new elements, of which the first is number `at` of the row.
    fn change<P: Lanes<S>>(self, s: S, x: S::V, at: usize, part: P) -> S::V;
}

/// The sum over a row in `N` vectors of lanes, and in pairs of blocks.
#[inline(always)]
pub(super) fn sum<S: Simd, T: Term<S>, const N: usize>(s: S, x: &mut FromTo<'_, S::Elem>, term: T) -> S::Elem {
    assert!(!T::KEEPS || x.room == x.len, "room for what is kept of each element");
    let len = x.len();
    let mut stack = Stack::<S::V, N>::new();
    let mut at = 0;
    loop {
        let end = len.min(at + STEPS * N * S::LANES);
        let mut lanes = [s.zero(); N];
        while end - at >= N * S::LANES {
            for (v, lane) in lanes.iter_mut().enumerate() {
                // SAFETY: one of `N` vectors before the end.
                *lane = unsafe { one(s, x, at + v * S::LANES, *lane, term, Whole) };
            }
            at += N * S::LANES;
        }
        for (v, lane) in lanes.iter_mut().enumerate() {
            let at = at + v * S::LANES;
            if at < end {
                // SAFETY: no more than what is left before the end.
                *lane = unsafe { one(s, x, at, *lane, term, First::new(s, end - at)) };
            }
        }
        at = end;
        if at == len {
            return halved(s, Add, stack.finish(s, Add, lanes));
        }
        stack.push(s, Add, lanes);
    }
}

/// The lanes with a vector more.
///
/// # Safety
/// There are so many elements from `at` on, and room for what is kept of them.
#[inline(always)]
unsafe fn one<S: Simd, T: Term<S>, P: Lanes<S>>(
    s: S,
    x: &mut FromTo<'_, S::Elem>,
    at: usize,
    lane: S::V,
    term: T,
    part: P,
) -> S::V {
    // SAFETY: the caller's elements.
    let (new, term) = term.term(s, unsafe { x.load_at(s, at, part) });
    if T::KEEPS {
        // SAFETY: the caller's room.
        unsafe { x.store_at(s, new, at, part) };
    }
    part.only(s, s.add(lane, term), lane)
}

/// The second pass over a row: two vectors at a time, and then what is left.
#[inline(always)]
pub(super) fn map<S: Simd, C: Change<S>>(s: S, x: &mut FromTo<'_, S::Elem>, change: C) {
    assert!(x.room == x.len, "room for a result of each element");
    let (mut at, len) = (0, x.len());
    while len - at >= 2 * S::LANES {
        for _ in 0..2 {
            one_changed(s, x, at, change, Whole);
            at += S::LANES;
        }
    }
    if len - at >= S::LANES {
        one_changed(s, x, at, change, Whole);
        at += S::LANES;
    }
    if at < len {
        one_changed(s, x, at, change, First::new(s, len - at));
    }
}

#[inline(always)]
fn one_changed<S: Simd, C: Change<S>, P: Lanes<S>>(s: S, x: &mut FromTo<'_, S::Elem>, at: usize, change: C, part: P) {
    let new = change.change(s, x.load(s, at, part), at, part);
    x.store(s, new, at, part);
}

/// The largest element that is a number; minus infinity, if there is none.
#[inline(always)]
pub(super) fn peak<S: Simd, const N: usize>(s: S, x: &FromTo<'_, S::Elem>) -> S::Elem {
    let (mut at, len) = (0, x.len());
    let mut peaks = [s.splat(S::Elem::neg_infinity()); N];
    while len - at >= N * S::LANES {
        for (v, peak) in peaks.iter_mut().enumerate() {
            // NaN is passed over.
            *peak = s.larger(x.load(s, at + v * S::LANES, Whole), *peak);
        }
        at += N * S::LANES;
    }
    for (v, peak) in peaks.iter_mut().enumerate() {
        let at = at + v * S::LANES;
        if at < len {
            let part = First::new(s, len - at);
            *peak = part.only(s, s.larger(x.load(s, at, part), *peak), *peak);
        }
    }
    halved(s, Highest, peaks)
}
