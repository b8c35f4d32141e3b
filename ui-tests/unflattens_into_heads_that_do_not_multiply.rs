use shaped::prelude::*;

fn main() {
    let hidden: Tensor<f32, shape![8, 10, 768]> = Tensor::zeros();
    let _ = hidden.unflatten(Axis::<-1>, (Dim::<12>, Dim::<65>));
}
