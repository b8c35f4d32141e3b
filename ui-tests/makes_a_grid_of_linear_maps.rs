use shaped::prelude::*;

fn main() {
    let theta: Tensor<f32, shape![8, 2, 2]> = Tensor::zeros();
    let _ = theta.affine_grid((Dim::<20>, Dim::<10>), false);
}
