use shaped::{nn::*, prelude::*};

axis!(Height);
axis!(Width);

fn main() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let head = Linear::<dim!(16), dim!(10)>::default();
    let small = picture.max_pool2d(Pool::new(Dim::<32>));
    let _ = head.forward(&small);
}
