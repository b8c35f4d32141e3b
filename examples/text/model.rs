//! A transformer that reads the bytes of a text, and says of each which one comes next.

use shaped::{grad::Tape, nn::*, optim::*, prelude::*};

/// How far back it reads.
pub type Context = dim!(64);
/// How many numbers stand for a byte while it is read.
pub type Width = dim!(96);
type Bytes = dim!(256);
/// How many windows of the text a step of the training reads.
pub type Batch = dim!(16);

model! {
    /// `[.., N, 96] -> [.., N, 96]`: four heads that attend to what came before, and a function of each place.
    pub struct Block {
        norm1: LayerNorm<Width>,
        attention: MultiHeadAttention<Width, dim!(4)>,
        norm2: LayerNorm<Width>,
        up: Linear<Width, dim!(384)>,
        down: Linear<dim!(384), Width>,
    }
}

impl<L: Shape, N: Size> Module<((L, N), Width)> for Block {
    type Output = ((L, N), Width);
    fn forward<X: Operand<Elem = f32, Shape = ((L, N), Width)>>(&self, x: &X) -> Tensor<f32, ((L, N), Width), X::Kind> {
        let x = self.attention.forward_causal(&self.norm1.forward(x)) + x.view();
        let h = self.up.forward(&self.norm2.forward(&x)).gelu();
        x + self.down.forward(&h)
    }
}

model! {
    /// A window of bytes to scores of the byte after each of them: `[B, 64] -> [B, 64, 256]`.
    pub struct Writer {
        bytes: Embedding<Bytes, Width>,
        places: Param<shape![Context, Width]>,
        blocks: [Block; 3],
        norm: LayerNorm<Width>,
        head: Linear<Width, Bytes>,
    }
}

impl Writer {
    /// The scores of the byte after each one.
    pub fn scores<B: Size, I: Indices<Shape = shape![B, Context]>>(
        &self,
        ids: &I,
    ) -> Tensor<f32, shape![B, Context, Bytes], I::Kind> {
        let mut x = self.bytes.forward(ids) + &self.places;
        for block in &self.blocks {
            x = block.forward(&x);
        }
        self.head.forward(&self.norm.forward(&x))
    }

    /// Weights by PyTorch's rules, but small numbers for bytes and places.
    pub fn with_seed(seed: u64) -> Self {
        let (mut model, mut uniform) = (Writer::default(), uniform(seed));
        model.reset_parameters(&mut uniform);
        model.bytes.weight.as_mut_slice().iter_mut().for_each(|x| *x *= 0.1);
        model.places.as_mut_slice().iter_mut().for_each(|x| *x = 0.2 * uniform() as f32 - 0.1);
        model
    }

    /// Learns a text, of at least as many windows as a step reads, by so many steps; `each` is told the loss of every one.
    ///
    /// # Errors
    /// If a loss is no finite number.
    pub fn learn(&mut self, text: &[u8], steps: usize, seed: u64, mut each: impl FnMut(f32)) -> Result<(), String> {
        let mut tape = Tape::new(self);
        let mut adam = AdamW::new(self, 3e-3);
        let schedule = CosineDecay::new(3e-3, steps).warmup(steps / 20);
        let starts = permutation(text.len().saturating_sub(Context::SIZE), seed);
        for (step, starts) in (0..steps).zip(starts.chunks_exact(Batch::SIZE).cycle()) {
            let window =
                |from: usize| Tensor::<u8, shape![Batch, Context]>::from_fn(|[i, j]| text[starts[i] + from + j]);
            let (read, next) = (window(0), window(1));
            let (loss, gradient) =
                tape.value_and_grad(self, |tape| self.scores(&tape.indices(&read)).cross_entropy(&next));
            if !loss.is_finite() {
                return Err(format!("the loss of step {step} is {loss}"));
            }
            clip_grad_norm(gradient, 1.0);
            adam.lr = schedule.at(step);
            adam.step(self, gradient);
            each(loss);
        }
        Ok(())
    }

    /// The mean loss of windows that lie one after the other in a text: how surprising it is.
    pub fn loss(&self, text: &[u8]) -> f32 {
        let windows = text.chunks_exact(Context::SIZE + 1).map(|window| {
            let part = |from: usize| Tensor::<u8, shape![1, Context]>::from_fn(|[_, j]| window[from + j]);
            self.scores(&part(0)).cross_entropy(&part(1))
        });
        windows.clone().sum::<f32>() / windows.count().max(1) as f32
    }

    /// The byte after a text, at random by the scores: a low `temperature` chooses what is probable.
    pub fn next(&self, text: &[u8], temperature: f32, uniform: &mut impl FnMut() -> f64) -> u8 {
        let read = &text[text.len().saturating_sub(Context::SIZE)..];
        // What is behind the text is not attended to by what stands before it.
        let window = Tensor::<u8, shape![1, Context]>::from_fn(|[_, j]| read.get(j).copied().unwrap_or(b' '));
        let scores = self.scores(&window);
        let last = scores.index_axis(Axis::<0>, 0).index_axis(Axis::<0>, read.len().saturating_sub(1));
        let mut left = uniform() as f32;
        let chances = (last / temperature).softmax(Axis::<-1>);
        let place = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        place.unwrap_or(usize::from(b' ')) as u8
    }
}

/// Random numbers from 0 to 1: SplitMix64, of which 53 bits fill an `f64`.
pub fn uniform(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
