use shaped::{MultipleOf, prelude::*};

fn coarse<C: Size, H: MultipleOf<Dim<2>>, W: MultipleOf<Dim<2>>>(
    image: &Tensor<f32, shape![C, H, W]>,
) -> Tensor<f32, shape![C, H, W]> {
    image.avg_pool2d(Pool::tiles(Dim::<2>)).upsample_nearest2d(Dim::<2>)
}

#[test]
fn compiles_and_runs() {
    coarse(&Tensor::<f32, shape![3, 24, 28]>::zeros());
}
