use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(8));
    let x = x.fix::<shape![8, 3]>().unwrap();
    assert_eq!(rearrange!(x; (b p) c -> b p c; p = 4).sizes(), [2, 4, 3]);
}
