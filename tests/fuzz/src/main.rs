//! Fuzzing of the file readers on stable Rust:
//!
//!     cargo run -p shaped-fuzz --profile fuzz -- all 2000000 [SEED]
//!     cargo run -p shaped-fuzz --profile fuzz -- npy target/fuzz-npy      (a file again)
//!
//! Each input is a file made with knowledge of its format, with a lie or two, or one of the corpus, changed. The corpus begins with
//! right files, and grows by every input whose outcome (its errors, without numbers and names) is new. What must hold: no panic, and
//! no overflow (the profile `fuzz` has the checks); memory within a bound of the file's length; errors of one short line; what failed
//! has changed nothing; what is read is what is written. The seed decides everything, so a failure comes again.

#[path = "../../files/allocations.rs"]
#[allow(unsafe_code)]
mod allocations;
mod mutate;
mod npy;
mod outcome;
mod pth;
mod random;
mod safetensors;
mod state_dict;
mod zip;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use allocations::peak;
use outcome::Outcome;
use random::Random;

/// The most files of the corpus.
const CORPUS: usize = 4096;
/// The most seconds that a file may take.
const SECONDS: f64 = 2.0;

struct Target {
    name: &'static str,
    make: fn(&mut Random) -> Vec<u8>,
    /// Repairs what hides the rest from the reader.
    mend: fn(&mut [u8]),
    read: fn(&[u8], &mut Outcome),
    /// The most bytes of memory for a file of so many.
    room: fn(usize) -> usize,
}

/// A tensor of one byte an element is cast to `Complex<f32>`, 8 bytes, and has another copy meanwhile; and a header's own data.
const TARGETS: &[Target] = &[
    Target { name: "npy", make: npy::make, mend: npy::mend, read: npy::read, room: |len| 24 * len + 8192 },
    Target { name: "npz", make: zip::make_npz, mend: |_| {}, read: zip::read, room: |len| 24 * (len + zip::LIMIT) },
    Target { name: "zip", make: zip::make, mend: |_| {}, read: zip::read, room: |len| 24 * (len + zip::LIMIT) },
    Target {
        name: "safetensors",
        make: safetensors::make,
        mend: safetensors::mend,
        read: safetensors::read,
        room: |len| 24 * len + 8192,
    },
    // A value of a pickle takes up to 40 bytes for its one, and lists grow by doubling.
    Target { name: "pth", make: pth::make, mend: |_| {}, read: pth::read, room: |len| 400 * len + 65536 },
    Target {
        name: "state_dict",
        make: state_dict::make,
        mend: state_dict::mend,
        read: state_dict::read,
        room: |len| 24 * (len + zip::LIMIT),
    },
];

/// What one file led to, the memory it took and the seconds, or what went wrong.
fn one(target: &Target, bytes: &[u8]) -> Result<(Outcome, usize, f64), String> {
    let start = Instant::now();
    let run = || {
        let mut outcome = Outcome::default();
        (target.read)(bytes, &mut outcome);
        outcome
    };
    let (used, outcome) = peak(|| catch_unwind(AssertUnwindSafe(run)));
    let seconds = start.elapsed().as_secs_f64();
    let outcome = outcome.map_err(|_| "a panic".to_string())?;
    match (target.room)(bytes.len()) {
        room if used > room => Err(format!("{used} bytes of memory, where {room} are allowed")),
        _ if seconds > SECONDS => Err(format!("{seconds:.1} seconds")),
        _ => Ok((outcome, used, seconds)),
    }
}

/// Reads so many files, and says what came of it, or at which file it failed.
fn run(target: &Target, inputs: usize, seed: u64) -> Result<String, (Vec<u8>, String)> {
    let mut random = Random(seed);
    let mut corpus: Vec<Vec<u8>> = (0..64).map(|_| (target.make)(&mut random)).collect();
    let mut kinds = HashSet::new();
    let (mut opened, mut tensors, mut longest, mut slowest, mut most) = (0, 0, 0, 0f64, (0, 0));
    let start = Instant::now();
    for _ in 0..inputs {
        let mut bytes =
            if random.once_in(2) { (target.make)(&mut random) } else { corpus[random.below(corpus.len())].clone() };
        if !random.once_in(4) {
            let other = random.below(corpus.len());
            mutate::mutate(&mut bytes, &corpus[other], &mut random);
            if random.once_in(2) {
                (target.mend)(&mut bytes);
            }
        }
        let (outcome, used, seconds) = one(target, &bytes).map_err(|what| (bytes.clone(), what))?;
        opened += usize::from(outcome.opened);
        tensors += outcome.tensors;
        longest = longest.max(outcome.longest);
        slowest = slowest.max(seconds);
        most = most.max((used, bytes.len()));
        if kinds.insert(outcome.kind()) && bytes.len() < 4096 {
            let place = random.below(CORPUS);
            if corpus.len() < CORPUS { corpus.push(bytes) } else { corpus[place] = bytes }
        }
    }
    // A target that opens nothing tests nothing.
    assert!(opened * 20 > inputs && tensors * 40 > inputs, "{opened} of {inputs} opened, {tensors} tensors");
    Ok(format!(
        "{:12} {inputs} inputs, seed {seed}: {opened} opened, {tensors} tensors read, {} kinds of outcomes; most memory {} bytes for a file of {}, \
         longest error {longest} letters, slowest {:.1} ms; {:.0} s",
        target.name,
        kinds.len(),
        most.0,
        most.1,
        1e3 * slowest,
        start.elapsed().as_secs_f64(),
    ))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<_> = TARGETS
        .iter()
        .filter(|target| arguments.first().is_some_and(|name| name == "all" || name == target.name))
        .collect();
    let (Some(what), false) = (arguments.get(1), chosen.is_empty()) else {
        eprintln!(
            "fuzz TARGET INPUTS [SEED], or fuzz TARGET FILE; TARGET is npy, npz, zip, safetensors, pth, state_dict or all"
        );
        return ExitCode::FAILURE;
    };
    for target in chosen {
        let result = match what.parse() {
            Ok(inputs) => run(target, inputs, arguments.get(2).map_or(1, |seed| seed.parse().expect("a seed"))),
            Err(_) => {
                let bytes = std::fs::read(what).expect("a file");
                one(target, &bytes).map(|_| format!("{}: passed", target.name)).map_err(|what| (bytes, what))
            }
        };
        match result {
            Ok(text) => println!("{text}"),
            Err((bytes, what)) => {
                let path = format!("target/fuzz-{}", target.name);
                let _ = std::fs::write(&path, &bytes);
                println!("{}: {what} at a file of {} bytes, kept as {path}", target.name, bytes.len());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
