//! What is dropped at random: numbers that depend on a seed and on a count alone, so that another engine can compute the same.

use num_traits::Float;

use super::float::float;
use super::level::in_widest;

/// The seed after a seed: times the first number, plus the second.
pub(crate) const NEXT_SEED: [u64; 2] = [6_364_136_223_846_793_005, 1_442_695_040_888_963_407];
/// Rows that have random numbers of their own: a row's number by this is added to the seed.
pub(crate) const OF_ROW: u64 = 0xd1b5_4a32_d192_ed03;
/// Of so many elements each part has a seed of its own: the part's number is added to the seed, and then it is multiplied by [`OF_PART`].
pub(crate) const PART: usize = 1 << 31;
pub(crate) const OF_PART: u64 = 0x9e37_79b9_7f4a_7c15;
/// A mix of 32 bits (C. Wellons' "lowbias32"): shifted to the right by so many and made another by `^`, and then multiplied; at last [`LAST`].
pub(crate) const MIX: [(u32, u32); 2] = [(16, 0x7feb_352d), (15, 0x846c_a68b)];
pub(crate) const LAST: u32 = 16;

/// What is dropped: of the 2^32 numbers so many drop an element, and the others are scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drop {
    /// Where there are no numbers, the number of the seed.
    pub seed: u64,
    pub dropped: u64,
    pub scale: f64,
}

impl Drop {
    /// Each element with this probability.
    ///
    /// # Panics
    /// If it is none.
    #[track_caller]
    pub(crate) fn new(seed: u64, p: f64) -> Self {
        assert!((0.0..=1.0).contains(&p), "dropout: the probability is {p}, and is to be from 0 to 1");
        Drop { seed, dropped: (p * 4294967296.0) as u64, scale: if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 } }
    }

    /// The same of one of many rows, which has random numbers of its own.
    pub(crate) fn of_row(self, row: usize) -> Self {
        Drop { seed: self.seed.wrapping_add((row as u64).wrapping_mul(OF_ROW)), ..self }
    }

    /// The same of one of several layers.
    pub(crate) fn of_layer(self, layer: usize) -> Self {
        Drop { seed: self.seed.wrapping_add(layer as u64), ..self }
    }

    /// Drops elements.
    pub(crate) fn drop<T: Float>(self, x: &mut [T]) {
        drop_at_random(self.seed, self.dropped, float(self.scale), x);
    }
}

/// A random number for each count: two rounds of the mix, between which half of the seed comes in.
#[cfg_attr(not(debug_assertions), inline(always))]
fn random([low, high]: [u32; 2], count: u32) -> u32 {
    let mix = |mut x: u32| {
        for (shift, factor) in MIX {
            x = (x ^ x >> shift).wrapping_mul(factor);
        }
        x ^ x >> LAST
    };
    mix(mix(count ^ low).wrapping_add(high))
}

in_widest! {
    /// Puts 0 in place of elements at random, so many of 2^32, and scales the others: the same ones for the same seed, and as many elements.
    fn drop_at_random<T: Float>(seed: u64, dropped: u64, scale: T, x: &mut [T]) {
        let Ok(dropped) = u32::try_from(dropped) else {
            x.fill(T::zero());
            return;
        };
        // A long tensor is parts that can be counted.
        for (part, x) in x.chunks_mut(PART).enumerate() {
            let seed = seed.wrapping_add(part as u64).wrapping_mul(OF_PART);
            let seed = [seed as u32, (seed >> 32) as u32];
            for (i, x) in (0u32..).zip(x) {
                *x = if random(seed, i) < dropped { T::zero() } else { *x * scale };
            }
        }
    }
}
