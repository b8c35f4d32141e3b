use shaped::{nn::*, prelude::*};

struct Scale<const BY: i32>;

fn main() {
    let model = (Scale::<2>, Linear::<dim!(32), dim!(2)>::default());
    let _ = model.forward(&Tensor::<f32, shape![5, 32]>::ones());
}
