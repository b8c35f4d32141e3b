//! ResNet-18 looks at a picture of any size.
//!
//! ```text
//! cargo run --release --example resnet                     at a photograph of a pavilion
//! cargo run --release --example resnet -- PICTURE.png      at one of yours, grey or in colour
//!     --weights FILE  torchvision's, as it is downloaded (.pth) or saved: `torch.save(model.state_dict(), FILE)`
//! ```
//!
//! Without weights they follow from a formula, and the classes mean nothing; `tools/networks.py` asks PyTorch what it makes of the same ones.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use networks::formula;
use networks::resnet::{Height, ResNet18, Width, normalised};
use shaped::{nn::*, prelude::*};

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
    let (mut file, mut weights) = (home.join("examples/data/china_256.png"), None);
    while let Some(option) = arguments.next() {
        match option.as_str() {
            "--weights" => weights = Some(PathBuf::from(arguments.next().ok_or("`--weights` needs a file")?)),
            other if other.starts_with('-') => return Err(format!("there is no option `{other}`").into()),
            other => file = PathBuf::from(other),
        }
    }
    let mut net = ResNet18::default();
    formula::open(&mut net, weights.as_deref(), |_| {})?;
    let picture = normalised(&picture(&file)?);

    let begun = Instant::now();
    let scores = net.forward(&picture);
    let mut least = begun.elapsed();
    for _ in 0..4 {
        let begun = Instant::now();
        net.forward(&picture);
        least = least.min(begun.elapsed());
    }
    let [_, _, height, width] = picture.sizes();
    println!("{height} x {width} places in {:.1} ms, of five times the least", 1e3 * least.as_secs_f64());
    let (best, classes) = scores.softmax(Axis::<1>).topk(Axis::<1>, Dim::<5>);
    for (chance, class) in best.iter().zip(classes.iter()) {
        println!("class {class:4}  {:5.1} %", 100.0 * chance);
    }
    Ok(())
}

/// The colours of a PNG file.
fn picture(path: &Path) -> Result<Tensor<u8, shape![Height, Width, 3]>, Box<dyn Error>> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path).map_err(|error| said(&error))?));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| said(&error))?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or_else(|| said(&"it is too large"))?];
    let info = reader.next_frame(&mut bytes).map_err(|error| said(&error))?;
    let (height, width, samples) = (info.height as usize, info.width as usize, info.color_type.samples());
    // Of one channel or two the first is grey, and of four the last says what shines through.
    let colours = |[i, j, c]: [usize; 3]| bytes[(i * width + j) * samples + if samples < 3 { 0 } else { c }];
    Ok(Tensor::from_fn_with((Height(height), Width(width)), colours))
}
