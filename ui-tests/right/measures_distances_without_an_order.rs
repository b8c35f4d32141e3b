use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (x, y) = (Tensor::<f32, shape![8, 3]>::ones(), Tensor::<f32, shape![5, 3]>::zeros());
    assert_eq!(x.cdist(&y, 2.0).sizes(), [8, 5]);
}
