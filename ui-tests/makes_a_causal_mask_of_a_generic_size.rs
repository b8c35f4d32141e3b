use shaped::prelude::*;

fn causal<N: Size>(n: N) -> Tensor<bool, shape![N, N]> {
    Tensor::from_fn_with(n, |[i, j]| j <= i)
}

fn main() {
    causal(Dim::<3>);
}
