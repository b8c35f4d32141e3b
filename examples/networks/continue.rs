//! GPT-2 writes on from a prompt.
//!
//! ```text
//! cargo run --release --example gpt2                             with weights that follow from a formula: its words mean nothing
//! cargo run --release --example gpt2 -- --weights FILE           with GPT-2's own: `model.safetensors` of openai-community/gpt2 at Hugging Face
//!     --prompt TEXT  what it goes on from     --length N  how many words it writes     --temperature X  0.8; less is more probable
//!     --seed N       of what is random
//! ```
//!
//! The words are those of the crate `tiktoken-rs`; `tools/networks.py` asks PyTorch what it makes of the same weights.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use networks::formula;
use networks::gpt2::{SMALL, Small, choose};
use shaped::nn::*;

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let (mut weights, mut prompt) = (None, String::from("The shape of a tensor is"));
    let (mut length, mut temperature, mut seed) = (40, 0.8f32, 1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("`{option}` needs a value"))?;
        let wrong = |what: &str| format!("`{option} {value}`: {what}");
        match option.as_str() {
            "--weights" => weights = Some(PathBuf::from(value)),
            "--prompt" => prompt = value,
            "--length" => length = value.parse().map_err(|_| wrong("a number of words"))?,
            "--seed" => seed = value.parse().map_err(|_| wrong("a number"))?,
            "--temperature" => match value.parse() {
                Ok(x) if x > 0.0 => temperature = x,
                _ => return Err(wrong("a number above 0").into()),
            },
            _ => return Err(format!("`{option}` is no option; they are in the first lines of continue.rs").into()),
        }
    }

    let mut net = Small::with_blocks(SMALL);
    let bar = ProgressBar::new(net.num_parameters() as u64);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} weights")?);
    formula::open(&mut net, weights.as_deref(), |filled| bar.inc(filled))?;
    bar.finish_and_clear();

    let words = tiktoken_rs::r50k_base()?;
    let mut written = words.encode_ordinary(&prompt);
    let mut text = net.empty();
    let begun = Instant::now();
    let mut scores = net.read(&mut text, &written)?;
    let reading = begun.elapsed();

    let bar = ProgressBar::new(length);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} words, {per_sec}")?);
    let (read, begun) = (written.len(), Instant::now());
    let mut random = formula::uniform(seed);
    for left in (0..length).rev() {
        let word = choose(&scores, temperature, random());
        written.push(word);
        if left > 0 {
            scores = net.read(&mut text, &[word])?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let each = 1e3 * begun.elapsed().as_secs_f64() / length.max(1) as f64;
    println!("{}", String::from_utf8_lossy(&words.decode_bytes(&written)?));
    println!("{read} words read in {:.0} ms, {length} written in {each:.1} ms each", 1e3 * reading.as_secs_f64());
    Ok(())
}
