use shaped::prelude::*;

fn main() {
    let maps: Tensor<f32, shape![8, 14, 14, 32]> = Tensor::ones(); // channels last
    let p: Tensor<f32, shape![32]> = Tensor::ones();
    let y = maps.batch_norm(Axis::<1>, &p, &p, &p, &p, 0.0);
}
