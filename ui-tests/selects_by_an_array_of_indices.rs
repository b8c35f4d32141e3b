use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 64]>::ones();
    let _ = x.index_select(Axis::<1>, &[0, 3]);
}
