use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![4, 6]>::ones();
    let y = Tensor::<f32, shape![2, 12]>::ones();
    let _ = x.view_as(&y) + y;
}
