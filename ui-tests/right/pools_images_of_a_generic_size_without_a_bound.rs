use shaped::prelude::*;

fn half<L: Shape, H: StaticSize, W: StaticSize>(images: &Tensor<f32, ((L, H), W)>) {
    let _ = images.max_pool2d(Pool::tiles(Dim::<2>));
}

#[test]
fn compiles_and_runs() {
    half(&Tensor::<f32, shape![8, 3, 32, 32]>::zeros());
}
