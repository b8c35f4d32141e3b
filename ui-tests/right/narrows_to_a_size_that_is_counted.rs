use shaped::prelude::*;

axis!(Seq);

#[test]
fn compiles_and_runs() {
    let tokens = Tensor::<f32, shape![512, 64]>::ones();
    assert_eq!(tokens.narrow_with(Axis::<0>, 2, Seq(7)).sizes(), [7, 64]);
}
