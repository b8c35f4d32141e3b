use shaped::{Size, prelude::*};

fn attend<B: Size, T: Size>(scores: &Tensor<f32, shape![B, T]>) -> Tensor<f32, shape![B, T]> {
    scores.softmax(Axis::<-1>)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(attend(&Tensor::<f32, shape![2, 4]>::ones()).as_slice(), [0.25; 8]);
}
