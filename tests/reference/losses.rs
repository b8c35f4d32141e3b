//! Losses: `tools/reference/losses.py`.

use num_traits::Float;
use shaped::CrossEntropyOptions;
use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Batch);
axis!(Seq);

/// A loss as the mean, the sum, and each.
macro_rules! three {
    ($reference:ident, $tolerance:expr, $mean:ident $sum:ident $each:ident, $case:literal, $x:expr, $($y:expr),+) => {
        $reference.check_scalar(concat!(stringify!($mean), " ", $case), $x.$mean($($y),+), $tolerance);
        $reference.check_scalar(concat!(stringify!($sum), " ", $case), $x.$sum($($y),+), $tolerance);
        $reference.check(concat!(stringify!($each), " ", $case), &$x.$each($($y),+), $tolerance);
    };
}

fn elementwise<T: Element + Float>(reference: &Reference, tolerance: f64) {
    let number = |x: f64| <T as num_traits::NumCast>::from(x).expect("a number");
    let matrix = |name: &str| -> Tensor<T, shape![3, 5]> { reference.input(name) };
    let six = |name: &str| -> Tensor<T, shape![6]> { reference.input(name) };
    let (x, y, odd, right) = (matrix("x"), matrix("y"), six("odd"), six("right"));
    let empty: Tensor<T, shape![0, 3]> = reference.input("empty");
    macro_rules! differences {
        ($($mean:ident $sum:ident $each:ident ($($option:expr)?);)*) => { $(
            three!(reference, tolerance, $mean $sum $each, "plain", x, &y $(, $option)?);
            three!(reference, tolerance, $mean $sum $each, "transposed", x.transpose(), &y.transpose() $(, $option)?);
            three!(reference, tolerance, $mean $sum $each, "odd", odd, &right $(, $option)?);
            three!(reference, tolerance, $mean $sum $each, "empty", empty, &empty $(, $option)?);
        )* };
    }
    differences! {
        mse_loss mse_loss_sum mse_loss_each ();
        l1_loss l1_loss_sum l1_loss_each ();
        huber_loss huber_loss_sum huber_loss_each (number(0.7));
        smooth_l1_loss smooth_l1_loss_sum smooth_l1_loss_each (number(0.3));
    }
    macro_rules! smooth {
        ($case:literal, $beta:expr) => {
            three!(reference, tolerance, smooth_l1_loss smooth_l1_loss_sum smooth_l1_loss_each, $case, x, &y, $beta);
        };
    }
    smooth!("beta of 0", T::zero());
    let columns = (x.transpose().to_tensor(), y.transpose().to_tensor());
    let columns = (columns.0.transpose(), columns.1.transpose());
    three!(reference, tolerance, mse_loss mse_loss_sum mse_loss_each, "plain", columns.0, &columns.1);

    let (prob, yes, soft_yes) = (matrix("prob"), matrix("yes"), matrix("soft yes"));
    let five = |name: &str| -> Tensor<T, shape![5]> { reference.input(name) };
    macro_rules! bce {
        ($case:literal, $x:expr, $y:expr) => {
            three!(reference, tolerance, binary_cross_entropy binary_cross_entropy_sum binary_cross_entropy_each,
                $case, $x, &$y);
        };
        (logits $case:literal, $x:expr, $y:expr) => {
            three!(reference, tolerance, binary_cross_entropy_with_logits binary_cross_entropy_with_logits_sum
                binary_cross_entropy_with_logits_each, $case, $x, &$y);
        };
    }
    bce!("yes and no", prob, yes);
    bce!("between", prob, soft_yes);
    bce!("edge", five("edge"), five("edge yes"));
    bce!(logits "plain", x, soft_yes);
    bce!(logits "far", six("far"), six("far yes"));
    bce!(logits "odd", odd, right);

    let yes_weights: Tensor<T, shape![5]> = reference.input("yes weights");
    for (case, x, y) in [("plain", x.clone(), matrix("yes")), ("between", &x * number(30.0), matrix("soft yes"))] {
        let key = |method: &str| format!("binary_cross_entropy_with_logits_weighted{method} {case}");
        let mean = x.binary_cross_entropy_with_logits_weighted(&y, &yes_weights);
        reference.check_scalar(&key(""), mean, tolerance);
        let each = x.binary_cross_entropy_with_logits_weighted_each(&y, &yes_weights);
        reference.check(&key("_each"), &each, tolerance);
    }

    let (logits, spread): (Tensor<T, shape![2, 4, 7]>, Tensor<T, shape![2, 4, 7]>) =
        (reference.input("logits"), reference.input("spread"));
    let logs = logits.log_softmax(Axis::<-1>);
    three!(reference, tolerance, kl_div kl_div_sum kl_div_each, "plain", logs, &spread);
    let (zero_logs, zeros): (Tensor<T, shape![4]>, Tensor<T, shape![4]>) =
        (reference.input("zero logs"), reference.input("zeros"));
    three!(reference, tolerance, kl_div kl_div_sum kl_div_each, "zeros", zero_logs, &zeros);

    let of_batch = |x: &Tensor<T, shape![3, 5]>| -> Tensor<T, shape![Batch, 5]> {
        Tensor::from_vec_with(Batch(3), x.as_slice().to_vec()).expect("as many")
    };
    three!(reference, tolerance, mse_loss mse_loss_sum mse_loss_each, "plain", of_batch(&x), &of_batch(&y));

    let vectors = |name: &str| -> Tensor<T, shape![3, 20]> { reference.input(name) };
    let pairs = |name: &str| -> Tensor<T, shape![5, 2]> { reference.input(name) };
    let (a, b) = (vectors("vectors"), vectors("others"));
    reference.check("cosine_similarity rows", &a.cosine_similarity(&b, Axis::<1>), tolerance);
    reference.check("cosine_similarity columns", &a.cosine_similarity(&b, Axis::<0>), tolerance);
    reference.check(
        "cosine_similarity columns",
        &a.transpose().cosine_similarity(&b.transpose(), Axis::<-1>),
        tolerance,
    );
    reference.check(
        "cosine_similarity small",
        &pairs("small").cosine_similarity(&pairs("small other"), Axis::<-1>),
        tolerance,
    );
    reference.check("cosine_similarity empty", &empty.cosine_similarity(&empty, Axis::<0>), tolerance);
}

fn of_classes<T: Element + Float>(reference: &Reference, tolerance: f64) {
    let logits: Tensor<T, shape![2, 4, 7]> = reference.input("logits");
    let spread: Tensor<T, shape![2, 4, 7]> = reference.input("spread");
    let whole = |name: &str| -> Tensor<i64, shape![2, 4]> { reference.input(name) };
    let (classes, holes, ignored) = (whole("classes"), whole("holes"), whole("ignored"));
    let huge: Tensor<T, shape![5, 3]> = reference.input("huge");
    let first: Tensor<i64, shape![5]> = reference.input("first");
    let many: Tensor<T, shape![1, 300]> = reference.input("many");
    let empty: Tensor<T, shape![0, 3]> = reference.input("empty");
    let none: Tensor<i64, shape![0]> = reference.input("none");
    let half: Tensor<T, shape![4, 7]> = Tensor::from_vec(logits.as_slice()[..28].to_vec()).expect("28");
    let half_spread: Tensor<T, shape![4, 7]> = Tensor::from_vec(spread.as_slice()[..28].to_vec()).expect("28");
    macro_rules! cross {
        ($case:literal, $x:expr, $y:expr) => {
            three!(reference, tolerance, cross_entropy cross_entropy_sum cross_entropy_each, $case, $x, &$y);
        };
        (soft $case:literal, $x:expr, $y:expr) => {
            three!(reference, tolerance, cross_entropy_soft cross_entropy_soft_sum cross_entropy_soft_each,
                $case, $x, &$y);
        };
        (nll $case:literal, $x:expr, $y:expr) => {
            three!(reference, tolerance, nll_loss nll_loss_sum nll_loss_each, $case, $x, &$y);
        };
    }
    cross!("plain", logits, classes);
    cross!("plain", logits, classes.map(|class| class as u8));
    cross!("holes", logits, holes);
    cross!("ignored", logits, ignored);
    cross!("huge", huge, first);
    cross!("transposed", half.transpose(), tensor![0usize, 1, 2, 3, 2, 1, 0]);
    cross!("empty", empty, none);
    let vector: Tensor<T, shape![7]> = Tensor::from_vec(logits.as_slice()[..7].to_vec()).expect("7");
    cross!("vector", vector, Inline::<i64, shape![]>::full(classes[[0, 0]]));
    cross!("many", many, tensor![299]);
    cross!(nll "plain", logits, classes);
    cross!(nll "holes", logits, holes);
    cross!(soft "plain", logits, spread);
    cross!(soft "transposed", half.transpose(), half_spread.transpose());
    cross!(soft "many", many, many);
    let options = CrossEntropyOptions::default();
    let smooth = |label_smoothing| CrossEntropyOptions { label_smoothing, ..options };
    macro_rules! with {
        ($($case:literal $y:expr, $options:expr;)*) => { $(
            let key = concat!("cross_entropy_with ", $case);
            reference.check_scalar(key, logits.cross_entropy_with(&$y, $options), tolerance);
            let key = concat!("cross_entropy_with_each ", $case);
            reference.check(key, &logits.cross_entropy_with_each(&$y, $options), tolerance);
        )* };
    }
    with! {
        "smooth" classes, smooth(0.1);
        "holes" holes, smooth(0.3);
        "another" classes, CrossEntropyOptions { ignore_index: Some(classes[[0, 0]]), ..options };
        "all" classes, smooth(1.0);
    }

    let weights: Tensor<T, shape![7]> = reference.input("class weights");
    let of_batch = Tensor::<T, shape![Batch, Seq, 7]>::from_vec_with((Batch(2), Seq(4)), logits.as_slice().to_vec());
    let of_batch = of_batch.expect("as many");
    for (case, classes, options) in [
        ("plain", &classes, options),
        ("holes", &holes, options),
        ("ignored", &ignored, options),
        ("smooth", &holes, smooth(0.3)),
        ("another", &classes, CrossEntropyOptions { ignore_index: Some(classes[[0, 0]]), ..options }),
        ("all", &classes, smooth(1.0)),
    ] {
        let (key, each) = (format!("cross_entropy_weighted {case}"), format!("cross_entropy_weighted_each {case}"));
        reference.check_scalar(&key, logits.cross_entropy_weighted_with(classes, &weights, options), tolerance);
        reference.check(&each, &logits.cross_entropy_weighted_each(classes, &weights, options), tolerance);
        let named = Tensor::<i64, shape![Batch, Seq]>::from_vec_with((Batch(2), Seq(4)), classes.as_slice().to_vec());
        let mean = of_batch.cross_entropy_weighted_with(&named.expect("as many"), &weights, options);
        reference.check_scalar(&key, mean, tolerance);
    }

    let batch: Tensor<T, shape![Batch, Seq, 7]> =
        Tensor::from_vec_with((Batch(2), Seq(4)), logits.into_vec()).expect("as many");
    let probabilities: Tensor<T, shape![Batch, Seq, 7]> =
        Tensor::from_vec_with((Batch(2), Seq(4)), spread.into_vec()).expect("as many");
    let targets: Tensor<i64, shape![Batch, Seq]> =
        Tensor::from_vec_with((Batch(2), Seq(4)), classes.into_vec()).expect("as many");
    cross!("plain", batch, targets);
    cross!(soft "plain", batch, probabilities);
}

#[test]
fn losses_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/losses.txt"));
    elementwise::<f64>(&reference, 1e-13);
    elementwise::<f32>(&reference, 2e-6);
    of_classes::<f64>(&reference, 1e-13);
    of_classes::<f32>(&reference, 2e-6);
    reference.finish("losses");
}

/// What the data asks for and the shapes cannot say.
mod misuse {
    use super::*;

    #[test]
    #[should_panic(expected = "cross_entropy: 10 is none of the classes 0 to 9")]
    fn a_class_that_is_none() {
        Tensor::<f32, shape![2, 10]>::zeros().cross_entropy(&tensor![3u8, 10]);
    }

    #[test]
    #[should_panic(expected = "nll_loss: -1 is none of the classes 0 to 9")]
    fn a_negative_class() {
        Tensor::<f32, shape![2, 10]>::zeros().nll_loss_each(&tensor![3, -1]);
    }

    #[test]
    #[should_panic(expected = "binary_cross_entropy: 1.5 is no probability, which is from 0 to 1")]
    fn a_logit_where_a_probability_belongs() {
        tensor![0.5, 1.5].binary_cross_entropy(&tensor![0.0, 1.0]);
    }

    #[test]
    #[should_panic(expected = "huber_loss: `delta` must be larger than 0, and is 0")]
    fn a_delta_of_0() {
        tensor![0.5, 1.5].huber_loss(&tensor![0.0, 1.0], 0.0);
    }

    #[test]
    #[should_panic(expected = "label smoothing is 1.5, and is to be from 0 to 1")]
    fn too_much_smoothing() {
        let options = CrossEntropyOptions { label_smoothing: 1.5, ..Default::default() };
        tensor![[0.5, 1.5]].cross_entropy_with(&tensor![0], options);
    }

    #[test]
    #[should_panic(expected = "axis -2 (Batch) has size 3 on the left and 2 on the right")]
    fn targets_of_another_batch() {
        let logits = Tensor::<f32, shape![Batch, 4]>::zeros_with(Batch(3));
        logits.cross_entropy(&Tensor::<i64, shape![Batch]>::zeros_with(Batch(2)));
    }

    #[test]
    #[should_panic(expected = "axis -1 (Batch) has size 3 on the left and 2 on the right")]
    fn a_prediction_of_another_batch() {
        let x = Tensor::<f32, shape![Batch]>::zeros_with(Batch(3));
        x.mse_loss(&Tensor::<f32, shape![Batch]>::zeros_with(Batch(2)));
    }
}

/// A mean over many rows is as accurate as one over few.
#[test]
fn long_sums_are_joined_in_pairs() {
    let logits = Tensor::<f32, shape![300000, 2]>::zeros();
    let loss = logits.cross_entropy(&Tensor::<u8, shape![300000]>::zeros());
    assert!((loss - 2f32.ln()).abs() < 2e-7, "{loss}");
}

/// Generic code names no bound.
#[test]
fn generic_code_needs_no_bounds() {
    type T<S> = Tensor<f64, S>;
    fn losses<L: Shape, C: Size>(x: &T<(L, C)>, y: &T<(L, C)>, classes: &Tensor<u8, L>) -> (T<L>, f64) {
        let each = x.cross_entropy_each(classes) + x.cross_entropy_soft_each(y) + x.cosine_similarity(y, Axis::<-1>);
        (each, x.mse_loss(y) + x.kl_div(y) + x.cross_entropy(classes))
    }
    fn any<S: Shape>(x: &T<S>, y: &T<S>) -> T<S> {
        x.huber_loss_each(y, 1.0)
    }
    let x: T<shape![2, 3]> = Tensor::ones();
    let (each, loss) = losses(&x, &x, &Tensor::zeros());
    assert!(each.iter().all(|each| (each - 4.0 * 3f64.ln() - 1.0).abs() < 1e-14), "{each:?}");
    assert!((loss + 1.0 - 3f64.ln()).abs() < 1e-14, "{loss}");
    assert_eq!(any(&x, &x), Tensor::zeros());
}
