//! candle, both ways: by values, and views by their addresses.
#![cfg(feature = "candle")]

use candle_core::{CpuStorage, CustomOp1, Device, Layout, Result, Shape as Sizes, Storage, Tensor as Candle};
use proptest::prelude::*;
use shaped::Strided;
use shaped::prelude::*;
use shaped_interop::candle::{FromCandle, IntoCandle, ToCandle, WithView};

axis!(Batch);
axis!(Seq);
type Cube = Tensor<f32, shape![Batch, Seq, 3]>;

proptest! {
    #[test]
    fn there_and_back_of_any_sizes(batch in 0usize..6, seq in 0usize..6) {
        let x = Cube::from_fn_with((Batch(batch), Seq(seq)), |[i, j, k]| (100 * i + 10 * j + k) as f32);
        let c = x.to_candle(&Device::Cpu).unwrap();
        prop_assert_eq!(c.dims(), x.sizes());
        prop_assert_eq!(&Cube::from_candle(&c).unwrap(), &x);
        prop_assert_eq!(c.flatten_all().unwrap().to_vec1::<f32>().unwrap(), x.as_slice());
        // Turned there, and turned here.
        let turned = c.permute((2, 0, 1)).unwrap();
        let expected = x.permute(axes![2, 0, 1]).to_tensor();
        prop_assert_eq!(&Tensor::<f32, shape![3, Batch, Seq]>::from_candle(&turned).unwrap(), &expected);
        let theirs = x.permute(axes![2, 0, 1]).to_candle(&Device::Cpu).unwrap();
        prop_assert_eq!(Tensor::<f32, shape![3, Batch, Seq]>::from_candle(&theirs).unwrap(), expected);
    }

    #[test]
    fn parts_are_read_where_they_lie(batch in 1usize..6, from in 0usize..6, some in 1usize..6) {
        let (from, some) = (from % batch, some.min(batch - from % batch));
        let c = Candle::arange(0f32, (batch * 4 * 3) as f32, &Device::Cpu).unwrap().reshape((batch, 4, 3)).unwrap();
        let start = c.with_view(|x: View<f32, shape![Batch, 4, 3], Strided>| x.as_strided_slice().0.as_ptr().addr()).unwrap();
        let part = c.narrow(0, from, some).unwrap().narrow(1, 1, 2).unwrap().transpose(0, 2).unwrap();
        part.with_view(|x: View<f32, shape![3, 2, Batch], Strided>| {
            assert_eq!(x.as_strided_slice().0.as_ptr().addr(), start + 4 * (12 * from + 3));
            assert_eq!((x.sizes(), x[[2, 1, some - 1]]), ([3, 2, some], (12 * (from + some - 1) + 3 * 2 + 2) as f32));
        }).unwrap();
    }
}

#[test]
fn a_vector_s_memory_goes_there_and_is_read_there() {
    let elements: Vec<f64> = (0..600).map(f64::from).collect();
    let place = elements.as_ptr();
    let x = Tensor::<f64, shape![20, 30]>::from_vec(elements).unwrap().into_candle(&Device::Cpu).unwrap();
    x.with_view(|x: View<f64, shape![Batch, 30], Strided>| assert_eq!(x.as_strided_slice().0.as_ptr(), place)).unwrap();
    // Stretched there: stride 0.
    let rows = Candle::new(&[1u32, 2, 3], &Device::Cpu).unwrap().broadcast_as((4, 3)).unwrap();
    assert_eq!(rows.with_view(|x: View<u32, shape![4, 3], Strided>| x.sum_all()).unwrap(), 24);
}

#[test]
fn what_does_not_fit_is_an_error_of_candle_s_that_names_axis_and_sizes() {
    let x = Candle::zeros((32, 63), candle_core::DType::F32, &Device::Cpu).unwrap();
    let error = Tensor::<f32, shape![Batch, 64]>::from_candle(&x).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("an array of shape [32, 63] is no tensor of shape [Batch, 64]: axis 1 has size 63"),
        "{error}"
    );
    let error = Tensor::<f32, shape![Batch]>::from_candle(&x).unwrap_err();
    assert!(
        error.to_string().starts_with("an array of shape [32, 63] is no tensor of shape [Batch]: it has 2 axes, not 1"),
        "{error}"
    );
    let error = Tensor::<f64, shape![Batch, 63]>::from_candle(&x).unwrap_err();
    assert!(error.to_string().contains("unexpected dtype, expected: F64, got: F32"), "{error}");
    let (storage, layout) = x.storage_and_layout();
    let Storage::Cpu(storage) = &*storage else { panic!("it is on the CPU") };
    assert!(View::<f32, shape![Batch, 63]>::from_candle((storage, layout)).is_ok());
    let turned = layout.transpose(0, 1).unwrap();
    let error = View::<f32, shape![63, Batch]>::from_candle((storage, &turned)).unwrap_err().to_string();
    assert!(
        error.contains("does not lie in memory as a view of it as [63, Batch] needs: copy it, into a `Tensor`"),
        "{error}"
    );
    // What a layout promises is compared with the memory.
    let beyond = Layout::contiguous((33, 63));
    assert!(View::<f32, shape![Batch, 63], Strided>::from_candle((storage, &beyond)).is_err());
    assert!(View::<f32, shape![Batch, 63]>::from_candle((storage, &beyond)).is_err());
}

/// A function of ours as an operation of candle's.
struct Scores;
impl CustomOp1 for Scores {
    fn name(&self) -> &'static str {
        "typed softmax"
    }
    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Sizes)> {
        let x = View::<f32, shape![Batch, 3], Strided>::from_candle((storage, layout))?;
        Ok(x.softmax(Axis::<-1>).into_candle_storage())
    }
}

#[test]
fn an_operation_of_candle_s_reads_what_is_turned() {
    let x = Candle::arange(0f32, 6.0, &Device::Cpu).unwrap().reshape((3, 2)).unwrap().t().unwrap();
    let y = Tensor::<f32, shape![2, 3]>::from_candle(&x.apply_op1_no_bwd(&Scores).unwrap()).unwrap();
    assert!(y.all_close(&tensor![[0.0, 2.0, 4.0], [1.0, 3.0, 5.0]].softmax(Axis::<-1>), 1e-6, 0.0));
    let error = x.t().unwrap().apply_op1_no_bwd(&Scores).unwrap_err().to_string();
    assert!(error.contains("an array of shape [3, 2] is no tensor of shape [Batch, 3]: axis 1 has size 2"), "{error}");
}
