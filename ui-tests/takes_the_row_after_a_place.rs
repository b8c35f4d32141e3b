use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![8, 12]>::ones();
    let i = 3;
    part!(x; i + 1).to_tensor();
}
