use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![32, 784]>::zeros();
    assert_eq!(x.free::<shape![Batch, 784]>().sizes(), [32, 784]);
}
