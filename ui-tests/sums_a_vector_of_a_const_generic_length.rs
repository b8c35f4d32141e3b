use shaped::Dim;
use shaped::prelude::*;

fn total<const N: usize>(x: Tensor<f32, ((), Dim<N>)>) -> f32 {
    x.sum_all()
}

fn main() {
    total(Tensor::<f32, shape![4]>::ones());
}
