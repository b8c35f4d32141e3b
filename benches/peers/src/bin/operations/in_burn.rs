//! The rows in burn, on its CPU backend flex. What it gives as a view, and what keeps the order of its operand where the row has a row-major result, is
//! made row-major by `into_data`: burn has no other function for that. (Its pools, its
//! convolutions and `pad` give row-major results.)

use burn::tensor::activation::{
    elu, gelu, gelu_approximate, glu, hard_sigmoid, hard_swish, leaky_relu, log_sigmoid, log_softmax, mish, relu,
    relu6, sigmoid, silu, softmax, softplus, tanh,
};
use burn::tensor::module::{
    adaptive_avg_pool2d, attention, avg_pool2d, conv_transpose2d, conv1d, conv2d, conv3d, embedding, layer_norm,
    max_pool2d,
};
use burn::tensor::ops::{
    AttentionModuleOptions, AvgPoolOptions, ConvOptions, ConvTransposeOptions, MaxPoolOptions, PadMode,
};
use burn::tensor::{Bool, DType, Device, IndexingUpdateOp, Int, Tensor, TensorData};

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
impl<const D: usize> Given for Tensor<D, Bool> {
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
        self.made(data(seed, sizes.iter().product()), sizes)
    }

    fn made<const D: usize>(&self, numbers: Vec<f32>, sizes: [usize; D]) -> Tensor<D> {
        let dtype = match self.case.kind {
            "f32" => DType::F32,
            "f64" => DType::F64,
            "f16" => DType::F16,
            _ => DType::BF16,
        };
        Tensor::from_data(TensorData::new(numbers, sizes), (&Device::default(), dtype))
    }

    fn indices<const D: usize>(&self, f: impl Fn(i64) -> i64, sizes: [usize; D]) -> Tensor<D, Int> {
        let n = sizes.iter().product::<usize>() as i64;
        Tensor::from_data(TensorData::new((0..n).map(f).collect(), sizes), &Device::default())
    }

    /// An operation on the operand's view.
    fn go<const D: usize, O: Given>(self, f: impl Fn(Tensor<D>) -> O + 'static) -> Added {
        let sizes: [usize; D] = self.case.sizes.try_into().expect("the rank of the operation");
        let (stored, view) = (self.made(self.case.numbers(), sizes), self.case.view);
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
    fn elements<const D: usize>(self, f: impl Fn(Tensor<D>) -> Tensor<D> + 'static) -> Added {
        match self.case.row_major {
            true => self.go(move |x| f(x).into_data()),
            false => self.go(f),
        }
    }

    /// One with another tensor.
    fn two<const D: usize, const E: usize, O: Given>(
        self,
        sizes: [usize; E],
        f: impl Fn(Tensor<D>, Tensor<E>) -> O + 'static,
    ) -> Added {
        let y = self.tensor(2, sizes);
        self.go(move |x| f(x, y.clone()))
    }

    fn attention(self, is_causal: bool) -> Added {
        let [k, v] = [2, 3].map(|seed| self.tensor(seed, [4, 8, 128, 64]));
        let options = move || AttentionModuleOptions { is_causal, ..Default::default() };
        self.go(move |x: Image| attention(x, k.clone(), v.clone(), None, None, options()))
    }

    /// True at every third element.
    fn thirds(&self) -> Tensor<2, Bool> {
        self.indices(|i| i % 3, [1024, 1024]).equal_elem(0)
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
        "mish" => peer.elements::<2>(mish),
        "elu" => peer.elements::<2>(|x| elu(x, 1.0)),
        "leaky_relu" => peer.elements::<2>(|x| leaky_relu(x, 0.01)),
        "relu6" => peer.elements::<2>(relu6),
        "hard_swish" => peer.elements::<2>(hard_swish),
        "hard_sigmoid" => peer.elements::<2>(|x| hard_sigmoid(x, 1.0 / 6.0, 0.5)),
        "log_sigmoid" => peer.elements::<2>(log_sigmoid),
        "glu" => peer.go(|x: Matrix| glu(x, 1)),
        "abs" => peer.elements::<2>(|x| x.abs()),
        "negate" => peer.elements::<2>(|x| x.neg()),
        "square" => peer.elements::<2>(|x| x.square()),
        "floor" => peer.elements::<2>(|x| x.floor()),
        "round" => peer.elements::<2>(|x| x.round()),
        "sin" => peer.elements::<2>(|x| x.sin()),
        "cos" => peer.elements::<2>(|x| x.cos()),
        "erf" => peer.elements::<2>(|x| x.erf()),
        "clamp" => peer.elements::<2>(|x| x.clamp(-0.5, 0.5)),
        "sqrt of positives" => peer.elements::<2>(|x| x.sqrt()),
        "rsqrt of positives" => peer.elements::<2>(|x| x.sqrt().recip()),
        "recip of positives" => peer.elements::<2>(|x| x.recip()),
        "ln of positives" => peer.elements::<2>(|x| x.log()),
        "ln_1p of positives" => peer.elements::<2>(|x| x.log1p()),
        "powf of positives" => peer.elements::<2>(|x| x.powf_scalar(2.5)),
        "cast to bf16" => peer.elements::<2>(|x| x.cast(DType::BF16)),
        "cast to f32" => peer.elements::<2>(|x| x.cast(DType::F32)),
        "greater" => peer.go(|x: Matrix| x.greater_elem(0.0)),
        "subtract" => peer.two([1024, 1024], |x: Matrix, y: Matrix| x - y),
        "multiply" => peer.two([1024, 1024], |x: Matrix, y: Matrix| x * y),
        "maximum" => peer.two([1024, 1024], |x: Matrix, y: Matrix| x.max_pair(y)),
        "lerp" => peer.two([1024, 1024], |x: Matrix, y: Matrix| x.clone() + (y - x) * 0.25),
        "where" => {
            let (mask, y) = (peer.thirds(), peer.tensor(2, [1024, 1024]));
            peer.go(move |x: Matrix| y.clone().mask_where(mask.clone(), x))
        }
        "masked_fill" => {
            let mask = peer.thirds();
            peer.go(move |x: Matrix| x.mask_fill(mask.clone(), 0.5))
        }
        "add a row" => peer.two([1, 1024], |x: Matrix, y: Matrix| x + y),
        "add a column" => peer.two([1024, 1], |x: Matrix, y: Matrix| x + y),
        "add to each position" => peer.two([16, 1, 256], |x: Tensor<3>, y: Tensor<3>| x + y),
        "add to each channel" => {
            let y: Image = peer.tensor(2, [1, 32, 1, 1]);
            peer.elements::<4>(move |x| x + y.clone())
        }
        "multiply and add" => {
            let (y, z) = (peer.tensor(2, [1024, 1024]), peer.tensor(3, [1024, 1024]));
            peer.go(move |x: Matrix| x * y.clone() + z.clone())
        }
        "swiglu" => peer.two([1024, 1024], |x: Matrix, y: Matrix| silu(x) * y),
        "min, last axis" => peer.go(|x: Matrix| x.min_dim(1)),
        "argmin, last axis" => peer.go(|x: Matrix| x.argmin(1)),
        "std, last axis" => peer.go(|x: Matrix| x.var(1).sqrt()),
        "prod of positives" => peer.go(|x: Matrix| x.prod_dim(1)),
        "norm, last axis" => peer.go(|x: Matrix| x.square().sum_dim(1).sqrt()),
        "max, all" => peer.go(|x: Matrix| x.max()),
        "mean, all" => peer.go(|x: Matrix| x.mean()),
        "argmax, all" => peer.go(|x: Matrix| x.flatten::<1>(0, 1).argmax(0)),
        "count of positive" => peer.go(|x: Matrix| x.greater_elem(0.0).int().sum()),
        "all finite" => peer.go(|x: Matrix| x.is_finite().all()),
        "cumsum, last axis" => peer.go(|x: Matrix| x.cumsum(1)),
        "cumsum, first axis" => peer.go(|x: Matrix| x.cumsum(0)),
        "l1_loss" => peer.two([1024, 1024], |x: Matrix, y: Matrix| (x - y).abs().mean()),
        "matmul of the transpose" => peer.two([1024, 512], |x: Matrix, y: Matrix| x.transpose().matmul(y)),
        "matmul in batches" => peer.two([64, 64, 128], |x: Tensor<3>, y: Tensor<3>| x.matmul(y)),
        "linear with bias" => {
            let (w, b) = (peer.tensor(2, [512, 1024]), peer.tensor(3, [1, 512]));
            peer.go(move |x: Matrix| x.matmul(w.clone().transpose()) + b.clone())
        }
        "matrix by vector" => peer.two([1024, 1], |x: Matrix, y: Matrix| x.matmul(y)),
        "vector by matrix" => peer.two([1024, 1024], |x: Tensor<1>, y: Matrix| x.unsqueeze::<2>().matmul(y)),
        "dot" => peer.two([65536], |x: Tensor<1>, y: Tensor<1>| x.dot(y)),
        "einsum of scores" => peer.two([4, 8, 128, 64], |x: Image, k: Image| x.matmul(k.transpose())),
        "attention" => peer.attention(false),
        "attention, causal" => peer.attention(true),
        "avg_pool2d 3 x 3, stride 2" => {
            peer.go(|x: Image| avg_pool2d(x, AvgPoolOptions::new([3, 3]).with_stride([2, 2])))
        }
        "adaptive_avg_pool2d to 7" => peer.go(|x: Image| adaptive_avg_pool2d(x, [7, 7])),
        "conv2d 1 x 1" => peer.conv([32, 1], 1, 1),
        "conv2d 5 x 5" => peer.conv([32, 5], 1, 1),
        "conv2d 3 x 3, 4 groups" => peer.conv([8, 3], 1, 4),
        "conv2d 3 x 3, dilation 2" => peer
            .two([32, 32, 3, 3], |x: Image, w: Image| conv2d(x, w, None, ConvOptions::new([1, 1], [2, 2], [2, 2], 1))),
        "conv2d 7 x 7, stride 2" => peer
            .two([64, 3, 7, 7], |x: Image, w: Image| conv2d(x, w, None, ConvOptions::new([2, 2], [3, 3], [1, 1], 1))),
        "conv1d 3" => {
            peer.two([64, 64, 3], |x: Tensor<3>, w: Tensor<3>| conv1d(x, w, None, ConvOptions::new([1], [1], [1], 1)))
        }
        "conv3d 3 x 3 x 3" => peer.two([16, 16, 3, 3, 3], |x: Tensor<5>, w: Tensor<5>| {
            conv3d(x, w, None, ConvOptions::new([1; 3], [1; 3], [1; 3], 1))
        }),
        "conv_transpose2d 2 x 2, stride 2" => peer.two([32, 16, 2, 2], |x: Image, w: Image| {
            conv_transpose2d(x, w, None, ConvTransposeOptions::new([2, 2], [0, 0], [0, 0], [1, 1], 1))
        }),
        "conv_transpose2d 4 x 4, stride 2" => peer.two([32, 16, 4, 4], |x: Image, w: Image| {
            conv_transpose2d(x, w, None, ConvTransposeOptions::new([2, 2], [1, 1], [0, 0], [1, 1], 1))
        }),
        "pad_reflect by 1" => peer.go(|x: Image| x.pad((1, 1, 1, 1), PadMode::Reflect)),
        "pad_replicate by 1" => peer.go(|x: Image| x.pad((1, 1, 1, 1), PadMode::Edge)),
        "gather, last axis" => {
            let columns = peer.indices(|i| (i / 1024 * 37 + i % 1024) % 1024, [1024, 1024]);
            peer.go(move |x: Matrix| x.gather(1, columns.clone()))
        }
        "gather columns" => {
            let columns = peer.indices(|i| i * 37 % 1024, [512]);
            peer.go(move |x: Matrix| x.select(1, columns.clone()))
        }
        "embedding" => {
            let ids = peer.indices(|i| i * 37 % 4096, [16, 128]);
            peer.go(move |x: Matrix| embedding(x, ids.clone()))
        }
        "scatter_add" => {
            let columns = peer.indices(|i| (i / 1024 * 37 + i % 1024) % 1024, [1024, 1024]);
            peer.two([1024, 1024], move |x: Matrix, y: Matrix| x.scatter(1, columns.clone(), y, IndexingUpdateOp::Add))
        }
        "index_add" => {
            let rows = peer.indices(|i| i * 37 % 1024, [512]);
            peer.two([512, 1024], move |x: Matrix, y: Matrix| {
                x.select_assign(0, rows.clone(), y, IndexingUpdateOp::Add)
            })
        }
        "one_hot" => {
            let classes = peer.indices(|i| i * 37 % 1000, [1024]);
            peer.go(move |_: Tensor<1>| classes.clone().one_hot::<2>(1000).float())
        }
        "tril" => peer.go(|x: Matrix| x.tril(0)),
        "triu" => peer.go(|x: Matrix| x.triu(1)),
        "concat, last axis" => peer.two([1024, 1024], |x: Matrix, y: Matrix| Tensor::cat(vec![x, y], 1)),
        "concat, first axis" => peer.two([1024, 1024], |x: Matrix, y: Matrix| Tensor::cat(vec![x, y], 0)),
        "stack, last axis" => peer.two([1024, 1024], |x: Matrix, y: Matrix| Tensor::stack::<3>(vec![x, y], 2)),
        "tile" => peer.go(|x: Matrix| x.repeat(&[2, 2])),
        "swap heads" => peer.go(|x: Image| x.swap_dims(1, 2).into_data()),
        "roll, last axis" => peer.go(|x: Matrix| x.roll_dim(3, 1)),
        "split in three, summed" => peer.go(|x: Matrix| x.chunk(3, 1).into_iter().reduce(|a, b| a + b).expect("three")),
        _ => None,
    }
}
