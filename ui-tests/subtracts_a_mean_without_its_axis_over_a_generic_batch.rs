// The mean of each row has shape [N], and its N meets the 10.
use shaped::prelude::*;

fn centred<N: Size>(x: &Tensor<f32, shape![N, 10]>) -> Tensor<f32, shape![N, 10]> {
    x - x.mean(Axis::<1>)
}

fn main() {
    centred(&Tensor::<f32, shape![4, 10]>::ones());
}
