//! Dropout: what it does follows from the bits that it is given.

use shaped::prelude::*;

/// A generator of 32 random bits: SplitMix64.
fn bits(mut state: u64) -> impl FnMut() -> u32 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) as u32
    }
}

#[test]
fn as_many_are_dropped_as_the_probability_says_and_the_mean_stays() {
    let x = Tensor::<f64, shape![300, 100]>::full(3.0);
    for p in [0.1, 0.5, 0.9] {
        let y = x.dropout(p, bits(7));
        let dropped = y.iter().filter(|&&y| y == 0.0).count() as f64 / 30000.0;
        // Five standard deviations.
        assert!((dropped - p).abs() < 5.0 * (p * (1.0 - p) / 30000.0).sqrt(), "{dropped} of {p}");
        assert!(y.iter().all(|&y| y == 0.0 || (y - 3.0 / (1.0 - p)).abs() < 1e-14));
    }
}

#[test]
fn the_ends_are_exact() {
    let x = tensor![1.5f32, f32::NAN, f32::INFINITY, -0.0];
    for bits in [0, u32::MAX] {
        let all: Vec<_> = x.dropout(0.0, || bits).iter().map(|x| x.to_bits()).collect();
        assert_eq!(all, x.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
        assert_eq!(x.dropout(1.0, || bits), tensor![0.0, 0.0, 0.0, 0.0]);
    }
    // Half of the numbers drop an element.
    assert_eq!(tensor![1.0].dropout(0.5, || 0x7fff_ffff), tensor![0.0]);
    assert_eq!(tensor![1.0].dropout(0.5, || 0x8000_0000), tensor![2.0]);
}

#[test]
fn elements_are_asked_for_in_row_major_order() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let mut n = 0u32;
    let y = x.transpose().dropout(0.5, || {
        n += 1;
        if n.is_multiple_of(2) { u32::MAX } else { 0 }
    });
    assert_eq!(y, tensor![[0.0, 2.0], [0.0, 2.0], [0.0, 2.0]]);
}

#[test]
#[should_panic(expected = "dropout: the probability is 1.5, and is to be from 0 to 1")]
fn a_probability_beyond_1_panics() {
    let _ = tensor![1.0].dropout(1.5, || 0);
}
