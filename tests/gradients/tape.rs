//! The same cases by the tape: what it says is compared with PyTorch's gradients in f64 and in f32, each case twice on one tape.

use shaped::prelude::*;

use super::real::{Real, cotangent};

/// What a result is multiplied by, before all of it is added.
pub fn cotangents<T: Real, S: Shape>(like: &impl Operand<Elem = T, Shape = S>) -> Tensor<T, S> {
    let mut all = like.full_like(T::of(0.0));
    all.as_mut_slice().iter_mut().enumerate().for_each(|(i, x)| *x = T::of(cotangent(i)));
    all
}

/// A case by the tape, whose model are the inputs; constant floats are inputs of the tape. `one` keeps the value from being a constant where no
/// input has an element, and its gradient is 1.
macro_rules! taped {
    ($case:ident $data:ident; [$($x:ident: $kind:ident [$($n:literal),*]),+] {$($m:ident),*} $y:expr) => {{
        let model = (($($data.tensor::<T, shape![$($n),*]>(stringify!($kind)),)+), Tensor::<T, shape![]>::ones());
        let mut tape = shaped::grad::Tape::new(&model);
        for _ in 0..2 {
            let (_, gradient) = tape.value_and_grad(&model, |tape| {
                let (($($x,)+), one) = &model;
                $(let $x = &tape.input($x);)+
                $(let $m = &tape.input($m);)*
                // What the expression borrows lives as long as the arm.
                match $y {
                    y => {
                        let cotangents = tape.constant(&crate::tape::cotangents::<T, _>(&y));
                        (&y * &cotangents).sum_all() + tape.input(one)
                    }
                }
            });
            let (($($x,)+), of_one) = &**gradient;
            assert_eq!(of_one.as_slice(), [1.0]);
            let tolerance = <T as crate::real::Real>::TOLERANCE;
            let tolerance = if $case.is_of_a_rough_sixth() { tolerance.max(1e-7) } else { tolerance };
            $case.check(&[$($x.as_slice().to_vec()),+], crate::real::Real::double, tolerance);
        }
    }};
}
