use shaped::prelude::*;

fn causal<N: Size>(n: usize) -> Tensor<bool, shape![N, N]> {
    let elements = (0..n * n).map(|at| at % n <= at / n).collect();
    Tensor::from_vec_sized(&[n, n], elements).expect("as many elements as the sizes say")
}

#[test]
fn compiles_and_runs() {
    assert_eq!(causal::<dim!(2)>(2), tensor![[true, false], [true, true]]);
}
