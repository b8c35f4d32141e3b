use shaped::prelude::*;

fn main() {
    let signal: Tensor<f32, shape![3, 9]> = Tensor::zeros();
    let _ = signal.slice(Axis::<1>, 0, Dim::<4>, Dim::<0>);
}
