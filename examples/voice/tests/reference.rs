//! What PyTorch computes of the same recording, and mistakes in files.

use std::path::{Path, PathBuf};

use shaped::io::SafeTensors;
use shaped::prelude::*;
use voice::{Frames, Samples, Speech, State, Voice, frames, listen, speeches};

fn data(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data")).join(name)
}

fn expected() -> Tensor<f32, shape![Frames]> {
    SafeTensors::open(data("silero_vad.safetensors")).unwrap().tensor("expected_probabilities").unwrap()
}

/// In two pieces, as a recording comes.
#[test]
fn probabilities_are_pytorchs() {
    let net = Voice::open(&data("silero_vad.safetensors")).unwrap();
    let frames = frames(&listen(&data("speech.wav")).unwrap());
    assert_eq!(frames.sizes(), [260, 576]);
    let (first, state) = net.hear(&frames.narrow_with(Axis::<0>, 0, Frames(101)).to_tensor(), &State::zeros());
    let (rest, _) = net.hear(&frames.narrow_with(Axis::<0>, 101, Frames(159)).to_tensor(), &state);
    let expected = expected();
    let made = first.iter().chain(rest.iter());
    let off = made.zip(expected.iter()).fold(0.0f32, |off, (made, expected)| off.max((made - expected).abs()));
    assert!(off < 1e-4, "{off} off");
}

#[test]
fn two_sentences_are_heard() {
    let all = speeches(expected().as_slice(), 0.5);
    let near = |speech: &Speech, from: f32, to: f32| (speech.from - from).abs() < 0.05 && (speech.to - to).abs() < 0.05;
    assert!(all.len() == 2 && near(&all[0], 0.26, 2.85) && near(&all[1], 3.26, 8.16), "{all:?}");
}

#[test]
fn pauses_and_clicks() {
    let frames = |counts: &[(usize, f32)]| -> Vec<f32> {
        counts.iter().flat_map(|&(count, probability)| std::iter::repeat_n(probability, count)).collect()
    };
    let speech =
        |from: usize, to: usize| Speech { from: (from * 512) as f32 / 16_000.0, to: (to * 512) as f32 / 16_000.0 };
    // A short pause belongs to what is said; so does what is a bit less probable.
    assert_eq!(speeches(&frames(&[(5, 0.1), (10, 0.9), (3, 0.1), (10, 0.9), (9, 0.1)]), 0.5), [speech(5, 28)]);
    assert_eq!(speeches(&frames(&[(10, 0.9), (5, 0.4), (10, 0.9)]), 0.5), [speech(0, 25)]);
    assert_eq!(speeches(&frames(&[(10, 0.9), (5, 0.1), (10, 0.9)]), 0.5), [speech(0, 10), speech(15, 25)]);
    // A click is none.
    assert_eq!(speeches(&frames(&[(10, 0.1), (4, 0.9), (20, 0.1)]), 0.5), []);
}

#[test]
fn recordings_of_any_length() {
    let net = Voice::open(&data("silero_vad.safetensors")).unwrap();
    for (samples, count) in [(0, 0), (1, 1), (512, 1), (513, 2)] {
        let frames = frames(&Tensor::zeros_with(Samples(samples)));
        let (probabilities, _) = net.hear(&frames, &State::zeros());
        assert_eq!(probabilities.sizes(), [count]);
        assert!(probabilities.iter().all(|&probability| probability < 0.2), "silence: {probabilities:?}");
    }
}

#[test]
fn files_that_are_no_sound_are_refused() {
    let said = listen(&data("coriolanus.txt")).unwrap_err().to_string();
    assert!(said.contains("coriolanus.txt"), "{said}");
    let said = Voice::open(&data("digits_mlp.safetensors")).err().unwrap().to_string();
    assert!(said.contains(r#"no tensor "conv1.weight""#), "{said}");
}
