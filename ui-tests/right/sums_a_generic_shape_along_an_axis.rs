use shaped::prelude::*;

fn totals<S: Shape + shaped::Reduce<AXIS<-1>>>(x: &Tensor<f32, S>) -> f32 {
    x.sum(Axis::<-1>).sum_all()
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    assert_eq!(totals(&x), 12.0);
}
