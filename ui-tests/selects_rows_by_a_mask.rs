use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![3, 10]>::ones();
    let keep = tensor![true, false, true];
    x.index_select(Axis::<0>, &keep);
}
