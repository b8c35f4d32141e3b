use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        fc: Linear<dim!(784), dim!(10)>,
    }
}

fn main() {
    let mut net = Net::default();
    net.zero_grad();
    let y = net.fc.forward(&Tensor::<f32, shape![64, 784]>::zeros());
    println!("{y}");
}
