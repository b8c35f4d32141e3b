use shaped::prelude::*;

axis!(Batch);
axis!(Time);

fn main() {
    let _ = Tensor::<f32, shape![Batch, 784]>::zeros_with(Time(32));
}
