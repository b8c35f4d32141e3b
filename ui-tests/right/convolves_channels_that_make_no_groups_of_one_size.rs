use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![1, 16, 8, 8]>::ones();
    let weight = Tensor::<f32, shape![32, 4, 3, 3]>::ones();
    let y = x.conv2d(&weight, Conv::same().groups(Dim::<4>));
    assert_eq!(y.sizes(), [1, 32, 8, 8]);
}
