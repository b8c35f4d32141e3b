use shaped::prelude::*;

fn gates<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>) {
    let (gate, value) = x.split_at(Axis::<1>, Dim::<4>);
    let _ = (gate.sigmoid(), value.tanh());
}

fn main() {
    gates(&Tensor::<f32, shape![3, 8]>::zeros());
}
