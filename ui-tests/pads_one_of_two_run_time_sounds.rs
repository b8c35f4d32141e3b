use shaped::prelude::*;

axis!(Time);

fn main() {
    let sound: Tensor<f32, shape![2, Time]> = Tensor::zeros_with(Time(16000));
    let _ = sound.pad(((Dim::<3>, Dim::<3>),), 0.0) - &sound;
}
