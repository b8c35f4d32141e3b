//! The rows in candle. Its functions give row-major results; those of its kernels that want a contiguous operand are given one, as its users do.

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::{loss, ops, rotary_emb};

use crate::peers::{Added, Case, View};
use crate::race::{Row, data};

fn tensor(case: &Case, seed: u64, sizes: &[usize]) -> Tensor {
    let dtype = match case.kind {
        "f32" => DType::F32,
        "f64" => DType::F64,
        "f16" => DType::F16,
        _ => DType::BF16,
    };
    let x = Tensor::from_vec(data(seed, sizes.iter().product()), sizes, &Device::Cpu);
    x.and_then(|x| x.to_dtype(dtype)).expect("a tensor")
}

fn indices(f: impl Fn(u32) -> u32, sizes: &[usize]) -> Tensor {
    let n = sizes.iter().product::<usize>() as u32;
    Tensor::from_vec((0..n).map(f).collect(), sizes, &Device::Cpu).expect("a tensor")
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
        _ => return None,
    })
}

pub fn add(row: &mut Row, case: &Case) -> Added {
    let f = operation(case)?;
    let stored = tensor(case, 1, case.sizes);
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
