//! Products, attention and recurrent layers.

use half::{bf16, f16};
use shaped::nn::{self, Module, Parameters};
use shaped::prelude::*;

use super::operation;
use crate::race::data;
use crate::report::{Report, Single, tensor};

pub fn all(r: &mut Report) {
    operation!(r, "matmul", [f32 f16 bf16] { let w = tensor::<T, shape![1024, 512]>(2); } |x| x.matmul(&w), {
        "512 rows" [512, 1024] |x| x.view();
        "16 rows" [16, 1024] |x| x.view();
        "1 row" [1, 1024] |x| x.view();
    });
    operation!(r, "linear", [f32 bf16] { let w = tensor::<T, shape![512, 1024]>(2); } |x| x.linear_no_bias(&w), {
        "512 rows" [512, 1024] |x| x.view();
        "16 rows" [16, 1024] |x| x.view();
    });

    operation!(r, "matmul of the transpose", [f32 bf16] { let w = tensor::<T, shape![1024, 512]>(2); }
        |x| x.t().matmul(&w), { "contiguous" [1024, 512] |x| x.view(); });
    operation!(r, "matmul in batches", [f32 bf16] { let y = tensor::<T, shape![64, 64, 128]>(2); } |x| x.matmul(&y), {
        "contiguous" [64, 128, 64] |x| x.view();
    });
    operation!(r, "linear with bias", [f32] {
        let (w, b) = (tensor::<T, shape![512, 1024]>(2), tensor::<T, shape![512]>(3));
    } |x| x.linear(&w, &b), { "contiguous" [64, 1024] |x| x.view(); });
    operation!(r, "matrix by vector", [f32] { let y = tensor::<T, shape![1024]>(2); } |x| x.matmul(&y), matrix);
    operation!(r, "vector by matrix", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| x.matmul(&y), {
        "contiguous" [1024] |x| x.view();
    });
    operation!(r, "dot", [f32] { let y = tensor::<T, shape![65536]>(2); } |x| Single(x.dot(&y)), {
        "contiguous" [65536] |x| x.view();
    });
    operation!(r, "einsum of scores", [f32] { let k = tensor::<T, shape![4, 8, 128, 64]>(2); }
        |x| einsum!(b h i d, b h j d -> b h i j; x, &k), heads);
    operation!(r, "attention", [f32 bf16] {
        let (k, v) = (tensor::<T, shape![4, 8, 128, 64]>(2), tensor::<T, shape![4, 8, 128, 64]>(3));
    } |x| x.attention(&k, &v), heads);
    operation!(r, "attention, causal", [f32] {
        let (k, v) = (tensor::<T, shape![4, 8, 128, 64]>(2), tensor::<T, shape![4, 8, 128, 64]>(3));
    } |x| x.attention_causal(&k, &v), heads);
    operation!(r, "attention, masked", [f32] {
        let (k, v) = (tensor::<T, shape![4, 8, 128, 64]>(2), tensor::<T, shape![4, 8, 128, 64]>(3));
        let mask: Tensor<bool, shape![128, 128]> = Tensor::from_fn(|[i, j]| (i * 128 + j) % 3 == 0);
    } |x| x.attention_masked(&k, &v, &mask), heads);
    operation!(r, "cdist", [f32] { let y = tensor::<T, shape![256, 64]>(2); } |x| x.cdist(&y, 2.0), {
        "contiguous" [256, 64] |x| x.view();
    });
    operation!(r, "lstm", [f32] {
        let layer: nn::Lstm<dim!(128), dim!(128)> = seeded();
    } |x| layer.forward(x), { "contiguous" [8, 64, 128] |x| x.view(); });
    operation!(r, "gru", [f32] {
        let layer: nn::Gru<dim!(128), dim!(128)> = seeded();
    } |x| layer.forward(x), { "contiguous" [8, 64, 128] |x| x.view(); });
}

/// A layer whose parameters are a tenth of the numbers of seeds 2, 3 and so on, in PyTorch's order.
fn seeded<L: Default + Parameters>() -> L {
    let (mut layer, mut seed) = (L::default(), 2);
    layer.visit_mut(&mut |_, parameter| {
        let numbers = data(seed, parameter.len());
        parameter.iter_mut().zip(numbers).for_each(|(x, number)| *x = number / 10.0);
        seed += 1;
    });
    layer
}
