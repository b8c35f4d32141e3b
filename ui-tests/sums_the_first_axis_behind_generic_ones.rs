use shaped::prelude::*;

fn totals<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) {
    let _ = x.sum(Axis::<0>);
}

fn main() {
    totals(&Tensor::<f32, shape![4, 3]>::ones());
}
