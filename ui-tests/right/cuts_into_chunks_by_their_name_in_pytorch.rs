use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![6, 4]>::ones();
    for part in x.chunks(Axis::<0>, Dim::<2>) {
        assert_eq!(part.sizes(), [3, 4]);
    }
}
