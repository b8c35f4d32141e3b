use shaped::prelude::*;

axis!(Time);

#[test]
fn compiles_and_runs() {
    let sound: Tensor<f32, shape![2, Time]> = Tensor::zeros_with(Time(16000));
    let y: Tensor<f32, shape![2, shaped::size::Over<Time, Dim<2>>]> = sound.avg_pool1d(Pool::new(Dim::<2>));
    assert_eq!(y.sizes(), [2, 8000]);
}
