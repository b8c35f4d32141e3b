//! bytemuck.

use proptest::prelude::*;
use shaped::prelude::*;

axis!(Batch);

#[test]
fn views_and_bytes_share_memory_both_ways() {
    let mut x = tensor![[1.5f32, 2.0, -0.0], [f32::MAX, f32::MIN_POSITIVE, 0.5]];
    let bytes = x.view().as_bytes();
    assert_eq!((bytes.as_ptr(), bytes.len()), (x.as_slice().as_ptr().cast(), 24));
    let back = View::<f32, shape![2, 3]>::from_bytes(bytes).unwrap();
    assert_eq!(back.as_slice().as_ptr(), x.as_slice().as_ptr());
    assert_eq!(back, x);
    let wide = View::<u64, shape![Batch]>::from_bytes_with(Batch(3), bytes).unwrap(); // memory of tensors is aligned to more than it needs
    assert_eq!(wide[[0]].to_ne_bytes()[..4], 1.5f32.to_ne_bytes());

    let place = x.as_slice().as_ptr();
    let mut view = x.view_mut();
    let mut same = ViewMut::<f32, shape![Batch, 3]>::from_bytes_with(Batch(2), view.as_bytes_mut()).unwrap();
    assert_eq!(same.as_mut_slice().as_ptr(), place);
    same.as_mut_slice().fill(7.0);
    ViewMut::<f32, shape![6]>::from_bytes(view.as_bytes_mut()).unwrap()[[5]] = 8.0;
    assert_eq!(x, tensor![[7.0, 7.0, 7.0], [7.0, 7.0, 8.0]]);
}

#[test]
fn what_does_not_fit_is_said_in_bytes() {
    let bytes = [0u8; 25];
    let said = |length| View::<f32, shape![2, 3]>::from_bytes(&bytes[..length]).unwrap_err().to_string();
    assert_eq!(said(20), "shape [2, 3] of f32 has 24 bytes, but 20 were given");
    assert_eq!(said(25), "shape [2, 3] of f32 has 24 bytes, but 25 were given");
    assert_eq!(said(1), "shape [2, 3] of f32 has 24 bytes, but 1 was given");
    let error = View::<u8, shape![1]>::from_bytes(&[]).unwrap_err();
    assert_eq!(error.to_string(), "shape [1] of u8 has 1 byte, but 0 were given");
    let error = Tensor::<u64, shape![Batch, 2]>::from_bytes_with(Batch(usize::MAX / 4), &bytes).unwrap_err();
    assert!(error.to_string().ends_with("has more bytes than can be counted, but 25 were given"), "{error}");
    let error = Tensor::<u16, shape![Batch, Batch]>::from_bytes_with((Batch(2), Batch(3)), &bytes[..12]).unwrap_err();
    assert!(error.to_string().contains("`Batch`") && !error.is_address(), "{error}");
    // Elements without bytes are not counted by bytes.
    assert!(View::<(), shape![3]>::from_bytes(&[]).is_err());
    assert!(Tensor::<(), shape![3]>::from_bytes(&bytes).is_err());

    // Of four addresses next to each other one fits.
    let at: Vec<_> = (0..4).map(|start| View::<f32, shape![5]>::from_bytes(&bytes[start..start + 20])).collect();
    assert_eq!(at.iter().filter(|view| view.is_ok()).count(), 1);
    for error in at.into_iter().filter_map(Result::err) {
        assert!(error.is_address());
        assert!(error.to_string().starts_with("f32 lies at multiples of 4 in memory"), "{error}");
    }
}

#[test]
fn shapes_without_elements_or_axes() {
    assert_eq!(View::<f64, shape![3, 0]>::from_bytes(&[]).unwrap().numel(), 0);
    assert_eq!(Tensor::<f64, shape![Batch, 4]>::from_bytes_with(Batch(0), &[]).unwrap().sizes(), [0, 4]);
    let one = Tensor::<i16, shape![]>::from_bytes(&7i16.to_ne_bytes()).unwrap();
    assert_eq!((one[[]], one.view().as_bytes().len()), (7, 2));
    assert!(Tensor::<f64, shape![0]>::zeros().view().as_bytes().is_empty());
}

proptest! {
    /// From any address a copy has the numbers that were written, and bytes come back as they were.
    #[test]
    fn copies_take_bytes_from_anywhere(elements in prop::collection::vec(any::<i32>(), 0..40), start in 0usize..8) {
        let bytes: Vec<u8> = elements.iter().flat_map(|x| x.to_ne_bytes()).collect();
        let file = [vec![0xff; start], bytes.clone()].concat();
        let x = Tensor::<i32, shape![Batch]>::from_bytes_with(Batch(elements.len()), &file[start..]).unwrap();
        prop_assert_eq!(x.as_slice(), elements);
        prop_assert_eq!(x.view().as_bytes(), bytes);
    }
}
