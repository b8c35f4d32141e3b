//! Values against NumPy's, which `tools/reference_reductions.py` wrote to `tests/data/reductions.txt`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::str::FromStr;

use num_traits::Float;
use shaped::{Layout, Reduce, prelude::*};

struct Reference {
    lines: BTreeMap<&'static str, &'static str>,
    checked: RefCell<BTreeSet<String>>,
}

/// How near a result must be to one of 64-bit floats, relative to 1 and its own size.
trait Element: FromStr<Err: Debug> + 'static + Copy + Debug + PartialOrd + Default + num_traits::Num {
    const NAME: &'static str;
    fn near(self, reference: &str) -> bool;
}

macro_rules! floats {
    ($($t:ident $tolerance:literal;)*) => { $(
        impl Element for $t {
            const NAME: &'static str = stringify!($t);
            fn near(self, reference: &str) -> bool {
                let (x, reference) = (f64::from(self), reference.parse::<f64>().unwrap());
                x == reference || x.is_nan() && reference.is_nan() || (x - reference).abs() <= $tolerance * (1.0 + reference.abs())
            }
        }
    )* };
}
floats! { f32 4e-6; f64 1e-14; }

impl Element for i64 {
    const NAME: &'static str = "i64";
    fn near(self, reference: &str) -> bool {
        self.to_string() == reference
    }
}

impl Reference {
    fn read() -> Self {
        let text = include_str!("../data/reductions.txt");
        let lines = text.lines().map(|line| line.split_once(':').unwrap()).collect();
        Reference { lines, checked: RefCell::default() }
    }

    fn input<T: Element>(&self, name: &str) -> Vec<T> {
        let line = self.lines[format!("input {name} {}", T::NAME).as_str()];
        line.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    fn check<X: Copy + Debug>(&self, key: &str, operation: &str, result: &[X], near: impl Fn(X, &str) -> bool) {
        let key = format!("{key} {operation}");
        let expected: Vec<_> = self.lines[key.as_str()].split_whitespace().collect();
        assert_eq!(result.len(), expected.len(), "{key}");
        for (&x, reference) in result.iter().zip(&expected) {
            assert!(near(x, reference), "{key}: {x:?} instead of {reference}, in {result:?}");
        }
        self.checked.borrow_mut().insert(key);
    }

    /// All that elements of any kind have.
    fn check_any<T: Element, S: Shape + Reduce<A>, Y: Layout<S>, A: Copy>(&self, key: &str, x: View<T, S, Y>, axes: A) {
        let has = |operation: &str| self.lines.contains_key(format!("{key} {operation}").as_str());
        macro_rules! check {
            ($($method:ident $keepdim:ident $near:expr;)*) => { $(
                if has(stringify!($method)) {
                    self.check(key, stringify!($method), x.$method(axes).as_slice(), $near);
                    assert_eq!(format!("{:?}", x.$method(axes).as_slice()), format!("{:?}", x.$keepdim(axes).as_slice()));
                }
            )* };
        }
        let index = |i: usize, reference: &str| i.to_string() == reference;
        check! {
            sum sum_keepdim T::near;
            prod prod_keepdim T::near;
            max max_keepdim T::near;
            min min_keepdim T::near;
            argmax argmax_keepdim index;
            argmin argmin_keepdim index;
        }
        let truth = |x: bool, reference: &str| u8::from(x).to_string() == reference;
        let positive = x.map(|x| x > T::zero());
        self.check(key, "any", positive.any(axes).as_slice(), truth);
        self.check(key, "all", positive.all(axes).as_slice(), truth);
        assert_eq!(positive.any(axes).as_slice(), positive.any_keepdim(axes).as_slice());
        assert_eq!(positive.all(axes).as_slice(), positive.all_keepdim(axes).as_slice());
    }

    fn check_float<T: Element + Float, S: Shape + Reduce<A>, Y: Layout<S>, A: Copy>(
        &self,
        key: &str,
        x: View<T, S, Y>,
        axes: A,
    ) {
        self.check_any(key, x, axes);
        macro_rules! check {
            ($($method:ident $keepdim:ident ($($arg:literal)?);)*) => { $(
                self.check(key, stringify!($method), x.$method(axes, $($arg)?).as_slice(), T::near);
                assert_eq!(format!("{:?}", x.$method(axes, $($arg)?).as_slice()), format!("{:?}", x.$keepdim(axes, $($arg)?).as_slice()));
            )* };
        }
        check! {
            mean mean_keepdim ();
            var var_keepdim ();
            var_with var_with_keepdim (0);
            std std_keepdim ();
            std_with std_with_keepdim (2);
            norm norm_keepdim ();
            logsumexp logsumexp_keepdim ();
            norm_with norm_with_keepdim (3.0);
            nansum nansum_keepdim ();
            nanmean nanmean_keepdim ();
        }
    }
}

// An axis whose size the types don't say: of none of its elements one is the largest.
axis!(Rows);

macro_rules! rows {
    ($reference:ident, $t:ty, $check:ident; $($name:ident [$($n:tt)*] $(with ($given:expr))? $(, to [$($m:literal)*])?: $(($($axis:literal)*))*;)*) => { $( {
        let elements = $reference.input::<$t>(stringify!($name));
        let x = Tensor::<$t, shape![$($n),*]>::from_vec_with(($($given)?), elements).unwrap();
        rows!(@ $reference, $t, $check, $name, x, ($($($m),*)?); $(($($axis)*))*);
    } )* };
    (@ $reference:ident, $t:ty, $check:ident, $name:ident, $x:ident, (); $($axes:tt)*) => {
        let view = $x.view();
        $( rows!(@ $reference, $t, $check, $name, view, $axes); )*
    };
    (@ $reference:ident, $t:ty, $check:ident, $name:ident, $x:ident, ($($m:literal),+); $($axes:tt)*) => {
        let view = $x.broadcast_to::<shape![$($m),+]>();
        $( rows!(@ $reference, $t, $check, $name, view, $axes); )*
    };
    (@ $reference:ident, $t:ty, $check:ident, $name:ident, $view:ident, ($($axis:literal)*)) => {
        let axes = [$($axis.to_string()),*].join(",");
        $reference.$check(&format!("{} {} {axes}", stringify!($name), <$t>::NAME), $view, ($(Axis::<$axis>,)*));
    };
}

macro_rules! all {
    ($($rows:tt)*) => {
        fn floats<T: Element + Float>(reference: &Reference) {
            rows!(reference, T, check_float; $($rows)*);
        }
        fn integers(reference: &Reference) {
            rows!(reference, i64, check_any; $($rows)*);
        }
    };
}
all! {
    matrix [4 3]: (0) (1) (-1) (0 -1);
    images [2 3 5 7]: (1) (-1) (0 2) (3 1) (-4 2 3) (0 1 2 3);
    tall [37 141]: (0) (1);
    long [3 700]: (1) (0 1);
    single [1]: (0);
    row [1 5]: (0) (1);
    column [5 1]: (0) (1);
    empty [Rows 3] with (Rows(0)): (0) (1) (0 1);
    stretched [3 1], to [4 3 5]: (0) (1) (2) (0 2) (1 2);
}

fn special<T: Element + Float>(reference: &Reference) {
    rows!(reference, T, check_float; special [5 4]: (0) (1) (0 1););
}

#[test]
fn every_result_is_numpys() {
    let reference = Reference::read();
    floats::<f32>(&reference);
    floats::<f64>(&reference);
    integers(&reference);
    special::<f32>(&reference);
    special::<f64>(&reference);
    let results: BTreeSet<_> =
        reference.lines.keys().filter(|key| !key.starts_with("input ")).map(|key| key.to_string()).collect();
    assert_eq!(*reference.checked.borrow(), results, "a line of the file was not checked");
    assert!(results.len() > 900);
}

/// Over all axes as over each of them by name.
#[test]
fn over_all_axes() {
    let reference = Reference::read();
    let x = Tensor::<f64, shape![3, 700]>::from_vec(reference.input("long")).unwrap();
    let y = Inline::<f64, shape![3, 700]>::from_fn(|[i, j]| x[[i, j]]);
    macro_rules! check {
        ($($all:ident $operation:literal ($($arg:literal)?);)*) => { $(
            reference.check("long f64 0,1", $operation, &[x.$all($($arg)?)], f64::near);
            reference.check("long f64 0,1", $operation, &[y.$all($($arg)?)], f64::near);
        )* };
    }
    check! {
        sum_all "sum" ();
        mean_all "mean" ();
        max_all "max" ();
        min_all "min" ();
        var_all "var" ();
        var_with_all "var_with" (0);
        std_all "std" ();
        std_with_all "std_with" (2);
        norm_all "norm" ();
        logsumexp_all "logsumexp" ();
    }
    assert_eq!(
        [x.argmax_all(), x.argmin_all()],
        [x.argmax((Axis::<0>, Axis::<1>))[[]], x.argmin((Axis::<0>, Axis::<1>))[[]]]
    );
    assert_eq!(x.as_slice()[x.argmax_all()], x.max_all());
    assert_eq!(tensor![1, 2, 3, 4].prod_all(), 24);
    assert!(x.map(|x| x > 0.0).any_all() && !x.map(|x| x > 0.0).all_all());
}
