use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let pool = MaxPool2d(Pool::new(Dim::<2>));
    let y = pool.forward(&Tensor::<f32, shape![8, 16, 32, 32]>::zeros());
    assert_eq!(y.sizes(), [8, 16, 16, 16]);
}
