// A row has three numbers, and none of the operands has.
use shaped::prelude::*;

fn main() {
    let rows = Inline::<f32, shape![4, 3]>::ones();
    let _ = rows + Tensor::<f32, shape![2]>::ones();
    let _ = rows + &Tensor::<f32, shape![4]>::ones();
    let _ = rows + Tensor::<f32, shape![5]>::ones().view();
    let _ = rows + &Tensor::<f32, shape![6]>::ones().view();
    let _ = rows + Inline::<f32, shape![7]>::ones();
    let _ = rows + &Inline::<f32, shape![8]>::ones();
}
