//! Timing: all variants of a row in turn, batch by batch, so that the machine's moods meet all alike; the least time counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::python::Python;

/// What a row is measured for, once it has warmed up.
const ROW: Duration = Duration::from_millis(2500);
/// So many times as long, where the first variant and the fastest other one are near each other.
const LONGER: u32 = 4;
/// A batch has as many calls as take about this long.
const BATCH: Duration = Duration::from_micros(60);
/// And no row has fewer rounds than this.
const ROUNDS: u32 = 8;

/// Element `i` of the data with this seed: a random number between -1 and 1. `python.py` has the same function.
pub fn element(seed: u64, i: u64) -> f32 {
    let mut x = (i + (seed << 40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x >> 40) as f32 - 8_388_608.0) / 8_388_608.0
}

/// `n` elements.
pub fn data(seed: u64, n: usize) -> Vec<f32> {
    (0..n as u64).map(|i| element(seed, i)).collect()
}

/// Two numbers that tell one result from another: the sum, and the sum with weights, so that the order counts.
pub fn checksum(x: &[f32]) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for (i, &x) in x.iter().enumerate() {
        sums[0] += f64::from(x);
        sums[1] += f64::from(x) * (i % 97) as f64;
    }
    sums
}

/// One library's way to compute a row.
struct Variant<'a> {
    who: String,
    batch: Box<dyn FnMut(u32) -> Duration + 'a>,
    calls: u32,
    least: f64,
}

/// One case: the variants are added one by one, each compared to the first.
pub struct Row<'a> {
    name: &'static str,
    tolerance: f32,
    lasts: Duration,
    turn: u32,
    expected: Vec<f32>,
    variants: Vec<Variant<'a>>,
}

/// The least nanoseconds of a call for each variant.
pub struct Times {
    pub name: &'static str,
    pub least: Vec<(String, f64)>,
}

impl<'a> Row<'a> {
    /// Results may differ by `tolerance`, relative to the largest element.
    pub fn new(name: &'static str, tolerance: f32) -> Self {
        Row { name, tolerance, lasts: ROW, turn: 1, expected: Vec::new(), variants: Vec::new() }
    }

    /// The same, measured for another time.
    pub fn lasting(self, lasts: Duration) -> Self {
        Row { lasts, ..self }
    }

    /// The same, with so many batches of a variant before the next one's: what fits into a cache is there again after the first of them, as it is for
    /// Python, whose rounds are that long.
    pub fn in_turns_of(self, turn: u32) -> Self {
        Row { turn, ..self }
    }

    /// Adds a variant: `op` is what is timed, on a state of its own; `read` gives the elements of its first result.
    ///
    /// # Panics
    /// If the result is not the first variant's.
    pub fn add<S: 'a, T>(
        &mut self,
        who: impl Into<String>,
        state: S,
        op: impl FnMut(&mut S) -> T + 'a,
        read: impl FnOnce(&S, &T) -> Vec<f32>,
    ) {
        let who = who.into();
        if let Err(difference) = self.try_add(who.clone(), state, op, read) {
            panic!("{}: {difference} of {who}", self.name);
        }
    }

    /// The same, or how the result differs from the first variant's.
    pub fn try_add<S: 'a, T>(
        &mut self,
        who: impl Into<String>,
        mut state: S,
        mut op: impl FnMut(&mut S) -> T + 'a,
        read: impl FnOnce(&S, &T) -> Vec<f32>,
    ) -> Result<(), String> {
        let who = who.into();
        let result = op(&mut state);
        let elements = read(&state, &result);
        drop(result);
        self.compare(&elements)?;
        if self.expected.is_empty() {
            self.expected = elements;
        }
        let batch = move |calls| {
            // Not timed: it brings back what the other variants drove out of the caches, which a batch of few calls would pay more for.
            black_box(op(black_box(&mut state)));
            let start = Instant::now();
            for _ in 0..calls {
                black_box(op(black_box(&mut state)));
            }
            start.elapsed()
        };
        self.variants.push(Variant { who, batch: Box::new(batch), calls: 1, least: f64::INFINITY });
        Ok(())
    }

    /// Is the first variant as fast as the fastest other one, but for a part that may be the machine's mood?
    fn is_close(&self, theirs: &[(String, f64)]) -> bool {
        let Some((ours, others)) = self.variants.split_first() else { return false };
        let others = others.iter().map(|other| other.least).chain(theirs.iter().map(|(_, least)| *least));
        let ratio = others.fold(f64::INFINITY, f64::min) / ours.least;
        (0.85..1.15).contains(&ratio)
    }

    fn compare(&self, elements: &[f32]) -> Result<(), String> {
        if self.expected.is_empty() {
            return Ok(());
        }
        if elements.len() != self.expected.len() {
            return Err(format!("{} elements, not {},", elements.len(), self.expected.len()));
        }
        let scale = self.expected.iter().fold(0.0f32, |a, b| a.max(b.abs()));
        for (i, (x, y)) in elements.iter().zip(&self.expected).enumerate() {
            let near = (x - y).abs() <= self.tolerance * scale;
            if !near {
                return Err(format!("{x} as element {i}, not {y},"));
            }
        }
        Ok(())
    }

    /// Times all variants, Python's among them.
    pub fn run(mut self, python: Option<&mut Python>) -> Times {
        let mut python = python;
        let mut theirs: Vec<(String, f64)> = Vec::new();
        if let Some(python) = &mut python {
            let (ours, scale) =
                (checksum(&self.expected), self.expected.iter().map(|x| f64::from(x.abs())).sum::<f64>());
            for (who, sums) in python.prepare(self.name) {
                let tolerance = f64::from(self.tolerance).max(1e-9);
                let near = |i: usize, scale: f64| (sums[i] - ours[i]).abs() <= tolerance * scale.max(1.0);
                assert!(
                    near(0, scale) && near(1, 97.0 * scale),
                    "{}: {who} computes {sums:?}, not {ours:?}",
                    self.name
                );
                theirs.push((who, f64::INFINITY));
            }
        }
        self.expected = Vec::new();
        for variant in &mut self.variants {
            // Warm, and double the calls until a batch is long enough.
            while (variant.batch)(variant.calls) < BATCH && variant.calls < 1 << 20 {
                variant.calls *= 2;
            }
        }
        let start = Instant::now();
        let mut rounds = 0;
        while rounds < ROUNDS
            || start.elapsed() < self.lasts
            || self.is_close(&theirs) && start.elapsed() < LONGER * self.lasts
        {
            for variant in &mut self.variants {
                for _ in 0..self.turn {
                    let time = (variant.batch)(variant.calls).as_nanos() as f64 / f64::from(variant.calls);
                    variant.least = variant.least.min(time);
                }
            }
            // A few batches at a time: the pipe to the other process costs more than one.
            if let Some(python) = python.as_mut().filter(|_| rounds % 4 < self.turn) {
                for ((_, least), time) in theirs.iter_mut().zip(python.round()) {
                    *least = least.min(time);
                }
            }
            rounds += self.turn;
        }
        let ours = self.variants.into_iter().map(|variant| (variant.who, variant.least));
        Times { name: self.name, least: ours.chain(theirs).collect() }
    }
}
