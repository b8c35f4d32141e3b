use shaped::prelude::*;

fn gate<B: Size, C: Size, H: Size, W: Size>(x: &Tensor<f32, shape![B, C, H, W]>, by: &Tensor<f32, shape![B, C]>) {
    let _ = x * by.unsqueeze(Axis::<-1>).unsqueeze(Axis::<-1>);
}

#[test]
fn compiles_and_runs() {
    gate(&Tensor::<f32, shape![2, 3, 4, 5]>::ones(), &Tensor::ones());
}
