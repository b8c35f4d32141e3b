//! Other elements than `f32`, sizes 0 and 1, run-time axes, views as operands.

use shaped::graph::{Engine, Trace};
use shaped::nn::{Param, Relu};
use shaped::prelude::*;

use crate::engine::engine;

axis!(Batch);
axis!(Seq);

/// The same expression of a tensor on the core and there, bit for bit or as close as `$near` says.
macro_rules! same {
    ($engine:ident; $($elem:ty, $x:expr, |$a:ident| $result:expr, $near:expr;)*) => { $({
        let model = Param::new($x);
        let eager = {
            let $a = model.value();
            $result.to_tensor()
        };
        let trace = Trace::<_, $elem>::new(&model);
        let $a = &trace.parameter(&model);
        let program = trace.program((), $result.to_tensor());
        let theirs = $engine.load(&program, &model).and_then(|mut loaded| loaded.run(()));
        let theirs = theirs.unwrap_or_else(|error| panic!("{}: {error}\n{}", stringify!($result), program.stablehlo()));
        assert_eq!(eager.sizes().as_ref(), theirs.sizes().as_ref());
        let near: fn(&$elem, &$elem) -> bool = $near;
        for (a, b) in eager.iter().zip(theirs.iter()) {
            assert!(near(a, b), "{} of {}: {a:?} on the core, {b:?} there", stringify!($result), stringify!($elem));
        }
    })* };
}

#[test]
fn doubles_halves_and_integers() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    let bits = |x: f32| half::bf16::from_f32(x);
    same! { engine;
        f64, tensor![[0.5, -1.25, 3.0], [2.0, 0.1, -7.5]], |a| a.softmax(Axis::<1>) + a.gelu(), |a, b| (a - b).abs() <= 1e-14;
        f64, tensor![[0.5, -1.25, 3.0], [2.0, 0.1, -7.5]], |a| a.matmul(&a.transpose()).tanh(), |a, b| (a - b).abs() <= 1e-14;
        // Exact: only sums and products of whole numbers.
        i32, tensor![[1, -2, 3], [4, 5, -6]], |a| a.matmul(&a.transpose()) - a.sum_keepdim(Axis::<1>), |a, b| a == b;
        i64, tensor![[1i64, -2, 3], [4, 5, -6]], |a| a.maximum(2) * 1_000_000_007, |a, b| a == b;
        u8, tensor![[1u8, 2, 3], [4, 5, 6]], |a| a.transpose().cumsum(Axis::<0>), |a, b| a == b;
        i32, tensor![-7, -1, 0, 5], |a| (a % 3).concat(&a.remainder(3), Axis::<0>), |a, b| a == b;
        // 16 bits: widened, and rounded once, as on the core.
        half::bf16, Tensor::<_, shape![2, 1024]>::full(bits(1.0)), |a| a.sum(Axis::<1>), |a, b| a == b;
        half::bf16, tensor![[0.5, -1.25, 3.0]].map(bits), |a| a.softmax(Axis::<1>), |a, b| (a.to_f32() - b.to_f32()).abs() <= 4e-3;
        half::f16, Tensor::<_, shape![3, 4096]>::full(half::f16::ONE), |a| a.matmul(&a.transpose()), |a, b| a == b;
    }
}

#[test]
fn sizes_0_and_1_and_run_time_axes() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    let near = |a: &f32, b: &f32| (a - b).abs() <= 1e-5;
    same! { engine;
        f32, Tensor::<f32, shape![0, 3]>::zeros(), |a| a.sum(Axis::<0>) + 1.0, |a, b| a == b;
        f32, Tensor::<f32, shape![0, 3]>::zeros(), |a| a.relu(), |a, b| a == b;
        f32, Tensor::<f32, shape![1, 3]>::ones(), |a| a.softmax(Axis::<0>) * 2.0, |a, b| a == b;
        f32, Tensor::<f32, shape![1, 1]>::full(0.3), |a| a.matmul(a).tanh(), |a, b| (a - b).abs() <= 1e-5;
    }
    let x = Tensor::<f32, shape![Batch, Seq, 4]>::from_fn_with((Batch(3), Seq(5)), |[i, j, k]| {
        (i as f32 - 0.7 * j as f32 + 0.3 * k as f32).sin()
    });
    let trace = Trace::new(&Relu);
    let noted = trace.input::<shape![Batch, Seq, 4]>((Batch(3), Seq(5)));
    macro_rules! of {
        ($x:expr) => {{
            let turned = $x.swap_axes(Axis::<0>, Axis::<1>);
            let scores = $x.matmul(&$x.swap_axes(Axis::<1>, Axis::<2>)).softmax(Axis::<-1>);
            (turned.to_tensor(), scores.matmul($x).mean(Axis::<0>), $x.flip(Axis::<1>).to_tensor())
        }};
    }
    let (a, b, c) = of!(&x);
    let program = trace.program(&noted, of!(&noted));
    let theirs = engine.load(&program, &Relu).unwrap().run(&x).unwrap();
    for (ours, theirs) in
        [(a.as_slice(), theirs.0.as_slice()), (b.as_slice(), theirs.1.as_slice()), (c.as_slice(), theirs.2.as_slice())]
    {
        assert!(ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| near(a, b)));
    }
}

/// What is no input is a constant, eager numbers and values among it.
#[test]
fn constants_and_detached_values() {
    let Some(engine) = engine(Engine::xla) else { return };
    let weight = Param::new(tensor![[1.0f32, 2.0], [3.0, -4.0]]);
    let eager = tensor![0.5f32, -0.25];
    let trace = Trace::new(&weight);
    let x = trace.input::<shape![3, 2]>(());
    let y = x.matmul(&weight) * trace.constant(&eager) + 1.0;
    let loss = (y.detach() * &y).sum_all();
    let program = trace.value_and_grad(&x, &loss);
    let input = tensor![[1.0f32, 0.0], [0.0, 1.0], [2.0, -1.0]];
    let (theirs, gradient) = engine.load(&program, &weight).unwrap().run(&input).unwrap();
    let (ours, expected) = shaped::grad::value_and_grad(&weight, |tape| {
        let y = tape.input(&input).matmul(&weight) * tape.input(&eager) + 1.0;
        (y.detach() * &y).sum_all()
    });
    assert_eq!((ours, expected.as_slice()), (theirs.as_slice()[0], &gradient.0[0][..]));
}
