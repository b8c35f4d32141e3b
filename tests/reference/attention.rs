//! Scaled dot-product attention: `tools/reference/attention.py`.

use num_traits::Float;
use shaped::errors::MaskFor;
use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Batch);
axis!(Seq);
axis!(Keys);

fn attention<T: Element + Float + MaskFor<T>>(reference: &Reference, tolerance: f64) {
    let q: Tensor<T, shape![2, 3, 4, 5]> = reference.input("q");
    let k: Tensor<T, shape![2, 3, 6, 5]> = reference.input("k");
    let v: Tensor<T, shape![2, 3, 6, 2]> = reference.input("v");
    let big: Tensor<T, shape![3, 5]> = reference.input("big");
    reference.check("attention heads", &q.attention(&k, &v), tolerance);
    let first = |x: &Tensor<T, _>| Tensor::<T, shape![6, 5]>::from_vec(x.as_slice()[..30].to_vec()).expect("30");
    let q0 = Tensor::<T, shape![4, 5]>::from_vec(q.as_slice()[..20].to_vec()).expect("20");
    let v0 = Tensor::<T, shape![6, 2]>::from_vec(v.as_slice()[..12].to_vec()).expect("12");
    reference.check("attention matrices", &q0.attention(&first(&k), &v0), tolerance);
    // Keys that lie column by column, as a cache may keep them.
    let columns = k.transpose().to_tensor();
    reference.check("attention heads", &q.attention(&columns.transpose(), &v), tolerance);
    let (q1, k1) = (q.narrow(Axis::<0>, 0, One), k.narrow(Axis::<0>, 0, One));
    let (q1, k1) = (q1.squeeze(Axis::<0>), k1.squeeze(Axis::<0>));
    reference.check("attention transposed", &q1.attention(&k1, &k1).transpose(), tolerance);
    let one = (k.narrow(Axis::<2>, 0, One), v.narrow(Axis::<2>, 0, One));
    reference.check("attention one key", &q.attention(&one.0, &one.1), tolerance);
    let no_queries = q.narrow(Axis::<2>, 0, Dim::<0>);
    reference.check("attention no queries", &no_queries.attention(&k, &v), tolerance);
    let none = (k.narrow(Axis::<2>, 0, Dim::<0>), v.narrow(Axis::<2>, 0, Dim::<0>));
    reference.check("attention no keys", &q.attention(&none.0, &none.1), tolerance);
    reference.check("attention large scores", &big.attention(&big, &big), tolerance * 100.0);
    reference.check("attention_causal more keys", &q.attention_causal(&k, &v), tolerance);
    reference.check("attention_causal more queries", &k.attention_causal(&q, &q), tolerance);

    let mask: Tensor<bool, shape![4, 6]> = reference.input("mask");
    let heads: Tensor<bool, shape![2, 1, 1, 6]> = reference.input("heads");
    let bias: Tensor<T, shape![3, 1, 6]> = reference.input("bias");
    reference.check("attention_masked truth", &q.attention_masked(&k, &v, &mask), tolerance);
    let columns = mask.transpose().to_tensor();
    reference.check("attention_masked truth", &q.attention_masked(&k, &v, &columns.transpose()), tolerance);
    reference.check("attention_masked padding", &q.attention_masked(&k, &v, &heads), tolerance);
    reference.check("attention_masked numbers", &q.attention_masked(&k, &v, &bias), tolerance);
    let low = mask.map(|attends| if attends { T::zero() } else { T::neg_infinity() });
    reference.check("attention_masked infinities", &q.attention_masked(&k, &v, &low), tolerance);

    let with = |options: Attention| q.attention_with(&k, &v, options);
    let last_two = Attention::new().causal().window(2);
    reference.check("attention_with scale", &with(Attention::new().scale(0.3)), tolerance);
    reference.check("attention_with last two", &with(last_two.scale(-1.5)), tolerance);
    reference.check("attention_with near", &with(Attention::new().window(3)), tolerance);
    let masked = q.attention_masked_with(&k, &v, &bias, last_two);
    reference.check("attention_with last two and numbers", &masked, tolerance);
    let masked = q.attention_masked_with(&k, &v, &heads, Attention::new().causal());
    reference.check("attention_with causal and padding", &masked, tolerance);
    // What is wider than the sequence hides nothing, and what is 0 wide all.
    reference.check("attention heads", &with(Attention::new().window(usize::MAX)), tolerance);
    reference.check("attention_causal more keys", &with(Attention::new().causal().window(7)), tolerance);
    assert!(with(Attention::new().window(0)).iter().all(|x| *x == T::zero()));
    let weights = |options: Attention| q.attention_weights(&k, options);
    reference.check("attention_weights plain", &weights(Attention::new()), tolerance);
    reference.check("attention_weights causal", &weights(Attention::new().scale(0.3).causal()), tolerance);
    let transposed = q.transpose().to_tensor();
    let y = transposed.transpose().attention_weights(&k.transpose().to_tensor().transpose(), Attention::new());
    reference.check("attention_weights plain", &y, tolerance);
    reference.check("attention_weights no keys", &q.attention_weights(&none.0, Attention::new()), tolerance);
    // Two heads of keys and values, each for three heads of queries.
    let heads_of = q.reshape::<shape![1, 2, 3, 4, 5]>();
    let (kv, vv) = (k.narrow(Axis::<0>, 0, One), v.narrow(Axis::<0>, 0, One));
    let kv = kv.narrow(Axis::<1>, 0, Dim::<2>).unsqueeze(Axis::<2>).broadcast_to::<shape![1, 2, 3, 6, 5]>().to_tensor();
    let vv = vv.narrow(Axis::<1>, 0, Dim::<2>).unsqueeze(Axis::<2>).broadcast_to::<shape![1, 2, 3, 6, 2]>().to_tensor();
    let groups = heads_of.attention_with(&kv, &vv, Attention::new().causal());
    reference.check("attention_with groups", &groups.reshape::<shape![2, 3, 4, 2]>(), tolerance);

    let q: Tensor<T, shape![Batch, 3, Seq, 5]> =
        Tensor::from_vec_with((Batch(2), Seq(4)), q.into_vec()).expect("as many");
    let k: Tensor<T, shape![Batch, 3, Keys, 5]> =
        Tensor::from_vec_with((Batch(2), Keys(6)), k.into_vec()).expect("as many");
    let v: Tensor<T, shape![Batch, 3, Keys, 2]> =
        Tensor::from_vec_with((Batch(2), Keys(6)), v.into_vec()).expect("as many");
    let mask: Tensor<bool, shape![Seq, Keys]> =
        Tensor::from_vec_with((Seq(4), Keys(6)), mask.into_vec()).expect("as many");
    reference.check("attention heads", &q.attention(&k, &v), tolerance);
    reference.check("attention_causal more keys", &q.attention_causal(&k, &v), tolerance);
    reference.check("attention_masked truth", &q.attention_masked(&k, &v, &mask), tolerance);
}

fn rotary<T: Element + Float>(reference: &Reference, tolerance: f64) {
    let steps: Tensor<T, shape![2, 4, 6]> = reference.input("steps");
    let new = Rotary::new();
    reference.check("rotary halves", &steps.rotary(new), tolerance);
    reference.check("rotary later", &steps.rotary(new.base(100.0).start(37)), tolerance);
    reference.check("rotary pairs", &steps.rotary(new.interleaved().start(3)), tolerance);
    reference.check("rotary transposed", &steps.transpose().rotary(new), tolerance);
    let first = steps.narrow(Axis::<0>, 0, One).narrow(Axis::<1>, 0, One).squeeze(Axis::<0>).to_tensor();
    reference.check("rotary one step", &first.rotary(new.start(9)), tolerance);
    reference.check("rotary no steps", &steps.narrow(Axis::<1>, 0, Dim::<0>).rotary(new), tolerance);
    let run = steps.free::<shape![Batch, Seq, Keys]>().to_tensor();
    reference.check("rotary halves", &run.rotary(new), tolerance);
}

#[test]
#[should_panic(expected = "rotary: a width of 5 is odd")]
fn an_odd_width_that_is_counted_at_run_time_is_not_turned() {
    let _ = Tensor::<f32, shape![2, Keys]>::zeros_with(Keys(5)).rotary(Rotary::new());
}

#[test]
fn attention_is_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/attention.txt"));
    attention::<f64>(&reference, 1e-14);
    attention::<f32>(&reference, 2e-6);
    rotary::<f64>(&reference, 1e-13);
    rotary::<f32>(&reference, 1e-6);
    reference.finish("attention");
}

/// Of more queries than are weighed at a time, which see all keys or some: beside the definition, in loops.
fn long(queries: usize, keys: usize, options: Attention, sees: impl Fn(usize, usize) -> bool) {
    let number = |i: usize| ((i * 7919) as f64 * 0.618_033_988_749_895).fract() * 4.0 - 2.0;
    let q: Tensor<f64, shape![3, Seq, 5]> =
        Tensor::from_fn_with(Seq(queries), |[h, i, l]| number((h * queries + i) * 5 + l));
    let k: Tensor<f64, shape![3, Keys, 5]> =
        Tensor::from_fn_with(Keys(keys), |[h, i, l]| number((h * keys + i) * 5 + l + 1));
    let v: Tensor<f64, shape![3, Keys, 4]> =
        Tensor::from_fn_with(Keys(keys), |[h, i, l]| number((h * keys + i) * 4 + l + 2));
    let mask: Tensor<bool, shape![Seq, Keys]> =
        Tensor::from_fn_with((Seq(queries), Keys(keys)), |[i, j]| (i * 5 + j) % 3 != 0);
    let columns = mask.transpose().to_tensor();
    let results = [
        (q.attention_with(&k, &v, options), false),
        (q.attention_masked_with(&k, &v, &mask, options), true),
        (q.attention_masked_with(&k, &v, &columns.transpose(), options), true),
    ];
    for head in 0..3 {
        for i in 0..queries {
            let weight = |j: usize| {
                let score: f64 = (0..5).map(|l| q[[head, i, l]] * k[[head, j, l]]).sum();
                if sees(i, j) { (score / 5f64.sqrt()).exp() } else { 0.0 }
            };
            let weights: Vec<f64> = (0..keys).map(weight).collect();
            for (y, is_masked) in &results {
                let weight = |j: usize| if *is_masked && !mask[[i, j]] { 0.0 } else { weights[j] };
                let all: f64 = (0..keys).map(weight).sum();
                for l in 0..4 {
                    let sum: f64 = (0..keys).map(|j| weight(j) * v[[head, j, l]]).sum();
                    let right = if all > 0.0 { sum / all } else { 0.0 };
                    let is = y[[head, i, l]];
                    assert!((is - right).abs() < 1e-12, "head {head}, query {i}, {l}: {is}, not {right}");
                }
            }
        }
    }
}

#[test]
fn attention_of_long_sequences_is_its_definition() {
    let new = Attention::new();
    long(100, 70, new.causal(), |i, j| j <= i);
    long(70, 100, new.causal(), |i, j| j <= i);
    long(100, 110, new.causal().window(7), |i, j| j <= i && i < j + 7);
    long(100, 40, new.window(7), |i, j| i.abs_diff(j) < 7);
    long(30, 3000, new, |_, _| true);
    long(34, 2100, new.causal(), |i, j| j <= i);
}

#[test]
#[should_panic(expected = "axis -2 (Keys) has size 6 on the left and 5 on the right")]
fn fewer_values_than_keys_panic() {
    let q = Tensor::<f32, shape![4, 8]>::zeros();
    let k = Tensor::<f32, shape![Keys, 8]>::zeros_with(Keys(6));
    let _ = q.attention(&k, &Tensor::<f32, shape![Keys, 8]>::zeros_with(Keys(5)));
}

/// Generic code names no bound for what it knows of the shapes.
#[test]
fn generic_code_needs_no_bounds() {
    type T<S> = Tensor<f32, S>;
    fn attend<L: Shape, Q: Size, K: Size, D: Size, E: Size>(
        q: &T<((L, Q), D)>,
        k: &T<((L, K), D)>,
        v: &T<((L, K), E)>,
        mask: &Tensor<bool, ((L, Q), K)>,
        causal: &Tensor<bool, shape![Q, K]>,
    ) -> T<((L, Q), E)> {
        q.attention(k, v) + q.attention_causal(k, v) + q.attention_masked(k, v, mask) + q.attention_masked(k, v, causal)
    }
    let (q, k, v) = (T::<shape![2, 3, 4]>::ones(), T::<shape![2, 5, 4]>::ones(), T::<shape![2, 5, 6]>::ones());
    assert_eq!(attend(&q, &k, &v, &Tensor::full(true), &Tensor::full(false)), Tensor::full(3.0));
}
