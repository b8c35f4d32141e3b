//! A small transformer learns a text, byte by byte, and writes on from a prompt.
//!
//! ```text
//! cargo run --release --example write                           learns a play by Shakespeare, in about a minute
//! cargo run --release --example write -- --text FILE            any file of yours, in any language
//! cargo run --release --example write -- --load MODEL           writes by what was learned before
//!     --prompt TEXT  what it goes on from     --length N  how many bytes it writes     --temperature X  0.8; less is more probable
//!     --steps N      how long it learns       --seed N    of all that is random        --out FOLDER     target/write
//! ```
//!
//! Writes `model.safetensors`, which PyTorch reads as it is, and the course of the training, `loss.svg`.

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::{ChartBuilder, IntoDrawingArea, LineSeries, RGBColor, SVGBackend, WHITE};
use shaped::{io::SafeTensors, nn::*, prelude::*};
use text::{Context, Writer, uniform};

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
    text: PathBuf,
    load: Option<PathBuf>,
    out: PathBuf,
    prompt: String,
    length: usize,
    temperature: f32,
    steps: usize,
    seed: u64,
}

impl Task {
    fn of_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        // The root of the repository.
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
        let mut task = Task {
            text: home.join("examples/data/coriolanus.txt"),
            load: None,
            out: home.join("target/write"),
            prompt: "MENENIUS:\n".into(),
            length: 600,
            temperature: 0.8,
            steps: 800,
            seed: 1,
        };
        while let Some(option) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("`{option}` needs a value"))?;
            let wrong = |what: &str| format!("`{option} {value}`: {what}");
            match option.as_str() {
                "--text" => task.text = value.into(),
                "--load" => task.load = Some(value.into()),
                "--out" => task.out = value.into(),
                "--prompt" if value.is_empty() => return Err(wrong("at least one letter").into()),
                "--prompt" => task.prompt = value,
                "--length" => task.length = value.parse().map_err(|_| wrong("a number of bytes"))?,
                "--steps" => task.steps = value.parse().map_err(|_| wrong("a number of steps"))?,
                "--seed" => task.seed = value.parse().map_err(|_| wrong("a number"))?,
                "--temperature" => match value.parse() {
                    Ok(x) if x > 0.0 => task.temperature = x,
                    _ => return Err(wrong("a number above 0").into()),
                },
                _ => return Err(format!("`{option}` is no option; they are in the first lines of write.rs").into()),
            }
        }
        Ok(task)
    }

    fn run(&self) -> Result<(), Box<dyn Error>> {
        let mut model = Writer::default();
        match &self.load {
            Some(path) => {
                model.load_state_dict(&SafeTensors::open(path)?)?;
            }
            None => model = self.learned()?,
        }
        let (mut text, mut uniform) = (self.prompt.clone().into_bytes(), uniform(self.seed));
        for _ in 0..self.length {
            text.push(model.next(&text, self.temperature, &mut uniform));
        }
        std::io::stdout().write_all(&text)?;
        println!();
        Ok(())
    }

    /// A model that has learned the text, but for its last tenth, of which the loss is said.
    fn learned(&self) -> Result<Writer, Box<dyn Error>> {
        let read = std::fs::read(&self.text).map_err(|error| format!("{}: {error}", self.text.display()))?;
        let (seen, unseen) = read.split_at(read.len() - read.len() / 10);
        if unseen.len() <= Context::SIZE {
            let least = 10 * (Context::SIZE + 1);
            return Err(format!("{}: {} bytes, and {least} are the least", self.text.display(), read.len()).into());
        }
        std::fs::create_dir_all(&self.out).map_err(|error| format!("{}: {error}", self.out.display()))?;
        let mut model = Writer::with_seed(self.seed);
        let bar = ProgressBar::new(self.steps as u64);
        bar.set_style(ProgressStyle::with_template("{bar:40} step {pos}/{len}  {msg}  {eta} left")?);
        let mut losses = Vec::new();
        model.learn(seen, self.steps, self.seed, |loss| {
            losses.push(loss);
            bar.set_message(format!("loss {loss:.3}"));
            bar.inc(1);
        })?;
        bar.finish_and_clear();
        let file = self.out.join("model.safetensors");
        model.state_dict()?.with_metadata("format", "pt").save(&file)?;
        draw(&self.out.join("loss.svg"), &losses)?;
        let (seconds, unseen) = (bar.elapsed().as_secs_f64(), model.loss(unseen));
        println!("{} steps in {seconds:.1} s; loss of the unseen tenth {unseen:.3}; {}\n", self.steps, file.display());
        Ok(model)
    }
}

/// Draws the loss of each step.
fn draw(path: &Path, losses: &[f32]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, (640, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let most = losses.iter().copied().fold(1.0, f32::max);
    let mut chart = ChartBuilder::on(&area);
    chart.caption("loss of a step", ("sans-serif", 16)).margin(12).x_label_area_size(36).y_label_area_size(44);
    let mut chart = chart.build_cartesian_2d(0..losses.len().max(1), 0.0..most)?;
    chart.configure_mesh().x_desc("step").draw()?;
    chart.draw_series(LineSeries::new(losses.iter().copied().enumerate(), &RGBColor(31, 119, 180)))?;
    area.present()?;
    Ok(())
}
