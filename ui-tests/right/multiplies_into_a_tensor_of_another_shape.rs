use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (a, b) = (Tensor::<f32, shape![8, 4]>::ones(), Tensor::<f32, shape![4, 6]>::ones());
    let mut c = Tensor::<f32, shape![8, 6]>::zeros();
    a.matmul_into(&b, &mut c);
    assert_eq!(c[[7, 5]], 4.0);
}
