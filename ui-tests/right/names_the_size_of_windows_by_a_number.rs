use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![8, 3]>::ones();
    assert_eq!(x.windows(Axis::<0>, Dim::<3>).sizes(), [6, 3, 3]);
}
