use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let prices = Tensor::<f32, shape![100]>::ones();
    let window = prices.unfold(Axis::<0>, Dim::<5>, One);
    assert_eq!(window.mean(Axis::<-1>), Tensor::<f32, shape![96]>::ones());
}
