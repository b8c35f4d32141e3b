use shaped::prelude::*;

fn sum<L: Shape + Broadcast<R>, R: Shape>(
    left: &Tensor<f32, L>,
    right: &Tensor<f32, R>,
) -> Tensor<f32, Broadcasted<L, R>> {
    left + right
}

#[test]
fn compiles_and_runs() {
    let rows: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let numbers: Tensor<f32, shape![3]> = Tensor::zeros();
    sum(&rows, &numbers);
}
