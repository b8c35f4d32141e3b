use shaped::prelude::*;

fn square<M: Size, K: Size, J: Size>(a: &Tensor<f32, shape![M, K]>, b: &Tensor<f32, shape![J, M]>) {
    let _ = a.matmul(b);
}

fn main() {
    square(&tensor![[1.0]], &tensor![[2.0]]);
}
