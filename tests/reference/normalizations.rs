//! Normalisations: `tools/reference/normalizations.py`.

use num_traits::Float;
use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Batch);
axis!(Seq);

fn softmaxes<T: Element + Float>(reference: &Reference, tolerance: f64) {
    let x: Tensor<T, shape![2, 2, 3, 4]> = reference.input("x");
    let rows: Tensor<T, shape![2, 36]> = reference.input("rows");
    let tall: Tensor<T, shape![40, 2]> = reference.input("tall");
    let wide: Tensor<T, shape![2, 35]> = reference.input("wide");
    let huge: Tensor<T, shape![3, 3]> = reference.input("huge");
    let special: Tensor<T, shape![5, 3]> = reference.input("special");
    let one: Tensor<T, shape![4, 1]> = reference.input("one");
    let empty: Tensor<T, shape![0, 3]> = reference.input("empty");
    let none: Tensor<T, shape![3, 0]> = reference.input("none");
    let w: Tensor<T, shape![4]> = reference.input("w");
    macro_rules! both {
        ($($softmax:ident)*) => { $(
            let check = |case: &str, result: &dyn Fn(&str)| result(&format!("{} {case}", stringify!($softmax)));
            macro_rules! check {
                ($case:literal, $x:expr, $axis:literal) => {
                    check($case, &|key| reference.check(key, &$x.$softmax(Axis::<$axis>), tolerance));
                };
            }
            check!("x along 0", x, 0);
            check!("x along 1", x, 1);
            check!("x along 2", x, 2);
            check!("x along 3", x, 3);
            check!("x along -2", x, -2);
            check!("x along 3", x, -1);
            check!("x along 0", x, -4);
            check!("transposed", rows.transpose(), -1);
            check!("narrowed", x.narrow(Axis::<2>, 1, Dim::<2>), 2);
            check!("stretched", w.broadcast_to::<shape![3, 4]>(), 0);
            check!("rows", rows, 1);
            check!("tall", tall, 0);
            check!("wide", wide, 0);
            check!("huge", huge, 1);
            check!("special", special, 1);
            check!("special down", special, 0);
            check!("one", one, 1);
            check!("empty", empty, 1);
            check!("empty down", empty, 0);
            check!("none", none, 1);
        )* };
    }
    both!(softmax log_softmax);
    reference.check("softmax long", &reference.input::<T, shape![1, 300]>("long").softmax(Axis::<1>), tolerance);

    reference.check("normalize rows", &rows.normalize(Axis::<1>), tolerance);
    reference.check("normalize tall", &tall.normalize(Axis::<0>), tolerance);
    reference.check("normalize wide", &wide.normalize(Axis::<0>), tolerance);
    reference.check("normalize norms", &reference.input::<T, shape![6, 2]>("norms").normalize(Axis::<1>), tolerance);
    reference.check("normalize x", &x.normalize(Axis::<1>), tolerance);
    reference.check("normalize empty", &empty.normalize(Axis::<1>), tolerance);
    reference.check("normalize none", &none.normalize(Axis::<1>), tolerance);
    reference.check("normalize transposed", &rows.transpose().normalize(Axis::<0>), tolerance);

    // Run-time axes give what static ones give.
    let batch: Tensor<T, shape![Batch, Seq, 3, 4]> =
        Tensor::from_vec_with((Batch(2), Seq(2)), x.as_slice().to_vec()).expect("as many");
    reference.check("softmax x along 1", &batch.softmax(Axis::<1>), tolerance);
    reference.check("log_softmax x along 3", &batch.log_softmax(Axis::<-1>), tolerance);
    reference.check("normalize x", &batch.normalize(Axis::<1>), tolerance);
}

fn layers<T: Element + Float>(reference: &Reference, tolerance: f64) {
    let eps = |eps: f64| <T as num_traits::NumCast>::from(eps).expect("a number");
    let x: Tensor<T, shape![2, 2, 3, 4]> = reference.input("x");
    let (w, b): (Tensor<T, shape![4]>, Tensor<T, shape![4]>) = (reference.input("w"), reference.input("b"));
    let (w2, b2): (Tensor<T, shape![3, 4]>, Tensor<T, shape![3, 4]>) = (reference.input("w2"), reference.input("b2"));
    let long: Tensor<T, shape![1, 300]> = reference.input("long");
    let first = |p: &Tensor<T, shape![4]>| p.narrow(Axis::<0>, 0, Dim::<3>).to_tensor();
    let corner = |p: &Tensor<T, shape![3, 4]>| p.narrow(Axis::<1>, 0, Dim::<2>).to_tensor();

    reference.check("layer_norm last", &x.layer_norm(&w, &b, eps(1e-5)), tolerance);
    reference.check("layer_norm two", &x.layer_norm(&w2, &b2, eps(1e-3)), tolerance);
    let transposed = x.swap_axes(Axis::<1>, Axis::<3>);
    let narrow = (w2.narrow(Axis::<1>, 0, Dim::<2>), b2.narrow(Axis::<1>, 0, Dim::<2>));
    reference.check("layer_norm transposed", &transposed.layer_norm(&narrow.0, &narrow.1, eps(1e-5)), tolerance);
    reference.check("layer_norm transposed", &transposed.layer_norm(&corner(&w2), &corner(&b2), eps(1e-5)), tolerance);
    reference.check("layer_norm vector", &w.layer_norm(&w, &b, eps(1e-5)), tolerance);
    let far: Tensor<T, shape![2, 24]> = reference.input("far");
    let (w24, b24): (Tensor<T, shape![24]>, Tensor<T, shape![24]>) = (reference.input("w24"), reference.input("b24"));
    // The mean is 10^4 times the deviation, and so is its rounding error.
    reference.check("layer_norm far", &far.layer_norm(&w24, &b24, eps(1e-5)), tolerance * 1e3);
    let one: Tensor<T, shape![4, 1]> = reference.input("one");
    let (w1, b1) = (w.narrow(Axis::<0>, 0, One), b.narrow(Axis::<0>, 0, One));
    reference.check("layer_norm one", &one.layer_norm(&w1, &b1, eps(1e-5)), tolerance);
    let empty: Tensor<T, shape![0, 3]> = reference.input("empty");
    reference.check("layer_norm empty", &empty.layer_norm(&first(&w), &first(&b), eps(1e-5)), tolerance);
    let special: Tensor<T, shape![5, 3]> = reference.input("special");
    reference.check("layer_norm special", &special.layer_norm(&first(&w), &first(&b), eps(1e-5)), tolerance);
    reference.check("layer_norm_no_affine last", &x.layer_norm_no_affine::<shape![4]>(eps(1e-5)), tolerance);
    reference.check("layer_norm_no_affine all", &x.layer_norm_no_affine::<shape![2, 2, 3, 4]>(eps(1e-5)), tolerance);
    reference.check("layer_norm_no_affine long", &long.layer_norm_no_affine::<shape![300]>(eps(1e-5)), tolerance);
    reference.check("rms_norm last", &x.rms_norm(&w, eps(1e-6)), tolerance);
    reference.check("rms_norm two", &x.rms_norm(&w2, eps(1e-6)), tolerance);
    reference.check("rms_norm_no_affine last", &x.rms_norm_no_affine::<shape![4]>(eps(1e-3)), tolerance);

    let batch: Tensor<T, shape![2, Batch, Seq, 4]> =
        Tensor::from_vec_with((Batch(2), Seq(3)), x.as_slice().to_vec()).expect("as many");
    let of_batch = |p: &Tensor<T, shape![3, 4]>| -> Tensor<T, shape![Seq, 4]> {
        Tensor::from_vec_with(Seq(3), p.as_slice().to_vec()).expect("as many")
    };
    reference.check("layer_norm last", &batch.layer_norm(&w, &b, eps(1e-5)), tolerance);
    reference.check("layer_norm two", &batch.layer_norm(&of_batch(&w2), &of_batch(&b2), eps(1e-3)), tolerance);
    reference.check("rms_norm two", &batch.rms_norm(&of_batch(&w2), eps(1e-6)), tolerance);
}

fn channels<T: Element + Float>(reference: &Reference, tolerance: f64) {
    let eps = |eps: f64| <T as num_traits::NumCast>::from(eps).expect("a number");
    let p = |name: &str| -> Tensor<T, shape![3]> { reference.input(name) };
    let (mean, var, weight, bias) = (p("mean3"), p("var3"), p("weight3"), p("bias3"));
    let spatial: Tensor<T, shape![2, 3, 2, 3]> = reference.input("spatial");
    let sequence: Tensor<T, shape![2, 3, 5]> = reference.input("sequence");
    let pair: Tensor<T, shape![5, 3]> = reference.input("pair");
    let empty: Tensor<T, shape![0, 3]> = reference.input("empty");
    let small = eps(1e-5);
    let (m, v, w, b) = (&mean, &var, &weight, &bias);
    reference.check("batch_norm spatial", &spatial.batch_norm(Axis::<1>, m, v, w, b, small), tolerance);
    reference.check("batch_norm spatial", &spatial.batch_norm(Axis::<-3>, m, v, w, b, small), tolerance);
    reference.check("batch_norm sequence", &sequence.batch_norm(Axis::<1>, m, v, w, b, small), tolerance);
    reference.check("batch_norm pair", &pair.batch_norm(Axis::<1>, m, v, w, b, small), tolerance);
    reference.check("batch_norm empty", &empty.batch_norm(Axis::<1>, m, v, w, b, small), tolerance);
    let channels_last = spatial.permute(axes![0, 2, 3, 1]);
    reference.check("batch_norm last", &channels_last.batch_norm(Axis::<-1>, m, v, w, b, eps(1e-3)), tolerance);
    reference.check("instance_norm spatial", &spatial.instance_norm(Axis::<1>, w, b, small), tolerance);
    reference.check("instance_norm sequence", &sequence.instance_norm(Axis::<1>, w, b, small), tolerance);

    let batch: Tensor<T, shape![Batch, 3, Seq]> =
        Tensor::from_vec_with((Batch(2), Seq(5)), sequence.as_slice().to_vec()).expect("as many");
    reference.check("batch_norm sequence", &batch.batch_norm(Axis::<1>, m, v, w, b, small), tolerance);
    reference.check("instance_norm sequence", &batch.instance_norm(Axis::<1>, w, b, small), tolerance);
}

#[test]
fn normalizations_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/normalizations.txt"));
    softmaxes::<f64>(&reference, 1e-14);
    softmaxes::<f32>(&reference, 1e-6);
    layers::<f64>(&reference, 1e-13);
    layers::<f32>(&reference, 2e-6);
    channels::<f64>(&reference, 1e-13);
    channels::<f32>(&reference, 2e-6);
    reference.finish("normalizations");
}

#[test]
#[should_panic(expected = "axis -1 (Seq) has size 3 on the left and 2 on the right")]
fn a_weight_of_another_run_time_size_panics() {
    let x = Tensor::<f64, shape![4, Seq]>::zeros_with(Seq(3));
    let _ = x.rms_norm(&Tensor::<f64, shape![Seq]>::zeros_with(Seq(2)), 1e-5);
}

/// Generic code names no bound, or one.
#[test]
fn generic_code_needs_no_bounds() {
    fn head<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>, w: &Tensor<f32, shape![D]>) -> Tensor<f32, (L, D)> {
        let x = x.layer_norm(w, w, 1e-5).rms_norm(w, 1e-5).layer_norm_no_affine::<shape![D]>(1e-5);
        x.softmax(Axis::<-1>).log_softmax(Axis::<-1>).normalize(Axis::<-1>)
    }
    fn image<L: Shape, C: Size, H: Size, W: Size>(
        x: &Tensor<f32, (((L, C), H), W)>,
        p: &Tensor<f32, shape![C]>,
        map: &Tensor<f32, shape![H, W]>,
    ) -> Tensor<f32, (((L, C), H), W)> {
        let x = x.batch_norm(Axis::<-3>, p, p, p, p, 1e-5).layer_norm(map, map, 1e-5);
        x.instance_norm(Axis::<-3>, p, p, 1e-5).softmax(Axis::<-3>)
    }
    fn any<S: Shape + shaped::Along<A>, A>(x: &Tensor<f32, S>, axis: A) -> Tensor<f32, S> {
        x.softmax(axis)
    }
    let x: Tensor<f32, shape![2, 3]> = Tensor::arange();
    assert_eq!(head(&x, &Tensor::ones()).sizes(), [2, 3]);
    let x: Tensor<f32, shape![2, 3, 4, 5]> = Tensor::arange();
    assert_eq!(image(&x, &Tensor::ones(), &Tensor::ones()).sizes(), [2, 3, 4, 5]);
    assert_eq!(any(&x, Axis::<2>).sizes(), [2, 3, 4, 5]);
}
