use shaped::prelude::*;

fn flat<B: Size>(x: &Tensor<f32, shape![B, 3, 8, 8]>) -> View<'_, f32, shape![B, 192]> {
    x.reshape()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(flat(&Tensor::<f32, shape![2, 3, 8, 8]>::zeros()).sizes(), [2, 192]);
}
