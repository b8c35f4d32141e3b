use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = x.unsqueeze(Axis::<0>);
    assert_eq!(y.sizes(), [1, 2, 3]);
}
