use shaped::prelude::*;

fn best<B: Size, D: Size>(x: &Tensor<f32, shape![B, D]>) -> Tensor<usize, shape![B, 5]> {
    x.topk(Axis::<1>, Dim::<5>).1
}

fn main() {
    best(&Tensor::<f32, shape![32, 10]>::zeros());
}
