use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![4, 10]>::zeros();
    let part = x.narrow(Axis::<1>, 2, 3);
    let mean = part.mean(Axis::<-1>);
    let _ = (&part * 2.0, mean);
}
