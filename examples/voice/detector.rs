//! Silero VAD, a network that hears when somebody speaks, with the weights of the package `silero-vad`: convolutions of a spectrum, and an LSTM.
//!
//! A recording is cut into frames of 512 samples, 31 in a second, and of each frame the network says how probable it is that somebody speaks in it. What it
//! has heard before is the state of the LSTM: a recording can be heard at once, or piece by piece as it comes from a microphone, with the same result. How
//! long it is, is known when the program runs: `Samples` and `Frames` are named axes. All other sizes are numbers, and checked by the compiler.

use std::error::Error;
use std::f64::consts::PI;
use std::path::Path;

// WAV files are read as the example `pitch` reads them.
pub use pitch::{RATE, Samples, listen};
use shaped::io::{SafeTensors, TensorSource};
use shaped::{nn::*, prelude::*};

axis!(
    /// Parts of the recording, in each of which somebody speaks or does not.
    pub Frames
);

axis!(Rows);

/// How far one frame is from the next.
pub type Hop = dim!(512);
/// What the network listens to at a time: the end of the frame before, and the frame.
pub type Heard = dim!(576);
/// The frequencies of a spectrum.
pub type Frequencies = dim!(129);
/// What the spectrum of is taken at a time.
pub type Window = dim!(256);
/// The width of the LSTM.
pub type Hidden = dim!(128);
/// How many samples a frame has.
pub const HOP: usize = 512;
/// How many of them are heard twice.
pub const BEFORE: usize = 64;

/// What the network knows of the frames that it has heard.
pub type State = LstmState<shape![1, Hidden]>;

model! {
    /// What has weights: of a spectrum's frequencies over time to how probable speech is.
    struct Net {
        conv1: Conv1d<Frequencies, dim!(128), dim!(3), Conv<One, One>>, // stride 1, padding 1
        conv2: Conv1d<dim!(128), dim!(64), dim!(3), Conv<Dim<2>, One>>,
        conv3: Conv1d<dim!(64), dim!(64), dim!(3), Conv<Dim<2>, One>>,
        conv4: Conv1d<dim!(64), Hidden, dim!(3), Conv<One, One>>,
        lstm: Lstm<Hidden, Hidden>,
        head: Linear<Hidden, One>,
    }
}

/// The network, and the waves of its spectrum.
pub struct Voice {
    net: Net,
    cosines: Tensor<f32, shape![Frequencies, Window]>,
    sines: Tensor<f32, shape![Frequencies, Window]>,
}

impl Voice {
    /// The network with the weights of a file: those of matrices are whole numbers of 16 bits, and a scale for each row.
    ///
    /// # Errors
    /// If the file cannot be read, or is another network's: the error names the tensor and both shapes.
    pub fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let (mut net, file) = (Net::default(), SafeTensors::open(path)?);
        net.load_state_dict(&file.casting())?;
        for parameter in net.named_parameters_mut() {
            let name = format!("{}.scale", parameter.name);
            if !file.contains(&name) {
                continue;
            }
            let scales: Tensor<f32, shape![Rows]> = file.tensor(&name)?;
            let rows = parameter.elements.chunks_exact_mut(parameter.sizes[1..].iter().product());
            rows.zip(scales.iter()).for_each(|(row, scale)| row.iter_mut().for_each(|weight| *weight *= scale));
        }
        Ok(Voice { net, cosines: waves(f64::cos), sines: waves(f64::sin) })
    }

    /// How probable it is that somebody speaks, frame by frame, after the frames that the state knows of; and the state after these.
    pub fn hear(
        &self,
        frames: &Tensor<f32, shape![Frames, Heard]>,
        state: &State,
    ) -> (Tensor<f32, shape![Frames]>, State) {
        let net = &self.net;
        let x = net.conv1.forward(&self.spectrum(frames).transpose()).relu();
        let x = net.conv2.forward(&x).relu();
        let x = net.conv3.forward(&x).relu();
        let x = net.conv4.forward(&x).relu().squeeze(Axis::<2>).to_tensor();
        // The frames are the steps.
        let (h, state) = net.lstm.forward_from(&x, state);
        (net.head.forward(&h.relu()).sigmoid().squeeze(Axis::<1>).to_tensor(), state)
    }

    /// How strong each frequency is in the four windows of each frame, whose end is mirrored: `[Frames, 576] -> [Frames, 4, 129]`.
    fn spectrum(&self, frames: &Tensor<f32, shape![Frames, Heard]>) -> Tensor<f32, shape![Frames, 4, Frequencies]> {
        let longer = frames.pad_reflect(((Dim::<0>, Dim::<0>), (Dim::<0>, Dim::<64>)));
        let windows = longer.unfold(Axis::<1>, Window::default(), Dim::<128>);
        windows.linear_no_bias(&self.cosines).hypot(&windows.linear_no_bias(&self.sines))
    }
}

/// A wave of each frequency, as loud as Hann's window lets it be.
fn waves(wave: fn(f64) -> f64) -> Tensor<f32, shape![Frequencies, Window]> {
    Tensor::from_fn(|[k, i]| {
        let hann = 0.5 - 0.5 * (2.0 * PI * i as f64 / 256.0).cos();
        (hann * wave(2.0 * PI * (k * i % 256) as f64 / 256.0)) as f32
    })
}

/// The frames of a recording, each with the end of the one before, and after the last one silence.
pub fn frames(sound: &Tensor<f32, shape![Samples]>) -> Tensor<f32, shape![Frames, Heard]> {
    let count = sound.numel().div_ceil(HOP);
    let mut longer: Tensor<f32, shape![Samples]> = Tensor::zeros_with(Samples(BEFORE + count.max(1) * HOP));
    longer.as_mut_slice()[BEFORE..][..sound.numel()].copy_from_slice(sound.as_slice());
    let frames = longer.unfold(Axis::<0>, Heard::default(), Hop::default());
    frames.rename::<shape![Frames, Heard]>().narrow_with(Axis::<0>, 0, Frames(count)).to_tensor()
}

/// From when to when somebody speaks, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speech {
    pub from: f32,
    pub to: f32,
}

/// Where somebody speaks: from the first frame that is as probable as `sure` until a tenth of a second is less probable by 0.15; what is shorter than a
/// quarter of a second is none.
pub fn speeches(probabilities: &[f32], sure: f32) -> Vec<Speech> {
    let second = |frame: usize| (frame * HOP) as f32 / RATE as f32;
    let (pause, least) = (4, 8); // frames
    let mut all = Vec::new();
    let mut open: Option<(usize, usize)> = None; // the first frame, and the one behind the last
    for (i, &probability) in probabilities.iter().chain([&0.0; 4]).enumerate() {
        open = match open {
            None if probability >= sure => Some((i, i + 1)),
            Some((from, _)) if probability >= sure - 0.15 => Some((from, i + 1)),
            Some((from, to)) if i + 1 - to >= pause => {
                if to - from >= least {
                    all.push(Speech { from: second(from), to: second(to) });
                }
                None
            }
            other => other,
        };
    }
    all
}
