//! One training step of four models in shaped, burn, candle and (the perceptrons) dfdx: `training.py` says what a step is, and is the same in PyTorch.
//!
//! ```sh
//! taskset -c 1 cargo run --release --features training --bin training -- [shaped burn candle dfdx] [mlp digits transformer cnn]
//! ```
//!
//! `--no-default-features --features training` is shaped alone.

#[cfg(feature = "burn")]
mod in_burn;
#[cfg(feature = "candle")]
mod in_candle;
#[cfg(feature = "dfdx")]
mod in_dfdx;
mod in_shaped;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What is allocated now, and was at most.
struct Counted;
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// How often memory was asked for.
static TIMES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TIMES.fetch_add(1, Relaxed);
        PEAK.fetch_max(LIVE.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        TIMES.fetch_add(1, Relaxed);
        PEAK.fetch_max(LIVE.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(at, layout) }
    }
}
#[global_allocator]
static ALLOCATOR: Counted = Counted;

const BATCH: usize = 64;
const LEARNING_RATE: f64 = 1e-3;

/// Numbers in [-scale, scale), the same as in `training.py`.
fn numbers(n: usize, seed: usize, scale: f64) -> Vec<f32> {
    (0..n).map(|i| ((((i * 7919 + seed * 104_729) % 2003) as f64 / 1001.5 - 1.0) * scale) as f32).collect()
}

/// A parameter to start from, in PyTorch's order.
enum Start {
    /// `[outputs, inputs, …]`.
    Weight(Vec<usize>),
    Bias(usize),
    Norm(usize),
    Zeros([usize; 2]),
}

impl Start {
    /// Each tensor's sizes and elements; weights as PyTorch has them.
    fn tensors(starts: &[Start]) -> Vec<(Vec<usize>, Vec<f32>)> {
        let mut made: Vec<(Vec<usize>, Vec<f32>)> = Vec::new();
        for start in starts {
            let seed = made.len() + 1;
            match start {
                Start::Weight(sizes) => {
                    let (n, inputs) = (sizes.iter().product(), sizes[1..].iter().product::<usize>());
                    made.push((sizes.clone(), numbers(n, seed, (inputs as f64).powf(-0.5))));
                }
                Start::Bias(n) => made.push((vec![*n], numbers(*n, seed, 0.125))),
                Start::Norm(n) => made.extend([(vec![*n], vec![1.0; *n]), (vec![*n], vec![0.0; *n])]),
                Start::Zeros(sizes) => made.push((sizes.to_vec(), vec![0.0; sizes[0] * sizes[1]])),
            }
        }
        made
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Model {
    Mlp,
    Digits,
    Transformer,
    Cnn,
}

impl Model {
    const ALL: [(Model, &'static str); 4] =
        [(Model::Mlp, "mlp"), (Model::Digits, "digits"), (Model::Transformer, "transformer"), (Model::Cnn, "cnn")];

    fn sizes(self) -> Vec<usize> {
        match self {
            Model::Mlp => vec![BATCH, 784],
            Model::Digits => vec![BATCH, 64],
            Model::Transformer => vec![BATCH, 28, 28],
            Model::Cnn => vec![BATCH, 1, 28, 28],
        }
    }

    fn start(self) -> Vec<Start> {
        let linear = |i, o| [Start::Weight(vec![o, i]), Start::Bias(o)];
        match self {
            Model::Mlp => [linear(784, 512), linear(512, 512), linear(512, 10)].into_iter().flatten().collect(),
            Model::Digits => [linear(64, 128), linear(128, 64), linear(64, 10)].into_iter().flatten().collect(),
            Model::Cnn => {
                let conv = |i, o| [Start::Weight(vec![o, i, 3, 3]), Start::Bias(o)];
                [conv(1, 16), conv(16, 32), linear(1568, 10)].into_iter().flatten().collect()
            }
            Model::Transformer => {
                let mut all = vec![Start::Zeros([28, 64])];
                all.extend(linear(28, 64));
                for _ in 0..2 {
                    all.push(Start::Norm(64));
                    all.extend((0..4).flat_map(|_| linear(64, 64)));
                    all.push(Start::Norm(64));
                    all.extend(linear(64, 256));
                    all.extend(linear(256, 64));
                }
                all.push(Start::Norm(64));
                all.extend(linear(64, 10));
                all
            }
        }
    }
}

fn labels() -> impl Iterator<Item = usize> {
    (0..BATCH).map(|i| i * 7 % 10)
}

/// A library's model, batch and optimizer.
trait Training {
    fn infer(&mut self);
    /// The loss. Calls `between` when there are gradients, and then changes the weights.
    fn step(&mut self, between: &mut dyn FnMut()) -> f32;
    /// How many bytes it keeps from one step to the next for the values and the gradients of a step.
    fn kept(&mut self) -> usize {
        0
    }
}

fn measure(who: &str, name: &str, training: &mut dyn Training) {
    let [mut infer, mut gradients, mut update, mut step] = [const { Vec::<Duration>::new() }; 4];
    let (begin, mut losses, mut held, mut allocations) = (Instant::now(), Vec::new(), 0, 0);
    while step.len() < 30 || begin.elapsed().as_secs_f64() < 4.0 {
        let start = Instant::now();
        training.infer();
        infer.push(start.elapsed());
        let live = LIVE.load(Relaxed);
        PEAK.store(live, Relaxed);
        let before = TIMES.load(Relaxed);
        let (start, mut middle) = (Instant::now(), None);
        losses.push(training.step(&mut || middle = Some(start.elapsed())));
        step.push(start.elapsed());
        gradients.push(middle.expect("there are gradients"));
        update.push(step[step.len() - 1] - gradients[gradients.len() - 1]);
        held = PEAK.load(Relaxed) - live + training.kept();
        allocations = TIMES.load(Relaxed) - before;
    }
    let shown = [infer, gradients, update, step].map(|mut times| {
        times.sort();
        let micros = |i: usize| times[i].as_secs_f64() * 1e6;
        format!("{:9.1} {:9.1}", micros(0), micros(times.len() / 2))
    });
    println!(
        "{name:28} {who:7} | {} | {:8} kB | {allocations:5} | loss {:.6} {:.6}",
        shown.join(" | "),
        held / 1024,
        losses[0],
        losses[19]
    );
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let any = |names: &[&str]| asked.iter().any(|word| names.contains(&word.as_str()));
    let of = |name: &str, names: &[&str]| !any(names) || any(&[name]);
    println!(
        "least and median in us: inference | gradients | Adam | step | memory | allocations of a step | loss of steps 1 and 20"
    );
    for (model, name) in Model::ALL {
        if of(name, &["mlp", "digits", "transformer", "cnn"]) {
            let of = |who| of(who, &["shaped", "burn", "candle", "dfdx"]);
            if of("shaped") {
                measure("shaped", name, &mut *in_shaped::new(model));
            }
            #[cfg(feature = "burn")]
            if of("burn") {
                measure("burn", name, &mut in_burn::Burn::new(model));
            }
            #[cfg(feature = "candle")]
            if of("candle") {
                measure("candle", name, &mut in_candle::Candle::new(model).unwrap());
            }
            #[cfg(feature = "dfdx")]
            if of("dfdx") {
                if let Some(mut training) = in_dfdx::new(model) {
                    measure("dfdx", name, &mut *training);
                }
            }
        }
    }
}
