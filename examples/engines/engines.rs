//! The three models of digits beyond this CPU: traced, run by XLA and IREE, and a training step as one program.
//!
//! ```text
//! cargo run --release -p engines                 what each model costs, what each engine computes, and 20 steps of training
//! cargo run --release -p engines -- save FOLDER  writes all that the runner needs on another machine, or on several
//! ```
//!
//! The engines are Python packages, `pip install numpy jax==0.10.2 iree-base-compiler iree-base-runtime`; `SHAPED_PYTHON` names the Python that has
//! them. Without Python it goes by a PJRT plugin, which `PJRT_PLUGIN_LIBRARY_PATH` names. What is missing is said, and passed over.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use digits::{Batch, Cnn, Digits, Mlp, Transformer, read_model};
use shaped::graph::{Engine, EngineError, Program, RUNNER, Trace, TrainStep};
use shaped::io::SafeTensorsWriter;
use shaped::{nn::*, optim::AdamW, prelude::*};

/// How many pictures a step of the training reads.
const PICTURES: usize = 64;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => show(),
        ["save", folder] => save(Path::new(folder)),
        _ => Err("engines takes no argument, or `save FOLDER`".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data")
}

/// An engine, if it is there.
fn started(name: &str, engine: Result<Engine, EngineError>) -> Result<Option<Engine>, EngineError> {
    match engine {
        Err(EngineError::Missing(why)) => {
            println!("{name}: {why}");
            Ok(None)
        }
        other => other.map(Some),
    }
}

fn show() -> Result<(), Box<dyn Error>> {
    let digits = Digits::read(&data())?;
    let (mlp, _) = read_model::<Mlp>(&data(), "digits_mlp")?;
    let (cnn, _) = read_model::<Cnn>(&data(), "digits_cnn")?;
    let (transformer, _) = read_model::<Transformer>(&data(), "digits_transformer")?;
    let flat = digits.images.flatten_axes(Axis::<1>, Axis::<2>).to_tensor();
    let planes = digits.images.unsqueeze(Axis::<1>).to_tensor();
    let batch = || Batch(flat.sizes()[0]);

    // The same models as ever, run once on tensors without numbers.
    let programs = (
        Program::trace::<shape![Batch, 64], _>(&mlp, batch()),
        Program::trace::<shape![Batch, 1, 8, 8], _>(&cnn, batch()),
        Program::trace::<shape![Batch, 8, 8], _>(&transformer, batch()),
    );
    println!("{}", programs.0.table());
    for (name, cost) in [("cnn", programs.1.cost()), ("transformer", programs.2.cost())] {
        println!("{name}: {} operations on elements, {} bytes moved", cost.flops, cost.bytes);
    }
    let right = |scores: &_| 100.0 * digits.right(scores) as f64 / flat.sizes()[0] as f64;
    for (name, engine) in [("XLA", Engine::xla()), ("IREE", Engine::iree()), ("PJRT", shaped_pjrt::engine())] {
        let Some(engine) = started(name, engine)? else { continue };
        let scores = engine.load(&programs.0, &mlp)?.run(&flat)?;
        println!("{name}: mlp {:.2} % right", right(&scores));
        let scores = engine.load(&programs.1, &cnn)?.run(&planes)?;
        println!("{name}: cnn {:.2} % right", right(&scores));
        let scores = engine.load(&programs.2, &transformer)?.run(&digits.images)?;
        println!("{name}: transformer {:.2} % right", right(&scores));
    }

    let Some(engine) = started("XLA", Engine::xla())? else { return Ok(()) };
    let (pictures, labels) = first_pictures(&digits);
    let (mut net, step) = (fresh(), training(&fresh(), &labels));
    let mut adam = AdamW::new(&net, 1e-2);
    let mut training = engine.train(&step, &net, &adam)?;
    for i in 0..20 {
        let loss = training.step((&pictures, &labels))?;
        if i % 5 == 4 {
            println!("XLA: step {}, loss {loss:.5}", i + 1);
        }
    }
    training.finish(&mut net, &mut adam)?;
    println!("then, on the core: loss {:.5}", net.forward(&pictures).cross_entropy(&labels));
    Ok(())
}

/// An untrained model, the same each time.
fn fresh() -> Mlp {
    let (mut net, mut state) = (Mlp::default(), 1u64);
    net.reset_parameters(&mut || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    });
    net
}

type Pictures = Tensor<f32, shape![Batch, 64]>;
type Labels = Tensor<u8, shape![Batch]>;

fn first_pictures(digits: &Digits) -> (Pictures, Labels) {
    let images = digits.images.narrow_with(Axis::<0>, 0, Batch(PICTURES)).to_tensor();
    (
        images.flatten_axes(Axis::<1>, Axis::<2>).to_tensor(),
        digits.labels.narrow_with(Axis::<0>, 0, Batch(PICTURES)).to_tensor(),
    )
}

/// A step of training the model: forward, back, and AdamW's update, in one program.
fn training(net: &Mlp, labels: &Labels) -> TrainStep<(Pictures, Labels), Mlp> {
    let trace = Trace::new(net);
    let (x, target) = (trace.input::<shape![Batch, 64]>(Batch(PICTURES)), trace.labels(labels));
    let loss = net.forward(&x).cross_entropy(target);
    trace.train_step((&x, target), &loss, &AdamW::new(net, 1e-2))
}

/// Writes the training step, for one device and cut over eight; the state that it starts with; a batch; and the runner.
fn save(folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    let (pictures, labels) = first_pictures(&Digits::read(&data())?);
    let net = fresh();
    let step = training(&net, &labels);
    step.save(folder.join("step.mlir"))?;
    step.state(&net, &AdamW::new(&net, 1e-2))?.save(folder.join("state.safetensors"))?;
    SafeTensorsWriter::new()
        .with("input", &pictures)?
        .with("labels1", &labels)?
        .save(folder.join("batch.safetensors"))?;
    step.shard(Batch, 8).save(folder.join("step8.mlir"))?;
    std::fs::write(folder.join("runner.py"), RUNNER)?;
    println!(
        "python {0}/runner.py {0}/step8.mlir {0}/state.safetensors {0}/batch.safetensors --steps 20 --devices 8",
        folder.display()
    );
    Ok(())
}
