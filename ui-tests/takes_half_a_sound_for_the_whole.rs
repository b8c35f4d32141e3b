use shaped::prelude::*;

axis!(Time);

fn main() {
    let sound: Tensor<f32, shape![2, Time]> = Tensor::zeros_with(Time(16000));
    let _: Tensor<f32, shape![2, Time]> = sound.avg_pool1d(Pool::new(Dim::<2>));
}
