//! What the page calls: plain functions of numbers, so that nothing stands between them and JavaScript.

use std::cell::RefCell;

use digits::Cnn;
use shaped::io::SafeTensors;
use shaped::{nn::*, prelude::*};

/// As `examples/digits` has it, two convolutions, with PyTorch's weights, which lie in the program.
fn model() -> Cnn {
    let file =
        SafeTensors::from_bytes(&include_bytes!("../../data/digits_cnn.safetensors")[..]).expect("a file of weights");
    let mut model = Cnn::default();
    model.load_state_dict(&file).expect("weights of this model");
    model
}

struct Page {
    model: Cnn,
    picture: Tensor<f32, shape![1, 1, 8, 8]>,
    chances: Tensor<f32, shape![1, 10]>,
}

thread_local! {
    static PAGE: RefCell<Page> =
        RefCell::new(Page { model: model(), picture: Tensor::zeros(), chances: Tensor::zeros() });
}

/// Says how much ink, from 0 to 1, is in a cell of the 8 x 8.
#[unsafe(no_mangle)]
pub extern "C" fn set_ink(row: usize, column: usize, ink: f32) {
    PAGE.with_borrow_mut(|page| page.picture[[0, 0, row, column]] = ink);
}

/// Reads the picture; the digit that it most likely is.
#[unsafe(no_mangle)]
pub extern "C" fn read() -> usize {
    PAGE.with_borrow_mut(|page| {
        page.chances = page.model.forward(&page.picture).softmax(Axis::<-1>);
        page.chances.argmax(Axis::<-1>)[[0]]
    })
}

/// How likely the picture is this digit, from 0 to 1.
#[unsafe(no_mangle)]
pub extern "C" fn chance(digit: usize) -> f32 {
    PAGE.with_borrow(|page| page.chances[[0, digit]])
}
