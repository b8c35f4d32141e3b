use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let _ = x.index_select(Axis::<1>, &tensor![0.0, 3.0]);
}
