use shaped::prelude::*;

axis!(Batch);

fn rows<D: Size>(x: &Tensor<f32, shape![Batch, D]>) -> View<'_, f32, shape![32, D]> {
    x.fix().unwrap()
}

fn main() {
    let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
    let _ = rows(&x);
}
