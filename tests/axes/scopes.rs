//! How far the compiler can be made to see that two batches have one size.

use shaped::prelude::*;
use shaped::{SizeError, same_sizes};

axis!(Batch);

/// Generic over the batch: nothing in here can make a second number, so no operation can find two.
fn loss<B: Size>(x: &Tensor<f32, shape![B, 3]>, y: &Tensor<f32, shape![B, 3]>) -> f32 {
    let error = x - y;
    (&error * &error).sum_all()
}

fn checked(x: &Tensor<f32, shape![Batch, 3]>, y: &Tensor<f32, shape![Batch, 3]>) -> Result<f32, SizeError> {
    same_sizes((x, y))?;
    Ok(loss(x, y))
}

#[test]
fn one_gate_in_front_of_generic_code() {
    let x = |n| Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(n));
    assert_eq!(checked(&x(2), &x(2)), Ok(0.0));
    assert!(checked(&x(2), &x(3)).is_err());
}

/// A name of a block's own: tensors of two blocks do not mix (a failing doctest of `axis!` shows it).
#[test]
fn each_block_has_its_own_name() {
    let one = {
        axis!(Batch);
        let x = Tensor::<f32, shape![Batch]>::full_with(Batch(2), 1.0);
        x.into_fixed::<shape![2]>().unwrap()
    };
    let two = {
        axis!(Batch);
        let x = Tensor::<f32, shape![Batch]>::full_with(Batch(2), 2.0);
        x.into_fixed::<shape![2]>().unwrap()
    };
    assert_eq!(one + two, tensor![3.0, 3.0]);
}

/// Several names of one call are as many names.
#[test]
fn several_names_at_once() {
    axis!(
        /// Of many.
        pub First,
        Second = 3,
        Third,
    );
    let x = Tensor::<i32, shape![First, Second, Third]>::zeros_with((First(2), Third(4)));
    assert_eq!(x.sizes(), [2, 3, 4]);
    assert_eq!((First::NAME, Second::NAME, Third::NAME), (Some("First"), Some("Second"), Some("Third")));
    // Two of them are not one.
    assert_ne!(First::ID, Third::ID);
}
