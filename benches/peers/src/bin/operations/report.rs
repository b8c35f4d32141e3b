//! What a row is: an operation on an operand of some type and layout. Its result is compared before it is timed.

use std::time::Duration;

use half::{bf16, f16};
use shaped::prelude::*;

use crate::ceilings::Ceilings;
use crate::machine::duration;
use crate::peers::{self, Case, positives};
use crate::python::Python;
use crate::race::{Row, data};

/// A type of elements.
pub trait Elem: Copy + 'static {
    const NAME: &'static str;
    /// How much results may differ, relative to the largest.
    const TOLERANCE: f32;
    fn of(x: f32) -> Self;
    fn number(self) -> f32;
}

macro_rules! elements {
    ($($t:ident $tolerance:literal |$x:ident| $of:expr, $number:expr;)*) => { $(
        impl Elem for $t {
            const NAME: &'static str = stringify!($t);
            const TOLERANCE: f32 = $tolerance;
            fn of($x: f32) -> $t {
                $of
            }
            fn number(self) -> f32 {
                let $x = self;
                $number
            }
        }
    )* };
}
elements! {
    f32 1e-4 |x| x, x;
    f64 1e-6 |x| f64::from(x), x as f32;
    f16 5e-3 |x| f16::from_f32(x), x.to_f32();
    bf16 3e-2 |x| bf16::from_f32(x), x.to_f32();
    usize 0.0 |x| x as usize, x as f32;
    bool 0.0 |x| x > 0.0, f32::from(x);
}

fn made<T: Elem, S: StaticShape>(numbers: Vec<f32>) -> Tensor<T, S> {
    let elements = numbers.into_iter().map(T::of).collect();
    // Copied to the library's own memory, as all tensors but the first ones are.
    Tensor::from_vec(elements).expect("as many elements as the shape has").to_tensor()
}

/// A tensor of the numbers of this seed.
pub fn tensor<T: Elem, S: StaticShape>(seed: u64) -> Tensor<T, S> {
    made(data(seed, S::NUMEL))
}

/// A tensor of positive numbers.
pub fn positive<T: Elem, S: StaticShape>(seed: u64) -> Tensor<T, S> {
    made(positives(seed, S::NUMEL))
}

/// What an operation gives.
pub trait Numbers {
    fn numbers(&self) -> Vec<f32>;
    /// How much memory it takes.
    fn bytes(&self) -> usize;
}
impl<T: Elem, S: Shape> Numbers for Tensor<T, S> {
    fn numbers(&self) -> Vec<f32> {
        self.as_slice().iter().map(|x| x.number()).collect()
    }
    fn bytes(&self) -> usize {
        size_of_val(self.as_slice())
    }
}
/// Values, and where they are.
impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    fn numbers(&self) -> Vec<f32> {
        self.0.numbers()
    }
    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }
}
/// All axes reduced.
pub struct Single<T>(pub T);
impl<T: Elem> Numbers for Single<T> {
    fn numbers(&self) -> Vec<f32> {
        vec![self.0.number()]
    }
    fn bytes(&self) -> usize {
        size_of::<T>()
    }
}

/// What came of a row.
pub struct Line {
    pub case: Case,
    pub layout: &'static str,
    /// Nanoseconds.
    pub ours: f64,
    /// How many bytes the result has.
    pub result: usize,
    /// The peers' nanoseconds by their names.
    pub peers: Vec<(String, f64)>,
}

impl Line {
    /// A peer's time by ours.
    pub fn ratio(&self, who: &str) -> Option<f64> {
        self.peers.iter().find(|(peer, _)| peer == who).map(|(_, ns)| ns / self.ours)
    }

    /// The best peer's.
    pub fn best(&self) -> Option<f64> {
        self.peers.iter().map(|(_, ns)| ns / self.ours).min_by(f64::total_cmp)
    }
}

/// The rows that are asked for.
pub struct Report {
    filters: Vec<String>,
    python: Option<Python>,
    lasts: Duration,
    pub ceilings: Ceilings,
    pub lines: Vec<Line>,
    /// What peers compute too far from ours to be compared.
    pub differences: Vec<String>,
}

impl Report {
    pub fn new(filters: Vec<String>, python: Option<Python>, seconds: f64, ceilings: Ceilings) -> Self {
        let lasts = Duration::from_secs_f64(seconds);
        Report { filters, python, lasts, ceilings, lines: Vec::new(), differences: Vec::new() }
    }

    /// Times an operation on a tensor of the numbers of seed 1, if the row is asked for. (The operation sees the tensor in its layout.)
    pub fn row<T: Elem, S: StaticShape, O: Numbers>(
        &mut self,
        operation: &str,
        layout: &'static str,
        mut f: impl FnMut(&Tensor<T, S>) -> O,
    ) {
        let name = format!("{operation} | {} | {layout}", T::NAME);
        if !self.filters.iter().all(|filter| name.contains(filter.as_str())) {
            return;
        }
        let name: &'static str = name.leak();
        let case = Case::new(name, S::SIZES);
        let mut row = Row::new(name, T::TOLERANCE).lasting(self.lasts).in_turns_of(4);
        let (operand, mut written) = (made::<T, S>(case.numbers()), 0);
        row.add(
            "shaped",
            operand,
            |x| f(x),
            |_, y| {
                written = y.bytes();
                y.numbers()
            },
        );
        for (who, add) in peers::ALL {
            if let Some(Err(difference)) = add(&mut row, &case) {
                self.differences.push(format!("{who}: {name}: {difference}"));
            }
        }
        let mut times = row.run(self.python.as_mut()).least.into_iter();
        let (_, ours) = times.next().expect("ours");
        let line = Line { case, layout, ours, result: written, peers: times.collect() };
        let shown: Vec<_> = line.peers.iter().map(|(who, ns)| format!("{who} {:.2}", ns / ours)).collect();
        let (share, by) = self.share(&line);
        println!("{name:<52} {:>9} {share:>4.0} % {by:<16} {}", duration(ours), shown.join(", "));
        self.lines.push(line);
    }

    /// What the row takes at least in percent of our time, and what keeps it from being faster.
    pub fn share(&self, line: &Line) -> (f64, String) {
        let floor = self.ceilings.floor(&line.case, line.result);
        (floor.ns / line.ours * 100.0, floor.by)
    }
}
