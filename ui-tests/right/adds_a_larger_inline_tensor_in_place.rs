use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut pixel = Inline::<f32, shape![3]>::zeros();
    pixel += Inline::<f32, shape![1]>::ones();
    assert_eq!(pixel, Inline::ones());
}
