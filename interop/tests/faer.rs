//! faer, both ways: what is read is compared by index, and views by their addresses.
#![cfg(feature = "faer")]

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatRef, Par};
use proptest::prelude::*;
use shaped::prelude::*;
use shaped::{ArrayError, Strided};
use shaped_interop::faer::{AsFaer, AsFaerMut, FromFaer};

axis!(Rows);
axis!(Columns);
type Matrix = Tensor<f64, shape![Rows, Columns]>;

fn same(m: MatRef<f64>, x: &Matrix) {
    assert_eq!([m.nrows(), m.ncols()], x.sizes());
    for row in 0..m.nrows() {
        for column in 0..m.ncols() {
            assert_eq!(m[(row, column)], x[[row, column]]);
        }
    }
}

proptest! {
    #[test]
    fn there_and_back_of_any_sizes(rows in 0usize..20, columns in 0usize..20) {
        let x = Matrix::from_fn_with((Rows(rows), Columns(columns)), |[i, j]| (100 * i + j) as f64);
        same(x.as_faer(), &x);
        let m = x.to_faer();
        same(m.as_ref(), &x);
        prop_assert_eq!(&Matrix::from_faer(&m).unwrap(), &x);
        prop_assert_eq!(&Matrix::from_faer(x.as_faer()).unwrap(), &x);
        // Of what lies row by row, of columns, and of faer's own, which may have gaps.
        let viewed = View::<f64, shape![Rows, Columns], Strided>::from_faer(x.as_faer()).unwrap();
        prop_assert!(rows * columns == 0 || viewed.as_strided_slice().0.as_ptr() == x.as_slice().as_ptr());
        prop_assert_eq!(viewed.to_tensor(), x.view().to_tensor());
        match View::<f64, shape![Rows, Columns], Strided>::from_faer(m.as_ref()) {
            Ok(view) => prop_assert_eq!(view.to_tensor(), x),
            Err(error) => prop_assert!(m.col_stride() != rows as isize, "{}", error),
        }
    }

    #[test]
    fn views_of_any_order(rows in 1usize..9, columns in 1usize..9, from in 0usize..9, step in 1usize..4) {
        let x = Matrix::from_fn_with((Rows(rows), Columns(columns)), |[i, j]| (100 * i + j) as f64);
        let turned = x.transpose();
        prop_assert_eq!(turned.as_faer().as_ptr(), x.as_slice().as_ptr());
        let flipped = turned.flip((Axis::<0>, Axis::<1>));
        prop_assert_eq!(flipped.as_faer()[(0, 0)], x[[rows - 1, columns - 1]]);
        prop_assert_eq!(flipped.as_faer()[(columns - 1, rows - 1)], 0.0);
        let from = from % columns;
        let strides = [columns as isize, step as isize];
        let sizes = [rows, (columns - from).div_ceil(step)];
        let cut = View::<f64, shape![Rows, Columns], Strided>::from_slice_strided(&sizes, &strides, from, x.as_slice()).unwrap();
        same(cut.as_faer(), &cut.to_tensor());
    }
}

#[test]
fn products_of_views_are_those_of_copies() {
    let x = Tensor::<f64, shape![6, 10]>::from_fn(|[i, j]| ((3 * i + 7 * j) % 11) as f64);
    let part = x.slice(Axis::<1>, 1, Dim::<5>, Dim::<2>);
    let (a, b) = (part.transpose(), part.flip(Axis::<1>));
    let mut product = Tensor::<f64, shape![5, 5]>::zeros();
    matmul(product.as_faer_mut(), Accum::Replace, a.as_faer(), b.as_faer(), 1.0, Par::Seq);
    assert_eq!(product, a.matmul(&b));
    // A stretched row has stride 0.
    let row = tensor![1.0, 2.0, 3.0];
    let rows: View<f64, shape![4, 3], _> = row.broadcast_to();
    let column = Mat::from_fn(3, 1, |i, _| [1.0, 10.0, 100.0][i]);
    assert_eq!(Tensor::<f64, shape![4, 1]>::from_faer(&(rows.as_faer() * column)).unwrap(), Tensor::full(321.0));
}

#[test]
fn what_does_not_fit_is_handed_back_and_named() {
    let m = Mat::from_fn(5, 3, |i, j| (i + j) as f32);
    let said = |error: ArrayError<()>| (error.axis(), error.to_string());
    assert_eq!(
        said(Tensor::<f32, shape![5, 4]>::from_faer(&m).unwrap_err()),
        (Some(1), "an array of shape [5, 3] is no tensor of shape [5, 4]: axis 1 has size 3".into())
    );
    assert_eq!(
        said(Tensor::<f32, shape![Rows, Rows]>::from_faer(&m).unwrap_err()),
        (None, "an array of shape [5, 3] is no tensor of shape [Rows, Rows]: one name has two sizes".into())
    );
    // faer's columns begin at cache lines.
    let gaps = View::<f32, shape![Rows, 3], Strided>::from_faer(m.as_ref()).unwrap_err();
    assert_eq!(
        gaps.to_string(),
        "an array of shape [5, 3] does not lie in memory as a view of it as [Rows, 3] needs: copy it, into a `Tensor`"
    );
    assert_eq!(Tensor::<f32, shape![Rows, 3]>::from_faer(&m).unwrap().sizes(), [5, 3]);
    let other = View::<f32, shape![Rows, 4], Strided>::from_faer(m.as_ref()).unwrap_err();
    assert_eq!(other.to_string(), "an array of shape [5, 3] is no tensor of shape [Rows, 4]: axis 1 has size 3");
}

#[test]
fn columns_are_read_where_they_lie() {
    let m = Mat::from_fn(5, 3, |i, j| (10 * i + j) as f32);
    let column = View::<f32, shape![5]>::from_faer(m.col(2)).unwrap();
    assert_eq!(
        (column.to_tensor(), column.as_slice().as_ptr()),
        (tensor![2.0, 12.0, 22.0, 32.0, 42.0], m.col(2).as_ptr())
    );
    assert!(View::<f32, shape![6]>::from_faer(m.col(2)).is_err());
    // A row as a column has steps between its elements.
    assert!(View::<f32, shape![3]>::from_faer(m.transpose().col(2)).is_err());
}
