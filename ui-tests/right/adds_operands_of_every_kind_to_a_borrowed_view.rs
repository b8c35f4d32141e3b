use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let rows = Tensor::<f32, shape![4, 3]>::ones();
    let _ = &rows.view() + Tensor::<f32, shape![3]>::ones();
    let _ = &rows.view() + &Tensor::<f32, shape![3]>::ones();
    let _ = &rows.view() + Tensor::<f32, shape![3]>::ones().view();
    let _ = &rows.view() + &Tensor::<f32, shape![3]>::ones().view();
    let _ = &rows.view() + Inline::<f32, shape![3]>::ones();
    let _ = &rows.view() + &Inline::<f32, shape![3]>::ones();
}
