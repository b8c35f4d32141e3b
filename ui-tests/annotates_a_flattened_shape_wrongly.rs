use shaped::prelude::*;

fn main() {
    let maps: Tensor<f32, shape![8, 7, 7, 512]> = Tensor::zeros();
    let _: View<f32, shape![8, 3584]> = maps.flatten_axes(Axis::<1>, Axis::<-1>);
}
