//! A candle model with one layer swapped for a typed one.
//!
//! ```text
//! cargo run --release
//! ```

use std::collections::HashMap;
use std::path::Path;

use candle_core::{CpuStorage, CustomOp1, DType, Device, Layout, Result, Shape, Tensor as Candle};
use candle_nn::Module as _;
use shaped::{nn::*, prelude::*};
use shaped_interop::candle::{FromCandle, IntoCandle};

axis!(Batch);

/// A typed layer as a layer of candle's. Its input is read where it lies.
struct Typed(Linear<dim!(128), dim!(64)>);

impl CustomOp1 for Typed {
    fn name(&self) -> &'static str {
        "typed linear"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let x = View::<f32, shape![Batch, 128]>::from_candle((storage, layout))?;
        let y = self.0.forward(&x); // [Batch, 128] -> [Batch, 64]; a layer of another width does not compile
        Ok(y.into_candle_storage())
    }
}

impl candle_nn::Module for Typed {
    fn forward(&self, x: &Candle) -> Result<Candle> {
        x.apply_op1_no_bwd(self)
    }
}

/// The perceptron of `examples/digits`, as a candle program has it. The second layer is candle's or typed.
struct Mlp {
    first: candle_nn::Linear,
    second: Box<dyn candle_nn::Module>,
    third: candle_nn::Linear,
}

impl Mlp {
    fn forward(&self, x: &Candle) -> Result<Candle> {
        let x = self.first.forward(x)?.relu()?;
        let x = self.second.forward(&x)?.relu()?;
        self.third.forward(&x)
    }
}

fn linear(weights: &HashMap<String, Candle>, name: &str) -> candle_nn::Linear {
    candle_nn::Linear::new(weights[&format!("{name}.weight")].clone(), Some(weights[&format!("{name}.bias")].clone()))
}

/// The same weights in a typed layer, whose sizes are compared here, once.
fn typed(weights: &HashMap<String, Candle>, name: &str) -> Result<Typed> {
    let (weight, bias) = (&weights[&format!("{name}.weight")], &weights[&format!("{name}.bias")]);
    Ok(Typed(Linear::new(Tensor::from_candle(weight)?, Tensor::from_candle(bias)?)))
}

fn main() -> Result<()> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let weights = candle_core::safetensors::load(data.join("digits_mlp.safetensors"), &Device::Cpu)?;
    let images = Candle::read_npy(data.join("digits_images.npy"))?.to_dtype(DType::F32)?;
    let images = (images.narrow(0, 1437, 360)?.reshape((360, 64))? / 16.0)?;

    let candles =
        Mlp { first: linear(&weights, "0"), second: Box::new(linear(&weights, "2")), third: linear(&weights, "4") };
    let swapped =
        Mlp { first: linear(&weights, "0"), second: Box::new(typed(&weights, "2")?), third: linear(&weights, "4") };
    let (expected, scores) = (candles.forward(&images)?, swapped.forward(&images)?);
    let apart = (&expected - &scores)?.abs()?.max_all()?.to_scalar::<f32>()?;
    println!("{:?} scores, at most {apart:.0e} from candle's own layer", scores.dims());
    assert!(apart < 1e-4);

    // What does not fit is candle's error, and names the axis.
    let error = typed(&weights, "2")?.forward(&images).unwrap_err().to_string();
    println!("{error}");
    assert!(error.contains("an array of shape [360, 64] is no tensor of shape [Batch, 128]: axis 1 has size 64"));

    // There and back.
    let typed = Tensor::<f32, shape![Batch, 10]>::from_candle(&scores)?;
    let said = typed.argmax(Axis::<-1>);
    let back = typed.into_candle(&Device::Cpu)?;
    assert_eq!((&back - &scores)?.abs()?.max_all()?.to_scalar::<f32>()?, 0.0);
    let labels = Candle::read_npy(data.join("digits_labels.npy"))?.narrow(0, 1437, 360)?.to_vec1::<u8>()?;
    let right = said.iter().zip(&labels).filter(|(said, label)| **said == usize::from(**label)).count();
    println!("{right} of {} right", labels.len());
    assert_eq!(right, 331);
    Ok(())
}
