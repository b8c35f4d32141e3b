use shaped::prelude::*;

axis!(Channels = 3);

#[test]
fn compiles_and_runs() {
    let photo = Tensor::<f32, shape![Channels, 32, 32]>::zeros();
    let gain = Tensor::<f32, shape![Channels, 1, 1]>::ones();
    assert_eq!((&photo + &gain).as_slice(), [1.0; 3072]);
}
