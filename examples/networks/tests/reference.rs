//! What PyTorch computes with the same weights, and what cannot be read.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use networks::formula;
use networks::gpt2::{Gpt2, SMALL, Small, Unreadable, Vocabulary, choose};
use networks::resnet::{Height, ResNet18, Width, normalised};
use shaped::io::SafeTensors;
use shaped::{nn::*, prelude::*};

fn data(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data")).join(name)
}

fn expected() -> SafeTensors<'static> {
    SafeTensors::open(data("networks.safetensors")).unwrap()
}

/// The photograph, 256 x 256.
fn china() -> Vec<u8> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(data("china_256.png")).unwrap())).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    bytes
}

/// How far the scores of a part of the photograph are from PyTorch's.
fn off(net: &ResNet18, name: &str, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> f32 {
    let (bytes, sizes) = (china(), (Height(rows.len()), Width(columns.len())));
    let part = Tensor::from_fn_with(sizes, |[i, j, c]| bytes[((rows.start + i) * 256 + columns.start + j) * 3 + c]);
    let scores = net.forward(&normalised(&part));
    let expected: Tensor<f32, shape![1000]> = expected().tensor(name).unwrap();
    (scores - &expected).abs().max_all()
}

#[test]
fn pictures_of_different_sizes() {
    let mut net = ResNet18::default();
    formula::fill(&mut net, |_| {});
    let off = [off(&net, "resnet.small", 60..93, 100..140), off(&net, "resnet.wide", 10..57, 0..64)];
    assert!(off.iter().all(|off| *off < 1e-4), "{off:?} off");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimisation: `cargo test --release -p networks`")]
fn a_whole_picture() {
    let mut net = ResNet18::default();
    formula::fill(&mut net, |_| {});
    let off = off(&net, "resnet.whole", 0..256, 0..256);
    assert!(off < 1e-4, "{off} off");
}

/// Scores after a prompt, and after each of four words more, are PyTorch's.
fn reads_on<H: StaticSize>(mut net: Gpt2<H>, name: &str) {
    formula::fill(&mut net, |_| {});
    let words = tiktoken_rs::r50k_base().unwrap().encode_ordinary("The shape of a tensor is");
    let mut text = net.empty();
    let mut all = vec![net.read(&mut text, &words).unwrap()];
    all.extend([257, 2099, 290, 645].map(|word| net.read(&mut text, &[word]).unwrap()));
    let expected: Tensor<f32, shape![5, 519]> = expected().tensor(name).unwrap();
    let off = Tensor::<f32, shape![5, 519]>::from_fn(|[i, j]| (all[i][[97 * j]] - expected[[i, j]]).abs()).max_all();
    assert!(off < 1e-4, "{off} off");
}

#[test]
fn a_text_word_by_word() {
    reads_on(Gpt2::<Dim<2>>::with_blocks(2), "gpt2.two_blocks");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimisation: `cargo test --release -p networks`")]
fn a_text_word_by_word_by_the_small_gpt2() {
    reads_on(Small::with_blocks(SMALL), "gpt2.small");
}

#[test]
fn what_cannot_be_read_is_refused_and_forgotten() {
    let net = Gpt2::<One>::with_blocks(1);
    let mut text = net.empty();
    let mut refused = |words: &[u32]| net.read(&mut text, words).map(|_| ());
    assert_eq!(refused(&[]), Err(Unreadable::Nothing));
    assert_eq!(refused(&[50257]), Err(Unreadable::Unknown { word: 50257 }));
    assert_eq!(refused(&[1, 2, 3]), Ok(()));
    assert_eq!(refused(&[0; 1022]), Err(Unreadable::TooLong { read: 3, new: 1022 }));
    assert_eq!(refused(&[7]), Ok(()));
}

#[test]
fn of_the_best_words_one_is_chosen() {
    let mut scores: Tensor<f32, shape![Vocabulary]> = Tensor::zeros();
    (scores[[7]], scores[[50_256]]) = (9.0, 8.0);
    assert_eq!((choose(&scores, 0.1, 0.5), choose(&scores, 1.0, 0.9), choose(&scores, 0.01, 0.5)), (7, 50_256, 7));
}

#[test]
fn names_are_those_of_torchvision_and_hugging_face() {
    let names =
        |all: Vec<shaped::nn::Parameter<'_, f32>>| all.into_iter().map(|p| (p.name, p.sizes)).collect::<Vec<_>>();
    let net = ResNet18::default();
    let all = names(net.named_parameters());
    // torchvision counts 11 689 512 that are learned, and 9 600 statistics are kept.
    assert_eq!((all.len(), net.num_parameters()), (102, 11_689_512 + 9_600));
    assert!(all.contains(&("layer2.0.downsample.0.weight".into(), vec![128, 64, 1, 1])));
    assert!(all.contains(&("layer4.1.bn2.running_var".into(), vec![512])));
    let net = Small::with_blocks(SMALL);
    let all = names(net.named_parameters());
    assert_eq!((all.len(), net.num_parameters()), (148, 124_439_808));
    assert!(all.contains(&("h.11.attn.c_attn.weight".into(), vec![768, 2304])));
}
