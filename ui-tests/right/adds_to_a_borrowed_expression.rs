use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let twice = x.lazy();
    let y = (twice + &x).eval();
    assert_eq!(y.sum_all(), 12.0);
}
