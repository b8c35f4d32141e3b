//! Layers that drop at random: what is kept, and what becomes of it, while a tape trains.

use shaped::grad::Tape;
use shaped::{StaticShape, nn::*, prelude::*};

type Pictures = shape![40, 8, 3, 2];

/// What a layer gives while a tape trains, and the gradient of its sum.
fn trained<S: StaticShape, M: Module<S, f64, Output = S>>(
    layer: &M,
    x: &Tensor<f64, S>,
    seed: u64,
) -> (Tensor<f64, S>, Tensor<f64, S>) {
    let mut tape = Tape::new(x);
    tape.train(seed);
    let mut made = None;
    let slopes = tape.value_and_grad(x, |tape| {
        let y = layer.forward(&tape.input(x));
        made = Some(y.value().to_tensor());
        y.sum_all()
    });
    (made.unwrap(), slopes.1.to_tensor())
}

#[test]
fn whole_channels_are_dropped() {
    let x: Tensor<f64, Pictures> = Tensor::from_fn(|[b, c, i, j]| 1.0 + (b * 48 + c * 6 + i * 2 + j) as f64);
    let planes: Tensor<f64, shape![320, 6]> = x.reshape::<shape![320, 6]>().to_tensor();
    for (y, slopes) in [
        trained(&Dropout2d(0.25), &x, 3),
        {
            let (y, slopes) = trained(&Dropout1d(0.25), &planes, 3);
            (y.reshape::<Pictures>().to_tensor(), slopes.reshape::<Pictures>().to_tensor())
        },
        {
            let volumes: Tensor<f64, shape![320, 1, 3, 2]> = x.reshape::<shape![320, 1, 3, 2]>().to_tensor();
            let (y, slopes) = trained(&Dropout3d(0.25), &volumes, 3);
            (y.reshape::<Pictures>().to_tensor(), slopes.reshape::<Pictures>().to_tensor())
        },
    ] {
        let scale = 1.0 / 0.75;
        assert!(slopes.iter().all(|&slope| slope == 0.0 || slope == scale));
        assert_eq!(y, &x * &slopes);
        // One number for each channel.
        let (least, most) = (slopes.min((Axis::<2>, Axis::<3>)), slopes.max((Axis::<2>, Axis::<3>)));
        assert_eq!(least, most);
        let dropped = least.equal(0.0).count_nonzero_all();
        assert!((50..110).contains(&dropped), "{dropped} of 320");
        assert!(least.index_axis(Axis::<1>, 0).iter().any(|&slope| slope == 0.0), "not the same for all channels");
    }
}

#[test]
fn a_seed_drops_the_same_again_and_another_one_does_not() {
    let x: Tensor<f64, Pictures> = Tensor::ones();
    let of = |seed| trained(&Dropout2d(0.5), &x, seed).0;
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn ends_of_the_range() {
    let x: Tensor<f64, shape![2, 3, 4]> = Tensor::from_fn(|[i, j, k]| if k == 3 { f64::NAN } else { (i + j) as f64 });
    let y = trained(&Dropout1d(0.0), &x, 1).0;
    assert!(y.is_close(&x, 0.0, 0.0).iter().zip(x.iter()).all(|(&same, x)| same || x.is_nan()));
    let (y, slopes) = trained(&Dropout1d(1.0), &x, 1);
    assert_eq!((y, slopes), (Tensor::zeros(), Tensor::zeros()));
    assert_eq!(trained(&AlphaDropout(1.0), &x, 1).0, Tensor::zeros());
    // Of no elements, beside some.
    let (none, empty): (Tensor<f64, shape![0, 3]>, Tensor<f64, shape![3, 0]>) = (Tensor::zeros(), Tensor::zeros());
    let one = tensor![2.0f64];
    let mut tape = Tape::new(&one);
    tape.train(1);
    let (sum, _) = tape.value_and_grad(&one, |tape| {
        let sums = [
            Dropout1d(0.5).forward(&tape.input(&none)).sum_all(),
            Dropout1d(0.5).forward(&tape.input(&empty)).sum_all(),
        ];
        sums.into_iter().fold(tape.input(&one).sum_all(), |all, sum| all + sum)
    });
    assert_eq!(sum, 2.0);
}

#[test]
fn alpha_dropout_keeps_mean_and_variance() {
    // Mean 0 and variance 1.
    let x: Tensor<f64, shape![200, 200]> = Tensor::from_fn(|[i, j]| {
        let turn = ((i * 200 + j) as f64 * 0.618_033_988_75).fract();
        (turn - 0.5) * 12f64.sqrt()
    });
    for p in [0.1, 0.5] {
        let (y, slopes) = trained(&AlphaDropout(p), &x, 5);
        let (var, mean) = y.var_mean_all();
        assert!(mean.abs() < 0.03 && (var - 1.0).abs() < 0.05, "p {p}: mean {mean}, variance {var}");
        // As `torch.nn.functional.alpha_dropout` computes it.
        let alpha = 1.758_099_340_847_376_6;
        let a = 1.0 / ((alpha * alpha * p + 1.0) * (1.0 - p)).sqrt();
        for ((&x, &y), &slope) in x.iter().zip(y.iter()).zip(slopes.iter()) {
            let kept = slope != 0.0;
            let noise = if kept { 0.0 } else { -alpha * a };
            let expected = if kept { x * a } else { 0.0 } + noise + alpha * a * p;
            assert!((y - expected).abs() < 1e-12, "p {p}: {x} became {y}");
        }
    }
}

#[test]
fn nothing_is_dropped_where_nothing_trains() {
    let x: Tensor<f32, shape![8, 4, 4]> = Tensor::ones();
    let drops = (Dropout1d(0.5), Dropout2d(0.5), Dropout3d(0.5), AlphaDropout(0.5));
    assert_eq!(drops.forward(&x), x);
    assert_eq!(drops.forward_owned(x.clone()), x);
    let mut tape = Tape::new(&x);
    let (_, slopes) = tape.value_and_grad(&x, |tape| drops.forward(&tape.input(&x)).sum_all());
    assert!(slopes.iter().all(|&slope| slope == 1.0));
}

#[test]
#[should_panic(expected = "dropout: the probability is 1.5, and is to be from 0 to 1")]
fn a_probability_above_one() {
    let _ = Tensor::<f32, shape![2, 2]>::ones().dropout1d_in_training(1.5);
}
