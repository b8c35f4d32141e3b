use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 3, 4]>::zeros_with(Batch(2));
    let _ = x.flatten_axes(Axis::<0>, Axis::<1>);
}
