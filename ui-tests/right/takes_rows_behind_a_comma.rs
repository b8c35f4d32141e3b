use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![8, 12]>::ones();
    assert_eq!(part!(x; 0..2).to_tensor().sizes(), [2, 12]);
}
