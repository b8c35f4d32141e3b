use shaped::{Eager, prelude::*};

fn brightness(picture: &impl Operand<Elem = f32, Shape = shape![3, 22, 22], Kind = Eager>) -> f32 {
    picture.mean_all()
}

#[test]
fn compiles_and_runs() {
    let batch: Tensor<f32, shape![16, 3, 22, 22]> = Tensor::ones();
    for picture in batch.axis_iter(Axis::<0>) {
        assert_eq!(brightness(&picture), 1.0);
    }
}
