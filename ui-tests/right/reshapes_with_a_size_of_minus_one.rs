use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 12]>::ones();
    assert_eq!(x.reshape::<shape![4, 6]>().sizes(), [4, 6]);
}
