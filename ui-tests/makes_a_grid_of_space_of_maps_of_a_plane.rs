use shaped::prelude::*;

fn main() {
    let theta: Tensor<f32, shape![8, 2, 3]> = Tensor::zeros();
    let _ = theta.affine_grid3d((Dim::<4>, Dim::<20>, Dim::<10>), false);
}
