use shaped::prelude::*;

fn main() {
    let places: Tensor<f32, shape![8, 5, 2]> = Tensor::ones();
    let depots: Tensor<f32, shape![8, 7, 3]> = Tensor::ones();
    let y = places.cdist(&depots, 2.0);
}
