//! The rows in burn, on its CPU backend flex. What it gives as a view, and what keeps the order of its operand where the row has a row-major result, is
//! made row-major by `into_data`: burn has no other function for that.

use burn::tensor::activation::{gelu, gelu_approximate, log_softmax, relu, sigmoid, silu, softmax, softplus, tanh};
use burn::tensor::module::{adaptive_avg_pool2d, avg_pool2d, conv2d, layer_norm, max_pool2d};
use burn::tensor::ops::{AvgPoolOptions, ConvOptions, MaxPoolOptions, PadMode};
use burn::tensor::{DType, Device, Int, Tensor, TensorData};

use crate::peers::{Added, Case, View};
use crate::race::{Row, data};

/// What an operation gives: a tensor of any rank and kind.
trait Given: 'static {
    fn data(&self) -> TensorData;
}
impl<const D: usize> Given for Tensor<D> {
    fn data(&self) -> TensorData {
        self.to_data()
    }
}
impl<const D: usize> Given for Tensor<D, Int> {
    fn data(&self) -> TensorData {
        self.to_data()
    }
}
impl Given for TensorData {
    fn data(&self) -> TensorData {
        self.clone()
    }
}

struct Peer<'r, 'a, 'c> {
    row: &'r mut Row<'a>,
    case: &'c Case,
}

impl Peer<'_, '_, '_> {
    fn tensor<const D: usize>(&self, seed: u64, sizes: [usize; D]) -> Tensor<D> {
        let dtype = match self.case.kind {
            "f32" => DType::F32,
            "f64" => DType::F64,
            "f16" => DType::F16,
            _ => DType::BF16,
        };
        let data = TensorData::new(data(seed, sizes.iter().product()), sizes);
        Tensor::from_data(data, (&Device::default(), dtype))
    }

    fn indices<const D: usize>(&self, f: impl Fn(i64) -> i64, sizes: [usize; D]) -> Tensor<D, Int> {
        let n = sizes.iter().product::<usize>() as i64;
        Tensor::from_data(TensorData::new((0..n).map(f).collect(), sizes), &Device::default())
    }

    /// An operation on the operand's view.
    fn go<const D: usize, O: Given>(self, f: impl Fn(Tensor<D>) -> O + 'static) -> Added {
        let sizes: [usize; D] = self.case.sizes.try_into().expect("the rank of the operation");
        let (stored, view) = (self.tensor(1, sizes), self.case.view);
        let call = move |x: &mut Tensor<D>| {
            let x = x.clone();
            f(match view {
                View::Permuted(axes) => x.permute(std::array::from_fn(|i| axes[i])),
                View::Transposed => x.transpose(),
                View::Half => x.narrow(D - 1, 0, sizes[D - 1] / 2),
                View::Whole | View::Column => x,
            })
        };
        let read = |_: &Tensor<D>, y: &O| y.data().convert::<f32>().try_to_vec().expect("numbers");
        Some(self.row.try_add("burn", stored, call, read))
    }

    /// One whose result keeps the order of its operand.
    fn elements<const D: usize>(self, f: fn(Tensor<D>) -> Tensor<D>) -> Added {
        match self.case.row_major {
            true => self.go(move |x| f(x).into_data()),
            false => self.go(f),
        }
    }

    /// One with two parameters of the last axis.
    fn normal<const D: usize>(self, n: usize) -> Added {
        let (w, b) = (self.tensor(2, [n]), self.tensor(3, [n]));
        self.go(move |x: Tensor<D>| layer_norm(x, w.clone(), Some(b.clone()), 1e-5))
    }

    fn conv(self, [channels, size]: [usize; 2], stride: usize, groups: usize) -> Added {
        let w = self.tensor(2, [32, channels, size, size]);
        let options = move || ConvOptions::new([stride; 2], [size / 2; 2], [1, 1], groups);
        self.go(move |x: Tensor<4>| conv2d(x, w.clone(), None, options()))
    }
}

type Matrix = Tensor<2>;
type Image = Tensor<4>;

pub fn add(row: &mut Row, case: &Case) -> Added {
    let peer = Peer { row, case };
    match case.operation {
        "max, last axis" | "max, rows of 56" => peer.go(|x: Matrix| x.max_dim(1)),
        "max, first axis" => peer.go(|x: Matrix| x.max_dim(0)),
        "sum, last axis" | "sum, rows of 56" | "sum, axis 1 of 50 MB" => peer.go(|x: Matrix| x.sum_dim(1)),
        "sum, first axis" | "sum, axis 0 of 65536 x 3" | "sum, axis 0 of 50 MB" => peer.go(|x: Matrix| x.sum_dim(0)),
        "sum, all of 50 MB" => peer.go(|x: Matrix| x.sum()),
        "mean, last axis" => peer.go(|x: Matrix| x.mean_dim(1)),
        "var, last axis" => peer.go(|x: Matrix| x.var(1)),
        "argmax, last axis" => peer.go(|x: Matrix| x.argmax(1)),
        "softmax, last axis" => peer.go(|x: Matrix| softmax(x, 1)),
        "softmax, first axis" => peer.go(|x: Matrix| softmax(x, 0)),
        "log_softmax, last axis" => peer.go(|x: Matrix| log_softmax(x, 1)),
        "gelu tanh" => peer.elements::<2>(gelu_approximate),
        "gelu" => peer.elements::<2>(gelu),
        "sigmoid" => peer.elements::<2>(sigmoid),
        "silu" => peer.elements::<2>(silu),
        "tanh" => peer.elements::<2>(tanh),
        "softplus" => peer.elements::<2>(|x| softplus(x, 1.0)),
        "relu" => peer.elements::<2>(relu),
        "exp" => peer.elements::<2>(|x| x.exp()),
        "add itself" => peer.elements::<2>(|x| x.clone() + x),
        "layer_norm" => peer.normal::<2>(1024),
        "layer_norm of the channels" => peer.normal::<4>(64),
        "matmul" => {
            let w = peer.tensor(2, [1024, 512]);
            peer.go(move |x: Matrix| x.matmul(w.clone()))
        }
        "linear" => {
            let w = peer.tensor(2, [512, 1024]);
            peer.go(move |x: Matrix| x.matmul(w.clone().transpose()))
        }
        "max_pool2d 2 x 2" => peer.go(|x: Image| max_pool2d(x, MaxPoolOptions::new([2, 2]))),
        "max_pool2d 3 x 3, stride 2" => {
            peer.go(|x: Image| max_pool2d(x, MaxPoolOptions::new([3, 3]).with_stride([2, 2]).with_padding([1, 1])))
        }
        "avg_pool2d 2 x 2" => peer.go(|x: Image| avg_pool2d(x, AvgPoolOptions::new([2, 2]))),
        "adaptive_avg_pool2d to 1" => peer.go(|x: Image| adaptive_avg_pool2d(x, [1, 1])),
        "mean, height and width" => peer.go(|x: Image| x.mean_dims(&[2, 3])),
        "sum, all but channels" => peer.go(|x: Image| x.sum_dims(&[0, 2, 3])),
        "relu of images" => peer.elements::<4>(relu),
        "conv2d 3 x 3" => peer.conv([32, 3], 1, 1),
        "conv2d 3 x 3, stride 2" => peer.conv([32, 3], 2, 1),
        "conv2d depthwise 3 x 3, stride 2" => peer.conv([1, 3], 2, 32),
        "conv2d depthwise 7 x 7" => peer.conv([1, 7], 1, 32),
        "flip, last axis" => peer.go(|x: Matrix| x.flip([1]).into_data()),
        "copy" => peer.go(|x: Matrix| x.into_data()),
        "copy of images" => peer.go(|x: Image| x.into_data()),
        "copy, channels last" => peer.go(|x: Image| x.permute([0, 2, 3, 1]).into_data()),
        "pad by 1" => peer.go(|x: Image| x.pad((1, 1, 1, 1), PadMode::Constant(0.0))),
        "outer" => {
            let y = peer.tensor(2, [1024]);
            let product = move |x: Tensor<1>| x.unsqueeze_dim::<2>(1) * y.clone().unsqueeze::<2>();
            match case.view {
                View::Column => peer.go(move |x: Matrix| product(x.narrow(1, 0, 1).squeeze_dim(1))),
                _ => peer.go(product),
            }
        }
        "gather rows" => {
            let rows = peer.indices(|i| i * 37 % 1024, [512]);
            peer.go(move |x: Matrix| x.select(0, rows.clone()))
        }
        "gather, first axis" => {
            let rows = peer.indices(|i| (i / 1024 * 37 + i % 1024) % 1024, [1024, 1024]);
            peer.go(move |x: Matrix| x.gather(0, rows.clone()))
        }
        "mse" => {
            let y = peer.tensor(2, [1024, 1024]);
            peer.go(move |x: Matrix| (x - y.clone()).square().mean())
        }
        "rotary" => {
            let (cos, sin) = (peer.tensor(2, [128, 32]).unsqueeze::<4>(), peer.tensor(3, [128, 32]).unsqueeze::<4>());
            peer.go(move |x: Image| {
                let (a, b) = (x.clone().narrow(3, 0, 32), x.narrow(3, 32, 32));
                let (cos, sin) = (|| cos.clone(), || sin.clone());
                let first = a.clone() * cos() - b.clone() * sin();
                Tensor::cat(vec![first, b * cos() + a * sin()], 3)
            })
        }
        "topk 10 of rows" => peer.go(|x: Matrix| x.topk(10, 1)),
        "sort of rows" => peer.go(|x: Matrix| x.sort(1)),
        "argsort of rows" => peer.go(|x: Matrix| x.argsort(1)),
        _ => None,
    }
}
