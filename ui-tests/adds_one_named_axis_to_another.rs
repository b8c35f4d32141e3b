use shaped::prelude::*;

axis!(Batch);
axis!(Time);

fn main() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(7));
    let y = Tensor::<f32, shape![Time, 3]>::zeros_with(Time(7));
    let _ = &x + &y;
}
