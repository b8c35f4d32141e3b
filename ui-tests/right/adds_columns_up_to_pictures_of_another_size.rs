use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    let columns = x.im2col(Dim::<5>, Conv::new());
    let y = columns.col2im((Dim::<32>, Dim::<32>), Dim::<5>, Conv::new());
    assert_eq!(y.sizes(), [8, 3, 32, 32]);
}
