//! The sizes of two tensors under one name: compared once, before anything is written.

use std::panic::{AssertUnwindSafe, catch_unwind};

use shaped::prelude::*;
use shaped::{SizeError, same_sizes};

axis!(Batch);
axis!(Seq);
mod elsewhere {
    shaped::axis!(pub Batch);
}

type T<S> = Tensor<f32, S>;

fn batch(n: usize) -> T<shape![Batch, 3]> {
    T::full_with(Batch(n), 1.0)
}

fn add_to(mut x: T<shape![Batch, 3]>, y: &T<shape![Batch, 3]>) {
    x += y;
}

#[test]
fn operands_of_one_size_pass() {
    let (x, y) = (batch(4), batch(4));
    assert_eq!(same_sizes((&x, &y)), Ok(()));
    assert_eq!(same_sizes((&x, &tensor![1.0, 2.0, 3.0])), Ok(()));
    assert_eq!(same_sizes([&x, &y, &x]), Ok(()));
    let scores = T::<shape![Batch, Seq]>::zeros_with((Batch(4), Seq(9)));
    let other = T::<shape![Seq, elsewhere::Batch]>::zeros_with((Seq(9), elsewhere::Batch(5)));
    // Two axes that are called the same in two places are two axes.
    assert_eq!(same_sizes((&x, scores.view(), &other)), Ok(()));
}

#[test]
fn what_differs_is_named() {
    let error = same_sizes((&batch(4), &batch(5))).unwrap_err();
    assert_eq!(error.to_string(), "axis `Batch` has size 4 on the left and 5 on the right");
    assert_eq!((error.axis(), error.expected(), error.found()), ("Batch", 4, 5));
    let scores = T::<shape![Seq, Batch]>::zeros_with((Seq(9), Batch(7)));
    let error = same_sizes((&batch(4), &tensor![1.0], scores.transpose())).unwrap_err();
    assert_eq!(error.to_string(), "axis `Batch` has size 4 in operand 1 and 7 in operand 3");
    let error: Box<dyn std::error::Error> = Box::new(error);
    assert_eq!(format!("{error:?}"), "SizeError(axis `Batch` has size 4 in operand 1 and 7 in operand 3)");
}

/// Whatever passes the gate, no operation refuses; whatever does not, some operation does.
#[test]
fn it_stands_for_every_operation() {
    for (l, r) in [(0, 0), (1, 1), (3, 3), (0, 1), (1, 0), (1, 3), (3, 1), (4, 5)] {
        let (x, y) = (batch(l), batch(r));
        let wide = T::<shape![2, Batch]>::full_with(Batch(r), 1.0);
        let passes = same_sizes((&x, &y)).is_ok();
        assert_eq!(passes, l == r);
        assert_eq!(same_sizes((&wide, &x)).is_ok(), passes);
        let runs = |f: &dyn Fn()| catch_unwind(AssertUnwindSafe(f)).is_ok();
        assert_eq!(runs(&|| drop(&x + &y)), passes);
        assert_eq!(runs(&|| drop(x.clone() - &y)), passes);
        assert_eq!(runs(&|| drop(&x - y.clone())), passes);
        assert_eq!(runs(&|| drop(same_shape(&x) * &y)), passes);
        assert_eq!(runs(&|| drop(x.zip_with(&y, |a, b| a + b))), passes);
        assert_eq!(runs(&|| drop(x.concat(&y, Axis::<1>))), passes);
        assert_eq!(runs(&|| drop(x.stack(&y, Axis::<1>))), passes);
        assert_eq!(runs(&|| drop(wide.matmul(&x))), passes);
        assert_eq!(runs(&|| drop(x.transpose().matmul(&y))), passes);
        assert_eq!(runs(&|| _ = y.expand_as(&x)), passes);
        assert_eq!(runs(&|| _ = x.broadcast_with(&y)), passes);
        assert_eq!(runs(&|| x.clone().copy_from(&y)), passes);
        assert_eq!(runs(&|| add_to(x.clone(), &y)), passes);
    }
}

#[test]
fn nothing_is_written_where_sizes_differ() {
    let mut x = T::<shape![Batch, 3]>::from_fn_with(Batch(4), |[i, j]| (3 * i + j) as f32);
    let before = x.clone();
    let short = batch(3);
    type InPlace = fn(&mut T<shape![Batch, 3]>, &T<shape![Batch, 3]>);
    let operations: [InPlace; 7] = [
        |x, y| *x += y,
        |x, y| *x -= y.clone(),
        |x, y| *x *= y.view(),
        |x, y| *x /= y,
        |x, y| *x %= y,
        |x, y| x.copy_from(y),
        |x, y| x.view_mut().copy_from(y),
    ];
    for (i, operation) in operations.iter().enumerate() {
        let panic = catch_unwind(AssertUnwindSafe(|| operation(&mut x, &short))).unwrap_err();
        let message = panic.downcast_ref::<String>().unwrap();
        assert!(message.contains("(Batch) has size 4 on the left and 3 on the right"), "{i}: {message}");
        assert_eq!(x, before, "operation {i}");
    }
}

#[test]
fn one_name_is_one_number_within_a_shape() {
    type Square = shape![Seq, Seq];
    let x = T::<Square>::from_vec_with((Seq(2), Seq(2)), vec![1.0; 4]).unwrap();
    assert_eq!(x.transpose() + &x, T::full_with((Seq(2), Seq(2)), 2.0));
    // At construction: a `Result` where there is one, with the data.
    let error = T::<Square>::from_vec_with((Seq(2), Seq(3)), vec![1.0; 6]).unwrap_err();
    assert_eq!(error.to_string(), "axis `Seq` has sizes 2 and 3 in one shape");
    assert_eq!((error.expected(), error.found(), error.into_data().len()), (None, 6, 6));
    let message = |f: &dyn Fn()| {
        let panic = catch_unwind(AssertUnwindSafe(f)).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let refused = "axis `Seq` has sizes 2 and 3 in one shape";
    assert_eq!(message(&|| drop(T::<Square>::zeros_with((Seq(2), Seq(3))))), refused);
    assert_eq!(message(&|| drop(T::<Square>::from_fn_with((Seq(2), Seq(3)), |[_, _]| 0.0))), refused);
    // After operations that join two tensors.
    let (q, k) = (T::<shape![Seq, 4]>::zeros_with(Seq(2)), T::<shape![Seq, 4]>::zeros_with(Seq(3)));
    assert_eq!(message(&|| drop(q.matmul(&k.transpose()))), refused);
    let (column, row) = (T::<shape![Seq, 1]>::zeros_with(Seq(2)), T::<shape![Seq]>::zeros_with(Seq(3)));
    assert_eq!(message(&|| drop(&column * &row)), refused);
    assert_eq!(message(&|| _ = column.broadcast_with(&row)), refused);
    assert!(same_sizes((&q, &k)).is_err() && same_sizes((&column, &row)).is_err());
    // Under names that are one afterwards.
    let two = T::<shape![Batch, Seq]>::zeros_with((Batch(2), Seq(3)));
    assert_eq!(message(&|| _ = two.rename::<Square>()), refused);
    assert_eq!(message(&|| _ = T::<shape![2, 3]>::zeros().free::<Square>()), refused);
    // What has two names may have two numbers.
    assert_eq!(two.rename::<shape![Seq, Batch]>().sizes(), [2, 3]);
    assert_eq!(q.rename::<shape![Batch, 4]>().matmul(&k.transpose()).sizes(), [2, 3]);
}

#[test]
fn errors_can_be_passed_on() {
    fn mean_error(x: &T<shape![Batch, 3]>, y: &T<shape![Batch, 3]>) -> Result<f32, SizeError> {
        same_sizes((x, y))?;
        Ok((x - y).mean_all())
    }
    assert_eq!(mean_error(&batch(2), &batch(2)), Ok(0.0));
    assert!(mean_error(&batch(2), &batch(1)).is_err());
}
