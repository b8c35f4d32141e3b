//! `concat` and `stack`.

use shaped::prelude::*;
use shaped::{Concat, Concatenated, stack_all};

#[test]
fn along_each_axis() {
    // NumPy: x = np.arange(12).reshape(2, 2, 3), y = 100 + np.arange(n).reshape(…), np.concatenate([x, y], axis)
    let x: Tensor<i32, shape![2, 2, 3]> = Tensor::arange();
    let y = Tensor::<i32, shape![1, 2, 3]>::arange() + 100;
    let z: Tensor<i32, shape![3, 2, 3]> = x.concat(&y, Axis::<0>);
    assert_eq!(z.as_slice(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100, 101, 102, 103, 104, 105]);
    let y = Tensor::<i32, shape![2, 1, 3]>::arange() + 100;
    let z: Tensor<i32, shape![2, 3, 3]> = x.concat(&y, Axis::<1>);
    assert_eq!(z.as_slice(), [0, 1, 2, 3, 4, 5, 100, 101, 102, 6, 7, 8, 9, 10, 11, 103, 104, 105]);
    let y = Tensor::<i32, shape![2, 2, 1]>::arange() + 100;
    let z: Tensor<i32, shape![2, 2, 4]> = x.concat(&y, Axis::<-1>);
    assert_eq!(z.as_slice(), [0, 1, 2, 100, 3, 4, 5, 101, 6, 7, 8, 102, 9, 10, 11, 103]);
}

#[test]
fn what_lies_elsewhere_is_read_where_it_is() {
    let x: Tensor<i32, shape![2, 3]> = Tensor::arange();
    let row = tensor![7, 8];
    let z: Tensor<i32, shape![5, 2]> = x.transpose().concat(&row.broadcast_to::<shape![2, 2]>(), Axis::<0>);
    assert_eq!(z, tensor![[0, 3], [1, 4], [2, 5], [7, 8], [7, 8]]);
    let z = x.narrow(Axis::<1>, 1, Dim::<2>).concat(&x.narrow(Axis::<1>, 0, One), Axis::<1>);
    assert_eq!(z, tensor![[1, 2, 0], [4, 5, 3]]);
}

#[test]
fn sizes_of_zero_and_one_and_large_ones() {
    let empty: Tensor<i32, shape![0, 2]> = Tensor::zeros();
    let x = tensor![[1, 2]];
    assert_eq!(empty.concat(&x, Axis::<0>), x);
    assert_eq!(x.concat(&empty, Axis::<0>), x);
    assert_eq!(empty.concat(&empty, Axis::<0>).numel(), 0);
    assert_eq!(empty.concat(&empty, Axis::<1>).sizes(), [0, 4]);
    let a: Tensor<u8, shape![1000]> = Tensor::full(1);
    let _: Tensor<u8, shape![1024]> = a.concat(&Tensor::<u8, shape![24]>::full(2), Axis::<0>);
}

#[test]
fn stacked_on_a_new_axis() {
    let x: Tensor<i32, shape![2, 2]> = Tensor::arange();
    let y = &x * 10;
    let z: Tensor<i32, shape![2, 2, 2]> = x.stack(&y, Axis::<0>);
    assert_eq!(z.as_slice(), [0, 1, 2, 3, 0, 10, 20, 30]);
    assert_eq!(x.stack(&y, Axis::<1>).as_slice(), [0, 1, 0, 10, 2, 3, 20, 30]);
    assert_eq!(x.stack(&y.transpose(), Axis::<2>).as_slice(), [0, 0, 1, 20, 2, 10, 3, 30]);
    let scalar: Tensor<i32, shape![]> = Tensor::full(7);
    assert_eq!(scalar.stack(&scalar, Axis::<0>), tensor![7, 7]);
}

axis!(Batch);

#[test]
fn run_time_axes_beside_the_joint() {
    let x = Tensor::<i32, shape![Batch, 2]>::from_fn_with(Batch(2), |[i, j]| (10 * i + j) as i32);
    let z: Tensor<i32, shape![Batch, 3]> = x.concat(&x.narrow(Axis::<1>, 0, One), Axis::<1>);
    assert_eq!(z.as_slice(), [0, 1, 0, 10, 11, 10]);
    let z: Tensor<i32, shape![Batch, 2, 2]> = x.stack(&x, Axis::<1>);
    assert_eq!(z.as_slice(), [0, 1, 0, 1, 10, 11, 10, 11]);
}

#[test]
#[should_panic(expected = "axis -2 (Batch) has size 2 on the left and 3 on the right")]
fn run_time_axes_of_two_sizes_panic() {
    let of = |n| Tensor::<i32, shape![Batch, 2]>::zeros_with(Batch(n));
    of(2).concat(&of(3), Axis::<1>);
}

fn skip<C: StaticSize, D: StaticSize, W: Size>(
    up: &Tensor<i32, shape![C, W]>,
    left: &Tensor<i32, shape![D, W]>,
) -> Tensor<i32, Concatenated<shape![C, W], shape![D, W], Axis<0>>>
where
    shape![C, W]: Concat<shape![D, W], Axis<0>>,
{
    up.concat(left, Axis::<0>)
}

#[test]
fn generic_code_names_one_trait() {
    let _: Tensor<i32, shape![3, 2]> = skip(&tensor![[1, 2]], &tensor![[1, 2], [3, 4]]);
}

/// Elements in turn, at every length and of elements of several sizes, of slices and of what lies apart.
#[test]
fn stacked_on_a_last_axis() {
    fn all<T: Clone + PartialEq + core::fmt::Debug>(of: impl Fn(usize) -> T) {
        axis!(Many);
        for len in [0, 1, 2, 3, 7, 16, 33, 100] {
            let [x, y, z] = [0, 1000, 2000].map(|first| {
                let elements: Vec<T> = (0..3 * len).map(|i| of(first + i)).collect();
                Tensor::<T, shape![3, Many]>::from_vec_with(Many(len), elements).unwrap()
            });
            let wanted = |n: usize, place: &dyn Fn(usize) -> usize| -> Vec<T> {
                (0..3 * len * n).map(|i| of(i % n * 1000 + place(i / n))).collect()
            };
            assert_eq!(x.stack(&y, Axis::<-1>).as_slice(), wanted(2, &|i| i));
            assert_eq!(stack_all([&x, &y, &z], Axis::<-1>).as_slice(), wanted(3, &|i| i));
            // Rows that are slices, in another order; and columns, whose elements lie apart.
            let (flipped, other) = (x.flip(Axis::<0>), y.flip(Axis::<0>));
            let upside_down = |i: usize| (2 - i / len) * len + i % len;
            assert_eq!(flipped.stack(&other, Axis::<-1>).as_slice(), wanted(2, &upside_down));
            assert_eq!(flipped.stack(&y, Axis::<-1>), flipped.to_tensor().stack(&y, Axis::<-1>));
            let columns = |i: usize| i % 3 * len + i / 3;
            assert_eq!(x.transpose().stack(&y.transpose(), Axis::<-1>).as_slice(), wanted(2, &columns));
        }
    }
    all(|i| i as u8);
    all(|i| i as f32);
    all(|i| i as i64);
    all(|i| [i as u8; 3]);
    all(|i| i.to_string());
    all(|_| ());
}
