//! Random sizes, known at run time, against a naive oracle.

use proptest::prelude::*;
use shaped::prelude::*;

axis!(Batch);
axis!(Seq);

/// The sum of each result's elements, and the largest, one element at a time.
fn naive(sizes: &[usize], mask: &[bool], x: &[i64]) -> (Vec<usize>, Vec<i64>, Vec<i64>) {
    let kept: Vec<usize> = sizes.iter().zip(mask).filter(|(_, gone)| !**gone).map(|(&n, _)| n).collect();
    let numel = kept.iter().product();
    let (mut sums, mut maxima) = (vec![0; numel], vec![i64::MIN; numel]);
    for (place, &x) in x.iter().enumerate() {
        let (mut rest, mut at, mut stride) = (place, 0, 1);
        for (&n, &gone) in sizes.iter().zip(mask).rev() {
            if !gone {
                at += rest % n * stride;
                stride *= n;
            }
            rest /= n;
        }
        sums[at] += x;
        maxima[at] = maxima[at].max(x);
    }
    (kept, sums, maxima)
}

macro_rules! check {
    ($x:expr, $sizes:expr, $dense:expr; $(($($axis:literal)*) [$($gone:literal)*];)*) => { $( {
        let axes = ($(Axis::<$axis>,)*);
        let (kept, sums, maxima) = naive(&$sizes, &[$($gone == 1),*], $dense.as_slice());
        let result = $x.sum(axes);
        prop_assert_eq!(result.sizes().to_vec(), kept);
        prop_assert_eq!(result.as_slice(), &sums);
        let keepdim = $x.sum_keepdim(axes);
        let at_one: Vec<usize> = $sizes.iter().zip([$($gone),*]).map(|(&n, gone)| if gone == 1 { 1 } else { n }).collect();
        prop_assert_eq!(keepdim.sizes().to_vec(), at_one);
        prop_assert_eq!(keepdim.as_slice(), &sums);
        if !$dense.as_slice().is_empty() {
            let result = $x.max(axes);
            prop_assert_eq!(result.as_slice(), &maxima);
        }
    } )* };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Each set of axes of a tensor, of a view of it, and of stretched views.
    #[test]
    fn against_the_oracle(b in 0usize..40, s in 0usize..300, seed in 0i64..1000) {
        let numbers = |n: usize| (0..n as i64).map(|i| (i * 7919 + seed) % 1009 - 500).collect::<Vec<_>>();
        let x = Tensor::<i64, shape![Batch, 3, Seq]>::from_vec_with((Batch(b), Seq(s)), numbers(b * 3 * s)).unwrap();
        macro_rules! all {
            ($x:expr, $dense:expr) => {
                check! { $x, [b, 3, s], $dense;
                    (0) [1 0 0]; (1) [0 1 0]; (-1) [0 0 1]; (0 1) [1 1 0]; (2 0) [1 0 1]; (-2 -1) [0 1 1]; (1 2 0) [1 1 1];
                }
            };
        }
        all!(x, x);
        // Stretched: every stride pattern of the three axes.
        let column = Tensor::<i64, shape![Batch, 1, 1]>::from_vec_with(Batch(b), numbers(b)).unwrap();
        let view = column.expand_as(&x);
        all!(view, view.to_tensor());
        let row = Tensor::<i64, shape![Seq]>::from_vec_with(Seq(s), numbers(s)).unwrap();
        let view = row.expand_as(&x);
        all!(view, view.to_tensor());
        let middle = Tensor::<i64, shape![Batch, 1, Seq]>::from_vec_with((Batch(b), Seq(s)), numbers(b * s)).unwrap();
        let view = middle.expand_as(&x);
        all!(view, view.to_tensor());
        // Of floats what is stretched is added in another order than what lies in memory: as numbers the sums are the same.
        let float = middle.map(|x| x as f32 / 3.0);
        let view = float.expand_as(&x);
        let most = 1e-6 * float.abs().sum_all().max(1.0) * 3.0 * b.max(1) as f32;
        let near = |a: &[f32], b: &[f32]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= most);
        let dense = view.to_tensor();
        prop_assert!(near(view.sum((Axis::<1>, Axis::<2>)).as_slice(), dense.sum((Axis::<1>, Axis::<2>)).as_slice()));
        prop_assert!(near(view.sum((Axis::<0>, Axis::<1>)).as_slice(), dense.sum((Axis::<0>, Axis::<1>)).as_slice()));
        prop_assert!(near(&[view.sum_all()], &[dense.sum_all()]));
    }
}
