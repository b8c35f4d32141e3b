use shaped::prelude::*;

fn total<N: Size>(x: &Tensor<f32, shape![N]>) -> f32 {
    x.sum_all()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(total(&Tensor::<f32, shape![4]>::ones()), 4.0);
}
