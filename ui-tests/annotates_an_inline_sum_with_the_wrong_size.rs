use shaped::prelude::*;

fn main() {
    let pixel = Inline::<f32, shape![3]>::ones();
    let _: Inline<f32, shape![4]> = pixel * pixel;
}
