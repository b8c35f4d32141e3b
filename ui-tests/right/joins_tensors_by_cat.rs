use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = Tensor::<f32, shape![4, 3]>::ones();
    let both = x.concat(&y, Axis::<0>);
    assert_eq!(both, Tensor::<f32, shape![6, 3]>::ones());
}
