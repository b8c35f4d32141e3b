//! Linear maps and embeddings: `tools/reference/linear.py`.

use core::ops::Mul;

use num_traits::Zero;
use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Batch);
axis!(Seq);

fn linear<T: Element + Zero + Mul<Output = T>>(reference: &Reference, tolerance: f64) {
    let x: Tensor<T, shape![2, 3, 4, 5]> = reference.input("x");
    let (w, b): (Tensor<T, shape![6, 5]>, Tensor<T, shape![6]>) = (reference.input("w"), reference.input("b"));
    let (w4, w1): (Tensor<T, shape![3, 4]>, Tensor<T, shape![1, 5]>) = (reference.input("w4"), reference.input("w1"));
    let (empty, nothing): (Tensor<T, shape![0, 5]>, Tensor<T, shape![6, 0]>) =
        (reference.input("empty"), reference.input("nothing"));
    let matrix: Tensor<T, shape![4, 5]> = Tensor::from_vec(x.as_slice()[..20].to_vec()).expect("20");
    let vector: Tensor<T, shape![5]> = Tensor::from_vec(x.as_slice()[..5].to_vec()).expect("5");
    reference.check("linear four axes", &x.linear(&w, &b), tolerance);
    reference.check("linear matrix", &matrix.linear(&w, &b), tolerance);
    reference.check("linear vector", &vector.linear(&w, &b), tolerance);
    let b3 = b.narrow(Axis::<0>, 0, Dim::<3>);
    reference.check("linear transposed input", &x.transpose().linear(&w4, &b3), tolerance);
    reference.check("linear permuted input", &x.permute(axes![2, 0, 1, 3]).linear(&w, &b), tolerance);
    reference.check("linear narrowed input", &x.narrow(Axis::<1>, 0, Dim::<2>).linear(&w, &b), tolerance);
    reference.check("linear stretched input", &vector.broadcast_to::<shape![3, 5]>().linear(&w, &b), tolerance);
    let square = w.narrow(Axis::<0>, 0, Dim::<5>);
    let b5 = b.narrow(Axis::<0>, 0, Dim::<5>);
    reference.check("linear transposed weight", &square.linear(&square.transpose(), &b5), tolerance);
    let (two, b2) = (w.narrow(Axis::<0>, 2, Dim::<2>), b.narrow(Axis::<0>, 2, Dim::<2>));
    reference.check("linear narrowed weight", &x.linear(&two, &b2), tolerance);
    reference.check("linear one output", &x.linear(&w1, &b.narrow(Axis::<0>, 0, One)), tolerance);
    reference.check("linear no rows", &empty.linear(&w, &b), tolerance);
    reference.check("linear no features", &nothing.linear(&nothing, &b), tolerance);
    reference.check("linear_no_bias four axes", &x.linear_no_bias(&w), tolerance);
    reference.check("linear_no_bias vector", &vector.linear_no_bias(&w), tolerance);
    reference.check("linear_no_bias no features", &nothing.linear_no_bias(&nothing), tolerance);

    let batch: Tensor<T, shape![Batch, 3, Seq, 5]> =
        Tensor::from_vec_with((Batch(2), Seq(4)), x.as_slice().to_vec()).expect("as many");
    let to_seq: Tensor<T, shape![Seq, 5]> = Tensor::from_vec_with(Seq(6), w.as_slice().to_vec()).expect("as many");
    reference.check("linear four axes", &batch.linear(&w, &b), tolerance);
    reference.check("linear_no_bias four axes", &batch.linear_no_bias(&w), tolerance);
    reference.check("linear_no_bias four axes", &x.linear_no_bias(&to_seq), tolerance);
}

fn embedding<T: Element>(reference: &Reference) {
    let table: Tensor<T, shape![9, 4]> = reference.input("table");
    let ids: Tensor<i64, shape![2, 3]> = reference.input("ids");
    let columns: Tensor<i64, shape![3]> = reference.input("columns");
    reference.check("embedding matrix", &table.embedding(&ids), 0.0);
    reference.check("embedding matrix", &table.embedding(&ids.map(|id| id as u8)), 0.0);
    reference.check("embedding vector", &table.embedding(&ids.narrow(Axis::<0>, 0, One).squeeze(Axis::<0>)), 0.0);
    let scalar = Inline::<usize, shape![]>::full(ids[[0, 0]] as usize);
    reference.check("embedding scalar", &table.embedding(&scalar), 0.0);
    reference.check("embedding transposed ids", &table.embedding(&ids.transpose()), 0.0);
    reference.check("embedding transposed table", &table.transpose().embedding(&columns), 0.0);
    let batch: Tensor<i64, shape![Batch, Seq]> =
        Tensor::from_vec_with((Batch(2), Seq(3)), ids.as_slice().to_vec()).expect("as many");
    reference.check("embedding matrix", &table.embedding(&batch), 0.0);
}

#[test]
fn linear_maps_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/linear.txt"));
    linear::<f64>(&reference, 1e-14);
    linear::<f32>(&reference, 1e-6);
    linear::<i64>(&reference, 0.0);
    embedding::<f64>(&reference);
    embedding::<f32>(&reference);
    embedding::<i64>(&reference);
    reference.finish("linear");
}

#[test]
#[should_panic(expected = "index 9 is out of bounds for axis 0 of size 9")]
fn an_index_beyond_the_table_panics() {
    let _ = Tensor::<f32, shape![9, 4]>::zeros().embedding(&tensor![0u32, 9]);
}

#[test]
#[should_panic(expected = "axis -1 (Seq) has size 5 on the left and 4 on the right")]
fn weights_of_another_run_time_size_panic() {
    let x = Tensor::<f32, shape![2, Seq]>::zeros_with(Seq(5));
    let _ = x.linear_no_bias(&Tensor::<f32, shape![3, Seq]>::zeros_with(Seq(4)));
}

/// Generic code names no bound.
#[test]
fn generic_code_needs_no_bounds() {
    type T<S> = Tensor<f32, S>;
    fn mlp<L: Shape, I: Size, H: Size, O: Size>(
        x: &T<(L, I)>,
        (w1, b1): (&T<shape![H, I]>, &T<shape![H]>),
        w2: &T<shape![O, H]>,
    ) -> T<(L, O)> {
        x.linear(w1, b1).map(|x| x.max(0.0)).linear_no_bias(w2)
    }
    fn tokens<V: Size, D: Size, S: Shape>(table: &T<shape![V, D]>, ids: &Tensor<u16, S>) -> T<(S, D)> {
        table.embedding(ids)
    }
    let (w1, b1) = (Tensor::ones(), Tensor::ones());
    let y: T<shape![7, 2, 5]> = mlp::<_, Dim<3>, Dim<4>, _>(&Tensor::ones(), (&w1, &b1), &Tensor::ones());
    assert_eq!(y, Tensor::full(16.0));
    assert_eq!(tokens(&tensor![[1.0, 2.0], [3.0, 4.0]], &tensor![[1]]), tensor![[[3.0, 4.0]]]);
}
