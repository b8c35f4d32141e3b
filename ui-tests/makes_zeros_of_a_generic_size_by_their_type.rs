use shaped::prelude::*;

fn padded<N: Size>(rows: &Tensor<f32, shape![N, 3]>) -> Tensor<f32, shape![N, 6]> {
    rows.concat(&Tensor::<f32, shape![N, 3]>::zeros(), Axis::<1>)
}

fn main() {
    padded(&Tensor::<_, shape![2, 3]>::ones());
}
