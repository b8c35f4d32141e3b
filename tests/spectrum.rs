//! Fourier transforms beside PyTorch's (`tools/reference/spectrum.py`).
#![cfg(feature = "fft")]

use num_complex::Complex;
use shaped::prelude::*;

#[path = "reference/harness.rs"]
mod harness;

use harness::Reference;

axis!(Time);

/// Real and imaginary parts on a last axis.
fn parts<T: Copy, S: StaticShape>(x: &Tensor<Complex<T>, S>) -> Tensor<T, (S, Dim<2>)> {
    Tensor::from_vec(x.iter().flat_map(|x| [x.re, x.im]).collect::<Vec<T>>()).expect("two of each")
}

#[test]
fn transforms_are_those_of_pytorch() {
    let reference = Reference::new(include_str!("data/reference/spectrum.txt"));
    macro_rules! checked {
        ($t:ident $most:literal: $($n:literal $name:literal;)*) => { $(
            let x = reference.input::<$t, shape![2, $n, 3]>(concat!("signal", $n));
            let (real, whole) = (x.rfft(Axis::<1>), x.fft(Axis::<1>));
            reference.check(concat!("rfft of ", $n), &parts(&real), $most);
            reference.check(concat!("fft of ", $n), &parts(&whole), $most);
            let turned = real.map(|x| x * Complex::new(1.0, 0.5));
            reference.check(concat!("irfft of ", $n), &turned.irfft(Axis::<1>, <dim!($n)>::default()), $most);
            let turned = whole.map(|x| x * Complex::i());
            reference.check(concat!("ifft of ", $n), &parts(&turned.ifft(Axis::<-2>)), $most);
        )* };
    }
    macro_rules! sound {
        ($t:ident $most:literal) => {
            let x = reference.input::<$t, shape![40]>("sound");
            let hann = Tensor::<$t, shape![8]>::from_fn(|[i]| {
                (0.5 - 0.5 * (i as f64 * std::f64::consts::PI / 4.0).cos()) as $t
            });
            let spectra: Tensor<_, shape![9, 5]> = (&x.unfold(Axis::<0>, Dim::<8>, Dim::<4>) * &hann).rfft(Axis::<1>);
            reference.check("stft power", &spectra.map(|x| x.norm_sqr()).t(), $most);
        };
    }
    checked!(f64 1e-13: 1 "1"; 8 "8"; 9 "9"; 30 "30";);
    checked!(f32 1e-5: 1 "1"; 8 "8"; 9 "9"; 30 "30";);
    sound!(f64 1e-12);
    sound!(f32 1e-4);
    reference.finish("spectrum");
}

#[test]
fn axes_may_be_counted_when_the_program_runs() {
    let x: Tensor<f64, shape![2, Time]> = Tensor::from_fn_with(Time(7), |[i, j]| (i * 7 + j) as f64);
    let spectrum = x.rfft(Axis::<1>);
    assert_eq!(spectrum.sizes(), [2, 4]);
    let back: Tensor<f64, shape![2, Time]> = spectrum.irfft(Axis::<1>, Time(7));
    assert!((back - &x).abs().max_all() < 1e-13);
    // Along the first axis, of what is not contiguous.
    let turned = x.t();
    assert_eq!(turned.rfft(Axis::<0>).t().to_tensor(), spectrum);
    let none: Tensor<f32, shape![0, 4]> = Tensor::zeros();
    assert_eq!(none.rfft(Axis::<1>).sizes(), [0, 3]);
    let error = std::panic::catch_unwind(|| none.rfft(Axis::<0>).sizes()).unwrap_err();
    assert_eq!(error.downcast_ref(), Some(&"a Fourier transform of no elements: the axis has size 0"));
    let error = std::panic::catch_unwind(|| spectrum.irfft(Axis::<1>, Time(8)).sizes()).unwrap_err();
    let error = error.downcast_ref::<String>().expect("a message with numbers");
    assert_eq!(error, "a signal of 8 elements has 5 frequencies, and there are 4");
}
