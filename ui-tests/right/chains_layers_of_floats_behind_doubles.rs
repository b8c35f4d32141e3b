use shaped::{nn::*, prelude::*};

type Net = (Linear<dim!(8), dim!(16)>, Relu, Linear<dim!(16), dim!(2)>);

#[test]
fn compiles_and_runs() {
    let x = tensor![[0.5f32; 8]; 4];
    assert_eq!(Net::default().forward(&x).sizes(), [4, 2]);
}
