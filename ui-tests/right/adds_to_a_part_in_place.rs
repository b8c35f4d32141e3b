use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![10, 10]>::ones();
    let y = Tensor::<f32, shape![8, 10]>::ones();
    let mut inner = x.view_mut().part().narrow(Axis::<0>, 1, Dim::<8>);
    let sum = inner.view() + &y;
    inner.copy_from(&sum);
    inner.map_in_place(|x| x + 1.0);
    assert_eq!(x.sum_all(), 260.0);
}
