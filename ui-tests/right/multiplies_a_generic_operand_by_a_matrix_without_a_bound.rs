use shaped::{MatMul, nn::Param, prelude::*};

fn project<X: Operand<Elem = f32>, I: Size, O: Size>(x: &X, weight: &Param<shape![I, O]>) -> usize
where
    X::Shape: MatMul<shape![I, O]>,
{
    x.matmul(weight).numel()
}

#[test]
fn compiles_and_runs() {
    let weight = Param::new(Tensor::<f32, shape![3, 4]>::ones());
    assert_eq!(project(&Tensor::<f32, shape![2, 3]>::ones(), &weight), 8);
}
