use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![4, 10]>::zeros();
    assert_eq!(x.permute(axes![1, 0]).sizes(), [10, 4]);
}
