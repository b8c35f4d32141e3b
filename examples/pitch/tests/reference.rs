//! What PyTorch computes of the same melody, and mistakes in files.

use std::path::{Path, PathBuf};

use pitch::{Bins, Crepe, Frames, Window, frames, listen, name, pitches, tone};
use shaped::io::SafeTensors;
use shaped::{nn::*, prelude::*};

fn data(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data")).join(name)
}

/// Every tenth frame has a reference.
type Checked = dim!(26);

#[test]
fn probabilities_are_pytorchs() {
    let net = Crepe::open(&data("crepe_tiny.safetensors")).unwrap();
    let file = SafeTensors::open(data("crepe_tiny.safetensors")).unwrap();
    let expected: Tensor<f32, shape![Checked, Bins]> = file.tensor("expected_probabilities").unwrap();
    let frames = frames(&listen(&data("melody.wav")).unwrap());
    assert_eq!(frames.sizes(), [251, 1024]);
    let every_tenth: Tensor<f32, shape![Checked, Window]> =
        frames.slice(Axis::<0>, 0, Checked::default(), Dim::<10>).to_tensor();
    let made = net.forward(&every_tenth);
    let off = (&made - &expected).abs().max_all();
    assert!(off < 1e-4, "{off} off");
}

#[test]
fn the_melody_is_heard() {
    let net = Crepe::open(&data("crepe_tiny.safetensors")).unwrap();
    let frames = frames(&listen(&data("melody.wav")).unwrap());
    // One frame of each tone, and of the breath between two of them.
    let at = |frame: usize| pitches(&net.forward(&frames.narrow_with(Axis::<0>, frame, Frames(1))))[0];
    assert_eq!([30, 80, 130, 190, 230].map(|frame| name(tone(at(frame).hertz))), ["A3", "C4", "E4", "D4", "A3"]);
    assert!(at(152).probability < 0.1, "a breath: {:?}", at(152));
    assert!((at(30).hertz - 220.0).abs() < 3.0, "{:?}", at(30));
}

#[test]
fn another_rate_and_two_channels_are_the_same_melody() {
    let sound = listen(&data("melody.wav")).unwrap();
    let path = std::env::temp_dir().join(format!("pitch_{}.wav", std::process::id()));
    let spec = hound::WavSpec {
        channels: 2,
        sample_rate: 44_100,
        bits_per_sample: 24,
        sample_format: hound::SampleFormat::Int,
    };
    let mut file = hound::WavWriter::create(&path, spec).unwrap();
    for i in 0..sound.numel() * 441 / 160 {
        let at = (i as f32 * 160.0 / 441.0) as usize;
        let x = (sound[[at.min(sound.numel() - 1)]] * 8_388_607.0) as i32;
        file.write_sample(x).unwrap();
        file.write_sample(x).unwrap();
    }
    file.finalize().unwrap();
    let again = listen(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(again.numel().abs_diff(sound.numel()) < 3, "{}", again.numel());
    let net = Crepe::open(&data("crepe_tiny.safetensors")).unwrap();
    let heard = pitches(&net.forward(&frames(&again).narrow_with(Axis::<0>, 30, Frames(1))));
    assert_eq!(name(tone(heard[0].hertz)), "A3");
}

#[test]
fn files_that_are_no_sound_are_refused() {
    let said = listen(&data("coriolanus.txt")).unwrap_err().to_string();
    assert!(said.contains("coriolanus.txt"), "{said}");
    let said = Crepe::open(&data("digits_mlp.safetensors")).unwrap_err().to_string();
    assert!(said.contains(r#"no tensor "conv1.weight""#), "{said}");
}
