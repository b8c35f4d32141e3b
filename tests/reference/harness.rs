//! Results that PyTorch or NumPy computed, from `tests/data/reference`, which `tools/reference` wrote.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use shaped::prelude::*;

/// An element that a line of the data can hold.
pub trait Element: Copy + Debug + 'static {
    /// What the data calls the type.
    const NAME: &'static str;
    fn parse(word: &str) -> Self;
    /// Whether it is as near to the reference as the tolerance says; always exact for what is not a float.
    fn near(self, reference: Self, tolerance: f64) -> bool;
}

macro_rules! floats {
    ($($t:ident)*) => { $(
        impl Element for $t {
            const NAME: &'static str = stringify!($t);
            fn parse(word: &str) -> Self {
                word.parse().unwrap_or_else(|_| panic!("a number instead of {word}"))
            }
            fn near(self, reference: Self, tolerance: f64) -> bool {
                let (x, reference) = (f64::from(self), f64::from(reference));
                // `==` is for infinities; NaN is as good as any other NaN, and as nothing else.
                x == reference
                    || x.is_nan() && reference.is_nan()
                    || (x - reference).abs() <= tolerance * reference.abs().max(1.0)
            }
        }
    )* };
}
floats!(f32 f64);

macro_rules! exact {
    ($($t:ident)*) => { $(
        impl Element for $t {
            const NAME: &'static str = stringify!($t);
            fn parse(word: &str) -> Self {
                word.parse().unwrap_or_else(|_| panic!("a number instead of {word}"))
            }
            fn near(self, reference: Self, _: f64) -> bool {
                self == reference
            }
        }
    )* };
}
exact!(i64 i32 u8);

impl Element for bool {
    const NAME: &'static str = "bool";
    fn parse(word: &str) -> Self {
        word == "1"
    }
    fn near(self, reference: Self, _: f64) -> bool {
        self == reference
    }
}

/// Indices: PyTorch's are `i64`, Rust's `usize`.
impl Element for usize {
    const NAME: &'static str = "i64";
    fn parse(word: &str) -> Self {
        word.parse().unwrap_or_else(|_| panic!("an index instead of {word}"))
    }
    fn near(self, reference: Self, _: f64) -> bool {
        self == reference
    }
}

/// One family's inputs and results.
pub struct Reference {
    lines: BTreeMap<&'static str, (Vec<usize>, &'static str)>,
    checked: RefCell<BTreeSet<String>>,
}

#[allow(dead_code, reason = "a family of its own in a binary of its own uses a part")]
impl Reference {
    /// `Reference::new(include_str!("../data/reference/family.txt"))`
    pub fn new(text: &'static str) -> Self {
        let mut lines = BTreeMap::new();
        for line in text.lines() {
            let (head, values) = line.split_once(':').expect("a line `key [sizes]: values`");
            let (key, sizes) = head.split_once(" [").expect("a line `key [sizes]: values`");
            let sizes = sizes.trim_end_matches(']').split(", ").filter(|size| !size.is_empty());
            lines.insert(key, (sizes.map(|size| size.parse().expect("a size")).collect(), values));
        }
        Reference { lines, checked: RefCell::default() }
    }

    /// The sizes and the elements of a line.
    pub fn line<T: Element>(&self, key: &str) -> (&[usize], Vec<T>) {
        let key = format!("{key} {}", T::NAME);
        let (sizes, values) = self.lines.get(key.as_str()).unwrap_or_else(|| panic!("no line for `{key}`"));
        self.checked.borrow_mut().insert(key);
        (sizes, values.split_whitespace().map(T::parse).collect())
    }

    /// The input of that name and element type; its shape is the data's.
    pub fn input<T: Element, S: StaticShape>(&self, name: &str) -> Tensor<T, S> {
        let (sizes, values) = self.line(&format!("input {name}"));
        let x = Tensor::from_vec(values).unwrap_or_else(|error| panic!("input {name}: {error}"));
        assert_eq!(AsRef::<[usize]>::as_ref(&x.sizes()), sizes, "input {name}");
        x
    }

    /// Compares a result with the reference: its sizes, and each element, whose distance is at most `tolerance` times the
    /// larger of 1 and the reference's size. The key is `operation case`, as the generator wrote it.
    #[track_caller]
    pub fn check<X: shaped::Values<Elem: Element>>(&self, key: &str, result: &X, tolerance: f64) {
        let (sizes, expected) = self.line::<X::Elem>(key);
        assert_eq!(AsRef::<[usize]>::as_ref(&result.sizes()), sizes, "the shape of `{key}`");
        for (place, (&x, reference)) in result.iter().zip(expected).enumerate() {
            assert!(x.near(reference, tolerance), "`{key}`, element {place}: {x:?} instead of {reference:?}");
        }
    }

    /// As [`check`](Self::check), of a number.
    #[track_caller]
    pub fn check_scalar<T: Element>(&self, key: &str, result: T, tolerance: f64) {
        self.check(key, &Inline::<T, shape![]>::full(result), tolerance);
    }

    /// All lines have been used; says how many results of how many operations.
    pub fn finish(self, family: &str) {
        let checked = self.checked.into_inner();
        let left: Vec<_> = self.lines.keys().filter(|key| !checked.contains(**key)).collect();
        assert!(left.is_empty(), "{} lines were not used, `{}` the first of them", left.len(), left[0]);
        let results = self.lines.keys().filter(|key| !key.starts_with("input "));
        let operations: BTreeSet<_> = results.clone().map(|key| key.split(' ').next()).collect();
        println!("{family}: {} results of {} operations", results.count(), operations.len());
    }
}
