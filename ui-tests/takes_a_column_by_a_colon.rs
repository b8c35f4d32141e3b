use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![8, 12]>::ones();
    part!(x; :, 2).to_tensor();
}
