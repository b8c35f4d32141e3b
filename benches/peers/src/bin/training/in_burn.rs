//! The models in burn.

use burn::module::{Module, Param};
use burn::optim::{AdamConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::activation::{gelu_approximate, log_softmax, relu, softmax};
use burn::tensor::module::{conv2d, layer_norm, linear, max_pool2d};
use burn::tensor::ops::{ConvOptions, MaxPoolOptions};
use burn::tensor::{Device, Int, Tensor, TensorData};

use super::{BATCH, LEARNING_RATE, Model, Start, Training, labels, numbers};

/// All parameters by rank, in the order in which a model needs them.
#[derive(Module, Debug)]
struct Weights {
    ones: Vec<Param<Tensor<1>>>,
    twos: Vec<Param<Tensor<2>>>,
    fours: Vec<Param<Tensor<4>>>,
}

/// Hands out a model's parameters one after the other.
struct Taken<'a> {
    ones: std::slice::Iter<'a, Param<Tensor<1>>>,
    twos: std::slice::Iter<'a, Param<Tensor<2>>>,
    fours: std::slice::Iter<'a, Param<Tensor<4>>>,
}

impl Taken<'_> {
    fn one(&mut self) -> Tensor<1> {
        self.ones.next().expect("a parameter").val()
    }
    fn two(&mut self) -> Tensor<2> {
        self.twos.next().expect("a parameter").val()
    }
    fn linear<const D: usize>(&mut self, x: Tensor<D>) -> Tensor<D> {
        linear(x, self.two(), Some(self.one()))
    }
    fn norm(&mut self, x: Tensor<3>) -> Tensor<3> {
        layer_norm(x, self.one(), Some(self.one()), 1e-5)
    }
    fn conv(&mut self, x: Tensor<4>) -> Tensor<4> {
        let weight = self.fours.next().expect("a parameter").val();
        let x = relu(conv2d(x, weight, Some(self.one()), ConvOptions::new([1, 1], [1, 1], [1, 1], 1)));
        max_pool2d(x, MaxPoolOptions::new([2, 2]))
    }
    fn block(&mut self, x: Tensor<3>) -> Tensor<3> {
        let y = self.norm(x.clone());
        let mut heads = || self.linear(y.clone()).reshape([BATCH, 28, 4, 16]).swap_dims(1, 2);
        let (q, k, v) = (heads(), heads(), heads());
        let y = softmax(q.matmul(k.transpose()) * 0.25, 3).matmul(v);
        let x = x + self.linear(y.swap_dims(1, 2).reshape([BATCH, 28, 64]));
        let y = self.norm(x.clone());
        let y = gelu_approximate(self.linear(y));
        x + self.linear(y)
    }
}

impl Weights {
    fn new(model: Model, device: &Device) -> Self {
        let mut made = Weights { ones: vec![], twos: vec![], fours: vec![] };
        for (i, (sizes, elements)) in Start::tensors(&model.start()).into_iter().enumerate() {
            let data = TensorData::new(elements, sizes.clone());
            match sizes.len() {
                1 => made.ones.push(Param::from_tensor(Tensor::from_data(data, device))),
                // burn's linear weights are [inputs, outputs]; the transformer's first parameter are its positions.
                2 => {
                    let x = Tensor::<2>::from_data(data, device);
                    let x = if model == Model::Transformer && i == 0 { x } else { x.transpose() };
                    let x = Tensor::<2>::from_data(x.into_data(), device);
                    made.twos.push(Param::from_tensor(x));
                }
                _ => made.fours.push(Param::from_tensor(Tensor::from_data(data, device))),
            }
        }
        made
    }

    fn forward(&self, model: Model, batch: &Tensor<4>) -> Tensor<2> {
        let mut w = Taken { ones: self.ones.iter(), twos: self.twos.iter(), fours: self.fours.iter() };
        match model {
            Model::Mlp | Model::Digits => {
                let x = batch.clone().flatten::<2>(1, 3);
                let x = relu(w.linear(x));
                let x = relu(w.linear(x));
                w.linear(x)
            }
            Model::Transformer => {
                let x: Tensor<3> = batch.clone().squeeze_dim(1);
                let position = w.two();
                let mut x = w.linear(x) + position.unsqueeze::<3>();
                for _ in 0..2 {
                    x = w.block(x);
                }
                let x: Tensor<2> = w.norm(x).mean_dim(1).squeeze_dim(1);
                w.linear(x)
            }
            Model::Cnn => {
                let x = w.conv(batch.clone());
                let x = w.conv(x);
                w.linear(x.flatten::<2>(1, 3))
            }
        }
    }
}

pub struct Burn {
    model: Model,
    weights: Option<Weights>,
    x: Tensor<4>,
    plain: (Weights, Tensor<4>),
    labels: Tensor<2, Int>,
    optimizer: ModuleOptimizer,
}

impl Burn {
    pub fn new(model: Model) -> Self {
        let (plain, device) = (Device::default(), Device::default().autodiff());
        let sizes = model.sizes();
        let n: usize = sizes.iter().product();
        let sizes = match model {
            Model::Mlp | Model::Digits => [BATCH, 1, 1, n / BATCH],
            _ => [BATCH, 1, 28, 28],
        };
        let data = || TensorData::new(numbers(n, 0, 1.0), sizes);
        let classes: Vec<i64> = labels().map(|label| label as i64).collect();
        Burn {
            model,
            weights: Some(Weights::new(model, &device)),
            x: Tensor::from_data(data(), &device),
            plain: (Weights::new(model, &plain), Tensor::from_data(data(), &plain)),
            labels: Tensor::from_data(TensorData::new(classes, [BATCH, 1]), &device),
            optimizer: AdamConfig::new().with_epsilon(1e-8).init(),
        }
    }
}

impl Training for Burn {
    fn infer(&mut self) {
        std::hint::black_box(self.plain.0.forward(self.model, &self.plain.1));
    }
    fn step(&mut self, between: &mut dyn FnMut()) -> f32 {
        let weights = self.weights.take().expect("it is handed back");
        let logits = weights.forward(self.model, &self.x);
        let loss = -log_softmax(logits, 1).gather(1, self.labels.clone()).mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &weights);
        between();
        self.weights = Some(self.optimizer.step(LEARNING_RATE, weights, gradients));
        loss.into_scalar()
    }
}
