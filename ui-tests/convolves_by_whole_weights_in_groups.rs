use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![1, 16, 8, 8]>::ones();
    let weight = Tensor::<f32, shape![16, 16, 3, 3]>::ones();
    x.conv2d(&weight, Conv::same().groups(Dim::<16>));
}
