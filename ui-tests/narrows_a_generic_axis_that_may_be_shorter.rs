use shaped::prelude::*;

fn first_four<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>) -> Tensor<f32, shape![B]> {
    x.narrow(Axis::<1>, 0, Dim::<4>).mean(Axis::<1>)
}

fn main() {
    let _ = first_four(&Tensor::<f32, shape![3, 8]>::zeros());
}
