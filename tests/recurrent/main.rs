//! Recurrent layers and cells: values and gradients by all that they read, against PyTorch's.
//!
//! A model here is a layer, its input, and its states if it is given any; the data has what PyTorch makes of the same numbers.

use shaped::{
    grad::{Traced, Tracer, value_and_grad},
    nn::*,
    prelude::*,
};

mod layers;
#[path = "../common/real.rs"]
mod real;
#[allow(dead_code)] // what compares results there is not used here
#[path = "../reference/harness.rs"]
mod reference;

use real::{Real, cotangent};
use reference::Reference as Data;

axis!(Batch);
axis!(Steps);

/// Fills a model `(layer, x, state …)` with the data's numbers of a case.
fn fill<T: Real, M: Parameters<T>>(data: &Data, key: &str, model: &mut M) {
    for parameter in model.named_parameters_mut() {
        let sizes: Vec<_> = parameter.sizes.iter().map(usize::to_string).collect();
        let (_, numbers) = data.line::<f64>(&format!("input {key}/{} {}", called(&parameter.name), sizes.join("x")));
        assert_eq!(numbers.len(), parameter.elements.len());
        parameter.elements.iter_mut().zip(numbers).for_each(|(to, from)| *to = T::of(from));
    }
}

/// What the data calls a tensor of a model.
fn called(name: &str) -> &str {
    match name {
        "1" => "x",
        "2" => "h",
        "3" => "c",
        _ => name.strip_prefix("0.").expect("a tensor of the layer"),
    }
}

/// Compares the value and all gradients of a case.
#[track_caller]
fn compare<T: Real, M: Parameters<T>>(data: &Data, key: &str, value: T, gradient: &M) {
    let [expected] = data.line::<f64>(&format!("{key} value")).1[..] else { panic!("one value") };
    assert!(
        (value.double() - expected).abs() <= T::TOLERANCE * expected.abs().max(10.0),
        "`{key}`: {value:?} instead of {expected}"
    );
    let all = gradient.named_parameters();
    let lines: Vec<_> = all.iter().map(|one| data.line::<f64>(&format!("{key} by {}", called(&one.name))).1).collect();
    let largest = lines.iter().flatten().fold(0.0f64, |largest, x| largest.max(x.abs()));
    for (one, line) in all.iter().zip(&lines) {
        assert_eq!(one.elements.len(), line.len(), "`{key}` by {}", one.name);
        for (place, (&found, &expected)) in one.elements.iter().zip(line).enumerate() {
            let error = (found.double() - expected).abs() / largest;
            assert!(error <= T::TOLERANCE, "`{key}` by {}, element {place}: {found:?} instead of {expected}", one.name);
        }
    }
}

/// The sum of a result's elements by the cotangent, from one place on.
fn weighed<'t, T: Real, S: Shape>(
    tape: Tracer<'t, '_, T>,
    x: &Tensor<T, S, Traced<'t>>,
    from: usize,
) -> Tensor<T, (), Traced<'t>> {
    let mut weights = x.value().to_tensor();
    weights.iter_mut().enumerate().for_each(|(i, weight)| *weight = T::of(cotangent(from + i)));
    (x * tape.constant(&weights)).sum_all()
}

/// The sum of several results, as the data has them one after the other.
macro_rules! summed {
    ($tape:ident; $first:expr $(, $more:expr)*) => {{
        let first = &$first;
        #[allow(unused_mut)] // of one result
        let mut from = first.numel();
        let sum = weighed($tape, first, 0);
        $(
            let more = &$more;
            let sum = sum + weighed($tape, more, from);
            from += more.numel();
        )*
        let _ = from;
        sum
    }};
}

/// A case: a model and what it computes on a tape, for both floats.
macro_rules! check {
    ($data:ident, $key:expr, $t:ident, $model:expr; |$tape:ident, $m:ident| $y:expr) => {{
        let mut model = $model;
        fill::<$t, _>($data, $key, &mut model);
        let $m = &model;
        let (value, gradient) = value_and_grad($m, |$tape: Tracer<'_, '_, $t>| $y);
        compare::<$t, _>($data, $key, value, &gradient);
    }};
}

/// The cases that all kinds of layers have: `$states` are the types of a state's tensors of `(batch, layers, hidden)`, of which `$given` makes a
/// state, and `$last` are the tensors of a state.
macro_rules! layers {
    (
        $name:ident $kind:literal; $layer:ident; [$($more:ident),*]; $(+ $plus:tt)*;
        |$tape:ident, $m:ident| $given:expr; |$state:ident| [$($last:expr),*]
    ) => {
        fn $name<T: Real>(data: &Data) {
            type Small<T> = $layer<dim!(3), dim!(5), One, OneWay, $($more,)* T>;
            type Deep<T> = $layer<dim!(2), dim!(3), dim!(2), BothWays, $($more,)* T>;
            check!(data, concat!($kind, " plain"), T, (Small::<T>::default(), Tensor::<T, shape![2, 4, 3]>::zeros()); |tape, m| {
                let (y, $state) = m.0.forward_with_state(&tape.input(&m.1));
                summed!(tape; y $(, $last)*)
            });
            // Run-time axes, and an input that is not row-major.
            check!(data, concat!($kind, " plain"), T, (Small::<T>::default(), Tensor::<T, shape![2, 4, 3]>::zeros()); |tape, m| {
                let x = tape.input(&m.1).transpose().to_tensor();
                let (y, $state) = m.0.forward_with_state(&x.transpose().free::<shape![Batch, Steps, 3]>());
                summed!(tape; y $(, $last)*)
            });
            check!(data, concat!($kind, " one"), T, (Small::<T>::default(), Tensor::<T, shape![1, 6, 3]>::zeros() $(, layers!(@ $plus [1, 1, 5] T))*); |$tape, $m| {
                let (y, $state) = $m.0.forward_from(&$tape.input(&$m.1), &$given);
                summed!($tape; y $(, $last)*)
            });
            // In two parts, the second from the first one's state.
            check!(data, concat!($kind, " one"), T, (Small::<T>::default(), Tensor::<T, shape![1, 6, 3]>::zeros() $(, layers!(@ $plus [1, 1, 5] T))*); |$tape, $m| {
                let x = $tape.input(&$m.1);
                let (first, state) = $m.0.forward_from(&x.narrow(Axis::<1>, 0, Dim::<2>), &$given);
                let (second, $state) = $m.0.forward_from(&x.narrow(Axis::<1>, 2, Dim::<4>), &state);
                summed!($tape; first.concat(&second, Axis::<1>) $(, $last)*)
            });
            check!(data, concat!($kind, " no bias"), T, (Small::<T>::without_bias(), Tensor::<T, shape![2, 3, 3]>::zeros() $(, layers!(@ $plus [2, 1, 5] T))*); |$tape, $m| {
                let (y, $state) = $m.0.forward_from(&$tape.input(&$m.1), &$given);
                summed!($tape; y $(, $last)*)
            });
            check!(data, concat!($kind, " both ways"), T, (Deep::<T>::default(), Tensor::<T, shape![3, 4, 2]>::zeros() $(, layers!(@ $plus [3, 4, 3] T))*); |$tape, $m| {
                let (y, $state) = $m.0.forward_from(&$tape.input(&$m.1), &$given);
                summed!($tape; y $(, $last)*)
            });
            check!(data, concat!($kind, " lengths"), T, (Deep::<T>::default(), Tensor::<T, shape![4, 5, 2]>::zeros()); |tape, m| {
                let (y, $state) = m.0.forward_lengths(&tape.input(&m.1), &tensor![3, 5, 1, 4]).unwrap();
                summed!(tape; y $(, $last)*)
            });
        }
    };
    (@ $plus:tt [$($n:literal),*] $t:ident) => { Tensor::<$t, shape![$($n),*]>::zeros() };
}
layers! {
    lstm "lstm"; Lstm; []; + h + c;
    |tape, m| LstmState { h: tape.input(&m.2), c: tape.input(&m.3) }; |state| [state.h, state.c]
}
layers! { gru "gru"; Gru; []; + h; |tape, m| tape.input(&m.2); |state| [state] }
layers! { rnn "rnn"; Rnn; [Tanh]; + h; |tape, m| tape.input(&m.2); |state| [state] }

fn projected<T: Real>(data: &Data) {
    type Small<T> = ProjectedLstm<dim!(3), dim!(5), dim!(2), One, OneWay, T>;
    type Wide<T> = ProjectedLstm<dim!(3), dim!(20), dim!(17), One, OneWay, T>;
    type Deep<T, H, P> = ProjectedLstm<dim!(2), H, P, dim!(2), BothWays, T>;
    check!(data, "lstm projected", T, (Small::<T>::default(), Tensor::<T, shape![2, 4, 3]>::zeros()); |tape, m| {
        let (y, state) = m.0.forward_with_state(&tape.input(&m.1));
        summed!(tape; y, state.h, state.c)
    });
    // Run-time axes, and an input that is not row-major.
    check!(data, "lstm projected", T, (Small::<T>::default(), Tensor::<T, shape![2, 4, 3]>::zeros()); |tape, m| {
        let x = tape.input(&m.1).transpose().to_tensor();
        let (y, state) = m.0.forward_with_state(&x.transpose().free::<shape![Batch, Steps, 3]>());
        summed!(tape; y, state.h, state.c)
    });
    macro_rules! states {
        ($n:literal $layers:literal $h:literal $p:literal) => {
            (Tensor::<T, shape![$n, $layers, $p]>::zeros(), Tensor::<T, shape![$n, $layers, $h]>::zeros())
        };
    }
    let ((h, c), x) = (states!(1 1 20 17), Tensor::<T, shape![1, 6, 3]>::zeros());
    // In two parts, the second from the first one's state.
    check!(data, "lstm projected one", T, (Wide::<T>::default(), x, h, c); |tape, m| {
        let (x, state) = (tape.input(&m.1), LstmState { h: tape.input(&m.2), c: tape.input(&m.3) });
        let (first, state) = m.0.forward_from(&x.narrow(Axis::<1>, 0, Dim::<2>), &state);
        let (second, state) = m.0.forward_from(&x.narrow(Axis::<1>, 2, Dim::<4>), &state);
        summed!(tape; first.concat(&second, Axis::<1>), state.h, state.c)
    });
    let ((h, c), x) = (states!(2 1 5 2), Tensor::<T, shape![2, 3, 3]>::zeros());
    check!(data, "lstm projected no bias", T, (Small::<T>::without_bias(), x, h, c); |tape, m| {
        let state = LstmState { h: tape.input(&m.2), c: tape.input(&m.3) };
        let (y, state) = m.0.forward_from(&tape.input(&m.1), &state);
        summed!(tape; y, state.h, state.c)
    });
    let ((h, c), x) = (states!(3 4 3 1), Tensor::<T, shape![3, 4, 2]>::zeros());
    check!(data, "lstm projected both ways", T, (Deep::<T, dim!(3), One>::default(), x, h, c); |tape, m| {
        let state = LstmState { h: tape.input(&m.2), c: tape.input(&m.3) };
        let (y, state) = m.0.forward_from(&tape.input(&m.1), &state);
        summed!(tape; y, state.h, state.c)
    });
    let x = Tensor::<T, shape![4, 5, 2]>::zeros();
    check!(data, "lstm projected lengths", T, (Deep::<T, dim!(4), dim!(3)>::default(), x); |tape, m| {
        let (y, state) = m.0.forward_lengths(&tape.input(&m.1), &tensor![3, 5, 1, 4]).unwrap();
        summed!(tape; y, state.h, state.c)
    });
}

fn others<T: Real>(data: &Data) {
    type Plain<T> = Rnn<dim!(3), dim!(5), One, OneWay, Relu, T>;
    let zeros = Tensor::<T, shape![2, 1, 5]>::zeros();
    check!(data, "rnn relu", T, (Plain::<T>::default(), Tensor::<T, shape![2, 4, 3]>::zeros(), zeros); |tape, m| {
        let (y, state) = m.0.forward_from(&tape.input(&m.1), &tape.input(&m.2));
        summed!(tape; y, state)
    });
    type Wide<T> = Lstm<dim!(3), dim!(20), One, OneWay, T>;
    check!(data, "lstm wide", T, (Wide::<T>::default(), Tensor::<T, shape![7, 3, 3]>::zeros()); |tape, m| {
        let (y, state) = m.0.forward_with_state(&tape.input(&m.1));
        summed!(tape; y, state.h, state.c)
    });
}

fn cells<T: Real>(data: &Data) {
    let (x, h) = (Tensor::<T, shape![2, 3]>::zeros(), Tensor::<T, shape![2, 5]>::zeros());
    check!(data, "lstm cell", T, (LstmCell::<dim!(3), dim!(5), T>::default(), x.clone(), h.clone(), h.clone()); |tape, m| {
        let state = LstmState { h: tape.input(&m.2), c: tape.input(&m.3) };
        let state = m.0.forward(&tape.input(&m.1), &state);
        summed!(tape; state.h, state.c)
    });
    let (nine, states) = (Tensor::<T, shape![9, 3]>::zeros(), Tensor::<T, shape![9, 5]>::zeros());
    let without = LstmCell::<dim!(3), dim!(5), T>::without_bias();
    check!(data, "lstm cell no bias", T, (without, nine, states.clone(), states); |tape, m| {
        let h = tape.input(&m.2).free::<shape![Batch, 5]>().to_tensor();
        let state = LstmState { h, c: tape.input(&m.3).free::<shape![Batch, 5]>().to_tensor() };
        let state = m.0.forward(&tape.input(&m.1).free::<shape![Batch, 3]>(), &state);
        summed!(tape; state.h, state.c)
    });
    check!(data, "gru cell", T, (GruCell::<dim!(3), dim!(5), T>::default(), x.clone(), h.clone()); |tape, m| {
        summed!(tape; m.0.forward(&tape.input(&m.1), &tape.input(&m.2)))
    });
    check!(data, "rnn cell", T, (RnnCell::<dim!(3), dim!(5), Tanh, T>::default(), x.clone(), h.clone()); |tape, m| {
        summed!(tape; m.0.forward(&tape.input(&m.1), &tape.input(&m.2)))
    });
    check!(data, "rnn cell relu", T, (RnnCell::<dim!(3), dim!(5), Relu, T>::default(), x.clone(), h.clone()); |tape, m| {
        summed!(tape; m.0.forward(&tape.input(&m.1), &tape.input(&m.2)))
    });
}

#[test]
fn recurrent() {
    let data = Data::new(include_str!("../data/gradients/recurrent.txt"));
    fn all<T: Real>(data: &Data) {
        lstm::<T>(data);
        projected::<T>(data);
        gru::<T>(data);
        rnn::<T>(data);
        others::<T>(data);
        cells::<T>(data);
    }
    all::<f64>(&data);
    all::<f32>(&data);
    data.finish("recurrent");
}
