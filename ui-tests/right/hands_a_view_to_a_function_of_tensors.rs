use shaped::prelude::*;

fn brightness(picture: &Tensor<f32, shape![3, 22, 22]>) -> f32 {
    picture.mean_all()
}

#[test]
fn compiles_and_runs() {
    let batch: Tensor<f32, shape![16, 3, 22, 22]> = Tensor::ones();
    assert_eq!(brightness(&batch.index_axis(Axis::<0>, 0).to_tensor()), 1.0);
}
