use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![4, 10]>::ones();
    let part = x.narrow(Axis::<1>, 2, Dim::<3>);
    let mean = part.mean(Axis::<-1>);
    assert_eq!((&part * 2.0, mean), (Tensor::full(2.0), Tensor::ones()));
}
