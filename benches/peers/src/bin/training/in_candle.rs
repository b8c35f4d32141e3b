//! The models in candle.

use candle_core::{Device, Module, Result, Tensor, Var};
use candle_nn::{AdamW, Linear, Optimizer, ParamsAdamW, loss, ops};

use super::{BATCH, LEARNING_RATE, Model, Start, Training, labels, numbers};

pub struct Candle {
    model: Model,
    weights: Vec<Var>,
    x: Tensor,
    labels: Tensor,
    optimizer: AdamW,
}

/// Hands out a model's parameters one after the other; for inference without their history.
struct Taken<'a>(std::slice::Iter<'a, Var>, bool);

impl Taken<'_> {
    fn next(&mut self) -> Tensor {
        let x = self.0.next().expect("a parameter");
        if self.1 { x.as_tensor().clone() } else { x.as_detached_tensor() }
    }
    fn linear(&mut self, x: &Tensor) -> Result<Tensor> {
        Linear::new(self.next(), Some(self.next())).forward(x)
    }
    fn norm(&mut self, x: &Tensor) -> Result<Tensor> {
        // The fast one has no gradient.
        let (weight, bias) = (self.next(), self.next());
        if self.1 { ops::layer_norm_slow(x, &weight, &bias, 1e-5) } else { ops::layer_norm(x, &weight, &bias, 1e-5) }
    }
    fn softmax(&self, x: &Tensor) -> Result<Tensor> {
        if self.1 { ops::softmax(x, 3) } else { ops::softmax_last_dim(x) }
    }
    fn conv(&mut self, x: &Tensor) -> Result<Tensor> {
        let (weight, bias) = (self.next(), self.next());
        let x = x.conv2d(&weight, 1, 1, 1, 1)?.broadcast_add(&bias.reshape((1, (), 1, 1))?)?;
        x.relu()?.max_pool2d(2)
    }
    fn block(&mut self, x: &Tensor) -> Result<Tensor> {
        let y = self.norm(x)?;
        let mut heads = || self.linear(&y)?.reshape((BATCH, 28, 4, 16))?.transpose(1, 2)?.contiguous();
        let (q, k, v) = (heads()?, heads()?, heads()?);
        let y = self.softmax(&(q.matmul(&k.t()?)? * 0.25)?)?.matmul(&v)?;
        let x = (x + self.linear(&y.transpose(1, 2)?.reshape((BATCH, 28, 64))?)?)?;
        let y = self.norm(&x)?;
        let y = self.linear(&y)?.gelu()?;
        x + self.linear(&y)?
    }
}

impl Candle {
    pub fn new(model: Model) -> Result<Self> {
        let device = Device::Cpu;
        let tensors = Start::tensors(&model.start());
        let made = tensors.into_iter().map(|(sizes, elements)| Var::from_vec(elements, sizes, &device));
        let weights = made.collect::<Result<Vec<_>>>()?;
        let options = ParamsAdamW { lr: LEARNING_RATE, weight_decay: 0.0, ..Default::default() };
        let sizes = model.sizes();
        Ok(Candle {
            model,
            optimizer: AdamW::new(weights.clone(), options)?,
            weights,
            x: Tensor::from_vec(numbers(sizes.iter().product(), 0, 1.0), sizes, &device)?,
            labels: Tensor::from_vec(labels().map(|label| label as u32).collect(), BATCH, &device)?,
        })
    }

    fn forward(&self, learns: bool) -> Result<Tensor> {
        let mut w = Taken(self.weights.iter(), learns);
        match self.model {
            Model::Mlp | Model::Digits => {
                let x = w.linear(&self.x)?.relu()?;
                let x = w.linear(&x)?.relu()?;
                w.linear(&x)
            }
            Model::Transformer => {
                let position = w.next();
                let mut x = w.linear(&self.x)?.broadcast_add(&position)?;
                for _ in 0..2 {
                    x = w.block(&x)?;
                }
                let x = w.norm(&x)?.mean(1)?;
                w.linear(&x)
            }
            Model::Cnn => {
                let x = w.conv(&self.x)?;
                let x = w.conv(&x)?;
                w.linear(&x.flatten_from(1)?)
            }
        }
    }
}

impl Training for Candle {
    fn infer(&mut self) {
        std::hint::black_box(self.forward(false).unwrap());
    }
    fn step(&mut self, between: &mut dyn FnMut()) -> f32 {
        let loss = loss::cross_entropy(&self.forward(true).unwrap(), &self.labels).unwrap();
        let gradients = loss.backward().unwrap();
        between();
        self.optimizer.step(&gradients).unwrap();
        loss.to_scalar().unwrap()
    }
}
