use shaped::{TopK, prelude::*};

fn best<B: Size, D: Size>(x: &Tensor<f32, shape![B, D]>) -> Tensor<usize, shape![B, 5]>
where
    shape![B, D]: TopK<Axis<1>, Dim<5>, Output = shape![B, 5]>,
{
    x.topk(Axis::<1>, Dim::<5>).1
}

#[test]
fn compiles_and_runs() {
    best(&Tensor::<f32, shape![32, 10]>::zeros());
}
