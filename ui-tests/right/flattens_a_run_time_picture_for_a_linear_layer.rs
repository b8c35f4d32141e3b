use shaped::{nn::*, prelude::*};

axis!(Height);
axis!(Width);

#[test]
fn compiles_and_runs() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let head = Linear::<dim!(16), dim!(10)>::default();
    let small = picture.max_pool2d(Pool::new(Dim::<32>));
    let y: Tensor<f32, shape![10]> = head.forward(&small.mean((Axis::<1>, Axis::<2>)));
    assert_eq!(y.sizes(), [10]);
}
