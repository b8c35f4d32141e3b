use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 28, 28]>::zeros_with(Batch(32));
    let rows: View<f32, shape![Batch, 784]> = x.reshape();
    assert_eq!(rows.fix::<shape![32, 784]>().unwrap().sizes(), [32, 784]);
}
