use shaped::prelude::*;

axis!(Time);

#[test]
fn compiles_and_runs() {
    let sound: Tensor<f32, shape![2, Time]> = Tensor::zeros_with(Time(16000));
    let taps: Tensor<f32, shape![2, 2, 7]> = Tensor::zeros();
    let y: Tensor<f32, shape![2, Time]> = sound.pad(((Dim::<3>, Dim::<3>),), 0.0).conv1d(&taps, Conv::new()) - &sound;
    assert_eq!(y.sizes(), [2, 16000]);
}
