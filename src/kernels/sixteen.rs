//! Floats of 16 bits, `f16` and `bf16`, which are computed in `f32` and rounded once, as PyTorch does.
//!
//! A sum of such numbers in their own type stands still where a term is less than half of its last bit (at 256 ones in `bf16`, at 2048 in
//! `f16`), and squares overflow (at 256 in `f16`). PyTorch calls the type in which they are computed `opmath_t`.
//!
//! Public signatures say nothing of it. The types are recognised: of the crate `half` by their identity, if the feature `half` says which
//! crate that is ([`ByType`]); and where elements are [`Float`]s by the numbers that they have, whatever crate they are from
//! ([`ByNumbers`]).

use core::mem::MaybeUninit;
use core::ops::Range;

use num_traits::Float;

use super::float::{Same, as_places};
use super::halves::{narrow_brain, narrow_half, place, widen_brain, widen_half};
use super::level::in_widest;
use super::rows::{Kind, Reducer, Results, Rows, TILE};
use super::simd::{Real, Simd, Work};
#[cfg(feature = "alloc")]
use crate::storage::{Buffer, Full, Scratch, room};

/// How many elements become `f32` at a time: what is done with them finds them in the nearest cache.
pub(crate) const BLOCK: usize = 1024;

/// Might elements be such numbers? For all other sizes the compiler makes no code for what follows the question, asked in `const { }`.
pub(crate) const fn can_be<T>() -> bool {
    size_of::<T>() == 2
}

/// How floats of 16 bits are recognised, and how they become `f32` and are rounded back.
pub(crate) trait Sixteen<T>: Copy {
    /// Are elements `T` such floats?
    fn is() -> bool;
    /// The same number.
    fn widen(x: &T) -> f32;
    /// The nearest one. Only asked for if elements [are](Sixteen::is) such floats.
    fn narrow(x: f32) -> T;
}

/// By the identity of the types in the crate `half`.
#[derive(Clone, Copy)]
pub(crate) struct ByType;

/// By the numbers that floats of any type have.
#[derive(Clone, Copy)]
pub(crate) struct ByNumbers;

/// Which of the crate `half`'s types elements have, of which the bits are known.
pub(crate) enum Known<T> {
    #[cfg(feature = "half")]
    Half(Same<T, half::f16>),
    #[cfg(feature = "half")]
    Brain(Same<T, half::bf16>),
    #[cfg(not(feature = "half"))]
    #[allow(dead_code)] // of the bits themselves, which are no such type: there is none
    Bits(Same<T, u16>),
}

impl<T> Known<T> {
    /// If they have one.
    #[inline(always)]
    pub(crate) fn new() -> Option<Self> {
        #[cfg(feature = "half")]
        if can_be::<T>() {
            return Same::new().map(Known::Half).or_else(|| Same::new().map(Known::Brain));
        }
        None
    }
    #[inline(always)]
    pub(crate) fn bits<'x>(&self, x: &'x [T]) -> &'x [u16] {
        #[cfg(feature = "half")]
        use half::slice::HalfFloatSliceExt;
        match self {
            #[cfg(feature = "half")]
            Known::Half(same) => same.slice(x).reinterpret_cast(),
            #[cfg(feature = "half")]
            Known::Brain(same) => same.slice(x).reinterpret_cast(),
            #[cfg(not(feature = "half"))]
            Known::Bits(same) => same.slice(x),
        }
    }
    #[inline(always)]
    fn bits_mut<'x>(&self, x: &'x mut [T]) -> &'x mut [u16] {
        #[cfg(feature = "half")]
        use half::slice::HalfFloatSliceExt;
        match self {
            #[cfg(feature = "half")]
            Known::Half(same) => same.slice_mut(x).reinterpret_cast_mut(),
            #[cfg(feature = "half")]
            Known::Brain(same) => same.slice_mut(x).reinterpret_cast_mut(),
            #[cfg(not(feature = "half"))]
            Known::Bits(same) => same.slice_mut(x),
        }
    }
    /// Places of the elements' bits.
    #[inline(always)]
    #[cfg(feature = "alloc")]
    pub(crate) fn places<'x>(&self, x: &'x mut [MaybeUninit<T>]) -> &'x mut [MaybeUninit<u16>] {
        // SAFETY: elements are of one of the types, which hold their bits, any of which are a number.
        unsafe { &mut *(core::ptr::from_mut(x) as *mut [MaybeUninit<u16>]) }
    }
    #[inline(always)]
    fn of_bits(&self, bits: u16) -> T {
        match self {
            #[cfg(feature = "half")]
            Known::Half(same) => same.back(half::f16::from_bits(bits)),
            #[cfg(feature = "half")]
            Known::Brain(same) => same.back(half::bf16::from_bits(bits)),
            #[cfg(not(feature = "half"))]
            Known::Bits(same) => same.back(bits),
        }
    }
    #[inline(always)]
    fn is_half(&self) -> bool {
        #[cfg(feature = "half")]
        return matches!(self, Known::Half(_));
        #[cfg(not(feature = "half"))]
        false
    }
    #[inline(always)]
    fn widen(&self, x: &T) -> f32 {
        let bits = self.bits(core::slice::from_ref(x))[0];
        if self.is_half() { widen_half(bits) } else { widen_brain(bits) }
    }
    #[inline(always)]
    fn narrow(&self, x: f32) -> T {
        self.of_bits(if self.is_half() { narrow_half(x) } else { narrow_brain(x) })
    }
    #[inline(always)]
    fn widen_slice(&self, x: &[T], to: &mut [f32]) {
        self.widen_to(x, as_places(&mut to[..x.len()]));
    }
    /// All of the places are written, of which there are to be as many as elements.
    #[inline(always)]
    fn widen_to(&self, x: &[T], to: &mut [MaybeUninit<f32>]) {
        assert!(x.len() == to.len(), "a place for each element");
        if self.is_half() { widen_halves(self.bits(x), to) } else { widen_brains(self.bits(x), to) }
    }
    /// The nearest ones, to as many places, all of which are written.
    #[inline(always)]
    #[cfg(feature = "alloc")]
    fn narrow_to(&self, x: &[f32], to: &mut [MaybeUninit<T>]) {
        assert!(x.len() == to.len(), "a place for each number");
        let to = self.places(to);
        if self.is_half() { narrow_halves(x, to) } else { narrow_brains(x, to) }
    }
    #[inline(always)]
    fn narrow_bits<'b>(&self, x: &[f32], bits: &'b mut [u16; BLOCK]) -> &'b [u16] {
        let bits = &mut bits[..x.len()];
        let to = as_places(bits);
        if self.is_half() {
            narrow_halves(x, to)
        } else {
            narrow_brains(x, to)
        }
        bits
    }
}

/// What the CPU has for them, if it has anything: vector by vector, and the rest one by one.
macro_rules! vector_by_vector {
    ($($work:ident: $from:ty => $to:ty, |$s:ident, $x:ident, $y:ident| $vector:expr, $one:ident;)*) => { $(
        struct $work<'a>(&'a [$from], &'a mut [MaybeUninit<$to>]);

        impl Work<f32> for $work<'_> {
            type Output = ();
            #[inline(always)]
            fn run<S: Simd<Elem = f32>, const A: usize, const B: usize, const C: usize, const D: usize>(self, $s: S) {
                let mut to = self.1.chunks_exact_mut(S::LANES);
                let mut from = self.0.chunks_exact(S::LANES);
                for ($y, $x) in to.by_ref().zip(from.by_ref()) {
                    $vector;
                }
                for (to, &from) in to.into_remainder().iter_mut().zip(from.remainder()) {
                    to.write($one(from));
                }
            }
        }
    )* };
}
vector_by_vector! {
    Widen: u16 => f32, |s, bits, to| s.store(s.load_halves(bits), to), widen_half;
    Narrow: f32 => u16, |s, x, to| s.store_halves(s.load(x), to), narrow_half;
}

/// `f16` by their bits as `f32`.
#[inline(never)]
fn widen_halves(bits: &[u16], to: &mut [MaybeUninit<f32>]) {
    if f32::wide(Widen(bits, to)).is_none() {
        to.iter_mut().zip(bits).for_each(|(to, &bits)| _ = to.write(widen_half(bits)));
    }
}

/// The bits of the nearest `f16`.
#[inline(never)]
fn narrow_halves(x: &[f32], to: &mut [MaybeUninit<u16>]) {
    if f32::wide(Narrow(x, to)).is_none() {
        to.iter_mut().zip(x).for_each(|(to, &x)| _ = to.write(narrow_half(x)));
    }
}

in_widest! {
    /// `bf16` by their bits as `f32`.
    fn widen_brains<>(bits: &[u16], to: &mut [MaybeUninit<f32>]) {
        for (to, &bits) in to.iter_mut().zip(bits) {
            to.write(widen_brain(bits));
        }
    }
    /// The bits of the nearest `bf16`.
    fn narrow_brains<>(x: &[f32], to: &mut [MaybeUninit<u16>]) {
        for (to, &x) in to.iter_mut().zip(x) {
            to.write(narrow_brain(x));
        }
    }
}

impl<T> Sixteen<T> for ByType {
    #[inline(always)]
    fn is() -> bool {
        Known::<T>::new().is_some()
    }
    #[inline(always)]
    fn widen(x: &T) -> f32 {
        Known::new().expect("a float of 16 bits").widen(x)
    }
    #[inline(always)]
    fn narrow(x: f32) -> T {
        Known::new().expect("a float of 16 bits").narrow(x)
    }
}

impl<T: Float> Sixteen<T> for ByNumbers {
    #[inline(always)]
    fn is() -> bool {
        // The distances from 1 to the next larger number, in `f16` and in `bf16`.
        let has = |epsilon: f32| T::epsilon().to_f32() == Some(epsilon);
        can_be::<T>() && (<ByType as Sixteen<T>>::is() || has(1.0 / 1024.0) || has(1.0 / 128.0))
    }
    #[inline(always)]
    fn widen(x: &T) -> f32 {
        match Known::new() {
            Some(known) => known.widen(x),
            None => x.to_f32().unwrap_or(f32::NAN),
        }
    }
    #[inline(always)]
    fn narrow(x: f32) -> T {
        match Known::new() {
            Some(known) => known.narrow(x),
            None => T::from(x).unwrap_or_else(T::nan),
        }
    }
}

/// Elements that are floats of 16 bits as `f32`, in as many places.
#[inline(always)]
pub(crate) fn widen_into<T, C: Sixteen<T>>(x: &[T], to: &mut [f32], _: C) {
    assert!(x.len() == to.len(), "a place for each element");
    match Known::new() {
        Some(known) => known.widen_slice(x, to),
        None => to.iter_mut().zip(x).for_each(|(to, x)| *to = C::widen(x)),
    }
}

/// Numbers as the nearest floats of 16 bits, to as many places, all of which are written.
#[cfg(feature = "alloc")]
pub(crate) fn narrow_into<T, C: Sixteen<T>>(x: &[f32], to: &mut [MaybeUninit<T>], _: C) {
    assert!(x.len() == to.len(), "a place for each number");
    let Some(known) = Known::new() else {
        return to.iter_mut().zip(x).for_each(|(to, &x)| _ = to.write(C::narrow(x)));
    };
    known.narrow_to(x, to);
}

/// Floats of 16 bits as `f32`, or the nearest ones, if the types are known.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn cast<T, U>(x: &[T]) -> Option<Buffer<U>> {
    if let Some(same) = Same::<T, f32>::new() {
        Known::<U>::new()?;
        return Some(rounded(same.slice(x), ByType));
    }
    let (known, same) = (Known::new()?, Same::<U, f32>::new()?);
    Some(Buffer::written_by(x.len(), |places| {
        known.widen_to(x, same.places(places));
        // SAFETY: `widen_to` has written all of them.
        unsafe { Full::new(places) }
    }))
}

/// Which of the known types elements are of: is it `f16`?
pub(crate) fn is_half<T>() -> Option<bool> {
    Some(Known::<T>::new()?.is_half())
}

/// The bits of elements of a known type.
///
/// # Panics
/// If they are of another one.
pub(crate) fn bits<T>(x: &[T]) -> &[u16] {
    match Known::new() {
        Some(known) => known.bits(x),
        None => panic!("floats of 16 bits"),
    }
}

/// Places of the bits of elements of a known type, which are there: for what writes bits only.
///
/// # Panics
/// As [`bits`].
pub(crate) fn bits_mut<T>(x: &mut [T]) -> &mut [MaybeUninit<u16>] {
    match Known::new() {
        Some(known) => as_places(known.bits_mut(x)),
        None => panic!("floats of 16 bits"),
    }
}

/// Places of the bits of elements of a known type.
///
/// # Panics
/// As [`bits`].
#[cfg(feature = "alloc")]
pub(crate) fn places<T>(to: &mut [MaybeUninit<T>]) -> &mut [MaybeUninit<u16>] {
    match Known::new() {
        Some(known) => known.places(to),
        None => panic!("floats of 16 bits"),
    }
}

/// Numbers as so many floats of 16 bits, of which these are the bits: `f16`, or `bf16`.
#[inline(always)]
pub(crate) fn widen_some<S: Simd<Elem = f32>, const N: usize>(s: S, bits: &[u16; N], is_half: bool) -> [f32; N] {
    let mut numbers = [0.0; N];
    if is_half && S::LANES > 4 {
        for (to, bits) in numbers.chunks_exact_mut(S::LANES).zip(bits.chunks_exact(S::LANES)) {
            s.store(s.load_halves(bits), as_places(to));
        }
    } else {
        for (to, &bits) in numbers.iter_mut().zip(bits) {
            *to = if is_half { widen_half(bits) } else { widen_brain(bits) };
        }
    }
    numbers
}

/// The bits of the nearest ones.
#[inline(always)]
pub(crate) fn narrow_some<S: Simd<Elem = f32>, const N: usize>(
    s: S,
    numbers: &[f32; N],
    to: &mut [MaybeUninit<u16>; N],
    is_half: bool,
) {
    if is_half && S::LANES > 4 {
        for (to, x) in to.chunks_exact_mut(S::LANES).zip(numbers.chunks_exact(S::LANES)) {
            s.store_halves(s.load(x), to);
        }
    } else {
        for (to, &x) in to.iter_mut().zip(numbers) {
            to.write(if is_half { narrow_half(x) } else { narrow_brain(x) });
        }
    }
}

/// Is the one above the other, if their type is known, where all that are NaN stand for `nan`: the largest number, or the least? The order of such types
/// themselves jumps, and of two questions in a row there are no vectors.
#[inline(always)]
pub(crate) fn is_above<T>(a: &T, b: &T, nan: i16) -> Option<bool> {
    if const { !can_be::<T>() } {
        return None;
    }
    let known = Known::<T>::new()?;
    let of = |x| known.bits(core::slice::from_ref(x))[0];
    Some(place(of(a), known.is_half(), nan) > place(of(b), known.is_half(), nan))
}

/// A function of two elements of one type that is known, computed in `f32`.
#[inline(always)]
pub(crate) fn of_two<A, B, O>(a: &A, b: &B, f: impl FnOnce(f32, f32) -> f32) -> Option<O> {
    let (left, right, to) = (Known::<A>::new()?, Known::<B>::new()?, Known::<O>::new()?);
    Some(to.narrow(f(left.widen(a), right.widen(b))))
}

/// A reduction of `f32`, of elements that become such first.
pub(crate) struct InSingle<R, C>(pub R, pub C);

impl<T, R: Reducer<f32, Output = f32>, C: Sixteen<T>> Reducer<T> for InSingle<R, C> {
    type Acc = R::Acc;
    type Output = T;
    #[inline(always)]
    fn first(&self, x: T, i: usize) -> R::Acc {
        self.0.first(C::widen(&x), i)
    }
    #[inline(always)]
    fn step(&self, acc: &mut R::Acc, x: T, i: usize) {
        self.0.step(acc, C::widen(&x), i);
    }
    #[inline(always)]
    fn join(&self, acc: &mut R::Acc, other: R::Acc) {
        self.0.join(acc, other);
    }
    #[inline(always)]
    fn finish(&self, acc: R::Acc) -> T {
        C::narrow(self.0.finish(acc))
    }
    fn empty(&self) -> T {
        C::narrow(self.0.empty())
    }
    #[inline(always)]
    fn rows(&self, x: &Rows<'_, T>, to: &mut Results<R::Acc>) {
        if !in_vectors::<T, _>(R::KIND, x, false, to) {
            rows_in_single(&self.0, x, to);
        }
    }
    #[inline(always)]
    fn columns(&self, x: &Rows<'_, T>, to: &mut Results<R::Acc>) {
        if !in_vectors::<T, _>(R::KIND, x, true, to) {
            columns_in_single(&self.0, x, to);
        }
    }
}

/// Rows, or columns if it is `down`, by the loops that widen elements in registers: says whether there are such, for these types.
#[inline(always)]
fn in_vectors<T, A>(kind: Option<Kind>, x: &Rows<'_, T>, down: bool, to: &mut Results<A>) -> bool {
    #[cfg(feature = "half")]
    if let (Some(kind), Some(known), Some(same)) = (kind, Known::<T>::new(), Same::<A, f32>::new()) {
        use super::rows::fold::{narrow_columns_by, narrow_rows_by};
        let to = to.same(same);
        macro_rules! by_bits {
            ($bits:ident) => {{
                // SAFETY: the elements are such floats, by `known`, and their bits are a number of 16 bits.
                let x = unsafe { x.of_bits::<super::halves::$bits>() };
                if down { narrow_columns_by(kind, x, to) } else { narrow_rows_by(kind, x, to) }
            }};
        }
        match known {
            Known::Half(_) => by_bits!(Half),
            Known::Brain(_) => by_bits!(Brain),
        }
        return true;
    }
    let _ = (kind, x, down, to);
    false
}

/// Which of the elements is the result is known whatever they are compared as.
#[inline(always)]
fn extremes_by<T>(kind: Kind, x: &Rows<'_, T>, down: bool, to: &mut Results<T>) -> bool {
    if const { !can_be::<T>() } || !matches!(kind, Kind::Largest | Kind::Smallest) {
        return false;
    }
    let Some(known) = Known::<T>::new() else { return false };
    let mut singles = Results::new();
    in_vectors::<T, f32>(Some(kind), x, down, &mut singles);
    singles.as_slice().iter().for_each(|&x| to.push(known.narrow(x)));
    true
}

/// As [`rows_by`](super::rows::rows_by), of floats of 16 bits too where nothing is rounded.
#[inline(always)]
pub(crate) fn rows_by<T>(kind: Kind, x: &Rows<'_, T>, to: &mut Results<T>) {
    if !extremes_by(kind, x, false, to) {
        super::rows::rows_by(kind, x, to);
    }
}

/// As [`columns_by`](super::rows::columns_by), of floats of 16 bits too where nothing is rounded.
#[inline(always)]
pub(crate) fn columns_by<T>(kind: Kind, x: &Rows<'_, T>, to: &mut Results<T>) {
    if !extremes_by(kind, x, true, to) {
        super::rows::columns_by(kind, x, to);
    }
}

/// Fewer elements of a row, or rows of a column, are reduced with the block before.
const LEAST: usize = 16;

/// Rows of elements of a known type, in blocks that become `f32`; these are joined in pairs.
fn rows_in_single<T, R: Reducer<f32>>(reducer: &R, x: &Rows<'_, T>, to: &mut Results<R::Acc>) {
    let count = x.count();
    let Some(known) = Known::<T>::new().filter(|_| count >= LEAST) else { return };
    let mut numbers = [0.0; BLOCK + LEAST];
    let mut some = Results::new();
    let together = (BLOCK / count).max(1);
    for first in (0..x.rows()).step_by(together) {
        let rows = together.min(x.rows() - first);
        if count >= BLOCK + LEAST {
            let Some(acc) = of_row(&known, reducer, x.row(first), &mut numbers, &mut some) else { return };
            to.push(acc);
            continue;
        }
        for (i, to) in numbers.chunks_exact_mut(count).take(rows).enumerate() {
            known.widen_slice(x.row(first + i), to);
        }
        some.clear();
        reducer.rows(&Rows::of(&numbers[..rows * count], count), &mut some);
        some.as_slice().iter().for_each(|acc| to.push(acc.clone()));
        if some.done() < rows {
            return;
        }
    }
}

/// A long row.
fn of_row<T, R: Reducer<f32>>(
    known: &Known<T>,
    reducer: &R,
    x: &[T],
    numbers: &mut [f32; BLOCK + LEAST],
    to: &mut Results<R::Acc>,
) -> Option<R::Acc> {
    if x.len() < BLOCK + LEAST {
        let numbers = &mut numbers[..x.len()];
        known.widen_slice(x, numbers);
        to.clear();
        reducer.rows(&Rows::of(numbers, x.len()), to);
        return to.as_slice().first().cloned();
    }
    // Whole blocks, at least one and fewer than all: a power of 2 of them.
    let (left, right) = x.split_at((x.len() / BLOCK).next_power_of_two().div_ceil(2) * BLOCK);
    let mut acc = of_row(known, reducer, left, numbers, to)?;
    reducer.join(&mut acc, of_row(known, reducer, right, numbers, to)?);
    Some(acc)
}

/// As many rows become `f32` at a time.
const TALL: usize = 32;

/// Columns of elements of a known type, as [`rows_in_single`].
fn columns_in_single<T, R: Reducer<f32>>(reducer: &R, x: &Rows<'_, T>, to: &mut Results<R::Acc>) {
    let Some(known) = Known::<T>::new().filter(|_| x.count() <= TILE) else { return };
    of_rows(&known, reducer, x, 0..x.rows(), &mut [0.0; TALL * TILE], to);
}

/// Some rows of columns.
fn of_rows<T, R: Reducer<f32>>(
    known: &Known<T>,
    reducer: &R,
    x: &Rows<'_, T>,
    rows: Range<usize>,
    numbers: &mut [f32; TALL * TILE],
    to: &mut Results<R::Acc>,
) {
    if rows.len() <= TALL {
        for (i, to) in rows.clone().zip(numbers.chunks_exact_mut(x.count())) {
            known.widen_slice(x.row(i), to);
        }
        return reducer.columns(&Rows::of(&numbers[..rows.len() * x.count()], x.count()), to);
    }
    let middle = rows.start + rows.len().div_ceil(TALL).next_power_of_two() / 2 * TALL;
    let mut others = Results::new();
    of_rows(known, reducer, x, rows.start..middle, numbers, to);
    of_rows(known, reducer, x, middle..rows.end, numbers, &mut others);
    to.join(&others, |acc, other| reducer.join(acc, other));
}

/// Elements that are floats of 16 bits as `f32`.
#[cfg(feature = "alloc")]
pub(crate) fn wide_slice<T, C: Sixteen<T>>(x: &[T], by: C) -> Scratch<f32> {
    let mut all = Scratch::with_room(x.len());
    widen_onto(x, &mut all, by);
    all
}

/// The same, to keep.
#[cfg(feature = "alloc")]
pub(crate) fn widened<T, C: Sixteen<T>>(x: &[T], _: C) -> Buffer<f32> {
    cast(x).unwrap_or_else(|| Buffer::from_vec(x.iter().map(C::widen).collect()))
}

/// So many elements at a time become `f32`, are worked on, and are rounded, while they are in the second cache; with threads as many as are worth those.
#[cfg(feature = "alloc")]
const WORKED: usize = if cfg!(feature = "rayon") { 1 << 22 } else { 1 << 14 };

/// What `f` makes of so many elements that are floats of 16 bits as `f32`, as many of them: some blocks of so many at a time, of which `each` shows it parts that lie
/// next to each other.
///
/// # Panics
/// If it does not make as many of them.
#[cfg(feature = "alloc")]
pub(crate) fn in_blocks<T, C: Sixteen<T>>(
    numel: usize,
    each: &dyn Fn(Range<usize>, &mut dyn FnMut(&[T])),
    block: usize,
    f: &dyn Fn(Buffer<f32>) -> Buffer<f32>,
    by: C,
) -> Buffer<T> {
    let some = (WORKED / block.max(1)).max(1).saturating_mul(block.max(1));
    Buffer::written_by(numel, |places| {
        for (i, to) in places.chunks_mut(some).enumerate() {
            let mut wide = room(to.len());
            each(i * some..i * some + to.len(), &mut |x| widen_onto(x, &mut wide, by));
            narrow_into(f(Buffer::from_vec(wide)).as_slice(), to, by);
        }
        // SAFETY: `narrow_into` has written all of them, part by part.
        unsafe { Full::new(places) }
    })
}

/// Elements that are floats of 16 bits as `f32`, behind those that are there.
#[cfg(feature = "alloc")]
pub(crate) fn widen_onto<T, C: Sixteen<T>>(x: &[T], to: &mut alloc::vec::Vec<f32>, by: C) {
    if let Some(known) = Known::new() {
        to.reserve(x.len());
        known.widen_to(x, &mut to.spare_capacity_mut()[..x.len()]);
        let len = to.len() + x.len();
        // SAFETY: `widen_to` has written all of them.
        return unsafe { to.set_len(len) };
    }
    let mut numbers = [0.0; BLOCK];
    for x in x.chunks(BLOCK) {
        widen_into(x, &mut numbers[..x.len()], by);
        to.extend_from_slice(&numbers[..x.len()]);
    }
}

/// Results that were computed in `f32`, rounded.
#[cfg(feature = "alloc")]
pub(crate) fn rounded<T, C: Sixteen<T>>(x: &[f32], _: C) -> Buffer<T> {
    let mut out = room(x.len());
    match Known::new() {
        Some(known) => {
            let mut bits = [0; BLOCK];
            for x in x.chunks(BLOCK) {
                out.extend(known.narrow_bits(x, &mut bits).iter().map(|&bits| known.of_bits(bits)));
            }
        }
        None => out.extend(x.iter().map(|&x| C::narrow(x))),
    }
    Buffer::from_vec(out)
}
