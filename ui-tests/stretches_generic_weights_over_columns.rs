// A weight for each row is no row.
use shaped::prelude::*;

fn wide<B: StaticSize>(weights: &Tensor<f32, shape![B]>) -> Tensor<f32, shape![B, 3]> {
    weights.broadcast_to::<shape![B, 3]>().to_tensor()
}

fn main() {
    wide(&tensor![1.0, 2.0]);
}
