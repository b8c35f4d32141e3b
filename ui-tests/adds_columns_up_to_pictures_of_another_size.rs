use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    let columns = x.im2col(Dim::<5>, Conv::new());
    let y = columns.col2im((Dim::<28>, Dim::<28>), Dim::<5>, Conv::new());
}
