//! GPT-2 (Radford, Wu, Child, Luan, Amodei, Sutskever, 2019), by the names that Hugging Face gives its weights.
//!
//! What has been read is kept as keys and values, in memory for the longest text there can be: each new word writes its own beside those of the words
//! before it, and attends to all of them where they lie. All GPT-2s have heads of 64 numbers, and their width follows from the number of heads `H`,
//! which is a type; how many words are read is known when the program runs.

use std::error::Error;
use std::fmt;

use shaped::size::Product;
use shaped::{nn::*, prelude::*};

axis!(
    /// Words that are read in one go.
    pub New
);
axis!(
    /// All words that have been read.
    pub Read
);

/// How many words there are, or parts of words.
pub type Vocabulary = dim!(50257);
/// The longest text.
pub type Longest = dim!(1024);
/// How many numbers stand for a word while it is read.
pub type Width<H> = Product<H, Dim<64>>;
/// The same of all words that are read in one go.
type Words<H> = Tensor<f32, shape![New, Width<H>]>;

/// The smallest of the four: 124 million weights.
pub type Small = Gpt2<dim!(12)>;
/// How many blocks that has.
pub const SMALL: usize = 12;

model! {
    /// A linear layer whose weights are `[in, out]`, as GPT-2's were saved; Hugging Face's name for it.
    pub struct Conv1D<I: StaticSize, O: StaticSize> {
        weight: Param<shape![I, O]>,
        bias: Param<shape![O]>,
    }
}

impl<I: StaticSize, O: StaticSize> Conv1D<I, O> {
    fn forward(&self, x: &Tensor<f32, shape![New, I]>) -> Tensor<f32, shape![New, O]> {
        x.matmul(&self.weight) + &self.bias
    }
}

model! {
    /// What makes queries, keys and values, and what mixes the heads.
    pub struct Attend<H: StaticSize> {
        c_attn: Conv1D<Width<H>, Product<Dim<3>, Width<H>>>,
        c_proj: Conv1D<Width<H>, Width<H>>,
    }
}

model! {
    /// A function of each word.
    pub struct Mlp<H: StaticSize> {
        c_fc: Conv1D<Width<H>, Product<Dim<4>, Width<H>>>,
        c_proj: Conv1D<Product<Dim<4>, Width<H>>, Width<H>>,
    }
}

model! {
    /// Attention to what came before and a function of each word, each normalised before and added to what came in.
    pub struct Block<H: StaticSize> {
        ln_1: LayerNorm<Width<H>>,
        attn: Attend<H>,
        ln_2: LayerNorm<Width<H>>,
        mlp: Mlp<H>,
    }
}

/// Keys and values of a block, `[H, 1024, 64]` each.
struct Cache<H: StaticSize> {
    keys: Tensor<f32, shape![H, Longest, 64]>,
    values: Tensor<f32, shape![H, Longest, 64]>,
}

impl<H: StaticSize> Block<H> {
    /// New words behind those that have been read.
    fn forward(&self, x: Words<H>, cache: &mut Cache<H>, read: usize) -> Words<H> {
        let new = x.size(Axis::<0>);
        let all = self.attn.c_attn.forward(&self.ln_1.forward(&x)); // [New, 3 H 64]
        let all = all.unflatten(Axis::<-1>, (Dim::<3>, <Width<H> as StaticSize>::VALUE));
        let [queries, keys, values] = [0, 1, 2].map(|which| {
            let heads = all.index_axis(Axis::<1>, which).unflatten(Axis::<-1>, (H::VALUE, Dim::<64>));
            heads.swap_axes(Axis::<0>, Axis::<1>) // [H, New, 64], a view
        });
        cache.keys.view_mut().part().narrow_with(Axis::<1>, read, New(new)).copy_from(&keys);
        cache.values.view_mut().part().narrow_with(Axis::<1>, read, New(new)).copy_from(&values);

        let seen = Read(read + new);
        let (keys, values) = (&cache.keys, &cache.values);
        let (keys, values) = (keys.narrow_with(Axis::<1>, 0, seen), values.narrow_with(Axis::<1>, 0, seen));
        let before = Tensor::<bool, shape![New, Read]>::from_fn_with((New(new), seen), |[i, j]| j <= read + i);
        let attended = queries.attention_masked(&keys, &values, &before).swap_axes(Axis::<0>, Axis::<1>).to_tensor();
        let x = x + self.attn.c_proj.forward(&attended.flatten_axes(Axis::<1>, Axis::<2>).to_tensor());

        let h = GeluTanh.forward_owned(self.mlp.c_fc.forward(&self.ln_2.forward(&x)));
        x + self.mlp.c_proj.forward(&h)
    }
}

model! {
    /// A text, word by word, to scores of the word after it.
    pub struct Gpt2<H: StaticSize> {
        wte: Embedding<Vocabulary, Width<H>>,
        wpe: Embedding<Longest, Width<H>>,
        h: Vec<Block<H>>,
        ln_f: LayerNorm<Width<H>>,
    }
}

/// What a [`Gpt2`] has read.
pub struct Text<H: StaticSize> {
    caches: Vec<Cache<H>>,
    read: usize,
}

impl<H: StaticSize> Text<H> {
    /// As if nothing had been read, for another text in the same memory.
    pub fn clear(&mut self) {
        self.read = 0;
    }
}

impl<H: StaticSize> Gpt2<H> {
    /// A model of so many blocks, with weights of zeros.
    pub fn with_blocks(blocks: usize) -> Self {
        Gpt2 { h: (0..blocks).map(|_| Block::default()).collect(), ..Gpt2::default() }
    }

    /// Nothing read yet.
    pub fn empty(&self) -> Text<H> {
        let cache = || Cache { keys: Tensor::zeros(), values: Tensor::zeros() };
        Text { caches: self.h.iter().map(|_| cache()).collect(), read: 0 }
    }

    /// Reads words behind those of the text, and gives the scores of the one after them.
    ///
    /// # Errors
    /// If there are no words, one of them is not in the vocabulary, or the text would be longer than 1024.
    pub fn read(&self, text: &mut Text<H>, words: &[u32]) -> Result<Tensor<f32, shape![Vocabulary]>, Unreadable> {
        let (new, read) = (New(words.len()), text.read);
        if words.is_empty() {
            return Err(Unreadable::Nothing);
        }
        if let Some(&word) = words.iter().find(|word| **word as usize >= Vocabulary::SIZE) {
            return Err(Unreadable::Unknown { word });
        }
        if words.len() > Longest::SIZE - read {
            return Err(Unreadable::TooLong { read, new: words.len() });
        }
        let words: Tensor<u32, shape![New]> = Tensor::from_fn_with(new, |[i]| words[i]);
        let places = self.wpe.weight.value().narrow_with(Axis::<0>, read, new);
        let x = self.wte.forward(&words) + places;
        let x = self.h.iter().zip(&mut text.caches).fold(x, |x, (block, cache)| block.forward(x, cache, read));
        text.read += words.numel();
        let last = self.ln_f.forward(&x.index_axis(Axis::<0>, words.numel() - 1));
        Ok(last.linear_no_bias(&self.wte.weight))
    }
}

/// What keeps words from being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    Nothing,
    Unknown { word: u32 },
    TooLong { read: usize, new: usize },
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Nothing => write!(f, "a text begins with at least one word"),
            Unreadable::Unknown { word } => write!(f, "word {word}, and there are {}", Vocabulary::SIZE),
            Unreadable::TooLong { read, new } => {
                write!(f, "{new} more words behind {read}, and {} are the most", Longest::SIZE)
            }
        }
    }
}

impl Error for Unreadable {}

/// The next word, at random among the 40 best: a low `temperature` chooses what is probable. `chance` is from 0 to 1.
pub fn choose(scores: &Tensor<f32, shape![Vocabulary]>, temperature: f32, chance: f64) -> u32 {
    let (best, words) = scores.topk(Axis::<0>, Dim::<40>);
    let mut left = chance as f32;
    let chances = (best / temperature).softmax(Axis::<0>);
    let place = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    words[[place.unwrap_or(0)]] as u32
}
