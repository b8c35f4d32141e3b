//! The networks of the examples beside PyTorch and onnxruntime, on one thread: time and memory of an inference.
//!
//! Each is measured in a process of its own, so that its memory is nobody else's; they take turns, and the least of all rounds counts. Results are
//! compared by two sums. `networks.py` is the other side.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use networks::formula;
use networks::gpt2::{SMALL, Small};
use networks::resnet::{Height, ResNet18, Width};
use shaped::{nn::*, prelude::*};
use voice::{State, Voice};

/// Names, what they are given, and how often each is run.
const ALL: [(&str, &str, usize); 5] = [
    ("pitch", "CREPE (tiny), 251 frames of 1024 samples", 12),
    ("resnet", "ResNet-18, a picture of 224 x 224", 15),
    ("gpt2", "GPT-2 (small), 64 words at once", 10),
    ("gpt2_next", "GPT-2 (small), a word more", 40),
    ("voice", "Silero VAD, 260 frames of 576 samples", 100),
];

/// What one process has measured: the least and the median time in ms; the memory of weights and inference, and of the whole process, in kB; and two
/// sums of the result.
type Measured = [f64; 6];

fn status(field: &str) -> f64 {
    let all = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = all.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0.0)
}

fn measure<R: FnMut() -> Vec<f32>>(runs: usize, load: impl FnOnce() -> R) {
    let before = status("VmRSS");
    let mut run = load();
    // From here on the most memory is counted anew.
    drop(fs::write("/proc/self/clear_refs", "5"));
    let first = run();
    let mut taken: Vec<f64> = Vec::with_capacity(runs);
    for _ in 0..runs {
        let begun = Instant::now();
        let result = run();
        taken.push(1e3 * begun.elapsed().as_secs_f64());
        assert_eq!(result.len(), first.len());
    }
    let peak = status("VmHWM");
    taken.sort_by(f64::total_cmp);
    let sums = first.iter().enumerate().fold([0.0; 2], |[a, b], (i, x)| {
        let x = f64::from(*x);
        [a + x.abs(), b + x * (i % 97) as f64]
    });
    println!("{} {} {} {peak} {} {}", taken[0], taken[runs / 2], peak - before, sums[0], sums[1]);
}

fn words() -> Vec<u32> {
    (0..64).map(|i| i * 7919 % 50257).collect()
}

fn gpt2() -> Small {
    let mut net = Small::with_blocks(SMALL);
    formula::fill(&mut net, |_| {});
    net
}

/// This side of one network.
fn one(name: &str) -> Result<(), Box<dyn Error>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data");
    let runs = ALL.iter().find(|(one, ..)| *one == name).ok_or("no such network")?.2;
    match name {
        "pitch" => {
            let frames = pitch::frames(&pitch::listen(&data.join("melody.wav"))?);
            measure(runs, || {
                let net = pitch::Crepe::open(&data.join("crepe_tiny.safetensors")).expect("weights");
                move || net.forward(&frames).into_vec()
            });
        }
        "voice" => {
            let frames = voice::frames(&voice::listen(&data.join("speech.wav"))?);
            measure(runs, || {
                let net = Voice::open(&data.join("silero_vad.safetensors")).expect("weights");
                move || net.hear(&frames, &State::zeros()).0.into_vec()
            });
        }
        "resnet" => measure(runs, || {
            let mut net = ResNet18::default();
            formula::fill(&mut net, |_| {});
            let mut numbers = formula::uniform(7);
            let sizes = (Height(224), Width(224));
            let x = Tensor::<f32, shape![1, 3, Height, Width]>::from_fn_with(sizes, |_| (2.0 * numbers() - 1.0) as f32);
            move || net.forward(&x).into_vec()
        }),
        "gpt2" => measure(runs, || {
            let net = gpt2();
            let mut text = net.empty();
            move || {
                text.clear();
                net.read(&mut text, &words()).expect("words that it knows").into_vec()
            }
        }),
        _ => measure(runs, || {
            let net = gpt2();
            let mut text = net.empty();
            net.read(&mut text, &words()).expect("words that it knows");
            let mut word = 64;
            move || {
                word += 1;
                net.read(&mut text, &[word]).expect("a word that it knows").into_vec()
            }
        }),
    }
    Ok(())
}

/// Runs another process, and reads what it has measured.
fn measured(command: &mut Command) -> Result<Measured, Box<dyn Error>> {
    let output = command.output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|x| x.parse().ok()).collect();
    let said = || format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    numbers.try_into().map_err(|_| said().into())
}

/// The interpreters: of PyTorch, and of onnxruntime.
struct Pythons {
    script: PathBuf,
    torch: String,
    onnx: Option<String>,
    folder: PathBuf,
}

impl Pythons {
    fn ask(&self, python: &str, words: &[&str]) -> Command {
        let mut command = Command::new(python);
        command.arg(&self.script).args(words);
        // Its libraries start as many threads as they like, if nobody says anything.
        command.env("OMP_NUM_THREADS", "1").env("MKL_NUM_THREADS", "1").env("OPENBLAS_NUM_THREADS", "1");
        command
    }

    /// One row of the table: time, and both sorts of memory.
    fn row(&self, name: &str, said: &str, rounds: usize) -> Result<String, Box<dyn Error>> {
        let folder = self.folder.to_str().ok_or("a folder with a name of letters")?;
        if let Some(python) = &self.onnx
            && !self.folder.join(format!("{name}.onnx")).exists()
        {
            let exported = self.ask(python, &[name, "export", folder]).output()?;
            if !exported.status.success() {
                return Err(String::from_utf8_lossy(&exported.stderr).into());
            }
        }
        let mut least: Vec<Measured> = vec![];
        for round in 0..rounds {
            let mut all = vec![
                measured(Command::new(std::env::current_exe()?).args(["--one", name]))?,
                measured(&mut self.ask(&self.torch, &[name, "torch"]))?,
            ];
            if let Some(python) = &self.onnx {
                all.push(measured(&mut self.ask(python, &[name, "onnx", folder]))?);
            }
            for other in &all[1..] {
                let near = |i: usize, scale: f64| (other[i] - all[0][i]).abs() <= 2e-4 * scale;
                let scale = all[0][4].max(1e-3);
                assert!(near(4, scale) && near(5, 97.0 * scale), "{name}: results differ: {all:?}");
            }
            if round == 0 {
                least = all;
            } else {
                for (least, one) in least.iter_mut().flatten().zip(all.into_iter().flatten()) {
                    *least = least.min(one);
                }
            }
        }
        let shown = |i: usize, by: f64| {
            let each: Vec<String> = least.iter().map(|one| format!("{:.1}", one[i] / by)).collect();
            each.join(" | ")
        };
        Ok(format!("| {said} | {} | {} | {} |", shown(0, 1.0), shown(2, 1024.0), shown(3, 1024.0)))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut asked, mut rounds) = (vec![], 3);
    let mut pythons = Pythons {
        script: Path::new(env!("CARGO_MANIFEST_DIR")).join("networks.py"),
        torch: "python3".into(),
        onnx: None,
        folder: std::env::temp_dir().join("shaped_networks"),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("a word behind {argument}"));
        match argument.as_str() {
            "--one" => return one(&value()?),
            "--python" => pythons.torch = value()?,
            "--onnx" => pythons.onnx = Some(value()?),
            "--rounds" => rounds = value()?.parse()?,
            name => asked.push(name.to_string()),
        }
    }
    fs::create_dir_all(&pythons.folder)?;
    let of = [Some((&pythons.torch, "torch")), pythons.onnx.as_ref().map(|python| (python, "onnxruntime"))];
    for (python, package) in of.into_iter().flatten() {
        let said = pythons.ask(python, &["versions", package]).output()?;
        print!("{}", String::from_utf8_lossy(&said.stdout));
    }
    let others = if pythons.onnx.is_some() { "shaped | PyTorch | onnxruntime" } else { "shaped | PyTorch" };
    println!(
        "| one inference | ms: {others} | MB of weights and inference: {others} | MB of the whole process: {others} |"
    );
    println!("|{}", "---|".repeat(if pythons.onnx.is_some() { 10 } else { 7 }));
    for (name, said, _) in ALL {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            println!("{}", pythons.row(name, said, rounds)?);
        }
    }
    Ok(())
}
