use shaped::prelude::*;

fn foreground<B: Size>(mask: &Tensor<f32, shape![B, 1, 64]>) -> Tensor<f32, shape![1, 64]> {
    mask.squeeze(Axis::<0>).to_tensor()
}

fn main() {
    foreground(&Tensor::<_, shape![2, 1, 64]>::ones());
}
