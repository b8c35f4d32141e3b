use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let readings = vec![1.0f32, 2.0, 3.0];
    let x = Tensor::<f32, shape![3]>::from_vec(readings).unwrap();
    assert_eq!(x.exp().sizes(), [3]);
}
