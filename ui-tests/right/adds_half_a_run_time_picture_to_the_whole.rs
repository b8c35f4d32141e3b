use shaped::{nn::*, prelude::*};

axis!(Height);
axis!(Width);

#[test]
fn compiles_and_runs() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let halves = Conv2d::<dim!(16), dim!(16), dim!(3), Conv<dim!(2), One>>::default();
    let point = Conv2d::<dim!(16), dim!(16), One, Conv<dim!(2)>>::default();
    let y = halves.forward(&picture) + point.forward(&picture);
    assert_eq!(y.sizes(), [16, 240, 320]);
}
