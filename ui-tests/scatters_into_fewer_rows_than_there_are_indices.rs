use shaped::prelude::*;

fn main() {
    let mut x: Tensor<f32, shape![31, 10]> = Tensor::zeros();
    let at: Tensor<usize, shape![32, 2]> = Tensor::zeros();
    x.scatter_add(Axis::<1>, &at, &Tensor::<f32, shape![32, 2]>::ones());
}
