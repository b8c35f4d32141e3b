use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let losses: Tensor<f32, shape![100]> = Tensor::zeros();
    println!("{}", losses.unsqueeze(Axis::<0>).heat_map());
}
