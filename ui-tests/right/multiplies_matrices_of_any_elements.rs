use shaped::{StaticSize, prelude::*};

fn product<T: num_traits::Float + 'static, M: StaticSize, K: StaticSize, N: StaticSize>(
    x: &Tensor<T, shape![M, K]>,
    y: &Tensor<T, shape![K, N]>,
) -> Tensor<T, shape![M, N]> {
    x.matmul(y)
}

#[test]
fn compiles_and_runs() {
    let product = product(&Tensor::<f32, shape![2, 3]>::ones(), &Tensor::<f32, shape![3, 4]>::ones());
    assert_eq!(product.as_slice(), [3.0; 8]);
}
