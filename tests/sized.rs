//! Slices and vectors whose sizes are data: both ways, by an oracle of indices, and what is wrong about them is an error and no access beyond.

use proptest::prelude::*;
use shaped::prelude::*;
use shaped::{ArrayError, Strided};

axis!(Batch);
axis!(Seq);
type Cut<'a, T = i32> = View<'a, T, shape![Batch, Seq], Strided>;

fn said<X>(result: Result<X, ArrayError<impl Sized>>) -> String {
    result.err().expect("it does not fit").to_string()
}

proptest! {
    #[test]
    fn any_sizes_and_strides_within_a_slice_and_none_beyond(
        sizes in [0usize..5, 0usize..5], strides in [-4isize..5, -4isize..5], first in 0usize..30, len in 0usize..30,
    ) {
        let elements: Vec<i32> = (0..len as i32).collect();
        let place = |i: usize, j: usize| first as isize + i as isize * strides[0] + j as isize * strides[1];
        let mut places = (0..sizes[0]).flat_map(|i| (0..sizes[1]).map(move |j| place(i, j)));
        let fits = places.all(|place| (0..len as isize).contains(&place));
        match Cut::from_slice_strided(&sizes, &strides, first, &elements) {
            Ok(view) => {
                prop_assert!(fits);
                prop_assert_eq!(view.sizes(), sizes);
                let expected = Tensor::from_fn_with((Batch(sizes[0]), Seq(sizes[1])), |[i, j]| place(i, j) as i32);
                prop_assert_eq!(view.to_tensor(), expected);
                // The way back is the same view.
                let (reached, first) = view.as_strided_slice();
                let again = Cut::from_slice_strided(&view.sizes(), &view.strides(), first, reached).unwrap();
                prop_assert_eq!(again.to_tensor(), view.to_tensor());
            }
            Err(_) => prop_assert!(!fits),
        }
    }

    #[test]
    fn there_and_back(batch in 0usize..5, seq in 0usize..5) {
        let mut elements: Vec<i32> = (0..(batch * seq) as i32).collect();
        let x = View::<i32, shape![Batch, Seq]>::from_slice_sized(&[batch, seq], &elements).unwrap();
        prop_assert_eq!((x.sizes(), x.as_slice().as_ptr()), ([batch, seq], elements.as_ptr()));
        let copy = x.to_tensor();
        ViewMut::<i32, shape![Batch, Seq]>::from_slice_sized(&[batch, seq], &mut elements).unwrap().into_mut_slice().fill(0);
        prop_assert!(elements.iter().all(|one| *one == 0));
        let place = elements.as_ptr();
        let x = Tensor::<i32, shape![Batch, Seq]>::from_vec_sized(&[batch, seq], elements).unwrap();
        prop_assert_eq!((x.as_slice().as_ptr(), x.sizes()), (place, copy.sizes()));
    }
}

#[test]
fn what_is_wrong_is_named() {
    let six = [0; 6];
    let sized = |sizes: &[usize]| said(View::<i32, shape![Batch, 3]>::from_slice_sized(sizes, &six));
    assert_eq!(sized(&[3, 2]), "an array of shape [3, 2] is no tensor of shape [Batch, 3]: axis 1 has size 2");
    assert_eq!(sized(&[6]), "an array of shape [6] is no tensor of shape [Batch, 3]: it has 1 axis, not 2");
    assert_eq!(sized(&[3, 3]), "an array of shape [3, 3] has 9 elements, but 6 were given");
    assert_eq!(
        sized(&[usize::MAX, 3]),
        format!("an array of shape [{}, 3] has more elements than can be counted, but 6 were given", usize::MAX)
    );
    let error = Tensor::<i32, shape![2, 2]>::from_vec_sized(&[2, 2], vec![7]).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [2, 2] has 4 elements, but 1 was given");
    assert_eq!((error.axis(), error.into_data()), (None, vec![7]));
    assert_eq!(
        said(View::<i32, shape![Batch, Batch]>::from_slice_sized(&[2, 3], &six)),
        "an array of shape [2, 3] is no tensor of shape [Batch, Batch]: one name has two sizes"
    );
    let strided = |strides: &[isize], first| said(Cut::from_slice_strided(&[2, 3], strides, first, &six));
    assert_eq!(strided(&[3], 0), "an array of shape [2, 3] has 2 axes, but strides [3]");
    assert_eq!(
        strided(&[3, 1], 1),
        "an array of shape [2, 3] with strides [3, 1] from place 1 on reaches beyond 6 elements"
    );
    assert_eq!(
        strided(&[3, -1], 1),
        "an array of shape [2, 3] with strides [3, -1] from place 1 on reaches beyond 6 elements"
    );
}

#[test]
fn no_numbers_lead_beyond_the_slice() {
    let six = [1u8; 6];
    let at =
        |sizes: [usize; 2], strides: [isize; 2], first| Cut::from_slice_strided(&sizes, &strides, first, &six).is_ok();
    for sizes in [[usize::MAX, 1], [1, usize::MAX], [2, usize::MAX / 2], [1 << 62, 2], [isize::MAX as usize, 1]] {
        for strides in [[1, 1], [isize::MAX, isize::MIN], [isize::MIN, 1], [-1, 1], [1, isize::MIN]] {
            for first in [0, 5, usize::MAX, isize::MAX as usize] {
                assert!(!at(sizes, strides, first), "{sizes:?} {strides:?} {first}");
            }
        }
    }
    assert!(
        !at([1, 1], [0, 0], 6) && at([1, 1], [isize::MAX, isize::MIN], 5) && at([0, 3], [isize::MAX, 1], usize::MAX)
    );
    // One element, read again and again, as often as can be counted.
    let all = Cut::from_slice_strided(&[1 << 40, 1 << 20], &[0, 0], 5, &six).unwrap();
    assert_eq!((all.numel(), all[[1 << 39, 1 << 19]]), (1 << 60, 1));
    assert!(!at([1 << 40, 1 << 40], [0, 0], 5));
    // Elements of no bytes lie wherever they are asked for, if there is one.
    let units = [(); 1];
    assert_eq!(Cut::from_slice_strided(&[2, 3], &[7, 9], 4, &units).unwrap().to_tensor().as_slice().len(), 6);
    assert!(Cut::<()>::from_slice_strided(&[2, 3], &[0, 0], 0, &[]).is_err());
}
