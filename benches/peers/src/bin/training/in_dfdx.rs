//! The perceptrons in dfdx. Its convolutions and its attention are there on nightly Rust only.

use dfdx::optim::Adam;
use dfdx::prelude::*;

use super::{BATCH, LEARNING_RATE, Model, Start, Training, labels, numbers};

type Mlp<const I: usize, const H: usize, const G: usize> = ((Linear<I, H>, ReLU), (Linear<H, G>, ReLU), Linear<G, 10>);
type Built<const I: usize, const H: usize, const G: usize> = <Mlp<I, H, G> as BuildOnDevice<Cpu, f32>>::Built;

struct Dfdx<const I: usize, const H: usize, const G: usize> {
    model: Built<I, H, G>,
    x: Tensor<Rank2<BATCH, I>, f32, Cpu>,
    labels: Tensor<Rank2<BATCH, 10>, f32, Cpu>,
    optimizer: Adam<Built<I, H, G>, f32, Cpu>,
    gradients: Option<Gradients<f32, Cpu>>,
}

/// The model, if it can be written on stable Rust.
pub fn new(model: Model) -> Option<Box<dyn Training>> {
    match model {
        Model::Mlp => Some(Box::new(Dfdx::<784, 512, 512>::new(model))),
        Model::Digits => Some(Box::new(Dfdx::<64, 128, 64>::new(model))),
        Model::Transformer | Model::Cnn => None,
    }
}

impl<const I: usize, const H: usize, const G: usize> Dfdx<I, H, G> {
    fn new(model: Model) -> Self {
        let device = Cpu::default();
        let mut built = device.build_module::<Mlp<I, H, G>, f32>();
        let tensors = Start::tensors(&model.start());
        let mut elements = tensors.iter().map(|(_, elements)| elements.as_slice());
        let mut next = || elements.next().expect("a parameter");
        built.0.0.weight.copy_from(next());
        built.0.0.bias.copy_from(next());
        built.1.0.weight.copy_from(next());
        built.1.0.bias.copy_from(next());
        built.2.weight.copy_from(next());
        built.2.bias.copy_from(next());
        let mut truth = vec![0.0; BATCH * 10];
        labels().enumerate().for_each(|(n, label)| truth[n * 10 + label] = 1.0);
        let options = AdamConfig { lr: LEARNING_RATE, betas: [0.9, 0.999], eps: 1e-8, weight_decay: None };
        Dfdx {
            x: device.tensor((numbers(BATCH * I, 0, 1.0), (Const, Const))),
            labels: device.tensor((truth, (Const, Const))),
            optimizer: Adam::new(&built, options),
            gradients: Some(built.alloc_grads()),
            model: built,
        }
    }
}

impl<const I: usize, const H: usize, const G: usize> Training for Dfdx<I, H, G> {
    fn infer(&mut self) {
        std::hint::black_box(self.model.forward(self.x.clone()));
    }
    fn step(&mut self, between: &mut dyn FnMut()) -> f32 {
        let mut gradients = self.gradients.take().expect("gradients are given back");
        self.model.zero_grads(&mut gradients);
        let scores = self.model.forward_mut(self.x.clone().traced(gradients));
        let loss = cross_entropy_with_logits_loss(scores, self.labels.clone());
        let value = loss.array();
        let gradients = loss.backward();
        between();
        self.optimizer.update(&mut self.model, &gradients).expect("every parameter has a gradient");
        self.gradients = Some(gradients);
        value
    }
    fn kept(&mut self) -> usize {
        // The gradients, which stay from step to step.
        self.model.num_trainable_params() * size_of::<f32>()
    }
}
