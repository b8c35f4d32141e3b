use shaped::prelude::*;

axis!(Row);

#[test]
fn compiles_and_runs() {
    let count = std::env::args().count();
    let rows = Tensor::<f32, shape![Row, 4]>::zeros_with(Row(count));
    assert_eq!(rows.sizes(), [count, 4]);
}
