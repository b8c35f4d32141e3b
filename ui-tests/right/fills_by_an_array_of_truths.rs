use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let _ = x.masked_fill(&tensor![true, false, true], 0.0);
}
