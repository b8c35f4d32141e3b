use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = (Linear::<dim!(784), dim!(10)>::default(), Relu);
    let y = model.forward(&Tensor::<f32, shape![64, 784]>::zeros());
    assert_eq!(y.sizes(), [64, 10]);
}
