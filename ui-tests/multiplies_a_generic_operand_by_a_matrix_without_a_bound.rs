// Of what shape `x` is, nothing is known.
use shaped::{nn::Param, prelude::*};

fn project<X: Operand<Elem = f32>, I: Size, O: Size>(x: &X, weight: &Param<shape![I, O]>) {
    let _ = x.matmul(weight);
}

fn main() {
    project(&Tensor::<f32, shape![2, 3]>::ones(), &Param::new(Tensor::<f32, shape![3, 4]>::ones()));
}
