use shaped::prelude::*;

axis!(Seq);

fn main() {
    let tokens = Tensor::<f32, shape![512, 64]>::ones();
    let _ = tokens.narrow(Axis::<0>, 2, Seq(7));
}
