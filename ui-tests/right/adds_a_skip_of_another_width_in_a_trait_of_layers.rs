use shaped::prelude::*;

trait Layer {
    fn forward(&self, x: &Tensor<f32, shape![8, 64]>) -> Tensor<f32, shape![8, 32]>;
}

struct Residual(Tensor<f32, shape![64, 32]>);

impl Layer for Residual {
    fn forward(&self, x: &Tensor<f32, shape![8, 64]>) -> Tensor<f32, shape![8, 32]> {
        x.matmul(&self.0) + x.narrow(Axis::<1>, 0, Dim::<32>)
    }
}

#[test]
fn compiles_and_runs() {
    let layers: [Box<dyn Layer>; 1] = [Box::new(Residual(Tensor::zeros()))];
    layers[0].forward(&Tensor::ones());
}
