use shaped::prelude::*;

fn total<N>(x: &Tensor<f32, shape![N]>) -> f32 {
    x.sum_all()
}

fn main() {
    total(&Tensor::<f32, shape![4]>::ones());
}
