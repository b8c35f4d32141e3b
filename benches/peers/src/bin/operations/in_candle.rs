//! The rows in candle. Its functions give row-major results; those of its kernels that want a contiguous operand are given one, as its users do.

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::{loss, ops, rotary_emb};

use crate::peers::{Added, Case, View, positives};
use crate::race::{Row, data};

fn tensor(case: &Case, seed: u64, sizes: &[usize]) -> Tensor {
    made(case, data(seed, sizes.iter().product()), sizes)
}

fn made(case: &Case, numbers: Vec<f32>, sizes: &[usize]) -> Tensor {
    let dtype = match case.kind {
        "f32" => DType::F32,
        "f64" => DType::F64,
        "f16" => DType::F16,
        _ => DType::BF16,
    };
    let x = Tensor::from_vec(numbers, sizes, &Device::Cpu);
    x.and_then(|x| x.to_dtype(dtype)).expect("a tensor")
}

fn indices(f: impl Fn(u32) -> u32, sizes: &[usize]) -> Tensor {
    let n = sizes.iter().product::<usize>() as u32;
    Tensor::from_vec((0..n).map(f).collect(), sizes, &Device::Cpu).expect("a tensor")
}

/// True at every third element.
fn thirds() -> Tensor {
    indices(|i| u32::from(i % 3 == 0), &[1024, 1024]).to_dtype(DType::U8).expect("a mask")
}

fn view(x: &Tensor, view: View) -> Result<Tensor> {
    match view {
        View::Whole => Ok(x.clone()),
        View::Transposed => x.t(),
        View::Half => x.narrow(D::Minus1, 0, x.dim(D::Minus1)? / 2),
        View::Column => x.get_on_dim(1, 0),
        View::Permuted(axes) => x.permute(axes),
    }
}

type Operation = Box<dyn Fn(&Tensor) -> Result<Tensor>>;

fn operation(case: &Case) -> Option<Operation> {
    let one = |f: fn(&Tensor) -> Result<Tensor>| -> Operation { Box::new(f) };
    let two = |sizes: &[usize], f: fn(&Tensor, &Tensor) -> Result<Tensor>| -> Operation {
        let y = tensor(case, 2, sizes);
        Box::new(move |x| f(x, &y))
    };
    let three = |sizes: &[usize], f: fn(&Tensor, &Tensor, &Tensor) -> Result<Tensor>| -> Operation {
        let (y, z) = (tensor(case, 2, sizes), tensor(case, 3, sizes));
        Box::new(move |x| f(x, &y, &z))
    };
    let with_positive = |sizes: &[usize], f: fn(&Tensor, &Tensor) -> Result<Tensor>| -> Operation {
        let y = made(case, positives(2, sizes.iter().product()), sizes);
        Box::new(move |x| f(x, &y))
    };
    Some(match case.operation {
        "max, last axis" | "max, rows of 56" => one(|x| x.max(D::Minus1)),
        "max, first axis" => one(|x| x.max(0)),
        "sum, last axis" | "sum, rows of 56" | "sum, axis 1 of 50 MB" => one(|x| x.sum(D::Minus1)),
        "sum, first axis" | "sum, axis 0 of 65536 x 3" | "sum, axis 0 of 50 MB" => one(|x| x.sum(0)),
        "sum, all of 50 MB" => one(|x| x.sum_all()),
        "mean, last axis" => one(|x| x.mean(D::Minus1)),
        "var, last axis" => one(|x| x.var(D::Minus1)),
        "argmax, last axis" => one(|x| x.argmax(D::Minus1)),
        "softmax, last axis" => one(|x| ops::softmax_last_dim(&x.contiguous()?)),
        "softmax, first axis" => one(|x| ops::softmax(x, 0)),
        "log_softmax, last axis" => one(|x| ops::log_softmax(x, D::Minus1)),
        "gelu tanh" => one(|x| x.gelu()),
        "gelu" => one(|x| x.gelu_erf()),
        "sigmoid" => one(ops::sigmoid),
        "silu" => one(|x| x.silu()),
        "tanh" => one(|x| x.tanh()),
        "softplus" => one(|x| (x.exp()? + 1.0)?.log()),
        "relu" | "relu of images" => one(|x| x.relu()),
        "exp" => one(|x| x.exp()),
        "add itself" => one(|x| x + x),
        "layer_norm" => three(&[1024], |x, w, b| ops::layer_norm(&x.contiguous()?, w, b, 1e-5)),
        "layer_norm of the channels" => three(&[64], |x, w, b| ops::layer_norm(&x.contiguous()?, w, b, 1e-5)),
        "matmul" => two(&[1024, 512], |x, w| x.matmul(w)),
        "linear" => two(&[512, 1024], |x, w| x.matmul(&w.t()?)),
        "max_pool2d 2 x 2" => one(|x| x.max_pool2d(2)),
        "max_pool2d 3 x 3, stride 2" => {
            one(|x| x.pad_with_same(D::Minus1, 1, 1)?.pad_with_same(D::Minus2, 1, 1)?.max_pool2d_with_stride(3, 2))
        }
        "avg_pool2d 2 x 2" => one(|x| x.avg_pool2d(2)),
        "adaptive_avg_pool2d to 1" => one(|x| x.mean_keepdim((2, 3))),
        "mean, height and width" => one(|x| x.mean((2, 3))),
        "sum, all but channels" => one(|x| x.sum((0, 2, 3))),
        "conv2d 3 x 3" => two(&[32, 32, 3, 3], |x, w| x.conv2d(w, 1, 1, 1, 1)),
        "conv2d 3 x 3, stride 2" => two(&[32, 32, 3, 3], |x, w| x.conv2d(w, 1, 2, 1, 1)),
        "conv2d depthwise 3 x 3, stride 2" => two(&[32, 1, 3, 3], |x, w| x.conv2d(w, 1, 2, 1, 32)),
        "conv2d depthwise 7 x 7" => two(&[32, 1, 7, 7], |x, w| x.conv2d(w, 3, 1, 1, 32)),
        "flip, last axis" => one(|x| x.contiguous()?.flip(&[1])),
        "copy" | "copy of images" => one(|x| x.force_contiguous()),
        "copy, channels last" => one(|x| x.permute((0, 2, 3, 1))?.force_contiguous()),
        "pad by 1" => one(|x| x.pad_with_zeros(2, 1, 1)?.pad_with_zeros(3, 1, 1)),
        "outer" => two(&[1024], |x, y| x.unsqueeze(1)?.broadcast_mul(y)),
        "gather rows" => {
            let rows = indices(|i| i * 37 % 1024, &[512]);
            Box::new(move |x| x.contiguous()?.index_select(&rows, 0))
        }
        "gather, first axis" => {
            let rows = indices(|i| (i / 1024 * 37 + i % 1024) % 1024, &[1024, 1024]);
            Box::new(move |x| x.contiguous()?.gather(&rows, 0))
        }
        "mse" => two(&[1024, 1024], loss::mse),
        "rotary" => three(&[128, 32], |x, cos, sin| rotary_emb::rope(&x.contiguous()?, cos, sin)),
        "topk 10 of rows" => one(|x| x.sort_last_dim(false)?.0.narrow(D::Minus1, 0, 10)),
        "sort of rows" => one(|x| Ok(x.sort_last_dim(true)?.0)),
        "argsort of rows" => one(|x| x.arg_sort_last_dim(true)),
        "mish" => one(ops::mish),
        "elu" => one(|x| x.elu(1.0)),
        "leaky_relu" => one(|x| ops::leaky_relu(x, 0.01)),
        "relu6" => one(|x| x.clamp(0.0, 6.0)),
        "hard_swish" => one(|x| x * ops::hard_sigmoid(x)?),
        "hard_sigmoid" => one(ops::hard_sigmoid),
        "glu" => one(|x| x.narrow(1, 0, 1024)? * ops::sigmoid(&x.narrow(1, 1024, 1024)?)?),
        "abs" => one(|x| x.abs()),
        "negate" => one(|x| x.neg()),
        "square" => one(|x| x.sqr()),
        "floor" => one(|x| x.floor()),
        "sin" => one(|x| x.sin()),
        "cos" => one(|x| x.cos()),
        "erf" => one(|x| x.erf()),
        "clamp" => one(|x| x.clamp(-0.5, 0.5)),
        "sqrt of positives" => one(|x| x.sqrt()),
        "rsqrt of positives" => one(|x| x.sqrt()?.recip()),
        "recip of positives" => one(|x| x.recip()),
        "ln of positives" => one(|x| x.log()),
        "ln_1p of positives" => one(|x| (x + 1.0)?.log()),
        "powf of positives" => one(|x| x.powf(2.5)),
        "cast to bf16" => one(|x| x.to_dtype(DType::BF16)),
        "cast to f32" => one(|x| x.to_dtype(DType::F32)),
        "greater" => one(|x| x.gt(0.0)),
        "subtract" => two(&[1024, 1024], |x, y| x - y),
        "multiply" => two(&[1024, 1024], |x, y| x * y),
        "divide" => with_positive(&[1024, 1024], |x, y| x / y),
        "maximum" => two(&[1024, 1024], |x, y| x.maximum(y)),
        "lerp" => two(&[1024, 1024], |x, y| x + ((y - x)? * 0.25)?),
        "where" => {
            let (mask, y) = (thirds(), tensor(case, 2, &[1024, 1024]));
            Box::new(move |x| mask.where_cond(x, &y))
        }
        "masked_fill" => {
            let (mask, dtype) = (thirds(), tensor(case, 2, &[1]).dtype());
            Box::new(move |x| {
                let value = Tensor::full(0.5f32, (), x.device())?.to_dtype(dtype)?;
                mask.where_cond(&value.broadcast_as(x.shape())?, x)
            })
        }
        "add a row" => two(&[1024], |x, y| x.broadcast_add(y)),
        "add a column" => two(&[1024, 1], |x, y| x.broadcast_add(y)),
        "add to each position" => two(&[16, 1, 256], |x, y| x.broadcast_add(y)),
        "add to each channel" => two(&[32, 1, 1], |x, y| x.broadcast_add(y)),
        "multiply and add" => three(&[1024, 1024], |x, y, z| (x * y)? + z),
        "swiglu" => two(&[1024, 1024], |x, y| x.silu()? * y),
        "min, last axis" => one(|x| x.min(D::Minus1)),
        "argmin, last axis" => one(|x| x.argmin(D::Minus1)),
        "std, last axis" => one(|x| x.var(D::Minus1)?.sqrt()),
        "logsumexp, last axis" => one(|x| x.log_sum_exp(D::Minus1)),
        "norm, last axis" => one(|x| x.sqr()?.sum(D::Minus1)?.sqrt()),
        "max, all" => one(|x| x.max_all()),
        "mean, all" => one(|x| x.mean_all()),
        "argmax, all" => one(|x| x.flatten_all()?.argmax(0)),
        "count of positive" => one(|x| x.gt(0.0)?.to_dtype(DType::U32)?.sum_all()),
        "cumsum, last axis" => one(|x| x.cumsum(D::Minus1)),
        "cumsum, first axis" => one(|x| x.cumsum(0)),
        "cosine_similarity" => two(&[1024, 1024], |x, y| {
            let norms = (x.sqr()?.sum(1)?.sqrt()? * y.sqr()?.sum(1)?.sqrt()?)?;
            (x * y)?.sum(1)? / norms
        }),
        "normalize" => one(|x| x.broadcast_div(&x.sqr()?.sum_keepdim(1)?.sqrt()?)),
        "rms_norm" => two(&[1024], |x, w| ops::rms_norm(x, w, 1e-5)),
        "cross_entropy" => {
            let classes = indices(|i| i * 37 % 1024, &[256]);
            Box::new(move |x| loss::cross_entropy(x, &classes))
        }
        "nll_loss" => {
            let classes = indices(|i| i * 37 % 1024, &[256]);
            Box::new(move |x| loss::nll(x, &classes))
        }
        "l1_loss" => two(&[1024, 1024], |x, y| (x - y)?.abs()?.mean_all()),
        "huber_loss" => two(&[1024, 1024], |x, y| loss::huber(x, y, 0.5)),
        "kl_div" => with_positive(&[1024, 1024], |x, y| (y * (y.log()? - x)?)?.mean_all()),
        "matmul of the transpose" => two(&[1024, 512], |x, w| x.t()?.matmul(w)),
        "matmul in batches" => two(&[64, 64, 128], |x, y| x.matmul(y)),
        "linear with bias" => {
            let (w, b) = (tensor(case, 2, &[512, 1024]), tensor(case, 3, &[512]));
            Box::new(move |x| x.matmul(&w.t()?)?.broadcast_add(&b))
        }
        "matrix by vector" => two(&[1024], |x, y| x.mv(y)),
        "vector by matrix" => two(&[1024, 1024], |x, y| x.unsqueeze(0)?.matmul(y)),
        "dot" => two(&[65536], |x, y| x.dot(y)),
        "einsum of scores" => two(&[4, 8, 128, 64], |x, k| x.matmul(&k.t()?)),
        "attention" => {
            three(&[4, 8, 128, 64], |x, k, v| ops::softmax_last_dim(&(x.matmul(&k.t()?)? * 0.125)?)?.matmul(v))
        }
        "avg_pool2d 3 x 3, stride 2" => one(|x| x.avg_pool2d_with_stride(3, 2)),
        "conv2d 1 x 1" => two(&[32, 32, 1, 1], |x, w| x.conv2d(w, 0, 1, 1, 1)),
        "conv2d 5 x 5" => two(&[32, 32, 5, 5], |x, w| x.conv2d(w, 2, 1, 1, 1)),
        "conv2d 3 x 3, dilation 2" => two(&[32, 32, 3, 3], |x, w| x.conv2d(w, 2, 1, 2, 1)),
        "conv2d 3 x 3, 4 groups" => two(&[32, 8, 3, 3], |x, w| x.conv2d(w, 1, 1, 1, 4)),
        "conv2d 7 x 7, stride 2" => two(&[64, 3, 7, 7], |x, w| x.conv2d(w, 3, 2, 1, 1)),
        "conv1d 3" => two(&[64, 64, 3], |x, w| x.conv1d(w, 1, 1, 1, 1)),
        "conv_transpose2d 2 x 2, stride 2" => two(&[32, 16, 2, 2], |x, w| x.conv_transpose2d(w, 0, 0, 2, 1)),
        "conv_transpose2d 4 x 4, stride 2" => two(&[32, 16, 4, 4], |x, w| x.conv_transpose2d(w, 1, 0, 2, 1)),
        "upsample nearest" => one(|x| x.upsample_nearest2d(56, 56)),
        "upsample bilinear" => one(|x| x.upsample_bilinear2d(56, 56, false)),
        "pixel_shuffle" => one(|x| ops::pixel_shuffle(x, 2)),
        "pad_replicate by 1" => one(|x| ops::replication_pad2d(x, 1)),
        "gather, last axis" => {
            let columns = indices(|i| (i / 1024 * 37 + i % 1024) % 1024, &[1024, 1024]);
            Box::new(move |x| x.gather(&columns, 1))
        }
        "gather columns" => {
            let columns = indices(|i| i * 37 % 1024, &[512]);
            Box::new(move |x| x.index_select(&columns, 1))
        }
        "embedding" => {
            let ids = indices(|i| i * 37 % 4096, &[16 * 128]);
            Box::new(move |x| x.embedding(&ids))
        }
        "scatter_add" => {
            let columns = indices(|i| (i / 1024 * 37 + i % 1024) % 1024, &[1024, 1024]);
            let y = tensor(case, 2, &[1024, 1024]);
            Box::new(move |x| x.scatter_add(&columns, &y, 1))
        }
        "index_add" => {
            let (rows, y) = (indices(|i| i * 37 % 1024, &[512]), tensor(case, 2, &[512, 1024]));
            Box::new(move |x| x.index_add(&rows, &y, 0))
        }
        "concat, last axis" => two(&[1024, 1024], |x, y| Tensor::cat(&[x, y], 1)),
        "concat, first axis" => two(&[1024, 1024], |x, y| Tensor::cat(&[x, y], 0)),
        "stack, last axis" => two(&[1024, 1024], |x, y| Tensor::stack(&[x, y], 2)),
        "tile" => one(|x| x.repeat((2, 2))),
        "repeat heads" => one(|x| x.unsqueeze(2)?.expand((8, 2, 4, 128, 64))?.contiguous()),
        "swap heads" => one(|x| x.transpose(1, 2)?.contiguous()),
        "roll, last axis" => one(|x| x.roll(3, 1)),
        "split in three, summed" => one(|x| {
            let parts = x.chunk(3, 1)?;
            (&parts[0] + &parts[1])? + &parts[2]
        }),
        _ => return None,
    })
}

pub fn add(row: &mut Row, case: &Case) -> Added {
    let f = operation(case)?;
    let stored = made(case, case.numbers(), case.sizes);
    let seen = case.view;
    let call = move |x: &mut Tensor| f(&view(x, seen).expect("a view"));
    // What a function refuses (`unsupported dtype …`), it does not have.
    let mut x = stored.clone();
    call(&mut x).ok()?;
    let read = |_: &Tensor, y: &Result<Tensor>| {
        let y = y.as_ref().expect("it was there before").to_dtype(DType::F32);
        y.and_then(|y| y.flatten_all()?.to_vec1()).expect("numbers")
    };
    Some(row.try_add("candle", stored, call, read))
}
