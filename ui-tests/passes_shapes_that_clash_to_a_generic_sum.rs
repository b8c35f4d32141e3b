use shaped::prelude::*;

fn sum<L: Shape + Broadcast<R>, R: Shape>(
    left: &Tensor<f32, L>,
    right: &Tensor<f32, R>,
) -> Tensor<f32, Broadcasted<L, R>> {
    left + right
}

fn main() {
    let rows: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let numbers: Tensor<f32, shape![4]> = Tensor::zeros();
    sum(&rows, &numbers);
}
