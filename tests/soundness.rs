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

/// What has no elements, or is stretched, has sequences without number.
mod sequences_that_wrap_around {
    use super::*;
    use shaped::nn::*;

    axis!(Batch);
    axis!(Steps);

    #[test]
    fn in_recurrent_layers() {
        for (batch, steps) in [(1 << 63, 2), (1 << 61, 8), (1 << 32, 1 << 32), (1 << 60, 1 << 60), (1 << 62, 1)] {
            let x = Tensor::<f32, shape![Batch, Steps, 0]>::zeros_with((Batch(batch), Steps(steps)));
            let texts = [
                panics(|| drop(Lstm::<Dim<0>, Dim<8>>::default().forward(&x))),
                panics(|| drop(Gru::<Dim<0>, Dim<8>>::default().forward(&x))),
                panics(|| drop(Rnn::<Dim<0>, Dim<8>>::default().forward(&x))),
            ];
            for text in texts {
                let expected = ["more elements than `usize` can count", "more memory than there is"];
                assert!(expected.iter().any(|expected| text.contains(expected)), "{text}");
            }
        }
    }
}

/// What a program says of shapes is not believed, where it is asked for elements.
mod shapes_that_a_program_lies_about {
    use super::*;
    use shaped::{AdaptivePool2d, Upsample2d};

    struct More;
    impl AdaptivePool2d<More> for shape![4, 6] {
        type Output = shape![70, 80, 90];
    }
    impl Upsample2d<More> for shape![4, 6] {
        type Output = shape![2, 8, 12];
        const FACTORS: [usize; 2] = [2, 2];
    }

    #[test]
    fn have_no_more_elements_than_there_are() {
        let x: Tensor<f32, shape![4, 6]> = Tensor::ones();
        let averages = panics(|| drop(x.adaptive_avg_pool2d(More).to_tensor()));
        let larger = panics(|| drop(x.upsample_nearest2d(More).to_tensor()));
        for text in [averages, larger] {
            assert!(text.contains("fewer elements than the shape has"), "{text}");
        }
    }
}

/// A model that shows other tensors each time.
mod models_that_lie {
    use super::*;
    use shaped::{grad::Tape, nn::*};
    use std::cell::Cell;

    #[derive(Clone)]
    struct Shrinking(Tensor<f32, shape![64]>, Cell<usize>);
    impl Parameters for Shrinking {
        fn collect<'a>(&'a self, _: &str, _: &mut Vec<Parameter<'a, f32>>) {}
        fn collect_mut<'a>(&'a mut self, _: &str, _: &mut Vec<ParameterMut<'a, f32>>) {}
        fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [f32])) {
            self.1.set(self.1.get() + 1);
            f(Role::Learned, &self.0.as_slice()[..64 - self.1.get()]);
        }
        fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [f32])) {
            f(Role::Learned, self.0.as_mut_slice());
        }
    }

    #[test]
    fn of_the_sizes_of_their_tensors() {
        let model = Shrinking(Tensor::ones(), Cell::new(0));
        let mut tape = Tape::new(&model);
        for _ in 0..3 {
            let text = panics(|| {
                tape.value_and_grad(&model, |tape| tape.input(&model.0).square().sum_all());
            });
            assert!(text.contains("a model of other sizes than the one that the tape is of"), "{text}");
        }
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

/// What the views of a view reach is compared with what it has: the least and the most that there is.
mod views {
    use super::*;

    axis!(Rows);

    #[test]
    fn of_all_there_is() {
        let x = Tensor::<i32, shape![Rows, 4]>::from_vec_with(Rows(3), (0..12).collect()).unwrap();
        let turned = x.flip((Axis::<0>, Axis::<1>));
        assert_eq!((turned[[0, 0]], turned[[2, 3]]), (11, 0));
        let back = turned.flip((Axis::<0>, Axis::<1>));
        assert_eq!(back.to_tensor(), x);
        assert_eq!(
            turned.transpose().narrow(Axis::<0>, 1, Dim::<3>).index_axis(Axis::<1>, 2).to_tensor().as_slice(),
            [2, 1, 0]
        );
        let last: Vec<i32> = turned.axis_iter(Axis::<1>).next_back().unwrap().iter().copied().collect();
        assert_eq!(last, [8, 4, 0]);
        let stretched = x.index_axis(Axis::<0>, 2).broadcast_to::<shape![1000000, 4]>();
        assert_eq!(stretched[[999999, 3]], 11);
        assert_eq!(stretched.narrow(Axis::<1>, 3, One).transpose()[[0, 999999]], 11);
    }

    #[test]
    fn of_nothing_and_of_no_bytes() {
        let none = Tensor::<i32, shape![Rows, 0]>::zeros_with(Rows(usize::MAX));
        assert_eq!(none.transpose().unsqueeze(Axis::<0>).sizes(), [1, 0, usize::MAX]);
        assert_eq!(none.narrow_with(Axis::<0>, 7, Rows(1)).numel(), 0);
        let units = View::<(), shape![1, 4]>::from_slice(&[(); 4]).unwrap();
        let units = units.broadcast_to::<shape![1000, 4]>().flip(Axis::<1>);
        assert_eq!(units.transpose().slice(Axis::<0>, 1, Dim::<2>, Dim::<2>)[[1, 999]], ());
    }
}
