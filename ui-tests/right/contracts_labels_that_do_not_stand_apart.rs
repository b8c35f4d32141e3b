use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let a = Tensor::<f32, shape![2, 3]>::ones();
    let b = Tensor::<f32, shape![4, 3]>::ones();
    let _ = einsum!(i k, j k -> i j; a, b);
}
