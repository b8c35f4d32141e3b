//! What is computed of each element, or of each pair.

use half::{bf16, f16};
use shaped::prelude::*;

use super::operation;
use crate::report::{Elem, Report, positive, tensor};

pub fn all(r: &mut Report) {
    operation!(r, "gelu tanh", [f32 f64 f16 bf16] |x| x.gelu_tanh(), elements);
    operation!(r, "gelu", [f32 bf16] |x| x.gelu(), elements);
    operation!(r, "sigmoid", [f32] | x | x.sigmoid(), elements);
    operation!(r, "silu", [f32 bf16] |x| x.silu(), elements);
    operation!(r, "tanh", [f32] | x | x.tanh(), elements);
    operation!(r, "softplus", [f32] | x | x.softplus(), elements);
    operation!(r, "relu", [f32 f64] |x| x.relu(), elements);
    operation!(r, "exp", [f32 f64] |x| x.exp(), elements);
    operation!(r, "add itself", [f32 f64 f16 bf16] |x| x + x, elements);

    operation!(r, "mish", [f32] | x | x.mish(), plain);
    operation!(r, "elu", [f32] | x | x.elu(1.0), plain);
    operation!(r, "leaky_relu", [f32] | x | x.leaky_relu(<T as Elem>::of(0.01)), plain);
    operation!(r, "relu6", [f32] | x | x.relu6(), plain);
    operation!(r, "hard_swish", [f32] | x | x.hard_swish(), plain);
    operation!(r, "hard_sigmoid", [f32] | x | x.hard_sigmoid(), plain);
    operation!(r, "log_sigmoid", [f32] | x | x.log_sigmoid(), plain);
    operation!(r, "glu", [f32] |x| {
        let (a, b) = x.split_at(Axis::<1>, <dim!(1024)>::default());
        (a.lazy() * b.lazy().sigmoid()).eval()
    }, { "contiguous" [1024, 2048] |x| x.view(); });
    operation!(r, "abs", [f32] | x | x.abs(), plain);
    operation!(r, "negate", [f32] | x | -x, plain);
    operation!(r, "square", [f32] | x | x.square(), plain);
    operation!(r, "floor", [f32] | x | x.floor(), plain);
    operation!(r, "round", [f32] | x | x.round(), plain);
    operation!(r, "sin", [f32 f64] |x| x.sin(), plain);
    operation!(r, "cos", [f32] | x | x.cos(), plain);
    operation!(r, "erf", [f32 bf16] |x| x.erf(), plain);
    operation!(r, "exp_m1", [f32] | x | x.exp_m1(), plain);
    operation!(r, "clamp", [f32 bf16] |x| x.clamp(<T as Elem>::of(-0.5), <T as Elem>::of(0.5)), plain);
    operation!(r, "sqrt of positives", [f32] | x | x.sqrt(), plain);
    operation!(r, "rsqrt of positives", [f32] | x | x.rsqrt(), plain);
    operation!(r, "recip of positives", [f32] | x | x.recip(), plain);
    operation!(r, "ln of positives", [f32 f64] |x| x.ln(), plain);
    operation!(r, "ln_1p of positives", [f32] | x | x.ln_1p(), plain);
    operation!(r, "powf of positives", [f32] | x | x.powf(2.5), plain);
    operation!(r, "cast to bf16", [f32] | x | x.cast::<bf16>(), plain);
    operation!(r, "cast to f32", [f16 bf16] |x| x.cast::<f32>(), plain);
    operation!(r, "greater", [f32] | x | x.greater(<T as Elem>::of(0.0)), plain);
    operation!(r, "subtract", [f32 bf16] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| x - &y, plain);
    operation!(r, "multiply", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| x * &y, plain);
    operation!(r, "divide", [f32] { let y = positive::<T, shape![1024, 1024]>(2); } |x| x / &y, plain);
    operation!(r, "maximum", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| x.maximum(&y), plain);
    operation!(r, "lerp", [f32] { let y = tensor::<T, shape![1024, 1024]>(2); } |x| x.lerp(&y, 0.25), plain);
    operation!(r, "where", [f32] {
        let (mask, y) = (thirds(), tensor::<T, shape![1024, 1024]>(2));
    } |x| mask.select(x, &y), plain);
    operation!(r, "masked_fill", [f32] { let mask = thirds(); } |x| x.masked_fill(&mask, 0.5), plain);
    operation!(r, "add a row", [f32 bf16] { let y = tensor::<T, shape![1024]>(2); } |x| x + &y, plain);
    operation!(r, "add a column", [f32] { let y = tensor::<T, shape![1024, 1]>(2); } |x| x + &y, plain);
    operation!(r, "add to each position", [f32] { let y = tensor::<T, shape![16, 1, 256]>(2); } |x| x + &y, {
        "contiguous" [16, 256, 256] |x| x.view();
    });
    operation!(r, "add to each channel", [f32] { let y = tensor::<T, shape![32, 1, 1]>(2); } |x| x + &y, pixels);
    operation!(r, "multiply and add", [f32 bf16] {
        let (y, z) = (tensor::<T, shape![1024, 1024]>(2), tensor::<T, shape![1024, 1024]>(3));
    } |x| (x.lazy() * &y + &z).eval(), plain);
    operation!(r, "swiglu", [f32 bf16] { let y = tensor::<T, shape![1024, 1024]>(2); }
        |x| (x.lazy().silu() * &y).eval(), plain);
}

/// True at every third element.
fn thirds() -> Tensor<bool, shape![1024, 1024]> {
    Tensor::from_fn(|[i, j]| (i * 1024 + j) % 3 == 0)
}
