//! The three models over one run-time batch, digit by digit, and in static batches of 32 with a remainder: PyTorch's logits each
//! time.

use std::path::Path;

use digits::{Batch, Cnn, Digits, Logits, Mlp, Transformer, read_model};
use shaped::{nn::*, prelude::*};

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data"))
}

/// The largest distance between logits of the same digits, NaN if there is one.
fn distance(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    let distances = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    distances.fold(0.0, |most, x| if x.is_nan() || x > most { x } else { most })
}

fn right(logits: &Logits<Batch>, digits: &Digits) -> usize {
    let said = logits.argmax(Axis::<-1>);
    said.iter().zip(digits.labels.iter()).filter(|(said, label)| **said == usize::from(**label)).count()
}

/// Runs a model in the three ways. A macro because each way is another type of input, and each model another rank.
macro_rules! in_three_ways {
    ($model:expr, $x:expr, $expected:expr, right $right:literal) => {{
        let (model, x, expected, digits) = ($model, $x, $expected, Digits::read(folder()).unwrap());
        assert_eq!((x.sizes()[0], expected.sizes()), (360, [360, 10]));
        let together = model.forward(&x);
        assert!(distance(together.as_slice(), expected.as_slice()) < 1e-4);
        assert_eq!((right(&together, &digits), right(&expected, &digits)), ($right, $right));

        // [1, ..] each.
        let mut one_by_one = Vec::new();
        for i in 0..360 {
            one_by_one.extend(model.forward(&x.narrow(Axis::<0>, i, One)).into_vec());
        }
        assert!(distance(&one_by_one, expected.as_slice()) < 1e-4);

        // 11 of [32, ..], and 8 of [Batch, ..].
        let chunks = x.chunks_of(Dim::<32>);
        let rest = model.forward(&chunks.remainder());
        assert_eq!((chunks.len(), rest.sizes()), (11, [8, 10]));
        let mut in_chunks = Vec::new();
        for chunk in chunks {
            let logits: Logits<Dim<32>> = model.forward(&chunk);
            in_chunks.extend(logits.into_vec());
        }
        in_chunks.extend(rest.into_vec());
        assert!(distance(&in_chunks, expected.as_slice()) < 1e-4);

        println!("from PyTorch: {:e}", distance(together.as_slice(), expected.as_slice()));
        (distance(&one_by_one, together.as_slice()), distance(&in_chunks, together.as_slice()))
    }};
}

// The largest logits are about 30, whose last place is 2e-6. Nothing in a model mixes digits, so batches can differ only in the
// order in which a kernel sums products, which depends on the number of rows: the same numbers up to rounding.
const ROUNDING: f32 = 3e-5;

#[test]
fn the_perceptron_reads_331_of_360_in_any_batches() {
    let digits = Digits::read(folder()).unwrap();
    let (model, expected) = read_model::<Mlp>(folder(), "digits_mlp").unwrap();
    let (one_by_one, chunks) =
        in_three_ways!(model, digits.images.flatten_axes(Axis::<1>, Axis::<2>), expected, right 331);
    println!("{one_by_one:e} {chunks:e}");
    assert!(one_by_one <= ROUNDING && chunks <= ROUNDING);
}

#[test]
fn the_convolutions_read_345_of_360_in_any_batches() {
    let digits = Digits::read(folder()).unwrap();
    let (model, expected) = read_model::<Cnn>(folder(), "digits_cnn").unwrap();
    let (one_by_one, chunks) = in_three_ways!(model, digits.images.unsqueeze(Axis::<1>), expected, right 345);
    println!("{one_by_one:e} {chunks:e}");
    assert!(one_by_one <= ROUNDING && chunks <= ROUNDING);
}

#[test]
fn the_transformer_reads_330_of_360_in_any_batches() {
    let digits = Digits::read(folder()).unwrap();
    let (model, expected) = read_model::<Transformer>(folder(), "digits_transformer").unwrap();
    let (one_by_one, chunks) = in_three_ways!(model, &digits.images, expected, right 330);
    println!("{one_by_one:e} {chunks:e}");
    assert!(one_by_one <= ROUNDING && chunks <= ROUNDING);
}

#[test]
fn no_digits_give_no_logits() {
    let none = Tensor::<f32, shape![Batch, 8, 8]>::zeros_with(Batch(0));
    assert_eq!(Mlp::default().forward(&none.flatten_axes(Axis::<1>, Axis::<2>)).sizes(), [0, 10]);
    assert_eq!(Cnn::default().forward(&none.unsqueeze(Axis::<1>)).sizes(), [0, 10]);
    assert_eq!(Transformer::default().forward(&none).sizes(), [0, 10]);
}
