use shaped::{nn::*, prelude::*};

type Net = (Linear<dim!(8), dim!(16)>, Relu, Linear<dim!(16), dim!(2)>);

fn main() {
    let x = tensor![[0.5f64; 8]; 4];
    Net::default().forward(&x);
}
