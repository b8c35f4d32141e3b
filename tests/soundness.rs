//! What a program of safe code alone might try on the memory of the library, and must not get: each ends in a clear panic. What is refused by
//! the compiler is in `ui-tests`.

#![cfg(feature = "alloc")]
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use shaped::prelude::*;

/// What a panic says.
#[track_caller]
fn panics(f: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).expect_err("a panic");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).into(),
    }
}

/// Stretched axes take no memory, so the sizes between two products of `einsum!` can be as large as one likes: 274177 * 67280421310721 is
/// 2^64 + 1, and 2^40 * 2^24 is 2^64.
mod sizes_that_wrap_around {
    use super::*;

    axis!(A);
    axis!(B);

    #[test]
    fn between_operands() {
        let one = tensor![1.0f64];
        let a = one.broadcast_to::<shape![274177]>();
        let b = one.broadcast_to::<shape![67280421310721]>();
        let text = panics(|| drop(einsum!(a, b, a, b -> ; &a, &b, &a, &b)));
        assert!(text.contains("more elements than `usize` can count"), "{text}");
    }

    #[test]
    fn to_none() {
        let one = tensor![1i64];
        let a = one.broadcast_to::<shape![1099511627776]>();
        let b = one.broadcast_to::<shape![16777216]>();
        let text = panics(|| drop(einsum!(a, b, a, b -> ; &a, &b, &a, &b)));
        assert!(text.contains("[16777216, 1099511627776]"), "{text}");
    }

    #[test]
    fn of_the_result() {
        let a = Tensor::<f32, shape![A, 0]>::zeros_with(A(274177));
        let b = Tensor::<f32, shape![B, 0]>::zeros_with(B(67280421310721));
        let text = panics(|| drop(einsum!(a z, b z -> a b; &a, &b)));
        assert!(text.contains("[274177, 67280421310721]"), "{text}");
    }

    /// Nothing is counted that has a size 0: here neither what is between nor the result has an element.
    #[test]
    fn but_for_a_size_of_zero() {
        let a = Tensor::<f32, shape![A, 0]>::zeros_with(A(274177));
        let b = Tensor::<f32, shape![B, 0]>::zeros_with(B(67280421310721));
        let c = einsum!(a z, b z, a z -> z; &a, &b, &a);
        assert_eq!(c.sizes(), [0]);
    }

    #[test]
    fn of_a_product_of_matrices() {
        let a = Tensor::<u8, shape![A, 0]>::zeros_with(A(274177));
        let b = Tensor::<u8, shape![0, B]>::zeros_with(B(67280421310721));
        let text = panics(|| drop(a.matmul(&b)));
        assert!(text.contains("more elements than `usize` can count"), "{text}");
    }
}

/// Of two names that a macro declares at one place, the compiler can't tell which is which.
mod names_declared_at_one_place {
    use super::*;

    macro_rules! with_axis {
        ($x:ident, $n:literal) => {{
            axis!(Hidden);
            let $x = Tensor::<u64, shape![Hidden]>::ones_with(Hidden($n));
            $x
        }};
    }

    macro_rules! both {
        ($($name:ident: $size:literal;)*) => { $( fn $name() -> Tensor<u64, impl Shape> { with_axis!(x, $size) } )* };
    }
    both! { few: 3; many: 1000; }

    #[test]
    fn are_compared_when_the_program_runs() {
        macro_rules! sums {
            () => {{
                let x = {
                    axis!(C);
                    Tensor::<u64, shape![C]>::ones_with(C(1000))
                };
                let y = {
                    axis!(C);
                    Tensor::<u64, shape![C]>::ones_with(C(3))
                };
                let mut z = x.clone();
                [
                    panics(|| drop(&x + &y)),
                    panics(|| drop(&y + &x)),
                    panics(|| z += &y),
                    panics(|| drop(&y + x.clone())),
                ]
            }};
        }
        for text in sums!() {
            assert!(text.contains("axis -1 (C)") && text.contains("1000") && text.contains("3"), "{text}");
        }
        assert_eq!((few().numel(), many().numel()), (3, 1000));
    }
}
