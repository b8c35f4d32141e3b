use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 64]>::ones();
    let _ = x.index_select(Axis::<1>, &tensor![0usize, 3]);
}
