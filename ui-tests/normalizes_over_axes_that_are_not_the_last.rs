use shaped::prelude::*;

fn main() {
    let maps: Tensor<f32, shape![8, 32, 14, 15]> = Tensor::ones();
    let y = maps.layer_norm_no_affine::<shape![15, 14]>(1e-5);
}
