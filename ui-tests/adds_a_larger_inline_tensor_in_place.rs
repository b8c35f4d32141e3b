use shaped::prelude::*;

fn main() {
    let mut pixel = Inline::<f32, shape![3]>::zeros();
    pixel += Inline::<f32, shape![2, 3]>::ones();
}
