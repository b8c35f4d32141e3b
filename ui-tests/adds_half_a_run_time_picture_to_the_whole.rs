use shaped::{nn::*, prelude::*};

axis!(Height);
axis!(Width);

fn main() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let halves = Conv2d::<dim!(16), dim!(16), dim!(3), Conv<dim!(2), One>>::default();
    let _ = halves.forward(&picture) + &picture;
}
