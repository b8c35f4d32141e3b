use shaped::prelude::*;

axis!(Kept);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![3, 10]>::ones();
    let keep = tensor![true, false, true];
    let places: Vec<usize> = keep.nonzero().into_iter().map(|[row]| row).collect();
    let places =
        Tensor::<usize, shape![Kept]>::from_vec_with(Kept(places.len()), places).expect("as many as there are");
    assert_eq!(x.index_select(Axis::<0>, &places).sizes(), [2, 10]);
}
