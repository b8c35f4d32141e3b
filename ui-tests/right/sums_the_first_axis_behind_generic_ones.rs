use shaped::prelude::*;

fn totals<S: Shape + shaped::Reduce<Axis<0>>>(x: &Tensor<f32, S>) -> f32 {
    x.sum(Axis::<0>).sum_all()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(totals(&Tensor::<f32, shape![4, 3]>::ones()), 12.0);
}
