//! Nothing is dropped twice or leaked when a function panics half-way.

use std::cell::Cell;
use std::ops::{Add, AddAssign, Neg};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use shaped::prelude::*;

thread_local! {
    /// How many there are.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    /// How many operations are left until one panics.
    static FUSE: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Held by the test whose panic hook is set, of which a program has one.
static HOOK: Mutex<()> = Mutex::new(());

/// An element that counts itself, and whose operations panic when the fuse has burnt down. On the heap, so that a sanitizer
/// sees a wrong drop too.
#[derive(Debug, PartialEq)]
struct Counted(Box<i32>);

fn burn() {
    FUSE.set(FUSE.get() - 1);
    assert!(FUSE.get() > 0, "the fuse");
}

impl Counted {
    fn new(n: i32) -> Self {
        LIVE.set(LIVE.get() + 1);
        Counted(Box::new(n))
    }
}
impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        assert!(LIVE.get() >= 0, "dropped twice");
    }
}
impl Clone for Counted {
    fn clone(&self) -> Self {
        burn();
        Counted::new(*self.0)
    }
}
impl Add for Counted {
    type Output = Counted;
    fn add(self, other: Counted) -> Counted {
        burn();
        Counted::new(*self.0 + *other.0)
    }
}
impl AddAssign for Counted {
    fn add_assign(&mut self, other: Counted) {
        burn();
        *self.0 += *other.0;
    }
}
impl Neg for Counted {
    type Output = Counted;
    fn neg(self) -> Counted {
        burn();
        Counted::new(-*self.0)
    }
}

type A = shape![3, 40];
type B = shape![3, 1];
type C = shape![4, 1, 5];

/// Runs a function with every length of fuse, until it comes through; then none is left over.
fn at_every_step<R>(what: &str, f: impl Fn() -> R) {
    let _held = HOOK.lock();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut fuse = 1;
    loop {
        FUSE.set(fuse);
        let result = catch_unwind(AssertUnwindSafe(&f));
        let through = result.is_ok();
        FUSE.set(usize::MAX);
        drop(result);
        if LIVE.get() != 0 || fuse > 10_000 {
            std::panic::set_hook(hook);
            panic!("{what}: {} left over after a panic at step {fuse}", LIVE.get());
        }
        if through {
            break;
        }
        fuse += 1;
    }
    std::panic::set_hook(hook);
    assert!(fuse > 3, "{what}: the fuse was never lit");
}

fn make<S: StaticShape>() -> Tensor<Counted, S> {
    let elements = (0..S::NUMEL as i32).map(Counted::new).collect();
    Tensor::from_vec(elements).unwrap()
}

fn make_inline<S: StaticShape>() -> Inline<Counted, S> {
    Inline::from_flat_fn(|i| Counted::new(i as i32))
}

// One test, since the panic hook is the process's.
#[test]
fn panics_half_way() {
    at_every_step("&a + &b", || &make::<A>() + &make::<B>());
    at_every_step("a + &b", || make::<A>() + &make::<B>());
    at_every_step("&b + a", || &make::<B>() + make::<A>());
    at_every_step("a + a", || make::<A>() + make::<A>());
    at_every_step("both stretch", || make::<B>() + make::<C>());
    at_every_step("short rows", || make::<shape![5, 2]>() + make::<shape![2]>());
    at_every_step("a + scalar", || make::<A>() + Counted::new(1));
    at_every_step("&a + scalar", || &make::<A>() + Counted::new(1));
    at_every_step("-a", || -make::<A>());
    at_every_step("-&a", || -&make::<A>());
    at_every_step("inline", || make_inline::<shape![4, 1]>() + make_inline::<shape![3]>());
    at_every_step("inline and heap", || make_inline::<B>() + make::<A>());
    at_every_step("views", || make::<A>().view() + make::<B>().broadcast_to::<A>());
    at_every_step("a += &b", || {
        let mut a = make::<A>();
        a += &make::<B>();
        a
    });
    at_every_step("a += scalar", || {
        let mut a = make::<A>();
        a += Counted::new(1);
        a
    });
    at_every_step("map", || {
        make::<A>().map(|x| {
            burn();
            x
        })
    });
    at_every_step("inline map", || make_inline::<shape![7]>().map(|x| -x));
    at_every_step("zip_with", || make::<A>().zip_with(&make::<B>(), |a, b| a + b));
    at_every_step("map_in_place", || {
        let mut a = make::<A>();
        a.map_in_place(|_| burn());
        a
    });
    at_every_step("clone", || make::<A>().clone());
    at_every_step("inline clone", || make_inline::<A>().clone());
    at_every_step("to_tensor", || make::<B>().broadcast_to::<A>().to_tensor());
    at_every_step("full", || Tensor::<Counted, A>::full(Counted::new(1)));
    at_every_step("from_fn", || {
        Tensor::<Counted, A>::from_fn(|[i, _]| {
            burn();
            Counted::new(i as i32)
        })
    });
    at_every_step("from_slice", || Tensor::<Counted, A>::from_slice(make::<A>().as_slice()).unwrap());
    at_every_step("into_vec", || {
        burn();
        burn();
        burn();
        (&make::<A>() + Counted::new(1)).into_vec()
    });
    assert_eq!(LIVE.get(), 0);
}

/// The values, for elements that are not `Copy`.
#[test]
fn elements_that_are_dropped() {
    let numbers = |x: &Tensor<Counted, A>| x.iter().map(|x| *x.0).collect::<Vec<_>>();
    let expected: Vec<i32> = (0..120).map(|i| i + i / 40).collect();
    assert_eq!(numbers(&(make::<A>() + make::<B>())), expected);
    assert_eq!(numbers(&(&make::<B>() + &make::<A>())), expected);
    let mut a = make::<A>();
    a += make::<B>();
    assert_eq!(numbers(&a), expected);
    let negated: Vec<i32> = expected.iter().map(|x| -x).collect();
    assert_eq!(numbers(&-a), negated);
}

axis!(Rows);

/// The file whose line a panic shows.
fn shown(f: impl FnOnce()) -> String {
    thread_local!(static AT: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) });
    AT.take();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| AT.set(info.location().map_or("none", |at| at.file()).to_string())));
    let result = catch_unwind(AssertUnwindSafe(f));
    std::panic::set_hook(hook);
    assert!(result.is_err(), "it panics");
    AT.take()
}

/// What panics for what came when the program ran shows the line of the program, and not one of the library.
#[test]
fn panics_show_the_line_that_called() {
    let _held = HOOK.lock();
    let four = Tensor::<f32, shape![Rows, 3]>::ones_with(Rows(4));
    let five = Tensor::<f32, shape![Rows, 3]>::ones_with(Rows(5));
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let places = tensor![0usize, 9];
    let calls: &[(&str, &dyn Fn())] = &[
        ("an index", &|| _ = x[[5, 0]]),
        ("an index to change", &|| x.clone()[[5, 0]] = 1.0),
        ("an index of a view", &|| _ = x.view()[[5, 0]]),
        ("an operator", &|| drop(&four + &five)),
        ("an operator on what is owned", &|| drop(four.clone() * five.clone())),
        ("an operator on a view", &|| drop(four.view() - &five)),
        ("an assignment", &|| four.clone().add_assign(&five)),
        ("a function of two", &|| drop(four.maximum(&five))),
        ("a comparison", &|| drop(four.greater(&five))),
        ("a choice", &|| drop(four.greater(0.0).select(&four, &five))),
        ("a map of pairs", &|| drop(four.zip_with(&five, |a, b| a + b))),
        ("a lazy operator", &|| drop((four.lazy() + five.lazy()).eval())),
        ("a product", &|| drop(four.t().matmul(&five))),
        ("a loss", &|| _ = four.mse_loss(&five)),
        ("classes", &|| _ = x.cross_entropy(&places)),
        ("concat", &|| drop(four.concat(&five, Axis::<1>))),
        ("stack", &|| drop(four.stack(&five, Axis::<0>))),
        ("index_select", &|| drop(x.index_select(Axis::<0>, &places))),
        ("narrow", &|| drop(x.narrow(Axis::<0>, 5, One).to_tensor())),
        ("split_at", &|| drop(four.split_at(Axis::<0>, Dim::<7>).0.to_tensor())),
        ("quantile", &|| drop(x.quantile(Axis::<1>, 2.0))),
        ("topk", &|| drop(four.topk(Axis::<0>, Dim::<9>))),
        ("copy_from", &|| four.clone().view_mut().copy_from(&five)),
        ("sizes of one name", &|| drop(Tensor::<f32, shape![Rows, Rows]>::zeros_with((Rows(3), Rows(4))))),
    ];
    for (what, call) in calls {
        assert!(shown(call).ends_with("panics.rs"), "{what}: {}", shown(call));
    }
}
