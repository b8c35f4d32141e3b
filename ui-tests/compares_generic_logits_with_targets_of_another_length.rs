use shaped::prelude::*;

fn loss<B: Size, N: Size, C: StaticSize>(
    logits: &Tensor<f32, shape![B, C]>,
    classes: &Tensor<u32, shape![N]>,
) -> f32 {
    logits.cross_entropy(classes)
}

fn main() {
    loss(&Tensor::<f32, shape![3, 8]>::zeros(), &tensor![0, 1, 2]);
}
