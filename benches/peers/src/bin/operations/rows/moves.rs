//! Copies, indices and orders.

use half::{bf16, f16};
use shaped::prelude::*;

use super::operation;
use crate::report::{Report, Single, tensor};

pub fn all(r: &mut Report) {
    operation!(r, "flip, last axis", [f32 f64 f16] |x| x.flip(Axis::<-1>).to_tensor(), elements);
    operation!(r, "copy", [f32 f64 f16] |x| x.to_tensor(), matrix);
    operation!(r, "copy of images", [f32 f64 bf16] |x| x.to_tensor(), image);
    operation!(r, "copy, channels last", [f32 f64 bf16] |x| x.permute(axes![0, 2, 3, 1]).to_tensor(), image);
    operation!(r, "pad by 1", [f32 f64] |x| x.pad(((One, One), (One, One)), 0.0), pixels);
    operation!(r, "outer", [f32 f64] { let y = tensor::<T, shape![1024]>(2); } |x| x.outer(&y), {
        "contiguous" [1024] |x| x.view();
        "sliced" [1024, 2] |x| x.index_axis(Axis::<1>, 0);
    });
    operation!(r, "gather rows", [f32 f64] {
        let rows: Tensor<usize, shape![512]> = Tensor::from_fn(|[i]| i * 37 % 1024);
    } |x| x.index_select(Axis::<0>, &rows), matrix);
    operation!(r, "gather, first axis", [f32 f64] {
        let rows: Tensor<usize, shape![1024, 1024]> = Tensor::from_fn(|[i, j]| (i * 37 + j) % 1024);
    } |x| x.gather(Axis::<0>, &rows), matrix);
    operation!(r, "mse", [f32 f64] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| Single(x.mse_loss(&y)), matrix);
    operation!(r, "rotary", [f32] {
        let (cos, sin) = (tensor::<T, shape![128, 32]>(2), tensor::<T, shape![128, 32]>(3));
    } |x| {
        let (a, b) = (x.narrow(Axis::<3>, 0, Dim::<32>), x.narrow(Axis::<3>, 32, Dim::<32>));
        (&a * &cos - &b * &sin).concat(&(&b * &cos + &a * &sin), Axis::<3>)
    }, {
        "contiguous" [8, 8, 128, 64] |x| x.view();
        "heads swapped" [8, 128, 8, 64] |x| x.permute(axes![0, 2, 1, 3]);
    });
    operation!(r, "topk 10 of rows", [f32] |x| x.topk(Axis::<-1>, Dim::<10>), {
        "contiguous" [256, 1024] |x| x.view();
    });
    operation!(r, "sort of rows", [f32] |x| x.sort(Axis::<-1>, Order::Ascending), {
        "contiguous" [256, 1024] |x| x.view();
    });
    operation!(r, "argsort of rows", [f32] |x| x.argsort(Axis::<-1>, Order::Ascending), {
        "contiguous" [256, 1024] |x| x.view();
    });

    operation!(r, "gather, last axis", [f32] { let columns = scattered(); } |x| x.gather(Axis::<1>, &columns), plain);
    operation!(r, "gather columns", [f32] {
        let columns: Tensor<usize, shape![512]> = Tensor::from_fn(|[i]| i * 37 % 1024);
    } |x| x.index_select(Axis::<1>, &columns), plain);
    operation!(r, "embedding", [f32] {
        let ids: Tensor<usize, shape![16, 128]> = Tensor::from_fn(|[i, j]| (i * 128 + j) * 37 % 4096);
    } |x| x.embedding(&ids), { "contiguous" [4096, 256] |x| x.view(); });
    operation!(r, "scatter_add", [f32] {
        let (columns, y) = (scattered(), tensor::<T, shape![1024, 1024]>(2));
    } |x| {
        let mut sums = x.to_tensor();
        sums.scatter_add(Axis::<1>, &columns, &y);
        sums
    }, plain);
    operation!(r, "index_add", [f32] {
        let rows: Tensor<usize, shape![512]> = Tensor::from_fn(|[i]| i * 37 % 1024);
        let y = tensor::<T, shape![512, 1024]>(2);
    } |x| {
        let mut sums = x.to_tensor();
        sums.index_add(Axis::<0>, &rows, &y);
        sums
    }, plain);
    operation!(r, "one_hot", [f32] {
        let classes: Tensor<usize, shape![1024]> = Tensor::from_fn(|[i]| i * 37 % 1000);
    } |_x| classes.one_hot::<T, _>(Dim::<1000>), { "contiguous" [1] |x| x.view(); });
    operation!(r, "tril", [f32] | x | x.tril(0), plain);
    operation!(r, "triu", [f32] | x | x.triu(1), plain);
    operation!(r, "concat, last axis", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); }
        |x| x.concat(&y, Axis::<1>), plain);
    operation!(r, "concat, first axis", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); }
        |x| x.concat(&y, Axis::<0>), plain);
    operation!(r, "stack, last axis", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); }
        |x| x.stack(&y, Axis::<2>), plain);
    operation!(r, "tile", [f32] |x| x.tile((Dim::<2>, Dim::<2>)), { "contiguous" [512, 512] |x| x.view(); });
    operation!(r, "repeat heads", [f32] |x| x.repeat_interleave(Axis::<1>, Dim::<4>), {
        "contiguous" [8, 2, 128, 64] |x| x.view();
    });
    operation!(r, "swap heads", [f32] |x| x.permute(axes![0, 2, 1, 3]).to_tensor(), {
        "contiguous" [8, 128, 8, 64] |x| x.view();
    });
    operation!(r, "roll, last axis", [f32] | x | x.roll(Axis::<1>, 3), plain);
    operation!(r, "split in three, summed", [f32] |x| {
        let [a, b, c] = x.chunks(Axis::<1>, Dim::<3>);
        (a.lazy() + &b + &c).eval()
    }, { "contiguous" [1024, 1536] |x| x.view(); });
}

/// A place on an axis of 1024 for each element of a matrix.
fn scattered() -> Tensor<usize, shape![1024, 1024]> {
    Tensor::from_fn(|[i, j]| (i * 37 + j) % 1024)
}
