//! White balance of a photograph: a gain for each colour and a vignette, `[256, 256, 3] * [3] * [256, 256, 1] + [3]`.
//!
//! ```text
//! cargo run --release --example white_balance                      # the photograph in examples/data
//! cargo run --release --example white_balance -- IN.png [OUT.png]  # your own, 256 x 256 pixels
//! ```

use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use png::{BitDepth, ColorType, DecodingError, Limits, Transformations};
use shaped::prelude::*;

const USAGE: &str = "usage: white_balance [IN.png [OUT.png]]";

const HEIGHT: usize = 256;
const WIDTH: usize = 256;
type Picture = shape![{ HEIGHT }, { WIDTH }, 3];
type PerPixel = shape![{ HEIGHT }, { WIDTH }, 1];
type PerColour = shape![3];

/// Added to each colour at the end: it lifts the shadows a little, into blue.
const LIFT: Inline<f32, PerColour> = Inline::from_array([0.002, 0.003, 0.006]);

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let outcome = match &arguments[..] {
        [] => balance_file(&at_home("examples/data/china_256.png"), None),
        [help] if help.as_os_str() == "--help" => Ok(format!("{USAGE}\n")),
        [input] => balance_file(input, None),
        [input, output] => balance_file(input, Some(output)),
        _ => Err(USAGE.to_string()),
    };
    match outcome {
        // Not `print!`, which panics if nobody reads it to its end.
        Ok(report) => _ = io::stdout().write_all(report.as_bytes()),
        Err(error) => {
            _ = writeln!(io::stderr(), "error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// A path in this package, wherever the program is started.
fn at_home(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Reads, balances and writes a picture; the report, or what is wrong.
fn balance_file(input: &Path, output: Option<&Path>) -> Result<String, String> {
    let pixels = read(input).map_err(|reason| {
        format!(
            "cannot use `{}`: {reason}\n\
             expected: a PNG file of {WIDTH} x {HEIGHT} pixels in colour, with nothing transparent\n\
             to make one with ImageMagick: magick IN -resize {WIDTH}x{HEIGHT}^ -gravity center \
             -extent {WIDTH}x{HEIGHT} -alpha off PNG24:OUT.png",
            input.display()
        )
    })?;
    let (pixels, report) = balance(&pixels);

    let path = output.map_or_else(|| at_home("target/white_balance.png"), Path::to_path_buf);
    if let (None, Some(folder)) = (output, path.parent()) {
        // There is none yet if cargo builds elsewhere. If this fails, so does what follows, and says why.
        _ = fs::create_dir_all(folder);
    }
    let written = encode(&pixels).and_then(|file| fs::write(&path, file));
    written.map_err(|reason| format!("cannot write `{}`: {reason}", path.display()))?;
    Ok(format!("{report}wrote {}\n", path.display()))
}

/// Shades of grey: each colour gets the gain that makes its level the mean level.
fn balance(pixels: &Tensor<u8, Picture>) -> (Tensor<u8, Picture>, String) {
    // Gains multiply light, and a byte is no linear measure of it.
    let light: Tensor<f32, Picture> = pixels.map(to_light);

    // The sixth powers let what is bright decide, such as a hazy sky; plain means would take red paint for red light.
    let levels = power_means(&light, 6);
    let level = levels.iter().sum::<f32>() / 3.0;
    // The limits keep a picture without one of the colours as it is.
    let gains: Tensor<f32, PerColour> =
        levels.map(|of_colour| (level.max(1e-6) / of_colour.max(1e-6)).clamp(0.25, 4.0));

    // Darker towards the corners, by a third in them.
    let vignette = Tensor::<f32, PerPixel>::from_fn(|[y, x, _]| {
        let from_centre = |at: usize, size: usize| (2 * at + 1) as f32 / size as f32 - 1.0;
        let (y, x) = (from_centre(y, HEIGHT), from_centre(x, WIDTH));
        1.0 - (x * x + y * y) / 6.0
    });

    let balanced = &light * &gains; // [256, 256, 3] * [3] -> [256, 256, 3]
    let balanced_levels = power_means(&balanced, 6);
    let finished = balanced * &vignette + LIFT; // [256, 256, 3] * [256, 256, 1] + [3] -> [256, 256, 3]

    let per_colour = |what: &str, of: &Tensor<f32, PerColour>| {
        format!("{what:<22}{:>7.3} {:>7.3} {:>7.3}\n", of[[0]], of[[1]], of[[2]])
    };
    let report = [
        format!("{:?} * {:?} * {:?} + {:?} -> ", light.sizes(), gains.sizes(), vignette.sizes(), LIFT.sizes()),
        format!("{:?}\n{:<22}{:>7} {:>7} {:>7}\n", finished.sizes(), "light, from 0 to 1", "red", "green", "blue"),
        per_colour("level before", &levels),
        per_colour("gain", &gains),
        per_colour("level balanced", &balanced_levels),
        per_colour("mean before", &power_means(&light, 1)),
        per_colour("mean after", &power_means(&finished, 1)),
    ];
    (finished.map(to_byte), report.concat())
}

/// The power mean of each colour, the plain mean if the power is 1: `[256, 256, 3] -> [3]`.
fn power_means(light: &Tensor<f32, Picture>, power: i32) -> Tensor<f32, PerColour> {
    Tensor::<f32, PerColour>::from_fn(|[colour]| {
        let sum: f64 = light.iter().skip(colour).step_by(3).map(|&light| f64::from(light).powi(power)).sum();
        (sum / (HEIGHT * WIDTH) as f64).powf(1.0 / f64::from(power)) as f32
    })
}

/// From an sRGB byte to light.
fn to_light(byte: u8) -> f32 {
    let c = f32::from(byte) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// From light to the nearest sRGB byte; what is too bright becomes white.
fn to_byte(light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let c = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (c * 255.0).round() as u8
}

/// The picture in a file, or what is wrong with the file. 16 bits become 8, and a palette its colours.
fn read(path: &Path) -> Result<Tensor<u8, Picture>, String> {
    let mut file = BufReader::new(File::open(path).map_err(|e| e.to_string())?);
    let start = file.fill_buf().map_err(|e| e.to_string())?;
    if !start.starts_with(b"\x89PNG\r\n\x1a\n") {
        let start = start[..start.len().min(8)].escape_ascii();
        return Err(format!("it is not a PNG file; it starts with \"{start}\""));
    }

    let damaged = |e: DecodingError| format!("the PNG file is damaged or cut off: {e}");
    let mut decoder = png::Decoder::new_with_limits(file, Limits { bytes: 8 << 20 });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    // The size first: no memory is asked for on the word of a file that is not used.
    let header = decoder.read_header_info().map_err(damaged)?;
    if (header.width, header.height) != (WIDTH as u32, HEIGHT as u32) {
        return Err(format!("it has {} x {} pixels", header.width, header.height));
    }
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (colours, depth) = reader.output_color_type();
    let channels = match (colours, depth) {
        (ColorType::Rgb, BitDepth::Eight) => 3,
        (ColorType::Rgba, BitDepth::Eight) => 4,
        (ColorType::Grayscale | ColorType::GrayscaleAlpha, _) => return Err("it is grey and has no colours".into()),
        _ => return Err(format!("its pixels are {colours:?} of {depth:?} bits")),
    };
    let mut bytes = vec![0; HEIGHT * WIDTH * channels];
    reader.next_frame(&mut bytes).map_err(damaged)?;
    reader.finish().map_err(damaged)?;
    if channels == 4 {
        if let Some(at) = bytes.chunks_exact(4).position(|pixel| pixel[3] < 255) {
            let (x, y) = (at % WIDTH, at / WIDTH);
            return Err(format!("it is transparent, first at pixel ({x}, {y}), and that would be lost"));
        }
        bytes = bytes.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    }
    Tensor::from_vec(bytes).map_err(|e| e.to_string())
}

/// A picture as a PNG file.
fn encode(pixels: &Tensor<u8, Picture>) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header()?.write_image_data(pixels.as_slice())?;
    Ok(file)
}
