//! Reductions in generic code, of every kind of operand, of named axes, and of nothing.

use shaped::{Reduce, Reduced, ReducedKeepDim, prelude::*};

axis!(Batch);

fn sum<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, L> {
    x.sum(Axis::<-1>)
}
fn sum_keepdim<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, One)> {
    x.sum_keepdim(Axis::<-1>)
}
fn last_two<L: Shape, H: Size, W: Size>(x: &Tensor<f32, ((L, H), W)>) -> Tensor<f32, ((L, One), One)> {
    x.mean_keepdim((Axis::<-1>, Axis::<-2>))
}
fn last_but_one<L: Shape, H: Size, W: Size>(x: &Tensor<f32, ((L, H), W)>) -> Tensor<f32, (L, W)> {
    x.max(Axis::<-2>)
}
fn over_the_batch<B: Size, D: Size>(x: &Tensor<f32, shape![B, D]>) -> Tensor<f32, shape![D]> {
    x.mean(Axis::<0>)
}
fn normalised<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, D)> {
    let centered = x - x.mean_keepdim(Axis::<-1>);
    let deviation = x.std_with_keepdim(Axis::<-1>, 0);
    centered / deviation
}
fn any_axes<S: Shape + Reduce<A>, A: Copy>(
    x: &Tensor<f32, S>,
    axes: A,
) -> (Tensor<f32, Reduced<S, A>>, Tensor<f32, ReducedKeepDim<S, A>>) {
    (x.sum(axes), x.sum_keepdim(axes))
}

#[test]
fn generic_code_needs_no_bounds() {
    let x = Tensor::<f32, shape![2, 3, 4]>::arange();
    assert_eq!(sum(&x), tensor![[6.0, 22.0, 38.0], [54.0, 70.0, 86.0]]);
    assert_eq!(sum_keepdim(&x), tensor![[[6.0], [22.0], [38.0]], [[54.0], [70.0], [86.0]]]);
    assert_eq!(last_two(&x), tensor![[[5.5]], [[17.5]]]);
    assert_eq!(last_but_one(&x), tensor![[8.0, 9.0, 10.0, 11.0], [20.0, 21.0, 22.0, 23.0]]);
    assert_eq!(normalised(&tensor![[1.0, 3.0], [0.0, 8.0]]), tensor![[-1.0, 1.0], [-1.0, 1.0]]);
    let (reduced, kept) = any_axes(&x, (Axis::<0>, Axis::<1>));
    assert_eq!((reduced, kept), (tensor![60.0, 66.0, 72.0, 78.0], tensor![[[60.0, 66.0, 72.0, 78.0]]]));
}

#[test]
fn named_axes_are_reduced_and_kept() {
    for n in [0, 1, 5] {
        let x = Tensor::<f32, shape![Batch, 2]>::from_fn_with(Batch(n), |[i, j]| (i * 2 + j) as f32);
        assert_eq!(sum(&x).sizes(), [n]);
        assert_eq!(sum_keepdim(&x).sizes(), [n, 1]);
        let total: Tensor<f32, shape![2]> = x.sum(Axis::<0>);
        assert_eq!(
            total.as_slice(),
            [(0..n).map(|i| (i * 2) as f32).sum::<f32>(), (0..n).map(|i| (i * 2 + 1) as f32).sum()]
        );
        assert_eq!(over_the_batch(&x).sizes(), [2]);
    }
}

#[test]
fn every_operand_reduces() {
    let (mut x, y) = (tensor![[1, 2], [3, 4]], Inline::<i32, shape![2, 2]>::from_array([[1, 2], [3, 4]]));
    let sums = tensor![3, 7];
    assert_eq!(shaped::methods::Reductions::sum(&&x, Axis::<1>), sums);
    assert_eq!(x.view().sum(Axis::<1>), sums);
    assert_eq!(x.view_mut().sum(Axis::<1>), sums);
    assert_eq!(y.sum(Axis::<1>), sums);
    assert_eq!(Tensor::<i32, shape![]>::full(5).sum_all(), 5);
    assert_eq!(x.unsqueeze(Axis::<1>).sum((Axis::<0>, Axis::<1>)), tensor![4, 6]);
}

#[test]
fn elements_that_are_not_copied() {
    use num_bigint::BigInt;
    let x: Tensor<BigInt, shape![2, 300]> = Tensor::from_fn(|[i, j]| BigInt::from(i * 300 + j));
    assert_eq!(x.sum(Axis::<1>).map(|x| x.to_string()).into_vec(), ["44850", "134850"]);
    assert_eq!(x.max_all(), BigInt::from(599));
    assert_eq!(x.argmin(Axis::<0>).sum_all(), 0);
}

#[test]
#[should_panic(expected = "max of no elements: a reduced axis has size 0")]
fn no_largest_of_nothing() {
    axis!(Rows);
    Tensor::<f32, shape![Rows, 3]>::zeros_with(Rows(0)).max(Axis::<0>);
}

#[test]
#[should_panic(expected = "argmin of no elements: a reduced axis has size 0")]
fn no_place_in_nothing() {
    axis!(Rows);
    Tensor::<f32, shape![Rows, 3]>::zeros_with(Rows(0)).argmin_all();
}

/// Nothing is the largest of no elements, but where there are no results nothing is asked for.
#[test]
fn no_results_are_reduced_from_nothing() {
    let none = Tensor::<f32, shape![0, 4, 0]>::zeros();
    assert_eq!(none.max(Axis::<2>).sizes(), [0, 4]);
    assert_eq!(none.lazy().argmin(Axis::<0>).sizes(), [4, 0]);
    axis!(Rows);
    let (none, rows) =
        (Tensor::<f32, shape![Rows, 4, 0]>::zeros_with(Rows(0)), (Tensor::<f32, shape![Rows, 4]>::zeros_with(Rows(0))));
    assert_eq!(none.argmax(Axis::<1>).sizes(), [0, 0]);
    assert_eq!(rows.max(Axis::<1>).sizes(), [0]);
}

/// A panic half-way drops each result that was there, once.
#[test]
fn a_panic_drops_what_is_written() {
    use std::ops::Add;
    use std::rc::Rc;
    #[derive(Clone)]
    struct Counted(Rc<()>, u32);
    impl Add for Counted {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            assert!(self.1 + other.1 < 100, "too much");
            Counted(self.0, self.1 + other.1)
        }
    }
    impl num_traits::Zero for Counted {
        fn zero() -> Self {
            Counted(Rc::new(()), 0)
        }
        fn is_zero(&self) -> bool {
            self.1 == 0
        }
    }
    let count = Rc::new(());
    let x: Tensor<Counted, shape![5, 20]> = Tensor::from_fn(|[i, _]| Counted(count.clone(), 2 * i as u32));
    let before = Rc::strong_count(&count);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| x.sum(Axis::<1>))).is_err());
    assert!(
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| x.map(|x| Counted(x.0, x.1 * 10)).sum(Axis::<0>)))
            .is_err()
    );
    assert_eq!(Rc::strong_count(&count), before);
    assert_eq!(x.sum(Axis::<0>).as_slice()[19].1, 20);
}
