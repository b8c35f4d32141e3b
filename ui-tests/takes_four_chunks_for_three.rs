use shaped::prelude::*;

fn main() {
    let projected: Tensor<f32, shape![2, 5, 192]> = Tensor::zeros();
    let [_q, _k, _v] = projected.chunks(Axis::<-1>, Dim::<4>);
}
