use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![8, 3]>::ones();
    println!("{}", x.max_axis(Axis::<0>));
}
