use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let best: Tensor<usize, shape![32]> = x.argmax(Axis::<1>);
    let _ = x.take_along_axis(Axis::<1>, &best);
}
