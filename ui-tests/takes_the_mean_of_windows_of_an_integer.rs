use shaped::prelude::*;

fn main() {
    let prices = Tensor::<f32, shape![100]>::zeros();
    let window = prices.unfold(Axis::<0>, 5, 1);
    let _ = window.mean(Axis::<-1>);
}
