use shaped::nn::*;
use shaped::prelude::*;

axis!(Batch);

type Head = (Linear<dim!(784), Dim<10>>, Relu);

fn line(x: &Tensor<f32, shape![3, 4]>) -> Tensor<f32, ((((), One), Dim<3>), Dim<4>)> {
    x.unsqueeze(Axis::<0>).to_tensor()
}

// What is copied from an error compiles.
fn copied(x: Tensor<f32, ((((), ONE), DIM<3>), DIM<4>)>) -> Tensor<f32, shape![1, 3, 4]> {
    x
}

#[test]
fn compiles_and_runs() {
    let head = Head::default();
    let x: Tensor<f32, shape![3, 1, 784]> = Tensor::zeros();
    let y: Tensor<f32, ((((), Dim<3>), One), dim!(10))> = Tensor::zeros();
    assert_eq!((head.forward(&x) + &y).sizes(), [3, 1, 10]);
    assert_eq!(x.sum(Axis::<2>).sizes(), [3, 1]);
    assert_eq!(x.narrow(Axis::<0>, 0, Dim::<2>).sizes(), [2, 1, 784]);
    let axis: AXIS<2> = Axis::<2>;
    assert_eq!(x.sum(axis).sizes(), [3, 1]);
    let batch: Tensor<f32, shape![Batch, 4]> = Tensor::zeros_with(Batch(2));
    assert_eq!(batch.sizes(), [2, 4]);
    assert_eq!(copied(line(&Tensor::zeros())).sizes(), [1, 3, 4]);
}
