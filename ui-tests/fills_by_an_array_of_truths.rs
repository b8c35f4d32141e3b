use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let _ = x.masked_fill(&[true, false, true], 0.0);
}
