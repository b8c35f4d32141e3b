use shaped::prelude::*;

fn padded<N: StaticSize>(rows: &Tensor<f32, shape![N, 3]>) -> Tensor<f32, shape![N, 6]> {
    rows.concat(&Tensor::<f32, shape![N, 3]>::zeros(), Axis::<1>)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(padded(&Tensor::<_, shape![2, 3]>::ones()).sizes(), [2, 6]);
}
