//! Functions of elements, comparisons and masks in generic code, of every kind of operand, and what they refuse at run time.

use num_traits::Float;
use shaped::prelude::*;
use shaped::{BroadcastThree, Select, Selected};

axis!(Batch);
axis!(Seq);

/// Generic over sizes and leading axes: no bounds but those of the elements.
mod without_bounds {
    use super::*;

    pub fn rows<T: Float, L: Shape, D: Size>(
        x: &Tensor<T, (L, D)>,
        limits: &Tensor<T, shape![D]>,
    ) -> Tensor<T, (L, D)> {
        let large = x.greater(limits) & x.is_finite() & !x.is_nan();
        let clipped = large.select(limits, x);
        let clipped = select(&x.less(T::zero()), T::zero(), &clipped).maximum(T::zero()).minimum(limits);
        clipped.masked_fill(&x.is_nan(), T::zero()).sqrt().sigmoid()
    }

    pub fn residual<L: Shape, N: Size, D: Size>(
        x: &Tensor<f32, ((L, N), D)>,
        y: &Tensor<f32, shape![N, D]>,
    ) -> Tensor<f32, ((L, N), D)> {
        let y = x.maximum(y).atan2(x).remainder(2.0).pow(2.0).lerp(y, 0.5).lerp(y, x);
        y.equal(x).select(x, &y).gelu()
    }

    pub fn causal<B: Size, H: Size, N: Size>(
        scores: &Tensor<f32, shape![B, H, N, N]>,
        mask: &Tensor<bool, shape![N, N]>,
    ) -> Tensor<f32, shape![B, H, N, N]> {
        scores.masked_fill(mask, f32::NEG_INFINITY)
    }

    pub fn column<B: Size, D: Size>(
        x: &Tensor<f32, shape![B, D]>,
        peak: &Tensor<f32, shape![B, 1]>,
    ) -> Tensor<bool, shape![B, D]> {
        let mut is_peak = x.equal(peak);
        is_peak |= x.greater(peak);
        is_peak ^= &x.is_nan();
        is_peak
    }
}

/// Generic over whole shapes: one bound, the operation's.
mod with_one_bound {
    use super::*;

    pub fn less<L: Shape + Broadcast<R>, R: Shape>(
        a: &Tensor<f32, L>,
        b: &Tensor<f32, R>,
    ) -> Tensor<bool, Broadcasted<L, R>> {
        a.less(b)
    }

    pub fn choose<M: Shape + Select<A, B>, A: Shape, B: Shape>(
        mask: &Tensor<bool, M>,
        a: &Tensor<i32, A>,
        b: &Tensor<i32, B>,
    ) -> Tensor<i32, Selected<M, A, B>> {
        select(mask, a, b)
    }

    pub fn blend<X: Shape + BroadcastThree<Y, W>, Y: Shape, W: Shape>(
        x: &Tensor<f64, X>,
        y: &Tensor<f64, Y>,
        weight: &Tensor<f64, W>,
    ) -> Tensor<f64, X::Output> {
        x.lerp(y, weight)
    }
}

#[test]
fn generic_code_needs_no_bounds() {
    let limits = tensor![1.0, 4.0];
    let y = without_bounds::rows(&tensor![[0.5, 9.0], [f64::NAN, -3.0]], &limits);
    let expected = tensor![[0.5f64.sqrt(), 2.0], [0.0, 0.0]].sigmoid();
    assert_eq!(y, expected);
    let named = Tensor::<f64, shape![Batch, 2]>::from_vec_with(Batch(1), vec![0.5, 9.0]).unwrap();
    assert_eq!(without_bounds::rows(&named, &limits).as_slice(), &expected.as_slice()[..2]);
    let x: Tensor<f32, shape![5, 2, 3]> = Tensor::ones();
    assert_eq!(without_bounds::residual(&x, &Tensor::ones()), x.gelu());
    let mask = tensor![[false, true], [false, false]];
    let scores = without_bounds::causal::<dim!(2), dim!(3), dim!(2)>(&Tensor::ones(), &mask);
    assert_eq!((scores[[1, 2, 0, 1]], scores[[1, 2, 1, 1]]), (f32::NEG_INFINITY, 1.0));
    let peaks = without_bounds::column(&tensor![[1.0, 3.0], [f32::NAN, 5.0]], &tensor![[3.0], [5.0]]);
    assert_eq!(peaks, tensor![[false, true], [true, true]]);
}

/// `-inf * 0`, in vectors and one by one, of every width of floats.
#[test]
fn gates_of_minus_infinity_are_nan_as_in_pytorch() {
    fn check<T: num_traits::Float + 'static>() {
        let x: Tensor<T, shape![37]> = Tensor::full(T::neg_infinity());
        for y in [x.gelu(), x.gelu_tanh(), x.silu(), x.mish(), x.hard_swish()] {
            assert!(y.iter().all(|y| y.is_nan()));
        }
        assert!(x.softplus().iter().all(|y| y.is_zero()));
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn generic_shapes_need_one_bound() {
    assert_eq!(with_one_bound::less(&tensor![[1.0], [3.0]], &tensor![2.0]), tensor![[true], [false]]);
    let chosen = with_one_bound::choose(&tensor![[true], [false]], &tensor![1, 2, 3], &tensor![[[10]], [[20]]]);
    assert_eq!(chosen, tensor![[[1, 2, 3], [10, 10, 10]], [[1, 2, 3], [20, 20, 20]]]);
    let blended = with_one_bound::blend(&tensor![0.0, 8.0], &tensor![[4.0], [16.0]], &tensor![0.5, 0.25]);
    assert_eq!(blended, tensor![[2.0, 7.0], [8.0, 10.0]]);
}

#[test]
fn every_kind_of_operand() {
    let x = tensor![[1.0, -2.0], [3.0, -4.0]];
    let inline: Inline<f64, shape![2, 2]> = Inline::from_array([[1.0, -2.0], [3.0, -4.0]]);
    let mut other = x.clone();
    let expected = tensor![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(inline.abs(), expected);
    assert_eq!(x.view().abs(), expected);
    assert_eq!(other.view_mut().abs(), expected);
    let mask = x.greater(inline);
    assert_eq!((mask.clone(), x.less(&x.view()), x.not_equal(other.view_mut())), (mask.clone(), mask.clone(), mask));
    assert_eq!(inline.less(0.0).select(-inline, &x), expected);
    let truth: Inline<bool, shape![2]> = Inline::from_array([true, false]);
    assert_eq!(!truth & (truth ^ true), Inline::from_array([false, true]));
    assert_eq!(x.less(0.0) | truth, tensor![[true, true], [true, true]]);
}

#[test]
fn empty_and_scalar_operands() {
    let none: Tensor<f32, shape![0, 3]> = Tensor::zeros();
    assert_eq!(none.greater(0.0).select(&none, 1.0).sizes(), [0, 3]);
    assert_eq!((none.count_nonzero_all(), none.nonzero().len(), none.masked_select(&none.is_nan()).len()), (0, 0, 0));
    assert_eq!(none.count_nonzero(Axis::<0>), tensor![0, 0, 0]);
    assert!(none.all_close(tensor![1.0, 2.0, 3.0], 0.0, 0.0));
    assert_eq!(none.try_cast::<u8>().unwrap().sizes(), [0, 3]);
    let one = tensor![[1.0, 4.0]].sum_all();
    let scalar: Tensor<f64, shape![]> = Tensor::full(one);
    assert_eq!(scalar.maximum(&tensor![3.0, 9.0]), tensor![5.0, 9.0]);
    assert_eq!(scalar.nonzero(), [[0usize; 0]]);
}

#[test]
fn ends_of_the_ranges() {
    let x = tensor![f64::MAX, f64::MIN_POSITIVE, -0.0, 2f64.powi(63), -(2f64.powi(63))];
    assert_eq!(x.try_cast::<f32>().unwrap_err().index(), &[0]);
    assert_eq!(x.narrow(Axis::<0>, 1, Dim::<3>).try_cast::<i64>().unwrap_err().index(), &[2]);
    assert_eq!(x.narrow(Axis::<0>, 4, One).try_cast::<i64>().unwrap(), tensor![i64::MIN]);
    assert_eq!(x.narrow(Axis::<0>, 3, One).try_cast::<u64>().unwrap(), tensor![1u64 << 63]);
    let infinite = tensor![f64::INFINITY, f64::NAN].try_cast::<f32>().unwrap();
    assert_eq!((infinite[[0]], infinite[[1]].is_nan()), (f32::INFINITY, true));
    assert_eq!(
        tensor![f32::INFINITY].try_cast::<u8>().unwrap_err().to_string(),
        "element [0] is inf, which does not fit `u8`"
    );
    assert_eq!(tensor![255.9f32, -0.9].try_cast::<u8>().unwrap(), tensor![255, 0]);
    assert_eq!(tensor![256u16].try_cast::<u8>().unwrap_err().into_element(), 256);
    assert_eq!(tensor![f64::NAN, 1e10, -1e10].cast::<i32>(), tensor![0, i32::MAX, i32::MIN]);
    assert_eq!(tensor![i32::MIN + 1, i32::MAX].abs(), tensor![i32::MAX, i32::MAX]);
}

#[test]
#[should_panic(expected = "axis -2 (Batch) has size")]
fn a_mask_of_another_batch() {
    let mask = Tensor::<bool, shape![Batch, 1]>::full_with(Batch(2), true);
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(4));
    mask.select(&x, 0.0);
}

#[test]
#[should_panic(expected = "axis -1 (Seq) has size")]
fn a_limit_of_another_length() {
    let x = Tensor::<f32, shape![Batch, Seq]>::zeros_with((Batch(2), Seq(5)));
    x.maximum(&Tensor::<f32, shape![Seq]>::zeros_with(Seq(4)));
}

#[test]
#[should_panic(expected = "attempt to calculate the remainder with a divisor of zero")]
fn an_integer_divided_by_zero() {
    tensor![1, 2].remainder(0);
}
