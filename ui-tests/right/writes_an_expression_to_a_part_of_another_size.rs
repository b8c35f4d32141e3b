use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let mut y = Tensor::<f32, shape![8, 3]>::zeros();
    (x.lazy() * 2.0).assign_to(&mut part!(mut y; 2..4));
    assert_eq!((y[[1, 0]], y[[3, 2]], y[[4, 0]]), (0.0, 2.0, 0.0));
}
