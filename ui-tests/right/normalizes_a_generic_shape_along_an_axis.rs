use shaped::prelude::*;

fn weights<S: Shape + shaped::Along<AXIS<-1>>>(scores: &Tensor<f32, S>) -> Tensor<f32, S> {
    scores.softmax(Axis::<-1>)
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 2]> = Tensor::zeros();
    assert_eq!(weights(&x), Tensor::full(0.5));
}
