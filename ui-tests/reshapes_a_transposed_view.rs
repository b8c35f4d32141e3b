// What is transposed does not lie row by row.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let t = x.transpose();
    let _ = t.reshape::<shape![12]>();
}
