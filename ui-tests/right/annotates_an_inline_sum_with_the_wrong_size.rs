use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let pixel = Inline::<f32, shape![3]>::ones();
    let _: Inline<f32, shape![3]> = pixel * pixel;
}
