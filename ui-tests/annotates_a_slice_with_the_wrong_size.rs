use shaped::prelude::*;

fn main() {
    let signal: Tensor<f32, shape![9]> = Tensor::zeros();
    let _: View<f32, shape![5], _> = signal.slice(Axis::<0>, 0, Dim::<4>, Dim::<2>);
}
