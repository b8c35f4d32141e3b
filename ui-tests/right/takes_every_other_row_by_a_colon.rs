use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![8, 12]>::ones();
    assert_eq!(part!(x; 0..8; 2, ..).to_tensor().sizes(), [4, 12]);
}
