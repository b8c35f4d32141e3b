use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::arange();
    let place = [3u32, 2];
    assert_eq!(x[place.map(|i| i as usize)], 11.0);
}
