use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![10, 10]>::ones();
    let change = Tensor::<f32, shape![8, 8]>::ones();
    let mut inner = part!(mut x; 1..9, 1..9);
    inner += &change;
    inner *= 2.0;
    inner -= change.lazy() * 2.0;
    assert_eq!(x.sum_all(), 164.0);
}
