use shaped::{grad::value_and_grad, prelude::*};

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let (ids, rows) = (tensor![1, 5], Tensor::<f32, shape![2, 4]>::ones());
    value_and_grad(&x, |tape| {
        let mut shift = Tensor::<f32, shape![64, 4]>::zeros();
        shift.index_add(Axis::<0>, &ids, &rows);
        let y = tape.input(&x).exp() + tape.constant(&shift);
        y.mean_all()
    });
}
