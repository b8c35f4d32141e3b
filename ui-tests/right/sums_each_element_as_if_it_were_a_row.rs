use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 10]> = Tensor::ones();
    for row in x.axis_iter(Axis::<0>) {
        assert_eq!(row.sum_all(), 10.0);
    }
}
