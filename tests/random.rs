//! Random tensors have the statistics that they claim, closely enough to tell a right formula from a wrong one, and come again
//! from the same seed.
#![cfg(feature = "rand")]

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use shaped::prelude::*;
use shaped::{Fan, Fans};

axis!(Batch);

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Mean, deviation, and the largest distance from 0.
fn statistics<S: Shape>(x: &Tensor<f64, S>) -> (f64, f64, f64) {
    let n = x.numel() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
    (mean, variance.sqrt(), x.iter().fold(0.0, |most, x| most.max(x.abs())))
}

/// Mean 0 and this deviation, to five times what chance explains.
#[track_caller]
fn spread<S: Shape>(x: &Tensor<f64, S>, expected: f64) {
    let (mean, std, _) = statistics(x);
    let chance = expected / (x.numel() as f64).sqrt();
    assert!(mean.abs() < 5.0 * chance, "mean {mean}");
    assert!((std - expected).abs() < 5.0 * chance, "deviation {std}, expected {expected}");
}

/// Uniform within a bound, which is nearly reached.
#[track_caller]
fn bounded<S: Shape>(x: &Tensor<f64, S>, bound: f64) {
    let (.., most) = statistics(x);
    assert!(most <= bound && most > 0.999 * bound, "largest {most}, bound {bound}");
    spread(x, bound / 3.0_f64.sqrt());
}

#[test]
fn uniform_numbers_fill_their_range() {
    let x: Tensor<f64, shape![300, 500]> = Tensor::uniform(-3.0..3.0, &mut rng(1));
    bounded(&x, 3.0);
    // Equally likely everywhere: each tenth holds a tenth.
    for tenth in 0..10 {
        let from = -3.0 + 0.6 * f64::from(tenth);
        let count = x.iter().filter(|x| (from..from + 0.6).contains(x)).count();
        assert!((14_000..16_000).contains(&count), "{count}");
    }
    let dice: Tensor<u8, shape![60_000]> = Tensor::uniform(1..7, &mut rng(2));
    for dots in 1..=6 {
        let count = dice.iter().filter(|&&d| d == dots).count();
        assert!((9_500..10_500).contains(&count), "{dots}: {count}");
    }
    assert_eq!((dice.min_all(), dice.max_all()), (1, 6));
    let all: Tensor<i64, shape![1000]> = Tensor::uniform(i64::MIN..i64::MAX, &mut rng(3));
    assert!(all.iter().any(|&x| x < i64::MIN / 2) && all.iter().any(|&x| x > i64::MAX / 2));
    let x: Tensor<f32, shape![10_000]> = Tensor::uniform(0.0..1.0, &mut rng(4));
    assert!(x.iter().all(|x| (0.0..1.0).contains(x)));
}

#[test]
fn normal_numbers_have_the_tails_of_the_distribution() {
    let x: Tensor<f64, shape![400, 500]> = Tensor::normal(0.0, 2.0, &mut rng(5));
    spread(&x, 2.0);
    let n = x.numel() as f64;
    // Shares within one, two and three deviations, and kurtosis.
    for (deviations, share) in [(1.0, 0.682_69), (2.0, 0.954_50), (3.0, 0.997_30)] {
        let found = x.iter().filter(|x| x.abs() < 2.0 * deviations).count() as f64 / n;
        assert!((found - share).abs() < 0.005, "{deviations}: {found}");
    }
    let fourth = x.iter().map(|x| (x / 2.0).powi(4)).sum::<f64>() / n;
    assert!((fourth - 3.0).abs() < 0.1, "{fourth}");
    // Neighbours come in pairs, and still know nothing of each other.
    let pairs = x.as_slice().windows(2).map(|pair| pair[0] * pair[1] / 4.0).sum::<f64>() / n;
    assert!(pairs.abs() < 0.015, "{pairs}");
    let shifted: Tensor<f32, shape![100, 100]> = Tensor::normal(10.0, 0.5, &mut rng(6));
    assert!((shifted.mean_all() - 10.0).abs() < 0.03);
    assert_eq!(Tensor::<f32, shape![3]>::normal(7.0, 0.0, &mut rng(7)), tensor![7.0, 7.0, 7.0]);
}

#[test]
fn weights_are_scaled_by_pytorch_s_rules() {
    type Linear = shape![96, 400]; // out, in
    type Conv = shape![64, 16, 3, 5]; // out, in, height, width
    assert_eq!((Linear::FAN_IN, Linear::FAN_OUT), (400, 96));
    assert_eq!((Conv::FAN_IN, Conv::FAN_OUT), (240, 960));
    assert_eq!((<shape![8, 4, 7]>::FAN_IN, <shape![8, 4, 7]>::FAN_OUT), (28, 56));
    let root = f64::sqrt;

    bounded(&Tensor::<f64, Linear>::kaiming_uniform(0.0, Fan::In, &mut rng(8)), root(6.0 / 400.0));
    bounded(&Tensor::<f64, Linear>::kaiming_uniform(0.0, Fan::Out, &mut rng(9)), root(6.0 / 96.0));
    bounded(&Tensor::<f64, Conv>::kaiming_uniform(0.2, Fan::In, &mut rng(10)), root(6.0 / (1.04 * 240.0)));
    spread(&Tensor::<f64, Linear>::kaiming_normal(0.0, Fan::In, &mut rng(11)), root(2.0 / 400.0));
    spread(&Tensor::<f64, Conv>::kaiming_normal(1.0, Fan::Out, &mut rng(12)), root(1.0 / 960.0));
    bounded(&Tensor::<f64, Linear>::xavier_uniform(1.0, &mut rng(13)), root(6.0 / 496.0));
    bounded(&Tensor::<f64, Conv>::xavier_uniform(5.0 / 3.0, &mut rng(14)), 5.0 / 3.0 * root(6.0 / 1200.0));
    spread(&Tensor::<f64, Conv>::xavier_normal(2.0, &mut rng(15)), 2.0 * root(2.0 / 1200.0));
    // nn.Linear: kaiming_uniform_(weight, a=sqrt(5)) is uniform within 1 / sqrt(fan in).
    bounded(&Tensor::<f64, Linear>::fan_in_uniform(Linear::FAN_IN, &mut rng(16)), 1.0 / root(400.0));
    let (slope, mut a, mut b) = (root(5.0), rng(17), rng(17));
    let by_slope = Tensor::<f64, Conv>::kaiming_uniform(slope, Fan::In, &mut a);
    let by_fan = Tensor::<f64, Conv>::fan_in_uniform(Conv::FAN_IN, &mut b);
    assert!(by_slope.iter().zip(by_fan.iter()).all(|(x, y)| (x - y).abs() < 1e-15));

    // Nothing to scale by.
    assert_eq!(Tensor::<f32, shape![2]>::fan_in_uniform(0, &mut rng(18)), tensor![0.0, 0.0]);
    assert_eq!(Tensor::<f32, shape![3, 0]>::kaiming_normal(0.0, Fan::In, &mut rng(18)).numel(), 0);
    assert_eq!(Tensor::<f32, shape![0, 0]>::xavier_uniform(1.0, &mut rng(18)).numel(), 0);
}

/// Code that is generic over sizes names one bound.
#[test]
fn generic_layers_start_from_random_weights() {
    fn layer<I: StaticSize, O: StaticSize>(
        rng: &mut Xoshiro256PlusPlus,
    ) -> (Tensor<f32, shape![O, I]>, Tensor<f32, shape![O]>) {
        (Tensor::kaiming_uniform(0.0, Fan::In, rng), Tensor::fan_in_uniform(<shape![O, I]>::FAN_IN, rng))
    }
    let (weight, bias) = layer::<Dim<64>, Dim<10>>(&mut rng(19));
    assert_eq!((weight.sizes(), bias.sizes()), ([10, 64], [10]));
    fn noise<S: StaticShape>() -> Tensor<f32, S> {
        Tensor::normal(0.0, 1.0, &mut rng(20))
    }
    assert_eq!(noise::<shape![2, 3]>().as_slice(), noise::<shape![6]>().as_slice());
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    type S = shape![7, 9];
    let both = |f: fn(&mut Xoshiro256PlusPlus) -> Tensor<f32, S>| {
        let (x, y, z) = (f(&mut rng(21)), f(&mut rng(21)), f(&mut rng(22)));
        assert!(x == y && x != z);
    };
    both(|rng| Tensor::uniform(0.0..1.0, rng));
    both(|rng| Tensor::normal(0.0, 1.0, rng));
    both(|rng| Tensor::kaiming_normal(0.0, Fan::In, rng));
    both(|rng| Tensor::xavier_uniform(1.0, rng));
    // Run-time sizes change nothing, and a generator behind a reference serves too.
    let x = Tensor::<f32, S>::normal(0.0, 1.0, &mut rng(23));
    let y = Tensor::<f32, shape![Batch, 9]>::normal_with(Batch(7), 0.0, 1.0, &mut rng(23));
    assert_eq!(x.as_slice(), y.as_slice());
    let dynamic: &mut dyn rand::Rng = &mut rng(24);
    let x = Tensor::<i32, shape![Batch]>::uniform_with(Batch(5), -9..9, dynamic);
    assert_eq!(x, Tensor::uniform_with(Batch(5), -9..9, &mut rng(24)));
    // Numbers that were drawn once: a change of them is a change of every seeded program.
    let x: Tensor<u32, shape![3]> = Tensor::uniform(0..1_000_000, &mut rng(7));
    assert_eq!(x, tensor![55_360, 172_115, 717_576]);
}

#[test]
fn masks_and_orders() {
    let mask: Tensor<bool, shape![100, 100]> = Tensor::bernoulli(0.3, &mut rng(25));
    let count = mask.iter().filter(|&&x| x).count();
    assert!((2_800..3_200).contains(&count), "{count}");
    assert!(!Tensor::<bool, shape![Batch]>::bernoulli_with(Batch(100), 0.0, &mut rng(26)).iter().any(|&x| x));

    // Each of the 6 orders of 3 is equally likely.
    let mut counts = std::collections::BTreeMap::new();
    let mut generator = rng(27);
    (0..6000)
        .for_each(|_| *counts.entry(Tensor::<u8, shape![3]>::randperm(&mut generator).into_vec()).or_insert(0) += 1);
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");

    let mut rows = Tensor::<u32, shape![Batch, 3]>::from_vec_with(Batch(50), (0..150).collect()).unwrap();
    rows.shuffle(&mut rng(28));
    let firsts: Vec<u32> = rows.as_slice().chunks(3).map(|row| row[0]).collect();
    assert!(rows.as_slice().chunks(3).all(|row| row[0] % 3 == 0 && row[1] == row[0] + 1 && row[2] == row[0] + 2));
    let mut sorted = firsts.clone();
    sorted.sort();
    assert!(sorted.iter().copied().eq((0..150).step_by(3)) && sorted != firsts);
    Tensor::<u8, shape![0, 3]>::zeros().shuffle(&mut rng(29));
    Tensor::<u8, shape![3, 0]>::zeros().shuffle(&mut rng(29));
    assert_eq!(Tensor::<u8, shape![1]>::randperm(&mut rng(29)), tensor![0]);
}

#[test]
#[should_panic(expected = "uniform: nothing can be drawn from 2.0..1.0")]
fn an_empty_range_is_refused() {
    let _ = Tensor::<f32, shape![2]>::uniform(2.0..1.0, &mut rng(30));
}

#[test]
#[should_panic(expected = "normal: the deviation -1.0 is not 0 or more")]
fn a_negative_deviation_is_refused() {
    let _ = Tensor::<f32, shape![2]>::normal(0.0, -1.0, &mut rng(30));
}

#[test]
#[should_panic(expected = "bernoulli: the probability 1.5 is not within 0 and 1")]
fn a_probability_above_1_is_refused() {
    let _ = Tensor::<bool, shape![2]>::bernoulli(1.5, &mut rng(30));
}

#[cfg(feature = "half")]
#[test]
fn half_precision_is_rounded_from_the_same_numbers() {
    let x: Tensor<half::f16, shape![64, 64]> = Tensor::normal(half::f16::ZERO, half::f16::ONE, &mut rng(31));
    let y: Tensor<f64, shape![64, 64]> = Tensor::normal(0.0, 1.0, &mut rng(31));
    assert!(x.iter().zip(y.iter()).all(|(x, y)| *x == half::f16::from_f32(*y as f32)));
    let w: Tensor<half::bf16, shape![64, 64]> = Tensor::kaiming_uniform(0.0, Fan::In, &mut rng(32));
    assert!(w.iter().all(|x| x.to_f64().abs() <= 0.31));
}
