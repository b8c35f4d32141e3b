use shaped::prelude::*;

axis!(Channels = 3);

#[test]
fn compiles_and_runs() {
    let photo = Tensor::<f32, shape![3, 32, 32]>::zeros();
    assert_eq!(photo.rename::<shape![Channels, 32, 32]>().sizes(), [3, 32, 32]);
}
