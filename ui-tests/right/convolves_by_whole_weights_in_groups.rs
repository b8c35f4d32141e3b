use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![1, 16, 8, 8]>::ones();
    let weight = Tensor::<f32, shape![16, 1, 3, 3]>::ones();
    let y = x.conv2d(&weight, Conv::same().groups(Dim::<16>));
    assert_eq!(y.sizes(), [1, 16, 8, 8]);
}
