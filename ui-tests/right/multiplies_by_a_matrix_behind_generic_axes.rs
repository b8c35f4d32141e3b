use shaped::prelude::*;

fn projected<L: Shape, N: Size, I: Size, O: Size>(
    x: &Tensor<f32, ((L, N), I)>,
    weight: &Tensor<f32, shape![I, O]>,
) -> Tensor<f32, ((L, N), O)> {
    x.matmul(weight)
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    projected(&x, &Tensor::<f32, shape![4, 3]>::ones());
}
