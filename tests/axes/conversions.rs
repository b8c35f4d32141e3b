//! `rename`, `fix` and `free`: what the types know of the sizes changes, and nothing else.

use proptest::prelude::*;
use shaped::prelude::*;

axis!(Batch);
axis!(Row);
axis!(Channels = 3);
axis!(Colours = 3);

proptest! {
    #[test]
    fn there_and_back(b in 0usize..9, r in 0usize..9) {
        let x = Tensor::<i64, shape![Batch, Row, Channels]>::from_fn_with((Batch(b), Row(r)), |[i, j, k]| (100 * i + 10 * j + k) as i64);
        let renamed = x.rename::<shape![Row, Batch, 3]>();
        prop_assert_eq!(renamed.sizes(), [b, r, 3]);
        prop_assert_eq!(renamed.as_slice(), x.as_slice());
        prop_assert_eq!(renamed.as_slice().as_ptr(), x.as_slice().as_ptr());
        prop_assert_eq!(renamed.rename::<shape![Batch, Row, Channels]>(), x.view());
        // Static numbers: right ones only.
        let fixed = x.fix::<shape![4, Row, Channels]>();
        prop_assert_eq!(fixed.is_ok(), b == 4);
        if let Err(error) = fixed {
            prop_assert_eq!(error.to_string(), format!("axis `Batch` has size {b}, where 4 is expected"));
        }
        let both = x.fix::<shape![5, 7, Channels]>();
        prop_assert_eq!(both.is_ok(), (b, r) == (5, 7));
        let one = x.fix::<shape![1, Row, Channels]>();
        prop_assert_eq!(one.is_ok(), b == 1);
        if let Ok(one) = one {
            // Now it is stretched, which an axis of size 1 at run time is not.
            prop_assert_eq!(one.broadcast_with(&Tensor::<i64, shape![6, 1, 1]>::zeros()).0.sizes(), [6, r, 3]);
            prop_assert_eq!(one.free::<shape![Batch, Row, Channels]>(), x.view());
        }
        // Owned, in the same memory; a wrong number gives the tensor back.
        let place = x.as_slice().as_ptr();
        let x = match x.into_fixed::<shape![4, Row, Channels]>() {
            Ok(fixed) => fixed.into_freed::<shape![Batch, Row, Channels]>(),
            Err(error) => error.into_data(),
        };
        let x: Tensor<i64, shape![Row, Batch, 3]> = x.into_renamed();
        prop_assert_eq!(x.as_slice().as_ptr(), place);
        prop_assert_eq!(x.sizes(), [b, r, 3]);
    }

    /// Transposed, stretched and narrowed views keep their strides.
    #[test]
    fn any_layout(b in 0usize..9) {
        let x = Tensor::<i64, shape![Batch, 5]>::from_fn_with(Batch(b), |[i, j]| (10 * i + j) as i64);
        let part = x.narrow(Axis::<1>, 1, Dim::<3>);
        let named = part.rename::<shape![Row, Channels]>();
        prop_assert_eq!(named.strides(), [5, 1]);
        prop_assert_eq!(named.to_tensor().into_renamed::<shape![Batch, 3]>(), part.to_tensor());
        let turned = part.transpose();
        let turned = turned.rename::<shape![Colours, Row]>();
        prop_assert_eq!(turned.sizes(), [3, b]);
        prop_assert!(turned.iter().eq(part.transpose().iter()));
        let stretched = tensor![1, 2, 3].expand_as(&part.to_tensor()).rename::<shape![Row, Channels]>().to_tensor();
        prop_assert_eq!(stretched.as_slice(), [1, 2, 3].repeat(b));
        if let Ok(fixed) = part.transpose().fix::<shape![3, 4]>() {
            prop_assert_eq!(b, 4);
            prop_assert_eq!(&fixed + &fixed, part.transpose().to_tensor().into_fixed::<shape![3, 4]>().unwrap() * 2);
        } else {
            prop_assert!(b != 4);
        }
    }
}

#[test]
fn mutable_views() {
    let mut x: Tensor<i32, shape![2, 3]> = Tensor::zeros();
    let mut view = x.view_mut().free::<shape![Batch, 3]>().rename::<shape![Row, Channels]>();
    view += &Tensor::<i32, shape![Channels]>::arange();
    let view = view.fix::<shape![4, Channels]>().map(|_| ()).unwrap_err().into_data();
    let mut view = view.fix::<shape![2, Channels]>().unwrap();
    view *= 10;
    assert_eq!(x, tensor![[0, 10, 20], [0, 10, 20]]);
}

#[test]
fn generic_leading_axes_need_no_bound_to_rename() {
    fn named<L: Shape>(x: &Tensor<f32, (L, Dim<3>)>) -> View<'_, f32, (L, Channels)> {
        x.rename()
    }
    fn plain<L: Shape, D: Size>(x: Tensor<f32, ((L, Channels), D)>) -> Tensor<f32, ((L, Colours), D)> {
        x.into_renamed()
    }
    fn another<B: Size>(x: View<f32, shape![Batch, B]>) -> View<f32, shape![Row, B]> {
        x.rename()
    }
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(2));
    assert_eq!(named(&x).sizes(), [2, 3]);
    assert_eq!(another(x.view()).sizes(), [2, 3]);
    assert_eq!(plain(Tensor::<f32, shape![2, Channels, 4]>::zeros()).sizes(), [2, 3, 4]);
    fn rows<B: Size>(x: &Tensor<f32, shape![B, 3]>) -> Option<View<'_, f32, shape![2, 3]>>
    where
        shape![B, 3]: shaped::Fix<shape![2, 3]>,
    {
        x.fix().ok()
    }
    assert!(rows(&x).is_some());
    assert!(rows(&Tensor::<f32, shape![2, 3]>::zeros()).is_some());
}

/// The sizes enter as numbers, are fixed once, and what follows is static.
#[test]
fn fixed_views_are_static() {
    let x = Tensor::<f32, shape![Batch, 2]>::full_with(Batch(2), 1.0);
    let y: Tensor<f32, shape![2, 2]> = x.fix::<shape![2, 2]>().unwrap() + &Tensor::<f32, shape![2, 2]>::eye();
    assert_eq!(y, tensor![[2.0, 1.0], [1.0, 2.0]]);
    assert_eq!(size_of_val(&x.fix::<shape![2, 2]>().unwrap()), size_of::<usize>());
}
