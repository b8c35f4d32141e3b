use shaped::prelude::*;

fn main() {
    let signal: Tensor<f32, shape![2, 10]> = Tensor::zeros();
    let _ = signal.windows(Axis::<1>, Dim::<11>);
}
