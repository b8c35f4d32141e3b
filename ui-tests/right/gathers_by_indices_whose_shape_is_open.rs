use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let y = x.gather(Axis::<1>, &Tensor::<usize, shape![2, 1]>::zeros());
    assert_eq!(y.sizes(), [2, 1]);
}
