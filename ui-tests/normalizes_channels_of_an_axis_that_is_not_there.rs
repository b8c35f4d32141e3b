use shaped::prelude::*;

fn main() {
    let rows: Tensor<f32, shape![8, 32]> = Tensor::ones();
    let p: Tensor<f32, shape![32]> = Tensor::ones();
    let y = rows.instance_norm(Axis::<2>, &p, &p, 1e-5);
}
