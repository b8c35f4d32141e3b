use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![6, 4]>::ones();
    for part in x.chunk(2, 0) {
        println!("{part}");
    }
}
