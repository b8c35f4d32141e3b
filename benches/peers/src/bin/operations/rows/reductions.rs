//! Reductions, scans, normalizations and losses.

use half::{bf16, f16};
use shaped::prelude::*;

use super::operation;
use crate::report::{Elem, Report, Single, positive, tensor};

pub fn all(r: &mut Report) {
    operation!(r, "max, last axis", [f32 f64 f16 bf16] |x| x.max(Axis::<-1>), matrix);
    operation!(r, "max, first axis", [f32 f64] |x| x.max(Axis::<0>), matrix);
    operation!(r, "sum, last axis", [f32 f64 f16 bf16] |x| x.sum(Axis::<-1>), matrix);
    operation!(r, "sum, first axis", [f32 f64] |x| x.sum(Axis::<0>), matrix);
    operation!(r, "mean, last axis", [f32 bf16] |x| x.mean(Axis::<-1>), matrix);
    operation!(r, "var, last axis", [f32] | x | x.var(Axis::<-1>), matrix);
    operation!(r, "argmax, last axis", [f32 f64] |x| x.argmax(Axis::<-1>), matrix);
    operation!(r, "softmax, last axis", [f32 f64 f16 bf16] |x| x.softmax(Axis::<-1>), matrix);
    operation!(r, "softmax, first axis", [f32 f64] |x| x.softmax(Axis::<0>), matrix);
    operation!(r, "log_softmax, last axis", [f32] | x | x.log_softmax(Axis::<-1>), matrix);
    operation!(r, "layer_norm", [f32 f64 f16 bf16] {
        let (w, b) = (tensor::<T, shape![1024]>(2), tensor::<T, shape![1024]>(3));
    } |x| x.layer_norm(&w, &b, <T as crate::report::Elem>::of(1e-5)), matrix);
    operation!(r, "sum, axis 0 of 65536 x 3", [f32 f64] |x| x.sum(Axis::<0>), {
        "contiguous" [65536, 3] |x| x.view();
    });
    operation!(r, "sum, rows of 56", [f32 f64] |x| x.sum(Axis::<-1>), {
        "contiguous" [14336, 56] |x| x.view();
        "sliced" [14336, 112] |x| x.narrow(Axis::<1>, 0, Dim::<56>);
    });
    operation!(r, "max, rows of 56", [f32 f64] |x| x.max(Axis::<-1>), {
        "contiguous" [14336, 56] |x| x.view();
    });
    operation!(r, "sum, all of 50 MB", [f32] |x| Single(x.sum_all()), {
        "contiguous" [3584, 3584] |x| x.view();
    });
    operation!(r, "sum, axis 0 of 50 MB", [f32] |x| x.sum(Axis::<0>), {
        "contiguous" [3584, 3584] |x| x.view();
    });
    operation!(r, "sum, axis 1 of 50 MB", [f32] |x| x.sum(Axis::<1>), {
        "contiguous" [3584, 3584] |x| x.view();
    });

    operation!(r, "min, last axis", [f32 f16] |x| x.min(Axis::<-1>), plain);
    operation!(r, "argmin, last axis", [f32] | x | x.argmin(Axis::<-1>), plain);
    operation!(r, "std, last axis", [f32] | x | x.std(Axis::<-1>), plain);
    operation!(r, "prod of positives", [f32] | x | x.prod(Axis::<-1>), plain);
    operation!(r, "logsumexp, last axis", [f32 bf16] |x| x.logsumexp(Axis::<-1>), plain);
    operation!(r, "norm, last axis", [f32] | x | x.norm(Axis::<-1>), matrix);
    operation!(r, "max, all", [f32] | x | Single(x.max_all()), plain);
    operation!(r, "mean, all", [f32] | x | Single(x.mean_all()), plain);
    operation!(r, "argmax, all", [f32] | x | Single(x.argmax_all()), plain);
    operation!(r, "count of positive", [f32] | x | Single(x.greater(0.0).count_nonzero_all()), plain);
    operation!(r, "all finite", [f32] | x | Single(x.is_finite().all_all()), plain);
    operation!(r, "cumsum, last axis", [f32 f64] |x| x.cumsum(Axis::<-1>), plain);
    operation!(r, "cumsum, first axis", [f32] | x | x.cumsum(Axis::<0>), plain);
    operation!(r, "cosine_similarity", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); }
        |x| x.cosine_similarity(&y, Axis::<-1>), plain);
    operation!(r, "normalize", [f32] | x | x.normalize(Axis::<-1>), plain);
    operation!(r, "rms_norm", [f32 bf16] { let w = tensor::<T, shape![1024]>(2); }
        |x| x.rms_norm(&w, <T as Elem>::of(1e-5)), plain);
    operation!(r, "batch_norm", [f32] {
        let (mean, var) = (tensor::<T, shape![32]>(2), positive::<T, shape![32]>(3));
        let (w, b) = (tensor::<T, shape![32]>(4), tensor::<T, shape![32]>(5));
    } |x| x.batch_norm(Axis::<1>, &mean, &var, &w, &b, 1e-5), pixels);
    operation!(r, "group_norm", [f32] {
        let (w, b) = (tensor::<T, shape![32]>(2), tensor::<T, shape![32]>(3));
    } |x| x.group_norm(Axis::<1>, Dim::<8>, &w, &b, 1e-5), pixels);
    operation!(r, "instance_norm", [f32] {
        let (w, b) = (tensor::<T, shape![32]>(2), tensor::<T, shape![32]>(3));
    } |x| x.instance_norm(Axis::<1>, &w, &b, 1e-5), image);
    operation!(r, "cross_entropy", [f32 bf16] { let classes = classes(); } |x| Single(x.cross_entropy(&classes)), {
        "contiguous" [256, 1024] |x| x.view();
    });
    operation!(r, "nll_loss", [f32] { let classes = classes(); } |x| Single(x.nll_loss(&classes)), {
        "contiguous" [256, 1024] |x| x.view();
    });
    operation!(r, "binary_cross_entropy_with_logits", [f32] { let y = positive::<T, shape![1024, 1024]>(2); }
        |x| Single(x.binary_cross_entropy_with_logits(&y)), plain);
    operation!(r, "l1_loss", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| Single(x.l1_loss(&y)), plain);
    operation!(r, "huber_loss", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); }
        |x| Single(x.huber_loss(&y, 0.5)), plain);
    operation!(r, "smooth_l1_loss", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); }
        |x| Single(x.smooth_l1_loss(&y, 0.5)), plain);
    operation!(r, "kl_div", [f32] { let y = positive::<T, shape![1024, 1024]>(2); } |x| Single(x.kl_div(&y)), plain);
}

fn classes() -> Tensor<usize, shape![256]> {
    Tensor::from_fn(|[i]| i * 37 % 1024)
}
