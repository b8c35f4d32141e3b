use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (x, y) = (Tensor::<f32, shape![2, 3]>::ones(), Tensor::<f32, shape![2, 3]>::full(2.0));
    assert_eq!(x.maximum(&y), y);
}
