//! The passes over one row, for any vector: the largest element, sums, and what changes all elements.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::slice;

use num_traits::Float;

use crate::kernels::float::Same;
use crate::kernels::rows::fold::{Add, Highest, Stack, halved};
use crate::kernels::simd::Simd;

/// Steps of a sum's lanes before blocks are joined in pairs.
pub(super) const STEPS: usize = 32;

/// Elements, and where their results go, which may be the same place.
///
/// Invariant: the elements are borrowed for `'a`; if it `writes`, there are as many places at `to`, which nobody else reads or writes meanwhile, but as these elements.
pub(super) struct FromTo<'a, T> {
    from: *const T,
    to: *mut T,
    len: usize,
    /// Is there room for results?
    writes: bool,
    elements: PhantomData<&'a mut T>,
}

impl<'a, T: Copy> FromTo<'a, T> {
    /// To be read only.
    #[inline(always)]
    pub(super) fn read(x: &'a [T]) -> Self {
        FromTo { from: x.as_ptr(), to: core::ptr::null_mut(), len: x.len(), writes: false, elements: PhantomData }
    }
    /// To be changed where they are.
    #[inline(always)]
    pub(super) fn own(x: &'a mut [T]) -> Self {
        let (len, to) = (x.len(), x.as_mut_ptr());
        FromTo { from: to, to, len, writes: true, elements: PhantomData }
    }
    /// From one place to another.
    ///
    /// # Panics
    /// If there are not as many places as elements.
    #[inline(always)]
    pub(super) fn new(x: &'a [T], to: &'a mut [MaybeUninit<T>]) -> Self {
        assert!(x.len() == to.len(), "a place for each element");
        FromTo { from: x.as_ptr(), to: to.as_mut_ptr().cast(), len: x.len(), writes: true, elements: PhantomData }
    }
    /// The same, as floats.
    #[inline(always)]
    pub(super) fn same<R: Copy + 'static>(self, _: Same<T, R>) -> FromTo<'a, R> {
        let FromTo { from, to, len, writes, .. } = self;
        FromTo { from: from.cast(), to: to.cast(), len, writes, elements: PhantomData }
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
    /// As [`part`](FromTo::part), beside others.
    ///
    /// # Safety
    /// Those that are there at the same time have no elements in common.
    #[inline(always)]
    pub(super) unsafe fn apart(&self, at: usize, len: usize) -> FromTo<'_, T> {
        assert!(at <= self.len && len <= self.len - at, "some of the elements");
        let (from, to) = (self.from.wrapping_add(at), self.to.wrapping_add(at));
        FromTo { from, to, len, ..*self }
    }
    /// The first `len` elements, if there are as many; the others are left.
    #[inline(always)]
    fn next(&mut self, len: usize) -> Option<FromTo<'a, T>> {
        if len > self.len {
            return None;
        }
        let first = FromTo { len, ..*self };
        self.from = self.from.wrapping_add(len);
        self.to = self.to.wrapping_add(len);
        self.len -= len;
        Some(first)
    }
    #[inline(always)]
    pub(super) fn load<S: Simd<Elem = T>, P: Lanes<S>>(&self, s: S, at: usize, part: P) -> S::V {
        assert!(at <= self.len && part.lanes() <= self.len - at, "elements of a vector");
        // SAFETY: so many elements, as was asserted.
        part.load(s, unsafe { slice::from_raw_parts(self.from.wrapping_add(at), part.lanes()) })
    }
    /// As [`load`](FromTo::load), of results.
    ///
    /// # Safety
    /// They were written.
    #[inline(always)]
    pub(super) unsafe fn load_result<S: Simd<Elem = T>, P: Lanes<S>>(&self, s: S, at: usize, part: P) -> S::V {
        let within = at <= self.len && part.lanes() <= self.len - at;
        assert!(self.writes && within, "results of a vector");
        // SAFETY: so many results, as was asserted, which the caller has written.
        part.load(s, unsafe { slice::from_raw_parts(self.to.wrapping_add(at), part.lanes()) })
    }
    #[inline(always)]
    pub(super) fn store<S: Simd<Elem = T>, P: Lanes<S>>(&mut self, s: S, x: S::V, at: usize, part: P) {
        let within = at <= self.len && part.lanes() <= self.len - at;
        assert!(self.writes && within, "room for a vector");
        // SAFETY: room for so many elements, as was asserted.
        part.store(s, x, unsafe { slice::from_raw_parts_mut(self.to.wrapping_add(at).cast(), part.lanes()) });
    }
}

/// How much of a vector there is.
pub(super) trait Lanes<S: Simd>: Copy {
    fn lanes(self) -> usize;
    /// As many elements.
    fn load(self, s: S, from: &[S::Elem]) -> S::V;
    /// To as many places.
    fn store(self, s: S, x: S::V, to: &mut [MaybeUninit<S::Elem>]);
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

impl<S: Simd> Lanes<S> for Whole {
    #[inline(always)]
    fn lanes(self) -> usize {
        S::LANES
    }
    #[inline(always)]
    fn load(self, s: S, from: &[S::Elem]) -> S::V {
        s.load(from)
    }
    #[inline(always)]
    fn store(self, s: S, x: S::V, to: &mut [MaybeUninit<S::Elem>]) {
        s.store(x, to);
    }
    #[inline(always)]
    fn only(self, _: S, x: S::V, _: S::V) -> S::V {
        x
    }
}

impl<S: Simd> Lanes<S> for First<S::First> {
    #[inline(always)]
    fn lanes(self) -> usize {
        self.lanes
    }
    #[inline(always)]
    fn load(self, s: S, from: &[S::Elem]) -> S::V {
        s.load_part(from)
    }
    #[inline(always)]
    fn store(self, s: S, x: S::V, to: &mut [MaybeUninit<S::Elem>]) {
        s.store_part(x, to);
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

/// The sum over a row in `N` vectors of lanes, and in pairs of blocks; and the row, of what was kept if that was asked for.
#[inline(always)]
pub(super) fn sum<'x, S: Simd, T: Term<S>, const N: usize>(
    s: S,
    x: &'x mut FromTo<'_, S::Elem>,
    term: T,
) -> (S::Elem, FromTo<'x, S::Elem>) {
    assert!(!T::KEEPS || x.writes, "room for what is kept of each element");
    let mut stack = Stack::<S::V, N>::new();
    let mut rest = x.part(0, x.len);
    loop {
        let mut block = rest.next(rest.len.min(STEPS * N * S::LANES)).expect("no more than there are");
        let mut lanes = [s.zero(); N];
        while let Some(mut some) = block.next(N * S::LANES) {
            for (v, lane) in lanes.iter_mut().enumerate() {
                *lane = one(s, &mut some, v * S::LANES, *lane, term, Whole);
            }
        }
        for (v, lane) in lanes.iter_mut().enumerate() {
            let at = v * S::LANES;
            if at < block.len {
                let part = First::new(s, block.len - at);
                *lane = one(s, &mut block, at, *lane, term, part);
            }
        }
        if rest.len == 0 {
            let sum = halved(s, Add, stack.finish(s, Add, lanes));
            // What is kept of each element was written above.
            let from = if T::KEEPS { x.to.cast_const() } else { x.from };
            return (sum, FromTo { from, ..*x });
        }
        stack.push(s, Add, lanes);
    }
}

/// The lanes with a vector more.
#[inline(always)]
fn one<S: Simd, T: Term<S>, P: Lanes<S>>(
    s: S,
    x: &mut FromTo<'_, S::Elem>,
    at: usize,
    lane: S::V,
    term: T,
    part: P,
) -> S::V {
    let (new, term) = term.term(s, x.load(s, at, part));
    if T::KEEPS {
        x.store(s, new, at, part);
    }
    part.only(s, s.add(lane, term), lane)
}

/// The second pass over a row: two vectors at a time, and then what is left.
#[inline(always)]
pub(super) fn map<S: Simd, C: Change<S>>(s: S, x: &mut FromTo<'_, S::Elem>, change: C) {
    assert!(x.writes, "room for a result of each element");
    let (mut at, len) = (0, x.len());
    while len - at >= 2 * S::LANES {
        let mut two = x.part(at, 2 * S::LANES);
        one_changed(s, &mut two, 0, at, change, Whole);
        one_changed(s, &mut two, S::LANES, at + S::LANES, change, Whole);
        at += 2 * S::LANES;
    }
    if len - at >= S::LANES {
        one_changed(s, x, at, at, change, Whole);
        at += S::LANES;
    }
    if at < len {
        one_changed(s, x, at, at, change, First::new(s, len - at));
    }
}

/// The elements from `at` on, the first of which is number `i` of the row.
#[inline(always)]
fn one_changed<S: Simd, C: Change<S>, P: Lanes<S>>(
    s: S,
    x: &mut FromTo<'_, S::Elem>,
    at: usize,
    i: usize,
    change: C,
    part: P,
) {
    let new = change.change(s, x.load(s, at, part), i, part);
    x.store(s, new, at, part);
}

/// The largest element that is a number; minus infinity, if there is none.
#[inline(always)]
pub(super) fn peak<S: Simd, const N: usize>(s: S, x: &mut FromTo<'_, S::Elem>) -> S::Elem {
    let (mut at, len) = (0, x.len());
    let mut peaks = [s.splat(S::Elem::neg_infinity()); N];
    while len - at >= N * S::LANES {
        let some = x.part(at, N * S::LANES);
        for (v, peak) in peaks.iter_mut().enumerate() {
            // NaN is passed over.
            *peak = s.larger(some.load(s, v * S::LANES, Whole), *peak);
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
