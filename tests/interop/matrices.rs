//! nalgebra.

use nalgebra::{DMatrix, DVector, DVectorView, Matrix1x3, Matrix2x3, Vector3};
use shaped::prelude::*;
use shaped::{ArrayError, Strided};

axis!(Batch);

#[test]
fn static_matrices_keep_rows_and_columns() {
    let m = Matrix2x3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
    let x: Tensor<f64, shape![2, 3]> = m.into();
    assert_eq!(x.as_slice(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(Matrix2x3::from(x.clone()), m);
    // Products agree.
    assert_eq!(Tensor::from(m * m.transpose()), x.matmul(&x.transpose()));
    let row: Tensor<f64, shape![1, 3]> = Matrix1x3::new(7.0, 8.0, 9.0).into();
    assert_eq!(Matrix1x3::from(row), Matrix1x3::new(7.0, 8.0, 9.0));
    let v: Tensor<i32, shape![3]> = Vector3::new(1, 2, 3).into();
    assert_eq!(Vector3::from(v), Vector3::new(1, 2, 3));
}

#[test]
fn dynamic_matrices_are_compared_with_the_type() {
    let m = DMatrix::from_fn(4, 3, |i, j| 10 * i + j);
    let x = Tensor::<usize, shape![Batch, 3]>::try_from(m.clone()).unwrap();
    assert_eq!((x.sizes(), x[[2, 1]]), ([4, 3], 21));
    assert_eq!(DMatrix::from(x), m);
    let error = Tensor::<usize, shape![Batch, 4]>::try_from(m.clone()).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [4, 3] is no tensor of shape [Batch, 4]: axis 1 has size 3");
    assert_eq!(error.into_data(), m);
    let nothing = Tensor::<u8, shape![Batch, 3]>::try_from(DMatrix::zeros(0, 3)).unwrap();
    assert_eq!(DMatrix::from(nothing).shape(), (0, 3));
}

#[test]
fn a_vector_s_memory_goes_there_and_back() {
    let v = DVector::from_fn(600, |i, _| i as f32);
    let place = v.as_ptr();
    let x = Tensor::<f32, shape![Batch]>::try_from(v).unwrap();
    assert_eq!((x.as_slice().as_ptr(), x.sizes()), (place, [600]));
    let v: DVector<f32> = x.into();
    assert_eq!((v.as_ptr(), v[599]), (place, 599.0));
}

#[test]
fn views_share_memory() {
    let m = Matrix2x3::new(1, 2, 3, 4, 5, 6);
    let x = View::<i32, shape![2, 3], Strided>::from(&m);
    assert_eq!((&raw const x[[0, 0]], x.strides()), (m.as_ptr(), [1, 2]));
    assert_eq!(x.to_tensor(), tensor![[1, 2, 3], [4, 5, 6]]);

    let m = DMatrix::from_fn(4, 5, |i, j| 10 * i + j);
    let x = View::<usize, shape![Batch, 5], Strided>::try_from(&m).unwrap();
    assert_eq!((&raw const x[[3, 4]], x.strides()), (&raw const m[(3, 4)], [1, 4]));
    let wrong: Result<View<usize, shape![5, 4], Strided>, ArrayError<()>> = (&m).try_into();
    assert_eq!(wrong.unwrap_err().axis(), Some(0));
    let none = DMatrix::<u8>::zeros(0, 3);
    assert_eq!(View::<u8, shape![Batch, 3], Strided>::try_from(&none).unwrap().to_tensor().numel(), 0);
}

#[test]
fn vectors_are_borrowed() {
    let x = Tensor::<f64, shape![Batch]>::from_vec_with(Batch(3), vec![1.0, 0.0, 1.0]).unwrap();
    let v: DVectorView<f64> = x.view().into();
    assert_eq!((v.as_ptr(), v.len()), (x.as_slice().as_ptr(), 3));
    assert_eq!((Matrix2x3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0) * v).as_slice(), [4.0, 10.0]);
    let none = Tensor::<f64, shape![0]>::zeros();
    assert_eq!(DVectorView::<f64>::from(none.view()).len(), 0);
}
