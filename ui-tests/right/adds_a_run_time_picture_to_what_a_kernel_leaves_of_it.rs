use shaped::prelude::*;

axis!(Height);
axis!(Width);

#[test]
fn compiles_and_runs() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let weights: Tensor<f32, shape![16, 16, 3, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![16, Height, Width]> = &picture + picture.conv2d(&weights, Conv::new().padding(One));
    assert_eq!(y.sizes(), [16, 480, 640]);
}
