use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 12]>::zeros();
    let [q, _k, _v] = x.chunks(Axis::<1>, Dim::<3>);
    assert_eq!(q.sizes(), [2, 4]);
}
