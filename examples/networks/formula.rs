//! Weights that follow from their names.

use std::error::Error;
use std::path::Path;

use shaped::io::{Pth, SafeTensors};
use shaped::nn::*;

/// Fills a model with random weights, always the same ones: of a matrix or a kernel around 0 and of about the size that keeps what passes it, of norms
/// around 1, of variances around 1, of all else around 0. `each` is told how many elements have been filled.
pub fn fill(model: &mut impl Parameters<f32>, mut each: impl FnMut(u64)) {
    for parameter in model.named_parameters_mut() {
        let last = parameter.name.rsplit('.').next().unwrap_or_default();
        let (mean, most) = match (last, parameter.sizes.len()) {
            ("running_var", _) => (1.0, 0.5),
            ("weight", 1) => (1.0, 0.1),
            (_, 1) => (0.0, 0.1),
            _ => (0.0, (3.0 / (parameter.elements.len() / parameter.sizes[0].max(1)).max(1) as f64).sqrt()),
        };
        let mut numbers = uniform(seed(&parameter.name));
        parameter.elements.fill_with(|| (mean + most * (2.0 * numbers() - 1.0)) as f32);
        each(parameter.elements.len() as u64);
    }
}

/// A model with the weights of a file, as PyTorch saves it or of safetensors, or those of the formula.
///
/// # Errors
/// If the file cannot be read, or is another model's: the error names the tensor and both shapes.
pub fn open<M: Parameters<f32>>(
    model: &mut M,
    file: Option<&Path>,
    each: impl FnMut(u64),
) -> Result<(), Box<dyn Error>> {
    match file {
        Some(path) if path.extension().is_some_and(|end| end == "pth" || end == "pt" || end == "bin") => {
            drop(model.load_state_dict(&Pth::open(path)?)?);
        }
        Some(path) => drop(model.load_state_dict(&SafeTensors::open(path)?)?),
        None => fill(model, each),
    }
    Ok(())
}

/// Where the numbers of a tensor begin: the FNV hash of its name.
fn seed(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Numbers from 0 to 1: SplitMix64, of which the number of any place can be computed without those before it.
pub fn uniform(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
