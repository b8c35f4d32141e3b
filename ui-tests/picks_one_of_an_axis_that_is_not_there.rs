use shaped::prelude::*;

fn main() {
    let steps: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let _last = steps.index_axis(Axis::<2>, 9);
}
