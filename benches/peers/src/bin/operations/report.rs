//! What a row is: an operation on an operand of some type and layout. Its result is compared before it is timed.

use std::time::Duration;

use half::{bf16, f16};
use shaped::prelude::*;

use crate::python::Python;
use crate::race::{Row, element};

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
}

/// A tensor of the numbers of this seed.
pub fn tensor<T: Elem, S: StaticShape>(seed: u64) -> Tensor<T, S> {
    let elements = (0..S::NUMEL as u64).map(|i| T::of(element(seed, i)));
    // Copied to the library's own memory, as all tensors but the first ones are.
    Tensor::from_vec(elements.collect()).expect("as many elements as the shape has").to_tensor()
}

/// What an operation gives.
pub trait Numbers {
    fn numbers(&self) -> Vec<f32>;
}
impl<T: Elem, S: Shape> Numbers for Tensor<T, S> {
    fn numbers(&self) -> Vec<f32> {
        self.as_slice().iter().map(|x| x.number()).collect()
    }
}
/// Values, and where they are.
impl<A: Numbers, B> Numbers for (A, B) {
    fn numbers(&self) -> Vec<f32> {
        self.0.numbers()
    }
}
/// All axes reduced.
pub struct Single<T>(pub T);
impl<T: Elem> Numbers for Single<T> {
    fn numbers(&self) -> Vec<f32> {
        vec![self.0.number()]
    }
}

/// The rows that are asked for, and their ratios: PyTorch's time by ours.
pub struct Report {
    filters: Vec<String>,
    python: Option<Python>,
    lasts: Duration,
    ratios: Vec<(String, f64)>,
}

impl Report {
    pub fn new(filters: Vec<String>, python: Option<Python>, seconds: f64) -> Self {
        Report { filters, python, lasts: Duration::from_secs_f64(seconds), ratios: Vec::new() }
    }

    /// Times an operation on a tensor of the numbers of seed 1, if the row is asked for. (The operation sees the tensor in its layout.)
    pub fn row<T: Elem, S: StaticShape, O: Numbers>(
        &mut self,
        operation: &str,
        layout: &str,
        mut f: impl FnMut(&Tensor<T, S>) -> O,
    ) {
        let name = format!("{operation} | {} | {layout}", T::NAME);
        if !self.filters.iter().all(|filter| name.contains(filter.as_str())) {
            return;
        }
        let name: &'static str = name.leak();
        let mut row = Row::new(name, T::TOLERANCE).lasting(self.lasts);
        row.add("shaped", tensor::<T, S>(1), |x| f(x), |_, y| y.numbers());
        let times = row.run(self.python.as_mut());
        let us = |i: usize| times.least.get(i).map(|(_, ns)| ns / 1e3);
        let (ours, theirs) = (us(0).expect("ours"), us(1));
        let ratio = theirs.map(|theirs| theirs / ours);
        let shown = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.2}"));
        println!("{name:<52} {ours:>10.1} us {:>10} us {:>6}", shown(theirs), shown(ratio));
        self.ratios.extend(ratio.map(|ratio| (name.to_string(), ratio)));
    }

    /// How many rows stand where.
    pub fn summary(mut self) {
        self.ratios.sort_by(|a, b| a.1.total_cmp(&b.1));
        let behind = |by: f64| self.ratios.iter().filter(|(_, ratio)| *ratio < by).count();
        let (rows, near, far) = (self.ratios.len(), behind(0.98), behind(1.0 / 1.3));
        println!("{rows} rows; {near} behind PyTorch by more than 2 %, {far} of them by more than 1.3");
        for (name, ratio) in &self.ratios[..near] {
            println!("    {ratio:.2}  {name}");
        }
    }
}
