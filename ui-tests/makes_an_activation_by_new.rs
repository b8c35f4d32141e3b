use shaped::{nn::*, prelude::*};

fn main() {
    let model = (Linear::<dim!(784), dim!(10)>::default(), Relu::new());
    let y = model.forward(&Tensor::<f32, shape![64, 784]>::zeros());
    println!("{y}");
}
