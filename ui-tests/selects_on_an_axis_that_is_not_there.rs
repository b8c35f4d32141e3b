use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let _ = x.index_select(Axis::<2>, &tensor![0, 3]);
}
