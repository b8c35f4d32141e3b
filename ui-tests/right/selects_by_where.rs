use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = x.masked_fill(&x.greater(0.0), 0.0);
    assert_eq!(y.sum_all(), 0.0);
}
