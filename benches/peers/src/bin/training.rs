//! One training step of four models in burn and candle: `training.py` says what a step is, and is the same in PyTorch.
//!
//! ```sh
//! taskset -c 1 cargo run --release --features training --bin training -- [burn candle] [mlp digits transformer cnn]
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What is allocated now, and was at most.
struct Counted;
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(LIVE.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(LIVE.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(at, layout) }
    }
}
#[global_allocator]
static ALLOCATOR: Counted = Counted;

const BATCH: usize = 64;
const LEARNING_RATE: f64 = 1e-3;

/// Numbers in [-scale, scale), the same as in `training.py`.
fn numbers(n: usize, seed: usize, scale: f64) -> Vec<f32> {
    (0..n).map(|i| ((((i * 7919 + seed * 104_729) % 2003) as f64 / 1001.5 - 1.0) * scale) as f32).collect()
}

/// A parameter to start from, in PyTorch's order.
enum Start {
    /// `[outputs, inputs, …]`.
    Weight(Vec<usize>),
    Bias(usize),
    Norm(usize),
    Zeros([usize; 2]),
}

impl Start {
    /// Each tensor's sizes and elements; weights as PyTorch has them.
    fn tensors(starts: &[Start]) -> Vec<(Vec<usize>, Vec<f32>)> {
        let mut made: Vec<(Vec<usize>, Vec<f32>)> = Vec::new();
        for start in starts {
            let seed = made.len() + 1;
            match start {
                Start::Weight(sizes) => {
                    let (n, inputs) = (sizes.iter().product(), sizes[1..].iter().product::<usize>());
                    made.push((sizes.clone(), numbers(n, seed, (inputs as f64).powf(-0.5))));
                }
                Start::Bias(n) => made.push((vec![*n], numbers(*n, seed, 0.125))),
                Start::Norm(n) => made.extend([(vec![*n], vec![1.0; *n]), (vec![*n], vec![0.0; *n])]),
                Start::Zeros(sizes) => made.push((sizes.to_vec(), vec![0.0; sizes[0] * sizes[1]])),
            }
        }
        made
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Model {
    Mlp,
    Digits,
    Transformer,
    Cnn,
}

impl Model {
    const ALL: [(Model, &'static str); 4] =
        [(Model::Mlp, "mlp"), (Model::Digits, "digits"), (Model::Transformer, "transformer"), (Model::Cnn, "cnn")];

    fn sizes(self) -> Vec<usize> {
        match self {
            Model::Mlp => vec![BATCH, 784],
            Model::Digits => vec![BATCH, 64],
            Model::Transformer => vec![BATCH, 28, 28],
            Model::Cnn => vec![BATCH, 1, 28, 28],
        }
    }

    fn start(self) -> Vec<Start> {
        let linear = |i, o| [Start::Weight(vec![o, i]), Start::Bias(o)];
        match self {
            Model::Mlp => [linear(784, 512), linear(512, 512), linear(512, 10)].into_iter().flatten().collect(),
            Model::Digits => [linear(64, 128), linear(128, 64), linear(64, 10)].into_iter().flatten().collect(),
            Model::Cnn => {
                let conv = |i, o| [Start::Weight(vec![o, i, 3, 3]), Start::Bias(o)];
                [conv(1, 16), conv(16, 32), linear(1568, 10)].into_iter().flatten().collect()
            }
            Model::Transformer => {
                let mut all = vec![Start::Zeros([28, 64])];
                all.extend(linear(28, 64));
                for _ in 0..2 {
                    all.push(Start::Norm(64));
                    all.extend((0..4).flat_map(|_| linear(64, 64)));
                    all.push(Start::Norm(64));
                    all.extend(linear(64, 256));
                    all.extend(linear(256, 64));
                }
                all.push(Start::Norm(64));
                all.extend(linear(64, 10));
                all
            }
        }
    }
}

fn labels() -> impl Iterator<Item = usize> {
    (0..BATCH).map(|i| i * 7 % 10)
}

/// A library's model, batch and optimizer.
trait Training {
    fn infer(&mut self);
    /// The loss, after `backward`.
    fn gradients(&mut self) -> f32;
    fn update(&mut self);
}

fn measure(who: &str, name: &str, training: &mut dyn Training) {
    let [mut infer, mut gradients, mut update, mut step] = [const { Vec::<Duration>::new() }; 4];
    let (begin, mut losses, mut held) = (Instant::now(), Vec::new(), 0);
    while step.len() < 30 || begin.elapsed().as_secs_f64() < 4.0 {
        let start = Instant::now();
        training.infer();
        infer.push(start.elapsed());
        let live = LIVE.load(Relaxed);
        PEAK.store(live, Relaxed);
        let start = Instant::now();
        losses.push(training.gradients());
        gradients.push(start.elapsed());
        let start = Instant::now();
        training.update();
        update.push(start.elapsed());
        step.push(gradients[gradients.len() - 1] + update[update.len() - 1]);
        held = PEAK.load(Relaxed) - live;
    }
    let shown = [infer, gradients, update, step].map(|mut times| {
        times.sort();
        let micros = |i: usize| times[i].as_secs_f64() * 1e6;
        format!("{:9.1} {:9.1}", micros(0), micros(times.len() / 2))
    });
    println!("{name:28} {who:7} | {} | {:8} kB | loss {:.6} {:.6}", shown.join(" | "), held / 1024, losses[0], losses[19]);
}

mod in_burn {
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
            max_pool2d(x, MaxPoolOptions::new([2, 2], [2, 2], [0, 0], [1, 1], false))
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
        gradients: Option<GradientsParams>,
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
                gradients: None,
            }
        }
    }

    impl Training for Burn {
        fn infer(&mut self) {
            std::hint::black_box(self.plain.0.forward(self.model, &self.plain.1));
        }
        fn gradients(&mut self) -> f32 {
            let weights = self.weights.as_ref().expect("it is handed back");
            let logits = weights.forward(self.model, &self.x);
            let loss = -log_softmax(logits, 1).gather(1, self.labels.clone()).mean();
            self.gradients = Some(GradientsParams::from_grads(loss.backward(), weights));
            loss.into_scalar()
        }
        fn update(&mut self) {
            let (weights, gradients) = (self.weights.take().expect("it is handed back"), self.gradients.take());
            let gradients = gradients.expect("gradients come first");
            self.weights = Some(self.optimizer.step(LEARNING_RATE, weights, gradients));
        }
    }
}

mod in_candle {
    use candle_core::backprop::GradStore;
    use candle_core::{Device, Module, Result, Tensor, Var};
    use candle_nn::{AdamW, Linear, Optimizer, ParamsAdamW, loss, ops};

    use super::{BATCH, LEARNING_RATE, Model, Start, Training, labels, numbers};

    pub struct Candle {
        model: Model,
        weights: Vec<Var>,
        x: Tensor,
        labels: Tensor,
        optimizer: AdamW,
        gradients: Option<GradStore>,
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
                gradients: None,
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
        fn gradients(&mut self) -> f32 {
            let loss = loss::cross_entropy(&self.forward(true).unwrap(), &self.labels).unwrap();
            self.gradients = Some(loss.backward().unwrap());
            loss.to_scalar().unwrap()
        }
        fn update(&mut self) {
            self.optimizer.step(&self.gradients.take().expect("gradients come first")).unwrap();
        }
    }
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let any = |names: &[&str]| asked.iter().any(|word| names.contains(&word.as_str()));
    let of = |name: &str, names: &[&str]| !any(names) || any(&[name]);
    println!("least and median in us: inference | gradients | Adam | step | memory | loss of steps 1 and 20");
    for (model, name) in Model::ALL {
        if of(name, &["mlp", "digits", "transformer", "cnn"]) {
            if of("burn", &["burn", "candle"]) {
                measure("burn", name, &mut in_burn::Burn::new(model));
            }
            if of("candle", &["burn", "candle"]) {
                measure("candle", name, &mut in_candle::Candle::new(model).unwrap());
            }
        }
    }
}
