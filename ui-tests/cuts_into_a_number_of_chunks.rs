use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 12]>::zeros();
    let [_q, _k, _v] = x.chunks(Axis::<1>, 3);
}
