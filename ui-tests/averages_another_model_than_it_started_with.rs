use shaped::{nn::*, optim::Ema, prelude::*};

fn main() {
    let teacher = Linear::<dim!(64), dim!(100)>::default();
    let student = Linear::<dim!(64), dim!(10)>::default();
    let mut average = Ema::new(&teacher, 0.99);
    average.update(&student);
}
