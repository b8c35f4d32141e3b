use shaped::prelude::*;

fn main() {
    let maps: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::ones();
    let p: Tensor<f32, shape![32]> = Tensor::ones();
    let y = maps.group_norm(Axis::<1>, Dim::<5>, &p, &p, 1e-5);
}
