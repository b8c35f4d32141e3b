use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let rows = Tensor::<f32, shape![4, 3]>::zeros();
    let _first = rows.narrow(Axis::<0>, 0, One);
}
