use shaped::prelude::*;

fn main() {
    let cache: Tensor<f32, shape![2, 512]> = Tensor::zeros();
    let _ = cache.narrow(Axis::<2>, 0, Dim::<17>);
}
