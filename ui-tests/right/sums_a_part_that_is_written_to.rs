use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![4, 3]>::ones();
    let part = part!(mut x; 0..2);
    assert_eq!(part.view().sum(Axis::<0>), tensor![2.0, 2.0, 2.0]);
}
