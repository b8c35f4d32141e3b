use shaped::prelude::*;

fn projected<L: Shape, I: Size, O: Size>(
    x: &Tensor<f32, (L, I)>,
    weight: &Tensor<f32, shape![I, O]>,
) -> Tensor<f32, (L, O)> {
    x.matmul(weight)
}

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    projected(&x, &Tensor::<f32, shape![4, 3]>::ones());
}
