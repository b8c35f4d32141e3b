//! A small decoder that writes token by token: the keys and values of what it has read are kept, and their `Seq` grows by one
//! each time. It computes what one pass over the whole sequence does. `cargo run --release --example decoder`

use shaped::{Strided, nn::*, prelude::*};

axis!(
    /// How many sequences are read at once.
    pub Batch
);
axis!(
    /// How many tokens have been read.
    pub Seq
);

/// How many tokens there are.
const VOCABULARY: usize = 50;
/// The longest sequence.
const LONGEST: usize = 64;

/// What a layer makes of each of `N` tokens: `[B, N, 32]`.
type Steps<B, N> = Tensor<f32, shape![B, N, 32]>;
/// The same in four heads, `[B, 4, N, 8]`.
type InHeads<B, N> = Tensor<f32, shape![B, 4, N, 8]>;

model! {
    /// Attention to what came before and two linear layers, normalised before each.
    pub struct Block {
        norm1: RmsNorm<dim!(32)>,
        q: Linear<dim!(32), dim!(32)>,
        k: Linear<dim!(32), dim!(32)>,
        v: Linear<dim!(32), dim!(32)>,
        o: Linear<dim!(32), dim!(32)>,
        norm2: RmsNorm<dim!(32)>,
        up: Linear<dim!(32), dim!(128)>,
        down: Linear<dim!(128), dim!(32)>,
    }
}

model! {
    /// `[B, N] -> [B, N, 50]`: for each token, scores of the next one.
    pub struct Decoder {
        tokens: Embedding<dim!({ VOCABULARY }), dim!(32)>,
        positions: Embedding<dim!({ LONGEST }), dim!(32)>,
        blocks: [Block; 2],
        norm: LayerNorm<dim!(32)>,
        head: Linear<dim!(32), dim!({ VOCABULARY })>,
    }
}

/// The keys and values of one block.
pub struct Cache<B: Size> {
    keys: InHeads<B, Seq>,
    values: InHeads<B, Seq>,
}

/// `[B, N, 32] -> [B, 4, N, 8]`. No copy.
fn heads<B: Size, N: Size>(x: &Steps<B, N>) -> View<'_, f32, shape![B, 4, N, 8], Strided> {
    x.view().unflatten(Axis::<-1>, (Dim::<4>, Dim::<8>)).swap_axes(Axis::<1>, Axis::<2>)
}

impl Block {
    /// All tokens at once; each attends to those before it.
    fn forward<B: Size, N: Size>(&self, x: Steps<B, N>) -> Steps<B, N> {
        let h = self.norm1.forward(&x);
        let (q, k, v) = (self.q.forward(&h), self.k.forward(&h), self.v.forward(&h));
        self.after(x, heads(&q).attention_causal(&heads(&k), &heads(&v)))
    }

    /// One more token, which attends to all that were there before.
    fn step<B: Size>(&self, x: Steps<B, One>, cache: &mut Cache<B>) -> Steps<B, One> {
        let h = self.norm1.forward(&x);
        let (q, k, v) = (self.q.forward(&h), self.k.forward(&h), self.v.forward(&h));
        cache.keys = cache.keys.concat(&heads(&k), Axis::<-2>); // Seq + 1 is Seq
        cache.values = cache.values.concat(&heads(&v), Axis::<-2>);
        self.after(x, heads(&q).attention(&cache.keys, &cache.values))
    }

    /// What follows attention.
    fn after<B: Size, N: Size>(&self, x: Steps<B, N>, attended: InHeads<B, N>) -> Steps<B, N> {
        let x = x + self.o.forward(&rearrange!(attended; b h n d -> b n (h d)));
        let h = self.up.forward(&self.norm2.forward(&x)).silu();
        x + self.down.forward(&h)
    }
}

impl Decoder {
    /// Scores for all tokens of the sequences.
    pub fn forward<B: Size>(&self, ids: &Tensor<u32, shape![B, Seq]>) -> Tensor<f32, shape![B, Seq, 50]> {
        let places = self.positions.weight.value().narrow_with(Axis::<0>, 0, Seq(ids.sizes()[1]));
        let x = self.tokens.forward(ids) + &places; // [B, Seq, 32] + [Seq, 32]
        let x = self.blocks.iter().fold(x, |x, block| block.forward(x));
        self.head.forward(&self.norm.forward(&x))
    }

    /// Scores for the token at a place, when those before it are in the caches.
    pub fn step<B: Size>(
        &self,
        ids: &Tensor<u32, shape![B, 1]>,
        place: usize,
        caches: &mut [Cache<B>; 2],
    ) -> Tensor<f32, shape![B, 1, 50]> {
        let x = self.tokens.forward(ids) + &self.positions.weight.value().narrow(Axis::<0>, place, One);
        let x = self.blocks.iter().zip(caches).fold(x, |x, (block, cache)| block.step(x, cache));
        self.head.forward(&self.norm.forward(&x))
    }
}

/// Nothing read yet: `Seq` is 0.
pub fn empty_caches(batch: usize) -> [Cache<Batch>; 2] {
    let empty = || Tensor::zeros_with((Batch(batch), Seq(0)));
    [(); 2].map(|()| Cache { keys: empty(), values: empty() })
}

/// Numbers in `[0, 1)`, the same ones for the same seed: Marsaglia's xorshift.
pub fn random(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn main() {
    const BATCH: usize = 3;
    let mut decoder = Decoder::default();
    decoder.reset_parameters(&mut random(1));

    // Each sequence starts with a token of its own, and goes on with the likeliest one.
    let mut ids = Tensor::<u32, shape![Batch, 1]>::from_vec_with(Batch(BATCH), vec![1, 2, 3]).expect("three tokens");
    let mut sequences = Tensor::<u32, shape![Batch, Seq]>::zeros_with((Batch(BATCH), Seq(0)));
    let mut scores = Tensor::<f32, shape![Batch, Seq, 50]>::zeros_with((Batch(BATCH), Seq(0)));
    let mut caches = empty_caches(BATCH);
    for place in 0..LONGEST {
        let next = decoder.step(&ids, place, &mut caches);
        sequences = sequences.concat(&ids, Axis::<1>);
        scores = scores.concat(&next, Axis::<1>);
        ids = next.argmax(Axis::<-1>).map(|id| id as u32);
    }

    let all_at_once = decoder.forward(&sequences);
    let distance = (all_at_once.lazy() - &scores).map(f32::abs).max_all();
    println!("what {} random numbers write, {LONGEST} tokens:\n{sequences}", decoder.num_parameters());
    println!("keys of the first block: {:?}", caches[0].keys.sizes());
    println!("scores token by token are at most {distance:.0e} from those of one pass, {:?}", scores.sizes());
    assert!(distance < 1e-5);
}
