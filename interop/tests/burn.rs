//! burn's data, both ways: by values, and views by their addresses.
#![cfg(feature = "burn")]

use burn_std::TensorData;
use proptest::prelude::*;
use shaped::prelude::*;
use shaped_interop::burn::{FromBurn, IntoBurn, ToBurn};

type Cube = Tensor<i64, shape![Batch, Seq, 3]>;
axis!(Seq);
axis!(Batch);

proptest! {
    #[test]
    fn there_and_back_of_any_sizes(batch in 0usize..6, seq in 0usize..6) {
        let x = Cube::from_fn_with((Batch(batch), Seq(seq)), |[i, j, k]| (100 * i + 10 * j + k) as i64);
        let data = x.to_burn();
        prop_assert_eq!((data.shape().as_slice(), data.as_slice::<i64>().unwrap()), (&x.sizes()[..], x.as_slice()));
        let view = View::<i64, shape![Batch, Seq, 3]>::from_burn(&data).unwrap();
        prop_assert_eq!(view.as_slice().as_ptr(), data.as_slice::<i64>().unwrap().as_ptr());
        prop_assert_eq!(&Cube::from_burn(data).unwrap(), &x);
        prop_assert_eq!(&Cube::from_burn(x.clone().into_burn()).unwrap(), &x);
        let turned = x.permute(axes![2, 0, 1]).to_burn();
        let back = Tensor::<i64, shape![3, Batch, Seq]>::from_burn(turned).unwrap();
        prop_assert_eq!(back, x.permute(axes![2, 0, 1]).to_tensor());
    }
}

#[test]
fn a_vector_s_memory_goes_there_and_back() {
    let elements: Vec<f32> = (0..600).map(|i| i as f32).collect();
    let place = elements.as_ptr();
    let data = Tensor::<f32, shape![20, 30]>::from_vec(elements).unwrap().into_burn();
    assert_eq!(data.as_slice::<f32>().unwrap().as_ptr(), place);
    assert_eq!(Tensor::<f32, shape![Batch, 30]>::from_burn(data).unwrap().as_slice().as_ptr(), place);
}

#[test]
fn what_does_not_fit_is_handed_back_and_named() {
    let data = TensorData::new(vec![0.0f32; 6], [2, 3]);
    let error = Tensor::<f32, shape![Batch, 4]>::from_burn(data).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [2, 3] is no tensor of shape [Batch, 4]: axis 1 has size 3");
    assert_eq!(error.axis(), Some(1));
    let error = Tensor::<f64, shape![Batch, 3]>::from_burn(error.into_data()).unwrap_err();
    assert_eq!(
        (error.axis(), error.to_string().as_str()),
        (None, "elements of type F32 are none of F64: convert them there")
    );
    assert_eq!(Tensor::<f32, shape![Batch, 3]>::from_burn(error.into_data()).unwrap().sizes(), [2, 3]);
    let scalar = TensorData::new(vec![7u8], Vec::<usize>::new());
    assert_eq!(Tensor::<u8, shape![]>::from_burn(scalar).unwrap().into_vec(), [7]);
    let truths = Tensor::<bool, shape![3]>::from_burn(TensorData::new(vec![true, false, true], [3])).unwrap();
    assert_eq!(truths.as_slice(), [true, false, true]);
}
