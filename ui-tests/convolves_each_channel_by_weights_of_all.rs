use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 16, 8, 8]>::ones();
    let weights = Tensor::<f32, shape![16, 16, 3, 3]>::ones();
    let _ = x.conv2d(&weights, Conv::new().groups(Dim::<16>));
}
