//! The first elements of a lane in an order, by their places: of numbers by integers that compare as they do, with the place behind, so that
//! equal ones stay in order and nothing is asked of the elements but once each.

use super::sixteen::{ByType, Sixteen, can_be};
use super::types::Same;
use crate::storage::Scratch;

/// A key with a place behind it, which compares as the two do one after the other.
pub(crate) trait Keyed: Ord + Copy {
    fn new(key: u64, place: u32) -> Self;
    fn place(self) -> usize;
}

/// A key of 32 bits.
impl Keyed for u64 {
    #[inline(always)]
    fn new(key: u64, place: u32) -> Self {
        key << 32 | u64::from(place)
    }
    #[inline(always)]
    fn place(self) -> usize {
        (self & 0xffff_ffff) as usize
    }
}

/// A key of 64 bits.
impl Keyed for u128 {
    #[inline(always)]
    fn new(key: u64, place: u32) -> Self {
        u128::from(key) << 64 | u128::from(place)
    }
    #[inline(always)]
    fn place(self) -> usize {
        (self & 0xffff_ffff) as usize
    }
}

/// NaN is larger than every number, and the two zeros are equal.
#[inline(always)]
fn of_single(x: f32) -> u64 {
    let bits = (x + 0.0).to_bits();
    let key = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(if x.is_nan() { u32::MAX } else { key })
}

/// As [`of_single`].
#[inline(always)]
fn of_double(x: f64) -> u64 {
    let bits = (x + 0.0).to_bits();
    let key = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    if x.is_nan() { u64::MAX } else { key }
}

/// Memory for the keys of a lane, which is used for one after the other.
pub(crate) struct Memory {
    short: Scratch<u64>,
    long: Scratch<u128>,
}

impl Memory {
    pub(crate) const fn new() -> Self {
        Memory { short: Scratch::new(), long: Scratch::new() }
    }

    /// Gives `to` the places of the first `count` of `len` elements, in order, smallest or largest first, NaN being the largest; or returns false, if the
    /// elements are no numbers that have keys.
    pub(crate) fn first<'x, T: 'x>(
        &mut self,
        lane: impl Iterator<Item = &'x T>,
        len: usize,
        count: usize,
        largest: bool,
        to: impl FnMut(usize),
    ) -> bool {
        if u32::try_from(len).is_err() {
            return false;
        }
        // What turns the order round.
        let flip = if largest { u64::MAX } else { 0 };
        macro_rules! short {
            ($x:ident => $key:expr) => {{
                let keys = lane.map(|$x| ($key ^ flip) & 0xffff_ffff);
                first(keys, len, count, &mut self.short, to);
                return true;
            }};
        }
        macro_rules! long {
            ($x:ident => $key:expr) => {{
                first(lane.map(|$x| $key ^ flip), len, count, &mut self.long, to);
                return true;
            }};
        }
        if const { can_be::<T>() } && <ByType as Sixteen<T>>::is() {
            short!(x => of_single(ByType::widen(x)));
        }
        if let Some(same) = Same::<T, f32>::new() {
            short!(x => of_single(same.value(x)));
        }
        if let Some(same) = Same::<T, f64>::new() {
            long!(x => of_double(same.value(x)));
        }
        if let Some(same) = Same::<T, i32>::new() {
            short!(x => u64::from(same.value(x).cast_unsigned() ^ 1 << 31));
        }
        if let Some(same) = Same::<T, u8>::new() {
            short!(x => u64::from(same.value(x)));
        }
        if let Some(same) = Same::<T, i64>::new() {
            long!(x => same.value(x).cast_unsigned() ^ 1 << 63);
        }
        if let Some(same) = Same::<T, usize>::new() {
            long!(x => same.value(x) as u64);
        }
        false
    }
}

/// More than so many elements for each that is asked for: most are not among the first, which a look at each says.
const FEW: usize = 8;

/// The least room for elements that may be among the first.
const LEAST: usize = 32;

fn first<K: Keyed>(
    keys: impl Iterator<Item = u64>,
    len: usize,
    count: usize,
    memory: &mut Scratch<K>,
    to: impl FnMut(usize),
) {
    let keyed = keys.zip(0..).map(|(key, place)| K::new(key, place));
    let some = (2 * count).max(LEAST);
    memory.clear();
    if len / FEW < some {
        memory.make_room(len);
        memory.extend(keyed);
    } else {
        memory.make_room(some);
        // What comes behind it is not among the first.
        let mut last = None;
        for key in keyed {
            if last.is_some_and(|last| key > last) {
                continue;
            }
            memory.push(key);
            if memory.len() == some {
                last = among(memory, count);
            }
        }
    }
    among(memory, count);
    memory.sort_unstable();
    memory.iter().map(|key| key.place()).for_each(to);
}

/// Leaves the first `count`, in any order, the last of them at the end.
fn among<K: Keyed>(keys: &mut Scratch<K>, count: usize) -> Option<K> {
    if let Some(last) = count.checked_sub(1)
        && count < keys.len()
    {
        keys.select_nth_unstable(last);
    }
    keys.truncate(count);
    keys.last().copied()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use core::cmp::Ordering;

    use super::Memory;

    /// As PyTorch's stable sorts say: by value, NaN the largest, equal ones by their places.
    fn sorted<T: PartialOrd + Copy>(lane: &[T], largest: bool) -> Vec<usize> {
        let nan = |x: T| x.partial_cmp(&x).is_none();
        let by_value = |a: T, b: T| a.partial_cmp(&b).unwrap_or_else(|| nan(a).cmp(&nan(b)));
        let mut places: Vec<usize> = (0..lane.len()).collect();
        places.sort_by(|&a, &b| {
            let order: Ordering = by_value(lane[a], lane[b]);
            if largest { order.reverse() } else { order }
        });
        places
    }

    fn first_are_those_of_a_stable_sort<T: PartialOrd + Copy>(lane: &[T]) {
        let mut memory = Memory::new();
        for largest in [false, true] {
            let all = sorted(lane, largest);
            for count in [0, 1, 2, 5, 16, 17, 33, 500, lane.len()] {
                let count = count.min(lane.len());
                let mut first = Vec::new();
                assert!(memory.first(lane.iter(), lane.len(), count, largest, |place| first.push(place)));
                assert_eq!(first, all[..count], "{count} of {}", lane.len());
            }
        }
    }

    fn lanes<T: PartialOrd + Copy>(hard: &[T], number: impl Fn(i64) -> T) {
        first_are_those_of_a_stable_sort(hard);
        for len in [0, 1, 7, 100, 300, 1000] {
            let many = |step: i64, of: i64| (0..len).map(|i| number(i * step % of - of / 3)).collect::<Vec<_>>();
            first_are_those_of_a_stable_sort(&many(7919, 1009));
            first_are_those_of_a_stable_sort(&many(7919, 11)); // few values
            first_are_those_of_a_stable_sort(&many(1, 2000)); // in order
            first_are_those_of_a_stable_sort(&many(1999, 2000)); // in reverse
        }
    }

    #[test]
    fn numbers() {
        let inf = f32::INFINITY;
        let hard =
            [0.0, -0.0, 1.0, f32::NAN, -f32::NAN, inf, -inf, -1.0, f32::MIN_POSITIVE, -1e-45, 1e-45, 0.0, f32::NAN];
        lanes(&hard, |i| i as f32 / 8.0);
        lanes(&hard.map(f64::from), |i| i as f64 / 8.0);
        lanes(&[0, -1, i32::MIN, i32::MAX, 1, 0], |i| i as i32);
        lanes(&[0, -1, i64::MIN, i64::MAX, 1, 0], |i| i);
        lanes(&[0, u8::MAX, 1, 0], |i| i as u8);
        lanes(&[0, usize::MAX, 1, 0], |i| i.unsigned_abs() as usize);
        #[cfg(feature = "half")]
        {
            lanes(&hard.map(half::f16::from_f32), |i| half::f16::from_f32(i as f32 / 8.0));
            lanes(&hard.map(half::bf16::from_f32), |i| half::bf16::from_f32(i as f32 / 8.0));
        }
    }

    #[test]
    fn others_have_no_keys() {
        assert!(!Memory::new().first([(1, 2)].iter(), 1, 1, true, |_| ()));
    }
}
