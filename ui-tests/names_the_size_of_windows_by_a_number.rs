use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::ones();
    let windows = x.windows(Axis::<0>, 3);
}
