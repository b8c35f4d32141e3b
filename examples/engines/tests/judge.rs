//! What the engines compute is what the core computes. `SHAPED_ENGINES=required` makes a missing engine a failure; else it is said and
//! passed over.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use digits::{Batch, Cnn, Digits, Mlp, Transformer, read_model};
use shaped::grad::Tape;
use shaped::graph::{Engine, EngineError, Program, RUNNER, Trace};
use shaped::io::{SafeTensors, SafeTensorsWriter};
use shaped::{nn::*, optim::*, prelude::*};
use text::Writer;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data")
}

/// An engine; none, and a word about it, where its package is missing.
fn started(engine: Result<Engine, EngineError>) -> Option<Engine> {
    match engine {
        Ok(engine) => Some(engine),
        Err(EngineError::Missing(why)) => {
            assert!(std::env::var_os("SHAPED_ENGINES").is_none(), "{why}");
            eprintln!("skipped: {why}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn largest_difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// Equal to 1e-5 of the largest score.
fn same(what: &str, ours: &[f32], theirs: &[f32]) {
    let largest = ours.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    let difference = largest_difference(ours, theirs) / largest;
    println!("{what}: {difference:.1e} of the largest");
    assert!(difference <= 1e-5, "{what}: {difference}");
}

/// The three models on all pictures that they have not seen.
fn three_models(name: &str, engine: &Engine) {
    let digits = Digits::read(&data()).unwrap();
    let batch = || Batch(digits.labels.sizes()[0]);
    let flat = digits.images.flatten_axes(Axis::<1>, Axis::<2>).to_tensor();
    let planes = digits.images.unsqueeze(Axis::<1>).to_tensor();
    macro_rules! model {
        ($model:ty, $file:literal, [$($shape:tt)*], $x:expr) => {
            let (net, _) = read_model::<$model>(&data(), $file).unwrap();
            let program = Program::trace::<shape![$($shape)*], _>(&net, batch());
            let theirs = engine.load(&program, &net).unwrap().run($x).unwrap();
            same(&format!("{name}, {}", $file), net.forward($x).as_slice(), theirs.as_slice());
        };
    }
    model!(Mlp, "digits_mlp", [Batch, 64], &flat);
    model!(Cnn, "digits_cnn", [Batch, 1, 8, 8], &planes);
    model!(Transformer, "digits_transformer", [Batch, 8, 8], &digits.images);
}

#[test]
fn the_three_models_by_xla() {
    if let Some(engine) = started(Engine::xla()) {
        three_models("XLA", &engine);
    }
}

#[test]
fn the_three_models_by_iree() {
    if let Some(engine) = started(Engine::iree()) {
        three_models("IREE", &engine);
    }
}

/// Without Python: by a plugin that `PJRT_PLUGIN_LIBRARY_PATH` names.
#[test]
fn the_three_models_by_a_plugin() {
    if std::env::var_os(shaped_pjrt::LIBRARY).is_none() {
        return eprintln!("skipped: {} is not set", shaped_pjrt::LIBRARY);
    }
    let engine = shaped_pjrt::engine().unwrap();
    three_models("PJRT", &engine);
    words("PJRT", &engine);
}

/// On a machine with a driver for Vulkan; `SHAPED_VULKAN` says that there is one.
#[test]
fn a_model_by_vulkan() {
    if std::env::var_os("SHAPED_VULKAN").is_none() {
        return eprintln!("skipped: SHAPED_VULKAN is not set");
    }
    let Some(engine) = started(Engine::iree_vulkan()) else { return };
    let digits = Digits::read(&data()).unwrap();
    let (net, _) = read_model::<Mlp>(&data(), "digits_mlp").unwrap();
    let flat = digits.images.flatten_axes(Axis::<1>, Axis::<2>).to_tensor();
    let program = Program::trace::<shape![Batch, 64], _>(&net, Batch(360));
    let theirs = engine.load(&program, &net).unwrap().run(&flat).unwrap();
    same("Vulkan, digits_mlp", net.forward(&flat).as_slice(), theirs.as_slice());
}

fn uniform(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// GPT-2's architecture, small: what stands before a block is normalised, attention looks back, words and positions are learned, and the
/// words' table gives the scores, too.
mod gpt2 {
    use super::*;

    pub(crate) type Words = dim!(50);
    pub(crate) type Places = dim!(16);
    pub(crate) type Width = dim!(24);

    model! {
        pub(crate) struct Block {
            pub(crate) ln_1: LayerNorm<Width>,
            pub(crate) attn: MultiHeadAttention<Width, dim!(3)>,
            pub(crate) ln_2: LayerNorm<Width>,
            pub(crate) c_fc: Linear<Width, dim!(96)>,
            pub(crate) c_proj: Linear<dim!(96), Width>,
        }
    }

    model! {
        pub(crate) struct Gpt2 {
            pub(crate) wte: Embedding<Words, Width>,
            pub(crate) wpe: Param<shape![Places, Width]>,
            pub(crate) h: [Block; 3],
            pub(crate) ln_f: LayerNorm<Width>,
        }
    }

    impl<B: Size> Module<shape![B, Places, Width]> for Block {
        type Output = shape![B, Places, Width];
        fn forward<X: Operand<Elem = f32, Shape = shape![B, Places, Width]>>(
            &self,
            x: &X,
        ) -> Tensor<f32, shape![B, Places, Width], X::Kind> {
            let x = self.attn.forward_causal(&self.ln_1.forward(x)) + x.view();
            let h = self.c_fc.forward(&self.ln_2.forward(&x)).gelu_tanh();
            x + self.c_proj.forward(&h)
        }
    }

    impl Gpt2 {
        pub(crate) fn scores<B: Size, I: Indices<Shape = shape![B, Places]>>(
            &self,
            ids: &I,
        ) -> Tensor<f32, shape![B, Places, Words], I::Kind> {
            let mut x = self.wte.forward(ids) + &self.wpe;
            for block in &self.h {
                x = block.forward(&x);
            }
            self.ln_f.forward(&x).linear_no_bias(&self.wte.weight)
        }
    }
}

#[test]
fn transformers_of_words() {
    if let Some(engine) = started(Engine::xla()) {
        words("XLA", &engine);
    }
}

#[test]
fn transformers_of_words_by_iree() {
    if let Some(engine) = started(Engine::iree()) {
        words("IREE", &engine);
    }
}

fn words(name: &str, engine: &Engine) {
    let mut net = gpt2::Gpt2::default();
    net.reset_parameters(&mut uniform(3));
    net.wpe.as_mut_slice().iter_mut().zip(core::iter::repeat_with(uniform(4))).for_each(|(x, u)| *x = u as f32 - 0.5);
    let ids =
        Tensor::<u32, shape![Batch, gpt2::Places]>::from_fn_with(Batch(3), |[i, j]| ((7 * i + 3 * j) % 50) as u32);
    let other =
        Tensor::<u32, shape![Batch, gpt2::Places]>::from_fn_with(Batch(3), |[i, j]| ((11 * i + 5 * j) % 50) as u32);
    let trace = Trace::new(&net);
    let words = trace.indices(&ids);
    let program = trace.program(&words, net.scores(&words));
    let mut loaded = engine.load(&program, &net).unwrap();
    for ids in [&ids, &other] {
        // The words are an input: those of the trace are no constants.
        same(&format!("{name}, GPT-2"), net.scores(ids).as_slice(), loaded.run(ids).unwrap().as_slice());
    }

    let writer = Writer::with_seed(1);
    let bytes = Tensor::<u8, shape![2, 64]>::from_fn(|[i, j]| (i * 100 + j * 3) as u8);
    let trace = Trace::new(&writer);
    let read = trace.indices(&bytes);
    let program = trace.program(&read, writer.scores(&read));
    let theirs = engine.load(&program, &writer).unwrap().run(&bytes).unwrap();
    same(&format!("{name}, a transformer of bytes"), writer.scores(&bytes).as_slice(), theirs.as_slice());
}

/// Pictures and what they are: the first 64 that no model has seen.
fn batch() -> (Tensor<f32, shape![Batch, 64]>, Tensor<u8, shape![Batch]>) {
    let digits = Digits::read(&data()).unwrap();
    let images = digits.images.narrow_with(Axis::<0>, 0, Batch(64)).to_tensor();
    (
        images.flatten_axes(Axis::<1>, Axis::<2>).to_tensor(),
        digits.labels.narrow_with(Axis::<0>, 0, Batch(64)).to_tensor(),
    )
}

fn fresh<M: Parameters<f32> + Default>() -> M {
    let mut net = M::default();
    net.reset_parameters(&mut uniform(7));
    net
}

/// 20 steps on the core: each loss, and what the model has become.
macro_rules! on_the_core {
    ($net:expr, $optimizer:expr, |$tape:ident, $model:ident| $loss:expr) => {{
        let (mut net, mut optimizer) = ($net, $optimizer);
        let mut tape = Tape::new(&net);
        let mut losses = vec![];
        for _ in 0..20 {
            let $model = &net;
            let (loss, gradient) = tape.value_and_grad($model, |$tape| $loss);
            losses.push(loss);
            optimizer.step(&mut net, gradient);
        }
        (losses, net, optimizer)
    }};
}

fn same_losses(what: &str, ours: &[f32], theirs: &[f32]) {
    let difference = largest_difference(ours, theirs);
    println!("{what}: losses {:.6} to {:.6}, to {difference:.1e}", theirs[0], theirs[theirs.len() - 1]);
    assert!(ours.len() == 20 && difference <= 1e-5, "{what}: {ours:?} on the core, {theirs:?} there");
}

#[test]
fn training_steps_are_those_of_the_core() {
    let Some(engine) = started(Engine::xla()) else { return };
    let (x, labels) = batch();
    macro_rules! by {
        ($name:literal, |$net:ident| $optimizer:expr) => {
            let start: Mlp = fresh();
            let $net = &start;
            let (losses, core, _) = on_the_core!(start.clone(), $optimizer, |tape, model| model
                .forward(&tape.input(&x))
                .cross_entropy(&labels));
            let trace = Trace::new(&start);
            let (tx, target) = (trace.input::<shape![Batch, 64]>(Batch(64)), trace.labels(&labels));
            let mut optimizer = $optimizer;
            let step = trace.train_step((&tx, target), &start.forward(&tx).cross_entropy(target), &optimizer);
            let mut training = engine.train(&step, &start, &optimizer).unwrap();
            let theirs: Vec<f32> = (0..20).map(|_| training.step((&x, &labels)).unwrap()).collect();
            same_losses($name, &losses, &theirs);
            let mut made = start.clone();
            training.finish(&mut made, &mut optimizer).unwrap();
            assert_eq!(optimizer.steps(), 20);
            for (ours, theirs) in core.named_parameters().iter().zip(made.named_parameters()) {
                let difference = largest_difference(ours.elements, theirs.elements);
                assert!(difference <= 1e-3, "{}, {}: {difference}", $name, ours.name);
            }
        };
    }
    by!("AdamW", |net| AdamW::new(net, 1e-3));
    by!("Adam with a penalty", |net| Adam::new(net, 1e-3).weight_decay(1e-2));
    by!("AMSGrad", |net| Adam::new(net, 1e-3).amsgrad());
    by!("Sgd", |net| Sgd::new(net, 0.1));
    by!("Sgd with momentum", |net| Sgd::new(net, 0.05).momentum(0.9).dampening(0.1).weight_decay(1e-3));
    by!("Sgd, Nesterov's", |net| Sgd::new(net, 0.05).nesterov(0.9));
}

/// IREE's steps are the core's, too; the rate changes from step to step; and a step is for the optimizer that it was traced with.
#[test]
fn training_by_iree() {
    let Some(engine) = started(Engine::iree()) else { return };
    let (x, labels) = batch();
    let start: Mlp = fresh();
    let (mut core, mut on_core) = (start.clone(), AdamW::new(&start, 1e-3));
    let mut tape = Tape::new(&core);
    let trace = Trace::new(&start);
    let (tx, target) = (trace.input::<shape![Batch, 64]>(Batch(64)), trace.labels(&labels));
    let adam = AdamW::new(&start, 1e-3);
    let step = trace.train_step((&tx, target), &start.forward(&tx).cross_entropy(target), &adam);
    let error = engine.train(&step, &start, &AdamW::new(&start, 1e-3).weight_decay(0.5)).err().unwrap();
    assert!(error.to_string().starts_with("`optimizer` is AdamW of betas"), "{error}");
    let mut training = engine.train(&step, &start, &adam).unwrap();
    for i in 0..5 {
        on_core.lr = 1e-3 * f64::from(i + 1);
        training.set_lr(on_core.lr).unwrap();
        let (loss, gradient) = tape.value_and_grad(&core, |tape| core.forward(&tape.input(&x)).cross_entropy(&labels));
        on_core.step(&mut core, gradient);
        let theirs = training.step((&x, &labels)).unwrap();
        assert!((loss - theirs).abs() <= 1e-5, "step {i}: {loss} on the core, {theirs} there");
    }
}

/// What the runner needs of a training step of a model, in a folder of its own; and the losses on the core.
macro_rules! written {
    ($name:literal, $model:ty, [$($shape:tt)*], $x:expr, $labels:expr, $cut:expr) => {{
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join($name);
        std::fs::create_dir_all(&folder).unwrap();
        let (x, labels) = ($x, $labels);
        let start: $model = fresh();
        let (losses, _, _) = on_the_core!(start.clone(), AdamW::new(&start, 1e-3), |tape, model| model
            .forward(&tape.input(x))
            .cross_entropy(labels));
        let trace = Trace::new(&start);
        let (tx, target) = (trace.input::<shape![$($shape)*]>(Batch(64)), trace.labels(labels));
        let adam = AdamW::new(&start, 1e-3);
        let mut step = trace.train_step((&tx, target), &start.forward(&tx).cross_entropy(target), &adam);
        if $cut {
            step = step.shard(Batch, 8);
        }
        step.save(folder.join("step.mlir")).unwrap();
        step.state(&start, &adam).unwrap().save(folder.join("state.safetensors")).unwrap();
        let inputs = SafeTensorsWriter::new().with("input", x).unwrap().with("labels1", labels).unwrap();
        inputs.save(folder.join("batch.safetensors")).unwrap();
        std::fs::write(folder.join("runner.py"), RUNNER).unwrap();
        (folder, losses)
    }};
}

fn runner(folder: &Path, more: &[&str]) -> Command {
    let python = std::env::var_os("SHAPED_PYTHON").unwrap_or_else(|| "python3".into());
    let mut command = Command::new(python);
    command.current_dir(folder).args([
        "runner.py",
        "step.mlir",
        "state.safetensors",
        "batch.safetensors",
        "--steps",
        "20",
    ]);
    command.args(more);
    command
}

fn losses(output: std::process::Output) -> Vec<f32> {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    out.lines().filter_map(|line| line.strip_prefix("loss ")?.parse().ok()).collect()
}

/// The coordinator listens on the address that it was given: its port is free on another address of this machine.
fn listens_there_only(port: u16) {
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed().as_secs() < 60, "nothing listens on port {port}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    if cfg!(target_os = "linux") {
        TcpListener::bind(("127.0.0.2", port)).expect("the coordinator listens on all addresses");
    }
}

/// Data parallelism: on eight devices of this process, and on four of each of two.
fn on_eight_devices(what: &str, folder: &Path, core: &[f32]) {
    let output = runner(folder, &["--devices", "8", "--hlo", "hlo.txt"]).output().unwrap();
    same_losses(&format!("{what}, 8 devices"), core, &losses(output));
    // Gradients are summed over the devices in one go, the loss in another, and nothing else is communicated.
    let hlo = std::fs::read_to_string(folder.join("hlo.txt")).unwrap();
    let collectives = |name: &str| hlo.lines().filter(|line| line.contains(&format!(" {name}("))).count();
    let expected =
        [("all-reduce", 2), ("all-gather", 0), ("all-to-all", 0), ("reduce-scatter", 0), ("collective-permute", 0)];
    for (name, count) in expected {
        assert_eq!(collectives(name), count, "{name}: {hlo}");
    }
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let coordinator = format!("127.0.0.1:{port}");
    let start = |process: &str| {
        let more = ["--devices", "4", "--coordinator", &coordinator, "--process", process, "--of", "2"];
        let mut command = runner(folder, &more);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap()
    };
    let processes = [start("0"), start("1")];
    listens_there_only(port);
    for (i, process) in processes.into_iter().enumerate() {
        same_losses(&format!("{what}, process {i} of 2"), core, &losses(process.wait_with_output().unwrap()));
    }
}

#[test]
fn training_on_one_device_on_eight_and_in_two_processes() {
    if started(Engine::xla()).is_none() {
        return;
    }
    let (x, labels) = &batch();
    let (folder, core) = written!("one_device", Mlp, [Batch, 64], x, labels, false);
    same_losses("1 device", &core, &losses(runner(&folder, &["--state", "after.safetensors"]).output().unwrap()));
    // What the runner writes is read here, and training goes on.
    let file = SafeTensors::open(folder.join("after.safetensors")).unwrap();
    let mut net: Mlp = fresh();
    let mut adam = AdamW::new(&net, 1e-3);
    let left = net.load_state_dict(&file).unwrap();
    adam.load_state("optimizer", &file).unwrap();
    assert_eq!((adam.steps(), left.len()), (20, 2 + 2 * 6));
    assert!(net.forward(x).cross_entropy(labels) < core[19]);

    let (folder, core) = written!("mlp", Mlp, [Batch, 64], x, labels, true);
    on_eight_devices("mlp", &folder, &core);
    let rows = &Digits::read(&data()).unwrap().images.narrow_with(Axis::<0>, 0, Batch(64)).to_tensor();
    let (folder, core) = written!("transformer", Transformer, [Batch, 8, 8], rows, labels, true);
    on_eight_devices("transformer", &folder, &core);
}

#[test]
fn weights_cut_over_devices() {
    let Some(engine) = started(Engine::xla_simulating(4)) else { return };
    let (x, _) = batch();
    let net: Mlp = fresh();
    // Columns of the first product and rows of the second: what lies between is never whole on one device.
    let program = Program::trace::<shape![Batch, 64], _>(&net, Batch(64))
        .shard_parameter("0.weight", 0, "hidden", 4)
        .shard_parameter("0.bias", 0, "hidden", 4)
        .shard_parameter("2.weight", 1, "hidden", 4);
    let theirs = engine.load(&program, &net).unwrap().run(&x).unwrap();
    same("XLA, weights on 4 devices", net.forward(&x).as_slice(), theirs.as_slice());
}

#[test]
fn a_transformer_learns() {
    let Some(engine) = started(Engine::xla()) else { return };
    let digits = Digits::read(&data()).unwrap();
    let x = digits.images.narrow_with(Axis::<0>, 0, Batch(64)).to_tensor();
    let labels = digits.labels.narrow_with(Axis::<0>, 0, Batch(64)).to_tensor();
    let start: Transformer = fresh();
    let (losses, _, _) = on_the_core!(start.clone(), AdamW::new(&start, 1e-3), |tape, model| model
        .forward(&tape.input(&x))
        .cross_entropy(&labels));
    let trace = Trace::new(&start);
    let (tx, target) = (trace.input::<shape![Batch, 8, 8]>(Batch(64)), trace.labels(&labels));
    let adam = AdamW::new(&start, 1e-3);
    let step = trace.train_step((&tx, target), &start.forward(&tx).cross_entropy(target), &adam);
    let mut training = engine.train(&step, &start, &adam).unwrap();
    let theirs: Vec<f32> = (0..20).map(|_| training.step((&x, &labels)).unwrap()).collect();
    same_losses("a transformer", &losses, &theirs);
}

#[test]
fn what_does_not_fit_is_said_before_anything_runs() {
    let net: Mlp = fresh();
    let program = Program::trace::<shape![Batch, 64], _>(&net, Batch(64));
    let cut =
        std::panic::catch_unwind(|| Program::trace::<shape![Batch, 64], _>(&fresh::<Mlp>(), Batch(63)).shard(Batch, 8));
    let words = *cut.expect_err("63 is no multiple of 8").downcast::<String>().unwrap();
    assert_eq!(words, "axis 0 of `input`, of size 63, cannot be cut into 8 equal parts");

    let Some(engine) = started(Engine::xla()) else { return };
    let mut loaded = engine.load(&program, &net).unwrap();
    let error = loaded.run(&Tensor::zeros_with(Batch(5))).unwrap_err();
    assert_eq!(error.to_string(), "`input` is f32 [5, 64], and the program was traced for f32 [64, 64]");
    // And the next one that fits runs.
    assert_eq!(loaded.run(&Tensor::zeros_with(Batch(64))).unwrap().sizes(), [64, 10]);
    let error = engine.load(&program, &fresh::<Transformer>()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "`embed.weight` is tensor 0 of the model, and the program was traced for `0.weight` there"
    );

    // One device here, and eight in the program.
    let error =
        engine.load(&Program::trace::<shape![Batch, 64], _>(&net, Batch(64)).shard(Batch, 8), &net).err().unwrap();
    assert!(error.to_string().contains("the program is cut over 8 devices, and there are 1"), "{error}");
}
