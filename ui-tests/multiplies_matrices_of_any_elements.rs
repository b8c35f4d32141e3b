use shaped::{StaticSize, prelude::*};

fn product<T, M: StaticSize, K: StaticSize, N: StaticSize>(
    x: &Tensor<T, shape![M, K]>,
    y: &Tensor<T, shape![K, N]>,
) -> Tensor<T, shape![M, N]> {
    x.matmul(y)
}

fn main() {
    product(&Tensor::<f32, shape![2, 3]>::ones(), &Tensor::<f32, shape![3, 4]>::ones());
}
