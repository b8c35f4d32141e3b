use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let (ids, rows) = (tensor![1, 5], Tensor::<f32, shape![2, 4]>::ones());
    value_and_grad(&x, |tape| {
        let mut y = tape.input(&x).exp();
        y.index_add(Axis::<0>, &ids, &rows);
        y.mean_all()
    });
}
