//! Tensors as values: made, converted, indexed, compared, printed; every kind of element.

use std::num::Wrapping;

use num_bigint::BigInt;
use num_complex::Complex;
use proptest::prelude::*;
use shaped::prelude::*;
use shaped::{LengthError, size::Digits4};

#[test]
fn constructors() {
    assert_eq!(Tensor::<f32, shape![2, 2]>::zeros().as_slice(), [0.0; 4]);
    assert_eq!(Tensor::<f32, shape![2, 2]>::ones().as_slice(), [1.0; 4]);
    assert_eq!(Tensor::<i8, shape![3]>::full(-7).as_slice(), [-7; 3]);
    assert_eq!(Tensor::<u8, shape![2, 3]>::arange().as_slice(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(Tensor::<i32, shape![3, 3]>::eye(), tensor![[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    assert_eq!(Tensor::<f64, shape![]>::full(2.5).as_slice(), [2.5]);
    assert_eq!(Tensor::<String, shape![2]>::default().as_slice(), ["", ""]);
    assert_eq!(
        Tensor::<u64, shape![2, 1, 2]>::from_fn(|[i, j, k]| (4 * i + 2 * j + k) as u64),
        tensor![[[0, 1]], [[4, 5]]]
    );
    let mut calls = Vec::new();
    let _ = Tensor::<(), shape![2, 2]>::from_fn(|index| calls.push(index));
    assert_eq!(calls, [[0, 0], [0, 1], [1, 0], [1, 1]]);
    assert!(Tensor::<f32, shape![0, 5]>::arange().as_slice().is_empty());
    assert_eq!(Inline::<f32, shape![2, 2]>::zeros() + Inline::<f32, shape![2, 2]>::ones(), Inline::full(1.0));
    assert_eq!(Inline::<u8, shape![3]>::default().as_slice(), [0; 3]);
}

#[test]
#[should_panic(expected = "arange: the element type cannot hold 256")]
fn arange_does_not_wrap() {
    let _ = Tensor::<u8, shape![257]>::arange();
}

#[test]
fn nested_arrays_in_and_out() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let y: Tensor<i32, shape![2, 3]> = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x, y);
    assert_eq!(Tensor::<i32, shape![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]), y);
    assert_eq!(Inline::<i32, shape![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]).into_array(), [[1, 2, 3], [4, 5, 6]]);
    let deep: Tensor<u8, shape![1, 2, 1, 2, 1, 2]> = tensor![[[[[[1, 2]], [[3, 4]]]], [[[[5, 6]], [[7, 8]]]]]];
    let same: Tensor<u8, shape![1, 2, 1, 2, 1, 2]> = deep.as_slice().try_into().unwrap();
    assert_eq!(deep, same);
    assert_eq!(deep[[0, 1, 0, 0, 0, 1]], 6);
    let none: Tensor<f32, shape![0]> = Tensor::from([]);
    assert_eq!(none.numel(), 0);
    let long: Tensor<u8, shape![1023]> = Tensor::from([7; 1023]);
    assert_eq!(long[[1022]], 7);
    const IDENTITY: Inline<f64, shape![2, 2]> = Inline::from_array([[1.0, 0.0], [0.0, 1.0]]);
    static BIAS: Inline<f64, shape![2]> = Inline::from_array([0.5, 0.25]);
    assert_eq!(Tensor::from(IDENTITY + &BIAS), tensor![[1.5, 0.25], [0.5, 1.25]]);
    // An axis longer than the const generics spell.
    let x = Inline::<u16, ((), Digits4<4, 0, 9, 6>)>::from_fn(|[i]| i as u16);
    assert_eq!(x.as_slice(), (0..4096).collect::<Vec<u16>>());
    let copy = x;
    assert_eq!(copy, x);
    assert_eq!(Tensor::from(x), Tensor::arange());
    assert_eq!(Inline::<u8, shape![3, 1024, 2]>::full(1).as_slice().len(), 6144);
}

#[test]
fn wrong_lengths_are_errors_that_lose_nothing() {
    let error = Tensor::<f32, shape![2, 3]>::from_vec(vec![0.5; 7]).unwrap_err();
    assert_eq!(error.to_string(), "shape [2, 3] has 6 elements, but 7 were given");
    assert_eq!(format!("{error:?}"), "LengthError(shape [2, 3] has 6 elements, but 7 were given)");
    assert_eq!(error.into_data(), vec![0.5; 7]);
    let error = Tensor::<u8, shape![]>::try_from(vec![]).unwrap_err();
    assert_eq!(error.to_string(), "shape [] has 1 element, but 0 were given");
    let data = [1, 2];
    let error: LengthError<&[i32]> = Tensor::<i32, shape![3]>::from_slice(&data).unwrap_err();
    assert_eq!(error.to_string(), "shape [3] has 3 elements, but 2 were given");
    assert_eq!(View::<i32, shape![1]>::from_slice(&data).unwrap_err().into_data(), data);
    assert!(Inline::<i32, shape![0]>::try_from(&data[..]).is_err());
    let mut data = [1, 2, 3, 4];
    assert!(ViewMut::<i32, shape![2, 3]>::from_slice(&mut data).is_err());
    let mut view = ViewMut::<i32, shape![2, 2]>::from_slice(&mut data).unwrap();
    view += tensor![10, 20];
    assert_eq!(data, [11, 22, 13, 24]);
    let boxed: Box<dyn std::error::Error> = Tensor::<u8, shape![2]>::from_vec(vec![1]).unwrap_err().into();
    assert_eq!(boxed.to_string(), "shape [2] has 2 elements, but 1 was given");
}

#[test]
fn indices() {
    let mut x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!((x[[0, 0]], x[[1, 2]]), (1, 6));
    x[[1, 0]] = 40;
    assert_eq!((x.get([1, 0]), x.get([1, 3]), x.get([2, 0])), (Some(&40), None, None));
    let mut view = x.view_mut();
    view[[0, 1]] += 18;
    assert_eq!(view[[0, 1]], 20);
    assert_eq!(x.as_slice(), [1, 20, 3, 40, 5, 6]);
    let scalar: Tensor<f32, shape![]> = Tensor::full(3.0);
    assert_eq!(scalar[[]], 3.0);
    assert_eq!(x.iter().sum::<i32>(), 75);
    for element in &mut x {
        *element = -*element;
    }
    assert_eq!((&x).into_iter().copied().collect::<Vec<_>>(), [-1, -20, -3, -40, -5, -6]);
    assert_eq!(x.into_iter().count(), 6);
    let view = scalar.broadcast_to::<shape![2, 2]>();
    let iter = view.iter();
    assert_eq!((iter.len(), iter.copied().collect::<Vec<_>>()), (4, vec![3.0; 4]));
}

#[test]
#[should_panic(expected = "index [1, 3] is out of bounds for a tensor of shape [2, 3]")]
fn an_index_outside_names_index_and_shape() {
    let _ = tensor![[1, 2, 3], [4, 5, 6]][[1, 3]];
}

#[test]
#[should_panic(expected = "index [0] is out of bounds for a tensor of shape [0]")]
fn an_empty_tensor_has_no_first_element() {
    let _ = Tensor::<f32, shape![0]>::zeros()[[0]];
}

#[test]
#[should_panic(expected = "index [2, 0] is out of bounds for a tensor of shape [2, 4]")]
fn a_view_names_them_too() {
    let _ = tensor![1].broadcast_to::<shape![2, 4]>()[[2, 0]];
}

/// As `np.array2string(x, separator=', ')` prints them (NumPy 2), but for the zeros that Rust leaves out of `1.` and `10.`.
#[test]
fn printed_like_numpy() {
    let show = |x: &dyn std::fmt::Display| x.to_string();
    assert_eq!(show(&(Tensor::<i64, shape![2, 3]>::arange() * 50)), "[[  0,  50, 100],\n [150, 200, 250]]");
    assert_eq!(show(&Tensor::<i64, shape![2, 2, 2]>::arange()), "[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]");
    assert_eq!(show(&tensor![[1.5, -2.25], [10.5, 3.125]]), "[[ 1.5  , -2.25 ],\n [10.5  ,  3.125]]");
    assert_eq!(show(&tensor![1.0, f64::NAN, -f64::INFINITY]), "[   1,  NaN, -inf]");
    assert_eq!(show(&Tensor::<i64, shape![1001]>::arange()), "[   0,    1,    2, ...,  998,  999, 1000]");
    assert_eq!(
        show(&(Tensor::<i64, shape![40]>::arange() * 1000)),
        "[    0,  1000,  2000,  3000,  4000,  5000,  6000,  7000,  8000,  9000,\n \
          10000, 11000, 12000, 13000, 14000, 15000, 16000, 17000, 18000, 19000,\n \
          20000, 21000, 22000, 23000, 24000, 25000, 26000, 27000, 28000, 29000,\n \
          30000, 31000, 32000, 33000, 34000, 35000, 36000, 37000, 38000, 39000]"
    );
    assert_eq!(
        show(&Tensor::<i64, shape![2, 10, 100]>::arange()),
        "[[[   0,    1,    2, ...,   97,   98,   99],
  [ 100,  101,  102, ...,  197,  198,  199],
  [ 200,  201,  202, ...,  297,  298,  299],
  ...,
  [ 700,  701,  702, ...,  797,  798,  799],
  [ 800,  801,  802, ...,  897,  898,  899],
  [ 900,  901,  902, ...,  997,  998,  999]],

 [[1000, 1001, 1002, ..., 1097, 1098, 1099],
  [1100, 1101, 1102, ..., 1197, 1198, 1199],
  [1200, 1201, 1202, ..., 1297, 1298, 1299],
  ...,
  [1700, 1701, 1702, ..., 1797, 1798, 1799],
  [1800, 1801, 1802, ..., 1897, 1898, 1899],
  [1900, 1901, 1902, ..., 1997, 1998, 1999]]]"
    );
    assert_eq!(show(&Tensor::<i64, shape![]>::full(5)), "5");
    // `str(np.zeros((2, 0)))`: as many brackets as there are rows would be any number of them.
    assert_eq!(show(&Tensor::<i64, shape![2, 0]>::zeros()), "[]");
    assert_eq!(format!("{:.2}", tensor![1.0, 2.345, -10.0]), "[  1.00,   2.35, -10.00]");
    assert_eq!(
        format!("{:?}", tensor![[1.0, 2.5], [3.0, 4.0]]),
        "tensor([[1.0, 2.5],\n        [3.0, 4.0]], shape=[2, 2])"
    );
    assert_eq!(format!("{:?}", tensor![1].broadcast_to::<shape![3]>()), "tensor([1, 1, 1], shape=[3])");
    assert_eq!(format!("{:?}", Inline::<i32, shape![0, 3]>::zeros()), "tensor([], shape=[0, 3])");
    assert_eq!(format!("{}", tensor!["a", "bcd"]), "[  a, bcd]");
}

/// Every kind of number that num-traits describes.
#[test]
fn elements() {
    let c = |re, im| Complex::new(re, im);
    let z = tensor![[c(1.0, 2.0)], [c(0.0, -1.0)]] * tensor![c(0.0, 1.0), c(2.0, 0.0)];
    assert_eq!(z, tensor![[c(-2.0, 1.0), c(2.0, 4.0)], [c(1.0, 0.0), c(0.0, -2.0)]]);
    let w = tensor![Wrapping(250u8), Wrapping(3)] + Wrapping(10);
    assert_eq!(w, tensor![Wrapping(4), Wrapping(13)]);
    assert_eq!(Wrapping(1u8) - w, tensor![Wrapping(253), Wrapping(244)]);
    let big = tensor![[BigInt::from(7)], [BigInt::from(-3)]] * (tensor![BigInt::from(10).pow(30), BigInt::from(2)]);
    assert_eq!(big[[1, 0]], BigInt::from(-3) * BigInt::from(10).pow(30));
    assert_eq!((-big)[[0, 1]], BigInt::from(-14));
    let i: Tensor<i128, shape![2]> = tensor![i128::MAX, 5] % 7;
    assert_eq!(i, tensor![i128::MAX % 7, 5]);
    let u = 100usize / tensor![[3usize, 7], [200, 1]];
    assert_eq!(u, tensor![[33, 14], [0, 100]]);
    let zeros: Tensor<Complex<f32>, shape![2]> = Tensor::zeros();
    assert_eq!(
        zeros + Tensor::<Complex<f32>, shape![2]>::ones(),
        tensor![Complex::new(1.0, 0.0), Complex::new(1.0, 0.0)]
    );
    fn halve<T: num_traits::Float, S: Shape>(x: &Tensor<T, S>) -> Tensor<T, S> {
        x / (T::one() + T::one())
    }
    assert_eq!(halve(&tensor![1.0f32, 3.0]), tensor![0.5, 1.5]);
}

#[test]
#[should_panic(expected = "attempt to divide by zero")]
fn integers_panic_as_in_rust() {
    let _ = tensor![1, 2] / tensor![1, 0];
}

/// Which tensors can be sent and shared between threads, copied, and how large they are.
#[test]
fn auto_traits() {
    fn send<T: Send>() {}
    fn sync<T: Sync>() {}
    fn copy<T: Copy>() {}
    send::<Tensor<f32, shape![2]>>();
    sync::<Tensor<f32, shape![2]>>();
    send::<Tensor<std::cell::Cell<f32>, shape![2]>>();
    send::<View<'static, f32, shape![2]>>();
    sync::<View<'static, f32, shape![2]>>();
    send::<ViewMut<'static, std::cell::Cell<f32>, shape![2]>>();
    sync::<ViewMut<'static, f32, shape![2]>>();
    send::<Inline<f32, shape![2]>>();
    copy::<Inline<f32, shape![50257, 2]>>();
    copy::<View<'static, String, shape![2], shaped::Stretched<shape![1]>>>();
    send::<shaped::iter::Iter<'static, f32>>();
    assert_eq!(size_of::<Inline<f32, shape![2, 3]>>(), 24);
    assert_eq!(size_of::<View<f32, shape![2, 3]>>(), size_of::<usize>());
    assert_eq!(size_of::<shape![2, 3]>(), 0);
    // What must not be shared or sent: an inherent method is found before the trait's, where its bound holds.
    struct Probe<T>(std::marker::PhantomData<T>);
    struct SyncProbe<T>(std::marker::PhantomData<T>);
    trait No {
        fn holds(&self) -> bool {
            false
        }
    }
    impl<T> No for Probe<T> {}
    impl<T> No for SyncProbe<T> {}
    impl<T: Send> Probe<T> {
        fn holds(&self) -> bool {
            true
        }
    }
    impl<T: Sync> SyncProbe<T> {
        fn holds(&self) -> bool {
            true
        }
    }
    macro_rules! probe {
        ($t:ty) => {
            (Probe::<$t>(std::marker::PhantomData).holds(), SyncProbe::<$t>(std::marker::PhantomData).holds())
        };
    }
    assert_eq!(probe!(Tensor<std::cell::Cell<f32>, shape![2]>), (true, false));
    assert_eq!(probe!(View<'static, std::cell::Cell<f32>, shape![2]>), (false, false));
    assert_eq!(probe!(Tensor<std::rc::Rc<f32>, shape![2]>), (false, false));
    assert_eq!(probe!(Tensor<f32, shape![2]>), (true, true));
}

proptest! {
    /// Every operator on any bits, NaN and infinities included, is the element's own.
    #[test]
    fn floats_bit_by_bit(left in prop::collection::vec(any::<f32>(), 60), right in prop::collection::vec(any::<f32>(), 12)) {
        let a = Tensor::<f32, shape![5, 3, 4]>::from_vec(left.clone()).unwrap();
        let b = Tensor::<f32, shape![3, 4]>::from_vec(right.clone()).unwrap();
        let bits = |x: f32| if x.is_nan() { u32::MAX } else { x.to_bits() };
        let check = |result: Tensor<f32, shape![5, 3, 4]>, f: fn(f32, f32) -> f32| {
            for (i, x) in result.iter().enumerate() {
                assert_eq!(bits(*x), bits(f(left[i], right[i % 12])));
            }
        };
        check(&a + &b, |a, b| a + b);
        check(&a - &b, |a, b| a - b);
        check(&a * &b, |a, b| a * b);
        check(&a / &b, |a, b| a / b);
        check(&a % &b, |a, b| a % b);
        check(&b / &a, |a, b| b / a);
    }

    /// Any vector of any length: the tensor, or the vector back.
    #[test]
    fn any_length(v in prop::collection::vec(any::<u16>(), 0..30)) {
        match Tensor::<u16, shape![3, 5]>::from_vec(v.clone()) {
            Ok(x) => {
                prop_assert_eq!(v.len(), 15);
                prop_assert_eq!(x.into_vec(), v);
            }
            Err(error) => {
                prop_assert_eq!((error.expected(), error.found()), (Some(15), v.len()));
                prop_assert_eq!(error.into_data(), v);
            }
        }
    }
}

/// A tensor and a view compare either way.
#[test]
fn tensors_and_views_compare() {
    let x = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let (row, turned) = (x.narrow(Axis::<0>, 1, One), x.transpose());
    assert!(row == tensor![[4.0, 5.0, 6.0]] && tensor![[4.0, 5.0, 6.0]] == row && row != tensor![[4.0, 5.0, 7.0]]);
    assert!(turned == turned.to_tensor() && turned.to_tensor() == turned && x.view() == x);
}
