//! A pretrained network hears when somebody speaks in a recording, piece by piece as from a microphone, and draws how probable that is.
//!
//! ```text
//! cargo run --release --example voice                  of two sentences of a novel
//! cargo run --release --example voice -- FILE.wav      of a recording of yours
//! cargo run --release --example voice -- FILE.wav OUT.svg    and the picture goes there, and not to target/voice.svg
//! ```
//!
//! The weights are of the package `silero-vad`; `tools/voice.py` fetches them, and asks PyTorch what it computes of the same recording.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::{ChartBuilder, Color, IntoDrawingArea, LineSeries, RGBColor, Rectangle, SVGBackend, WHITE};
use shaped::prelude::*;
use voice::{Frames, HOP, RATE, Samples, Speech, State, Voice, frames, listen, speeches};

/// How many frames are heard in one go: two seconds.
const BLOCK: usize = 62;
/// How probable speech has to be.
const SURE: f32 = 0.5;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    // The root of the repository.
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let data = home.join("examples/data");
    let file = arguments.next().unwrap_or_else(|| data.join("speech.wav"));
    let out = arguments.next().unwrap_or_else(|| home.join("target/voice.svg"));
    if let Err(error) = run(&data, &file, &out) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run(data: &Path, file: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let net = Voice::open(&data.join("silero_vad.safetensors"))?;
    let sound = listen(file)?;
    let frames = frames(&sound);
    let count = frames.size(Axis::<0>);
    let bar = ProgressBar::new(count as u64).with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} frames")?);
    let begun = Instant::now();
    let (mut heard, mut state) = (Vec::with_capacity(count), State::zeros());
    for first in (0..count).step_by(BLOCK) {
        let some = frames.narrow_with(Axis::<0>, first, Frames(BLOCK.min(count - first)));
        let (probabilities, next) = net.hear(&some.to_tensor(), &state);
        heard.extend(probabilities.into_vec());
        state = next;
        bar.set_position(heard.len() as u64);
    }
    bar.finish_and_clear();
    let seconds = sound.numel() as f32 / RATE as f32;
    println!("{seconds:.2} s of sound, heard in {:.3} s", begun.elapsed().as_secs_f32());

    let speeches = speeches(&heard, SURE);
    for Speech { from, to } in &speeches {
        println!("speech from {from:6.2} s to {to:6.2} s");
    }
    draw(out, &sound, &heard, &speeches)?;
    println!("the curve is in {}", out.display());
    Ok(())
}

/// The recording, how probable speech is, and where it is.
fn draw(
    path: &Path,
    sound: &Tensor<f32, shape![Samples]>,
    heard: &[f32],
    speeches: &[Speech],
) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let second = |sample: usize| sample as f32 / RATE as f32;
    let area = SVGBackend::new(path, (800, 300)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area);
    chart.caption("speech", ("sans-serif", 16)).margin(12).x_label_area_size(36).y_label_area_size(44);
    let mut chart = chart.build_cartesian_2d(0.0..second(sound.numel()).max(0.01), 0.0f32..1.0)?;
    chart.configure_mesh().x_desc("seconds").y_desc("probability").disable_x_mesh().draw()?;
    let (green, grey, blue) = (RGBColor(44, 160, 44), RGBColor(150, 150, 150), RGBColor(31, 119, 180));
    let where_it_is =
        |speech: &Speech| Rectangle::new([(speech.from, 0.0), (speech.to, 1.0)], green.mix(0.15).filled());
    chart.draw_series(speeches.iter().map(where_it_is))?;
    // Of each part of a frame how loud it is, about the middle of the picture.
    let peak = |part: &[f32]| part.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    let (loudest, part) = (peak(sound.as_slice()).max(1e-6), HOP / 8);
    let loud = |(i, some): (usize, &[f32])| {
        let (from, half) = (second(i * part), 0.5 * peak(some) / loudest);
        Rectangle::new([(from, 0.5 - half), (from + second(part), 0.5 + half)], grey.filled())
    };
    chart.draw_series(sound.as_slice().chunks(part).enumerate().map(loud))?;
    let curve = heard.iter().enumerate().map(|(i, &probability)| (second(i * HOP + HOP / 2), probability));
    chart.draw_series(LineSeries::new(curve, blue.stroke_width(2)))?;
    area.present()?;
    Ok(())
}
