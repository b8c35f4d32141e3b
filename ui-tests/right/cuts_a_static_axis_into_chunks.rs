use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![100, 784]>::zeros();
    let mut rows = 0;
    for chunk in x.free::<shape![Batch, 784]>().chunks_of(Dim::<32>) {
        rows += chunk.sizes()[0];
    }
    assert_eq!(rows, 96);
}
