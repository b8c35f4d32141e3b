//! Data of a size that nobody knows beforehand: as one batch, and in static batches with a remainder, with the same result.
//!
//! ```text
//! cargo run --example batches -- 1000
//! ```

use shaped::prelude::*;
use shaped::{SizeError, same_sizes};

axis!(
    /// The pictures that are looked at together.
    Batch
);
// A static size with a name: 10 classes are not any 10 numbers.
axis!(Classes = 10);

struct Model {
    hidden: Tensor<f32, shape![64, 32]>,
    hidden_bias: Tensor<f32, shape![32]>,
    out: Tensor<f32, shape![32, Classes]>,
    bias: Tensor<f32, shape![Classes]>,
}

impl Model {
    /// Numbers that were not learned anywhere.
    fn new() -> Self {
        let weight = |i: usize| ((i * 2654435761) % 1000) as f32 / 1000.0 - 0.5;
        Model {
            hidden: Tensor::from_flat_fn(weight),
            hidden_bias: Tensor::zeros(),
            out: Tensor::from_flat_fn(|i| weight(i + 7)),
            bias: Tensor::from_flat_fn(|i| weight(i + 77)),
        }
    }

    /// For any batch, static or not: one function, no `where`.
    fn logits<B: Size>(&self, x: View<f32, shape![B, 64]>) -> Tensor<f32, shape![B, Classes]> {
        let hidden = (x.matmul(&self.hidden) + &self.hidden_bias).map(|x| x.max(0.0));
        hidden.matmul(&self.out) + &self.bias
    }
}

/// The mean square error. The two come from different sources, so their sizes are compared, once.
fn error(
    logits: &Tensor<f32, shape![Batch, Classes]>,
    targets: &Tensor<f32, shape![Batch, Classes]>,
) -> Result<f32, SizeError> {
    same_sizes((logits, targets))?;
    let error = logits - targets;
    Ok((&error * &error).mean_all())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(100), |n| n.parse())?;
    let pixels: Vec<f32> = (0..n * 64).map(|i| (i % 17) as f32 / 16.0).collect();

    // The gate: here, and only here, the number meets the name.
    let pictures = Tensor::<f32, shape![Batch, 64]>::from_vec_with(Batch(n), pixels)?;
    let model = Model::new();

    // As one batch.
    let whole = model.logits(pictures.view());

    // In batches of 32, whose size every loop knows, and what is left over.
    let mut logits = Tensor::<f32, shape![Batch, Classes]>::zeros_with(Batch(n));
    let chunks = pictures.chunks_of(Dim::<32>);
    let rest = chunks.remainder();
    println!("{n} pictures: {} batches of 32, and {} more", chunks.len(), rest.sizes()[0]);
    let mut to = logits.chunks_of_mut(Dim::<32>);
    to.remainder().copy_from(&model.logits(rest));
    for (x, mut to) in chunks.zip(to) {
        let batch: Tensor<f32, shape![32, Classes]> = model.logits(x);
        to.copy_from(&batch);
    }
    let difference = (&whole - &logits).map(f32::abs);
    assert!(difference.iter().all(|&difference| difference < 1e-5));
    println!("the same logits: {:?}", logits.sizes());

    // What does not fit is a `Result` that says what, before anything is computed.
    println!("error against zeros: {}", error(&logits, &Tensor::zeros_with(Batch(n)))?);
    let others = Tensor::zeros_with(Batch(n + 1));
    println!("against others: {}", error(&logits, &others).unwrap_err());

    // A batch whose size is known after all becomes static, and back.
    match pictures.fix::<shape![100, 64]>() {
        Ok(hundred) => {
            println!("a hundred: {:?}", model.logits(hundred).into_freed::<shape![Batch, Classes]>().sizes())
        }
        Err(error) => println!("not a hundred: {error}"),
    }
    Ok(())
}
