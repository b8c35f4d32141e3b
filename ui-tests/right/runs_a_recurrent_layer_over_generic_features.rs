use shaped::{nn::*, prelude::*};

fn run<B: Size, T: Size, D: StaticSize>(layer: &Lstm<D, D>, x: &Tensor<f32, shape![B, T, D]>) {
    assert_eq!(layer.forward(x).shape(), x.shape());
}

#[test]
fn compiles_and_runs() {
    let layer = Lstm::<dim!(8), dim!(8)>::default();
    run(&layer, &Tensor::<f32, shape![2, 5, 8]>::ones());
}
