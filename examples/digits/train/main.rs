//! The three models of the digits, trained from scratch by PyTorch's recipe: 30 epochs of 1437 digits, in batches of 64.
//!
//! ```text
//! cargo run --release --example train
//! cargo run --release --example train -- --seeds 5        the mean of five trainings, beside PyTorch's
//! cargo run --release --example train -- --optimizer sgd  adamw (with a cosine), adam or sgd
//! cargo run --release --example train -- --out FOLDER     where files are written, if not in target/train
//! ```
//!
//! Writes the course of the training, `curve.svg`, and the models, which PyTorch reads as they are:
//! `python tools/digits_pytorch.py target/train` loads them and computes the same scores.

mod chart;
mod learn;
mod recipe;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use digits::{Batch, Cnn, Digits, Logits, Mlp, Reads, Transformer, read_model};
use indicatif::{ProgressBar, ProgressStyle};
use learn::Epoch;
use recipe::Recipe;
use shaped::{nn::*, prelude::*};

/// The root of the repository.
fn at_home(path: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().and_then(Path::parent).unwrap_or(here).join(path)
}

fn main() -> ExitCode {
    match Task::of_arguments(std::env::args().skip(1)).and_then(|task| task.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What is to be done.
struct Task {
    recipe: Recipe,
    seeds: u64,
    out: PathBuf,
    seen: Digits,
    unseen: Digits,
}

impl Task {
    fn of_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let (mut optimizer, mut seeds, mut out) = (String::from("adamw"), 1, at_home("target/train"));
        while let Some(option) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("`{option}` needs a value"))?;
            match option.as_str() {
                "--optimizer" => optimizer = value,
                "--seeds" => match value.parse() {
                    Ok(number) if number > 0 => seeds = number,
                    _ => return Err(format!("`--seeds {value}`: a number from 1 on").into()),
                },
                "--out" => out = value.into(),
                _ => return Err(format!("`{option}` is no option: --seeds, --optimizer and --out are").into()),
            }
        }
        let recipe = Recipe::read(include_str!("../../../tests/data/digits_training.json"), &optimizer)?;
        let (seen, unseen) = Digits::read_both(&at_home("examples/data"))?;
        Ok(Task { recipe, seeds, out, seen, unseen })
    }

    fn run(&self) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        std::fs::create_dir_all(&self.out).map_err(|error| format!("{}: {error}", self.out.display()))?;
        println!(
            "{:14}{:>10}{:>22}{:>22}{:>16}",
            "", "last loss", "unseen read rightly", "PyTorch's mean of 5", "ms an epoch"
        );
        let curves = [self.model::<Mlp>()?, self.model::<Cnn>()?, self.model::<Transformer>()?];
        let curve = self.out.join("curve.svg");
        chart::draw(&curve, &curves, self.unseen.labels.numel())?;
        println!("{:.1} s; {} and three models", start.elapsed().as_secs_f64(), curve.display());
        Ok(())
    }

    /// Trains a model with each seed, says how well it reads, and writes the first one.
    fn model<M: Reads>(&self) -> Result<(&'static str, Vec<Epoch>), Box<dyn Error>> {
        let bar = ProgressBar::new(self.seeds * self.recipe.epochs as u64);
        bar.set_style(ProgressStyle::with_template("{prefix:14}{bar:40} epoch {pos}/{len}  {msg}")?);
        bar.set_prefix(M::NAME);
        let (mut first, mut accuracies, mut loss) = (None, Vec::new(), 0.0);
        for seed in 0..self.seeds {
            let (model, epochs) = learn::train::<M>(&self.recipe, seed, (&self.seen, &self.unseen), |epoch| {
                bar.set_message(format!("loss {:.4}, {:.1} %", epoch.loss, self.percent(epoch.right)));
                bar.inc(1);
            })?;
            let last = epochs.last().ok_or("a recipe of no epochs")?;
            accuracies.push(self.percent(last.right));
            loss += last.loss;
            first.get_or_insert((model, epochs));
        }
        bar.finish_and_clear();
        let (model, epochs) = first.ok_or("no seeds")?;
        self.save(&model)?;
        println!(
            "{:14}{:10.4}{:>20.2} %{:>22}{:16.1}",
            M::NAME,
            loss / self.seeds as f64,
            accuracies.iter().sum::<f64>() / accuracies.len() as f64,
            self.recipe.accuracy_of_pytorch(M::FILE).map_or(String::new(), |percent| format!("{percent:.2} %")),
            bar.elapsed().as_secs_f64() * 1e3 / bar.position() as f64,
        );
        if self.seeds > 1 {
            let each: Vec<_> = accuracies.iter().map(|percent| format!("{percent:.1}")).collect();
            println!("{:14}{:>10}{:>22}", "", "", each.join(" "));
        }
        Ok((M::NAME, epochs))
    }

    fn percent(&self, right: usize) -> f64 {
        100.0 * right as f64 / self.unseen.labels.numel() as f64
    }

    /// Writes a model with what it says of the unseen digits, and reads it again: it must say the same, bit for bit.
    fn save<M: Reads>(&self, model: &M) -> Result<(), Box<dyn Error>> {
        let scores = model.scores(&self.unseen.images);
        let mut file = model.state_dict()?.with_metadata("format", "pt");
        file.add("expected_logits", &scores)?;
        file.save(self.out.join(M::FILE).with_extension("safetensors"))?;
        let (again, expected): (M, Logits<Batch>) = read_model(&self.out, M::FILE)?;
        if again.scores(&self.unseen.images) != scores || expected != scores {
            return Err(format!("{}: a model that was written and read says something else", M::NAME).into());
        }
        Ok(())
    }
}
