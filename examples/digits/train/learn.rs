//! A model learns: PyTorch's loop, step by step.

use digits::{Batch, Digits, Reads};
use shaped::{
    grad::{Gradient, Tape},
    optim::*,
    prelude::*,
};

use super::recipe::{Recipe, Rule};

/// What an epoch came to.
pub struct Epoch {
    /// The mean of the losses.
    pub loss: f64,
    /// How many of the unseen digits the model reads rightly after it.
    pub right: usize,
}

/// A model with random weights, trained. `seed` decides the weights and the order of the digits; `each` is told of every epoch.
///
/// # Errors
/// If a loss is no finite number.
pub fn train<M: Reads>(
    recipe: &Recipe,
    seed: u64,
    (seen, unseen): (&Digits, &Digits),
    mut each: impl FnMut(&Epoch),
) -> Result<(M, Vec<Epoch>), String> {
    let mut model = M::default();
    model.reset_parameters(&mut uniform(seed));
    let mut tape = Tape::new(&model);
    tape.train(seed); // batch norm takes the statistics of each batch
    let batches = Batches::new(&seen.images, &seen.labels, Batch(recipe.batch));
    let mut optimizer = Optimizer::new(recipe, &model, recipe.epochs * batches.len());
    let (mut steps, mut epochs) = (0, Vec::new());
    for epoch in 0..recipe.epochs {
        let mut total = 0.0;
        for (images, labels) in batches.shuffled(seed << 32 | epoch as u64) {
            let (loss, gradient) = tape.value_and_grad(&model, |tape| {
                let scores = model.scores(&tape.input(&images));
                scores.cross_entropy(&labels)
            });
            if !loss.is_finite() {
                return Err(format!("{}: the loss of step {steps} is {loss}", M::NAME));
            }
            optimizer.step(&mut model, gradient, steps);
            total += f64::from(loss) * labels.numel() as f64;
            steps += 1;
        }
        let loss = total / seen.labels.numel() as f64;
        epochs.push(Epoch { loss, right: unseen.right(&model.scores(&unseen.images)) });
        each(&epochs[epoch]);
    }
    Ok((model, epochs))
}

/// One of three rules, which keeps what it remembers in models `M`.
enum Optimizer<M> {
    Adam(Adam<M>),
    AdamW(AdamW<M>, CosineDecay),
    Sgd(Sgd<M>),
}

impl<M: Reads> Optimizer<M> {
    fn new(recipe: &Recipe, model: &M, steps: usize) -> Self {
        match recipe.rule {
            Rule::Adam { lr } => Optimizer::Adam(Adam::new(model, lr)),
            Rule::AdamW { lr, weight_decay } => {
                Optimizer::AdamW(AdamW::new(model, lr).weight_decay(weight_decay), CosineDecay::new(lr, steps))
            }
            Rule::Sgd { lr, momentum } => Optimizer::Sgd(Sgd::new(model, lr).momentum(momentum)),
        }
    }

    fn step(&mut self, model: &mut M, gradient: &mut Gradient<M>, step: usize) {
        match self {
            Optimizer::Adam(adam) => adam.step(model, gradient),
            Optimizer::AdamW(adam, schedule) => {
                adam.lr = schedule.at(step);
                adam.step(model, gradient);
            }
            Optimizer::Sgd(sgd) => sgd.step(model, gradient),
        }
    }
}

/// Random numbers from 0 to 1: SplitMix64, of which 53 bits fill an `f64`.
fn uniform(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
