use shaped::prelude::*;

fn join<N: StaticSize>(y: &Tensor<f32, shape![2, 4, N, 8]>) {
    let _ = rearrange!(y; b h n d -> b h (n d));
}

#[test]
fn compiles_and_runs() {
    join(&Tensor::<f32, shape![2, 4, 3, 8]>::ones());
}
