use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![8, 12]>::ones();
    let i = 3;
    assert_eq!(part!(x; { i + 1 }).to_tensor().sizes(), [12]);
}
