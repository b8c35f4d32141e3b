use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let rows = Inline::<f32, shape![4, 3]>::ones();
    let _ = rows + Tensor::<f32, shape![3]>::ones();
    let _ = rows + &Tensor::<f32, shape![3]>::ones();
    let _ = rows + Tensor::<f32, shape![3]>::ones().view();
    let _ = rows + &Tensor::<f32, shape![3]>::ones().view();
    let _ = rows + Inline::<f32, shape![3]>::ones();
    let _ = rows + &Inline::<f32, shape![3]>::ones();
}
