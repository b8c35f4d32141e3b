//! ndarray.

use ndarray::{
    Array, Array0, Array1, Array2, Array3, ArrayD, ArrayView, ArrayView2, ArrayView3, ArrayViewD, ArrayViewMut2, IxDyn,
    ShapeBuilder, array, s,
};
use proptest::prelude::*;
use shaped::prelude::*;
use shaped::{ArrayError, Stretched, Strided};

axis!(Batch);
axis!(Side);

#[test]
fn a_vector_s_memory_goes_there_and_back() {
    let elements: Vec<f32> = (0..600).map(|i| i as f32).collect();
    let place = elements.as_ptr();
    let x = Tensor::<f32, shape![20, 30]>::from_vec(elements).unwrap();
    let a: Array2<f32> = x.into();
    assert_eq!((a.as_ptr(), a.dim(), a[[19, 29]]), (place, (20, 30), 599.0));
    let x = Tensor::<f32, shape![Batch, 30]>::try_from(a).unwrap();
    assert_eq!((x.as_slice().as_ptr(), x.sizes()), (place, [20, 30]));
}

#[test]
fn any_number_of_axes() {
    let scalar: Array0<i32> = Tensor::<i32, shape![]>::from_vec(vec![7]).unwrap().into();
    assert_eq!(scalar[()], 7);
    assert_eq!(Tensor::<i32, shape![]>::try_from(scalar).unwrap().into_vec(), [7]);
    let cube: Array3<i32> = Tensor::<i32, shape![2, 1, 3]>::arange().into();
    assert_eq!(cube, array![[[0, 1, 2]], [[3, 4, 5]]]);
    let seven: ArrayD<i32> = Tensor::<i32, shape![1, 2, 1, 2, 1, 1, 2]>::arange().into();
    assert_eq!((seven.shape(), seven[IxDyn(&[0, 1, 0, 1, 0, 0, 1])]), (&[1, 2, 1, 2, 1, 1, 2][..], 7));
    assert_eq!(Tensor::<i32, shape![1, 2, 1, 2, 1, 1, 2]>::try_from(seven).unwrap(), Tensor::arange());
    let nothing: Array2<i32> = Tensor::<i32, shape![0, 3]>::zeros().into();
    assert_eq!(nothing.dim(), (0, 3));
    assert_eq!(Tensor::<i32, shape![Batch, 3]>::try_from(nothing).unwrap().sizes(), [0, 3]);
}

#[test]
fn arrays_that_are_cut_or_turned_are_read_in_their_own_order() {
    let a = Array::from_shape_vec((3, 4), (0..12).collect()).unwrap();
    // Row by row still, and less than the vector holds on both sides.
    let rows = a.clone().slice_move(s![1..2, ..]);
    assert_eq!(Tensor::<i32, shape![1, 4]>::try_from(rows).unwrap(), tensor![[4, 5, 6, 7]]);
    let part = a.clone().slice_move(s![..;2, 1..;2]);
    assert_eq!(Tensor::<i32, shape![2, 2]>::try_from(part).unwrap(), tensor![[1, 3], [9, 11]]);
    let columns = a.clone().reversed_axes();
    assert_eq!(
        Tensor::<i32, shape![4, 3]>::try_from(columns).unwrap(),
        tensor![[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
    );
    let fortran = Array::from_shape_vec((2, 3).f(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(Tensor::<i32, shape![2, 3]>::try_from(fortran).unwrap(), tensor![[1, 3, 5], [2, 4, 6]]);
}

#[test]
fn views_share_memory() {
    let x = Tensor::<i32, shape![4, 3]>::arange();
    let a = ArrayView2::from(&x);
    assert_eq!((a.as_ptr(), a.dim()), (x.as_slice().as_ptr(), (4, 3)));
    let back = View::<i32, shape![4, 3]>::try_from(a).unwrap();
    assert_eq!(back.as_slice().as_ptr(), x.as_slice().as_ptr());

    let turned: ArrayView2<i32> = x.transpose().flip(Axis::<0>).into();
    assert_eq!(turned, array![[2, 5, 8, 11], [1, 4, 7, 10], [0, 3, 6, 9]]);
    assert!(std::ptr::eq(&turned[[2, 0]], &x.as_slice()[0]));

    let row = tensor![1, 2, 3];
    let stretched: View<i32, shape![2, 3], Stretched<_>> = row.broadcast_to();
    let a: ArrayView2<i32> = stretched.into();
    assert_eq!((a.strides(), a.dim()), (&[0, 1][..], (2, 3)));
    assert_eq!(a, array![[1, 2, 3], [1, 2, 3]]);

    let mut x = Tensor::<i32, shape![2, 2]>::zeros();
    ArrayViewMut2::from(&mut x).slice_mut(s![.., 1]).fill(5);
    assert_eq!(x, tensor![[0, 5], [0, 5]]);
}

#[test]
fn views_of_arrays_in_any_order_without_gaps() {
    let a = Array::from_shape_vec((2, 3), (0..6).collect()).unwrap();
    let turned = View::<i32, shape![3, 2], Strided>::try_from(a.t()).unwrap();
    assert_eq!(turned.to_tensor(), tensor![[0, 3], [1, 4], [2, 5]]);
    let backwards = View::<i32, shape![2, 3], Strided>::try_from(a.slice(s![..;-1, ..;-1])).unwrap();
    assert_eq!(backwards.to_tensor(), tensor![[5, 4, 3], [2, 1, 0]]);
    let nothing = Array2::<i32>::zeros((0, 3));
    assert_eq!(View::<i32, shape![3, Batch], Strided>::try_from(nothing.t()).unwrap().sizes(), [3, 0]);
    let units = Array::from_elem((2, 3), ());
    assert_eq!(View::<(), shape![3, 2], Strided>::try_from(units.t()).unwrap().to_tensor().as_slice().len(), 6);

    let gaps = View::<i32, shape![2, 2], Strided>::try_from(a.slice(s![.., ..2])).unwrap_err();
    assert_eq!(
        gaps.to_string(),
        "an array of shape [2, 2] does not lie in memory as a view of it as [2, 2] needs: copy it, into a `Tensor`"
    );
    assert_eq!(
        (gaps.axis(), Tensor::<i32, shape![2, 2]>::try_from(gaps.into_data()).unwrap()),
        (None, tensor![[0, 1], [3, 4]])
    );
    assert!(View::<i32, shape![3, 2]>::try_from(a.t()).is_err());
}

#[test]
fn what_does_not_fit_is_handed_back_and_named() {
    fn said<T, S: shaped::Shape, Data>(result: Result<Tensor<T, S>, ArrayError<Data>>) -> (Option<usize>, String) {
        let error = result.err().unwrap();
        (error.axis(), error.to_string())
    }
    let a = Array1::from_vec(vec![1, 2, 3]);
    let error = Tensor::<i32, shape![4]>::try_from(a).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [3] is no tensor of shape [4]: axis 0 has size 3");
    assert_eq!((error.axis(), error.found()), (Some(0), &[3][..]));
    assert_eq!(error.into_data(), array![1, 2, 3]);
    let square = || Array2::<f32>::zeros((2, 3));
    assert_eq!(
        said(Tensor::<f32, shape![Side, Side]>::try_from(square())),
        (None, "an array of shape [2, 3] is no tensor of shape [Side, Side]: one name has two sizes".into())
    );
    assert_eq!(
        said(Tensor::<f32, shape![6]>::try_from(square())),
        (None, "an array of shape [2, 3] is no tensor of shape [6]: it has 2 axes, not 1".into())
    );
    assert_eq!(
        said(Tensor::<f32, shape![Batch, 4]>::try_from(square().view())),
        (Some(1), "an array of shape [2, 3] is no tensor of shape [Batch, 4]: axis 1 has size 3".into())
    );
    let deep = ArrayD::<f32>::zeros(vec![1; 20]);
    assert!(said(Tensor::<f32, shape![1]>::try_from(deep)).1.ends_with("it has 20 axes, not 1"));
}

proptest! {
    #[test]
    fn there_and_back(batch in 0usize..5, side in 0usize..5, cut in 0usize..3, turned: bool) {
        let counted = (0..batch * side * 3).collect();
        let x = Tensor::<usize, shape![Batch, Side, 3]>::from_vec_with((Batch(batch), Side(side)), counted).unwrap();
        let a: Array3<usize> = x.clone().into();
        prop_assert_eq!(a.dim(), (batch, side, 3));
        for ((b, s, k), &value) in a.indexed_iter() {
            prop_assert_eq!(value, (b * side + s) * 3 + k);
        }
        prop_assert_eq!(&Tensor::<usize, shape![Batch, Side, 3]>::try_from(a.clone()).unwrap(), &x);
        let view: ArrayView3<usize> = x.view().into();
        prop_assert_eq!(view, a.view());
        // A part, in either order, as ndarray and as a tensor.
        let cut = cut.min(batch);
        let part = a.slice(s![cut.., .., ..2]);
        let part: ArrayViewD<usize> = if turned { part.reversed_axes().into_dyn() } else { part.into_dyn() };
        let expected: Vec<usize> = part.iter().copied().collect();
        let copied: Vec<usize> = if turned {
            Tensor::<usize, shape![2, Side, Batch]>::try_from(part).unwrap().into_vec()
        } else {
            Tensor::<usize, shape![Batch, Side, 2]>::try_from(part).unwrap().into_vec()
        };
        prop_assert_eq!(copied, expected);
        let strided: ArrayView<usize, _> = x.permute((Axis::<2>, Axis::<0>, Axis::<1>)).into();
        prop_assert_eq!(strided, a.view().permuted_axes([2, 0, 1]));
    }
}
