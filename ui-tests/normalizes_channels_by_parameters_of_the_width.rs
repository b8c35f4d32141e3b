use shaped::prelude::*;

fn main() {
    let maps: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::ones();
    let (mean, var) = (Tensor::<f32, shape![32]>::zeros(), Tensor::<f32, shape![32]>::ones());
    let (w, b) = (Tensor::<f32, shape![14]>::ones(), Tensor::<f32, shape![32]>::zeros());
    let y = maps.batch_norm(Axis::<1>, &mean, &var, &w, &b, 0.0);
}
