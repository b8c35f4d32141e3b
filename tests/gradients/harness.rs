//! A family's data, and what a case is compared by.

use std::cell::Cell;

use shaped::{Layout, StaticShape, prelude::*};

use super::real::{Real, cotangent};
use super::reference::{Element, Reference};

/// How far PyTorch's gradient in f64 may be from central differences, as a part of the case's largest one.
const OF_DIFFERENCES: f64 = 1e-6;

/// The sum of a result's elements by the cotangent, and the sum of the sizes of what was added.
pub trait Weighed {
    fn weighed(&self) -> [f64; 2];
}

fn weighed<'a, T: Real>(elements: impl Iterator<Item = &'a T>) -> [f64; 2] {
    let terms = elements.enumerate().map(|(i, x)| x.double() * cotangent(i));
    terms.fold([0.0, 0.0], |[sum, size], term| [sum + term, size + term.abs()])
}

impl<T: Real, S: Shape> Weighed for Tensor<T, S> {
    fn weighed(&self) -> [f64; 2] {
        weighed(self.iter())
    }
}

impl<T: Real, S: Shape, Y: Layout<S>> Weighed for View<'_, T, S, Y> {
    fn weighed(&self) -> [f64; 2] {
        weighed(self.iter())
    }
}

impl Weighed for f64 {
    fn weighed(&self) -> [f64; 2] {
        weighed([self].into_iter())
    }
}

impl Weighed for f32 {
    fn weighed(&self) -> [f64; 2] {
        weighed([self].into_iter())
    }
}

/// The inputs of a case, a tuple of tensors.
pub trait Inputs {
    type Elem: Real;
    fn elements(&mut self) -> Vec<&mut [Self::Elem]>;
}

macro_rules! tuples {
    ($($($s:ident $i:tt)*;)*) => { $(
        impl<T: Real, $($s: StaticShape),*> Inputs for ($(Tensor<T, $s>,)*) {
            type Elem = T;
            fn elements(&mut self) -> Vec<&mut [T]> {
                vec![$(self.$i.as_mut_slice()),*]
            }
        }
    )* };
}
tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
}

/// One family's inputs, values and gradients.
pub struct Data {
    reference: Reference,
    cases: Cell<usize>,
    worst: Cell<f64>,
}

impl Data {
    /// `Data::new(include_str!("../data/gradients/family.txt"))`
    pub fn new(text: &'static str) -> Self {
        Data { reference: Reference::new(text), cases: Cell::new(0), worst: Cell::new(0.0) }
    }

    /// A tensor of this kind of numbers.
    pub fn tensor<T: Real, S: StaticShape>(&self, kind: &str) -> Tensor<T, S> {
        let sizes: Vec<_> = Tensor::<u8, S>::zeros().sizes().as_ref().iter().map(usize::to_string).collect();
        let name = format!("{kind} {}", sizes.join("x"));
        let input: Tensor<f64, S> = self.reference.input(name.trim_end());
        input.map(T::of)
    }

    /// Indices, targets or a mask.
    pub fn whole<T: Element, S: StaticShape>(&self, name: &str) -> Tensor<T, S> {
        self.reference.input(name)
    }

    /// A case, and the names of its inputs.
    pub fn case<'a>(&'a self, key: &'a str, inputs: &'a [&'a str]) -> Case<'a> {
        self.cases.set(self.cases.get() + 1);
        Case { data: self, key, inputs }
    }

    /// All lines have been used.
    pub fn finish(self, family: &str) {
        println!("{} cases, at most {:.1e} from differences", self.cases.get(), self.worst.get());
        self.reference.finish(family);
    }
}

pub struct Case<'a> {
    data: &'a Data,
    key: &'a str,
    inputs: &'a [&'a str],
}

impl Case<'_> {
    /// PyTorch takes a sixth as an `f32` in the gradients of these, whatever the elements are.
    pub fn is_of_a_rough_sixth(&self) -> bool {
        self.key.starts_with("hard_sigmoid") || self.key.starts_with("hard_swish")
    }

    /// PyTorch's gradients, by each input in order.
    fn gradients(&self) -> Vec<Vec<f64>> {
        let line = |x| self.data.reference.line::<f64>(&format!("{} by {x}", self.key)).1;
        self.inputs.iter().map(line).collect()
    }

    /// Compares gradients with PyTorch's.
    #[track_caller]
    pub fn check<T: Copy>(&self, found: &[Vec<T>], double: impl Fn(T) -> f64, tolerance: f64) -> f64 {
        let expected = self.gradients();
        let finite = expected.iter().flatten().filter(|x| x.is_finite());
        let largest = finite.fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let scale = if largest > 0.0 { largest } else { 1.0 };
        assert_eq!(found.len(), expected.len(), "`{}`", self.key);
        let mut worst = 0.0f64;
        for ((x, expected), found) in self.inputs.iter().zip(&expected).zip(found) {
            assert_eq!(found.len(), expected.len(), "`{}` by {x}", self.key);
            for (place, (&found, &expected)) in found.iter().zip(expected).enumerate() {
                let found = double(found);
                let same = found == expected || found.is_nan() && expected.is_nan();
                let error = if same { 0.0 } else { (found - expected).abs() / scale };
                worst = worst.max(error);
                assert!(error <= tolerance, "`{}` by {x}, element {place}: {found} instead of {expected}", self.key);
            }
        }
        worst
    }

    /// Compares the value with PyTorch's, and if there are `differences`, PyTorch's gradients with those of f64.
    #[track_caller]
    pub fn eager<M: Inputs>(&self, mut inputs: M, f: impl Fn(&M) -> [f64; 2], differences: bool) {
        let expected = self.data.reference.line::<f64>(&format!("{} value", self.key)).1[0];
        let [value, size] = f(&inputs);
        let near = value == expected || (value - expected).abs() <= M::Elem::TOLERANCE * size.max(1e-3);
        assert!(near || !expected.is_finite(), "`{}`: the value is {value} instead of {expected}", self.key);
        if !differences || <M::Elem as Element>::NAME != "f64" {
            self.gradients(); // each line belongs to a case
            return;
        }
        let lengths: Vec<_> = inputs.elements().iter().map(|x| x.len()).collect();
        let mut found = Vec::new();
        for (input, &length) in lengths.iter().enumerate().take(self.inputs.len()) {
            let mut slope = |i: usize| {
                let x = inputs.elements()[input][i];
                let step = 1e-5 * x.double().abs().max(0.1);
                let mut at = |x: M::Elem| {
                    inputs.elements()[input][i] = x;
                    f(&inputs)[0]
                };
                let (after, before) = (x + M::Elem::of(step), x - M::Elem::of(step));
                let slope = (at(after) - at(before)) / (after - before).double();
                at(x);
                slope
            };
            found.push((0..length).map(&mut slope).collect());
        }
        let worst = self.check(&found, |x| x, OF_DIFFERENCES);
        self.data.worst.set(self.data.worst.get().max(worst));
    }
}

/// The cases of a block, for `f64` and for `f32`, either of them called `T`: `in_both! { fn name(data) { cases! { … } } }`.
macro_rules! in_both {
    ($($name:ident($data:ident) $body:block)*) => { $(
        fn $name($data: &crate::harness::Data) {
            {
                type T = f64;
                $body
            }
            {
                type T = f32;
                $body
            }
        }
    )* };
}

/// As [`in_both!`], for `f64` only: what computes the same for both types, whose values in `f32` are compared elsewhere.
macro_rules! in_double {
    ($($name:ident($data:ident) $body:block)*) => { $(
        fn $name($data: &crate::harness::Data) {
            type T = f64;
            $body
        }
    )* };
}

/// Cases: `"key", [x: plain [3, 4], w: other [4]] (ids: i64 [2]) {mean: third [4]} => x.layer_norm(w);`, where brackets hold what gradients
/// are taken by (references to tensors in the expression), parentheses what has none, and braces floats that are constant.
macro_rules! cases {
    ($data:ident; $($case:tt)*) => { cases!(@ true taped $data; $($case)*); };
    (@ $differences:literal $taped:ident $data:ident; $(
        $key:expr, [$($x:ident: $kind:ident [$($n:literal),*]),+] $(($($c:ident: $of:ident [$($cn:literal),*]),+))?
            $({$($m:ident: $of_m:ident [$($mn:literal),*]),+})? => $y:expr;
    )*) => { $( {
        $($(let $c = &$data.whole::<$of, shape![$($cn),*]>(stringify!($c));)+)?
        $($(let $m = &$data.tensor::<T, shape![$($mn),*]>(stringify!($of_m));)+)?
        let inputs = ($($data.tensor::<T, shape![$($n),*]>(stringify!($kind)),)+);
        let case = $data.case($key, &[$(stringify!($x)),+]);
        let f = |($($x,)+): &($(Tensor<T, shape![$($n),*]>,)+)| crate::harness::Weighed::weighed(&$y);
        case.eager(inputs, f, $differences);
        $taped!(case $data; [$($x: $kind [$($n),*]),+] {$($($m),+)?} $y);
    } )* };
}

/// As `cases`, at corners and infinities, where PyTorch has chosen a gradient that differences do not have.
macro_rules! corners {
    ($($case:tt)*) => { cases!(@ false taped $($case)*); };
}

/// As `cases`, of operations that are of eager tensors only.
macro_rules! eager_cases {
    ($($case:tt)*) => { cases!(@ true not_taped $($case)*); };
}

macro_rules! not_taped {
    ($($case:tt)*) => {};
}
