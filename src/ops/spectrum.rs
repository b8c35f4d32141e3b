//! Fourier transforms along an axis, by the crates realfft and rustfft.

use alloc::vec::Vec;
use std::cell::RefCell;
use std::vec;

use num_complex::Complex;
use num_traits::Zero;
use realfft::RealFftPlanner;
use rustfft::{FftNum, FftPlanner};

use super::index::read::Around;
use super::reduce::number;
use super::rows::{axis_and_inner, elements};
use crate::shape::at::{Along, SizeAt, With};
use crate::shape::axes::Axis;
use crate::shape::size::Size;
use crate::shape::spectrum::{Half, Spectrum};
use crate::shape::verbs::transform;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values};

operation! {
    /// Fourier transforms along the axis `A`, of `f32`, `f64` and of complex numbers of these (feature `fft`). Results are constants: nothing here is
    /// recorded on a tape. PyTorch's `torch.fft`, with its default norm: the way back divides by the number of elements.
    ///
    /// The spectrogram of a signal, PyTorch's `torch.stft(x, 4, 2, window=window, center=False)`: windows, each times a window function, and the
    /// spectrum of each. Every size is known by its type.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let signal: Tensor<f32, shape![2, 10]> = Tensor::ones();
    /// let window = tensor![0.0, 0.5, 1.0, 0.5]; // Hann's
    /// let frames = signal.unfold(Axis::<1>, Dim::<4>, Dim::<2>); // [2, 4, 4], no copy
    /// let spectra = (&frames * &window).rfft(Axis::<2>);
    /// assert_eq!(spectra.sizes(), [2, 4, 3]);
    /// assert_eq!(spectra.map(|x| x.norm()).index_axis(Axis::<0>, 0).index_axis(Axis::<0>, 0).to_tensor(), tensor![2.0, 1.0, 0.0]);
    /// ```
    trait Transforms[A][A] for X where [X: Values<Shape: Along<A, transform>> + ?Sized] {
        /// The shape with as many frequencies as a real signal has.
        type Frequencies: Shape = With<X::Shape, A, transform, Half<SizeAt<X::Shape, A, transform>>>;
    }

    /// The spectrum of a real signal, without the frequencies that are the others' conjugates: `[2, 8]` or `[2, 9]` along `Axis::<1>` -> `[2, 5]`. PyTorch's
    /// `torch.fft.rfft(x, dim=dim)`, NumPy's `np.fft.rfft(x, axis=axis)`. Allocates the result and a few lanes.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use shaped::prelude::*;
    /// let spectrum = tensor![1.0, 0.0, -1.0, 0.0].rfft(Axis::<0>); // one turn in four steps
    /// assert_eq!(spectrum, tensor![Complex::new(0.0, 0.0), Complex::new(2.0, 0.0), Complex::new(0.0, 0.0)]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 0.0, -1.0, 0.0].rfft(Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If the axis has size 0.
    fn rfft( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Complex<Self::Elem>, Self::Frequencies>
    where [Self::Elem: RealSignal]
    {
        let (shape, place) = (self.view().shape(), <X::Shape as Along<A, transform>>::PLACE);
        let (n, _) = axis_and_inner(shape, place);
        some(n);
        let plan = X::Elem::real_planner(|planner| planner.plan_fft_forward(n));
        let mut room = plan.make_scratch_vec();
        let elements = along(self, place, n / 2 + 1, |lane, spectrum| {
            plan.process_with_scratch(lane, spectrum, &mut room).expect("buffers of the plan's sizes");
        });
        Tensor::from_parts(elements, run_time::with_size(shape, place, n / 2 + 1))
    }

    /// The spectrum of a signal, all frequencies, 0 first: `[2, 8]` along `Axis::<1>` -> `[2, 8]`. PyTorch's `torch.fft.fft(x, dim=dim)`, NumPy's
    /// `np.fft.fft(x, axis=axis)`. Allocates the result and a few lanes.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use shaped::prelude::*;
    /// let [i, one] = [Complex::new(0.0, 1.0), Complex::new(1.0, 0.0)];
    /// let turn = tensor![one, i, -one, -i]; // one turn in four steps
    /// let spectrum = turn.fft(Axis::<0>);
    /// assert_eq!(spectrum.map(|x| x.norm()), tensor![0.0, 4.0, 0.0, 0.0]);
    /// assert_eq!(spectrum.ifft(Axis::<0>), turn);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 0.0, -1.0, 0.0].fft(Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If the axis has size 0.
    fn fft( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Complex<<Self::Elem as Signal>::Real>, Self::Shape>
    where [Self::Elem: Signal]
    {
        let place = <X::Shape as Along<A, transform>>::PLACE;
        Tensor::from_parts(complex(self, place, false), self.view().shape())
    }

    /// The signal of a spectrum, divided by the number of elements: `[2, 8]` along `Axis::<1>` -> `[2, 8]`. PyTorch's `torch.fft.ifft(x, dim=dim)`, NumPy's
    /// `np.fft.ifft(x, axis=axis)`. Allocates the result and a few lanes.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use shaped::prelude::*;
    /// let x = tensor![1.0f64, 2.0, 3.0];
    /// let back = x.fft(Axis::<0>).ifft(Axis::<0>).map(|x| x.re);
    /// assert!((back - x).abs().max_all() < 1e-15);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 0.0, -1.0, 0.0].ifft(Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If the axis has size 0.
    fn ifft( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: A) -> Tensor<Complex<<Self::Elem as Signal>::Real>, Self::Shape>
    where [Self::Elem: Signal]
    {
        let place = <X::Shape as Along<A, transform>>::PLACE;
        Tensor::from_parts(complex(self, place, true), self.view().shape())
    }
}

operation! {
    /// The way back from spectra of real signals of `N` elements along the axis `Axis<I>` (feature `fft`).
    trait RealTransforms[N, const I: isize][N, I] for X where [X: Values<Shape: Spectrum<Axis<I>, N>> + ?Sized, N: Size] {
        /// The shape of the signal.
        type Signal: Shape = <X::Shape as Spectrum<Axis<I>, N>>::Signal;
    }

    /// The real signal of so many elements of a spectrum that [`rfft`](Transforms::rfft) makes, divided by their number: `[2, 5]` along `Axis::<1>` with
    /// `Dim::<8>` -> `[2, 8]`, with `Dim::<9>` -> `[2, 9]`. Imaginary parts of the frequency 0, and of the last one of an even number, do not
    /// count. PyTorch's `torch.fft.irfft(x, n, dim=dim)`, NumPy's `np.fft.irfft(x, n, axis=axis)`. Allocates the result and a few lanes.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1.0f64, 2.0, 3.0, 4.0, 6.0];
    /// let back = x.rfft(Axis::<0>).irfft(Axis::<0>, Dim::<5>);
    /// assert!((back - x).abs().max_all() < 1e-15);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let spectrum = tensor![1.0, 2.0, 3.0, 4.0, 6.0].rfft(Axis::<0>); // 3 frequencies
    /// spectrum.irfft(Axis::<0>, Dim::<6>);
    /// ```
    ///
    /// # Panics
    /// If there are to be no elements, or a run-time number that has not as many frequencies.
    fn irfft( // an axis is written `Axis::<1>`, or `Axis::<-1>` from the end
        &self, axis: Axis<I>, n: N) -> Tensor<<Self::Elem as Signal>::Real, Self::Signal>
    where [Self::Elem: Signal]
    {
        let (shape, place, n) = (self.view().shape(), <X::Shape as Along<Axis<I>, transform>>::PLACE, n.get());
        let (found, _) = axis_and_inner(shape, place);
        some(n);
        assert!(found == n / 2 + 1, "a signal of {n} elements has {} frequencies, and there are {found}", n / 2 + 1);
        let plan = <X::Elem as Signal>::Real::real_planner(|planner| planner.plan_fft_inverse(n));
        let (mut spectrum, mut room) = (plan.make_input_vec(), plan.make_scratch_vec());
        let count = number::<<X::Elem as Signal>::Real>(n);
        let elements = along(self, place, n, |lane: &mut [X::Elem], signal| {
            for (to, x) in spectrum.iter_mut().zip(&*lane) {
                *to = x.complex();
            }
            spectrum[0].im = Zero::zero();
            if n % 2 == 0 {
                spectrum[n / 2].im = Zero::zero();
            }
            plan.process_with_scratch(&mut spectrum, signal, &mut room).expect("buffers of the plan's sizes");
            signal.iter_mut().for_each(|x| *x = *x / count);
        });
        Tensor::from_parts(elements, run_time::with_size(shape, place, n))
    }
}

/// An element of a signal: `f32`, `f64`, or a complex number of these.
#[diagnostic::on_unimplemented(
    message = "there is no Fourier transform of elements `{Self}`",
    label = "this is of `f32`, `f64`, `Complex<f32>` or `Complex<f64>`",
    note = "convert the elements first: `x.cast::<f32>()`"
)]
pub trait Signal: Copy + sealed::Sealed {
    /// The type of the real part.
    type Real: RealSignal;
    #[doc(hidden)]
    fn complex(self) -> Complex<Self::Real>;
}

/// An element of a real signal: `f32` or `f64`.
#[diagnostic::on_unimplemented(
    message = "there is no spectrum of a real signal of elements `{Self}`",
    label = "this is of `f32` or `f64`",
    note = "of complex numbers it is `x.fft(Axis::<-1>)`, and `x.cast::<f32>()` converts integers"
)]
pub trait RealSignal: FftNum + num_traits::Float + sealed::Sealed {
    #[doc(hidden)]
    fn real_planner<R>(f: impl FnOnce(&mut RealFftPlanner<Self>) -> R) -> R;
    #[doc(hidden)]
    fn planner<R>(f: impl FnOnce(&mut FftPlanner<Self>) -> R) -> R;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! signals {
    ($($t:ident)*) => { $(
        impl sealed::Sealed for $t {}
        impl sealed::Sealed for Complex<$t> {}
        #[diagnostic::do_not_recommend]
        impl Signal for $t {
            type Real = $t;
            fn complex(self) -> Complex<$t> {
                self.into()
            }
        }
        #[diagnostic::do_not_recommend]
        impl Signal for Complex<$t> {
            type Real = $t;
            fn complex(self) -> Complex<$t> {
                self
            }
        }
        #[diagnostic::do_not_recommend]
        impl RealSignal for $t {
            // What has been planned is found again.
            fn real_planner<R>(f: impl FnOnce(&mut RealFftPlanner<$t>) -> R) -> R {
                std::thread_local!(static PLANNER: RefCell<RealFftPlanner<$t>> = RefCell::new(RealFftPlanner::new()));
                PLANNER.with_borrow_mut(f)
            }
            fn planner<R>(f: impl FnOnce(&mut FftPlanner<$t>) -> R) -> R {
                std::thread_local!(static PLANNER: RefCell<FftPlanner<$t>> = RefCell::new(FftPlanner::new()));
                PLANNER.with_borrow_mut(f)
            }
        }
    )* };
}
signals! { f32 f64 }

/// # Panics
/// If there are no elements.
fn some(n: usize) {
    assert!(n > 0, "a Fourier transform of no elements: the axis has size 0");
}

/// The spectrum along an axis, or the signal of one.
fn complex<X: Values<Elem: Signal> + ?Sized>(
    x: &X,
    place: usize,
    back: bool,
) -> Buffer<Complex<<X::Elem as Signal>::Real>> {
    let (n, _) = axis_and_inner(x.view().shape(), place);
    some(n);
    let plan = <X::Elem as Signal>::Real::planner(|planner| match back {
        true => planner.plan_fft_inverse(n),
        false => planner.plan_fft_forward(n),
    });
    let count = number::<<X::Elem as Signal>::Real>(n);
    let mut room = vec![Complex::zero(); plan.get_inplace_scratch_len()];
    along(x, place, n, |lane: &mut [X::Elem], to| {
        for (to, x) in to.iter_mut().zip(lane) {
            *to = x.complex();
        }
        plan.process_with_scratch(to, &mut room);
        if back {
            to.iter_mut().for_each(|x| *x = x.unscale(count));
        }
    })
}

/// Does the same to all elements along an axis, everywhere in an operand, which makes `m` elements of them.
fn along<X: Values<Elem: Copy> + ?Sized, U: Copy + Zero>(
    x: &X,
    place: usize,
    m: usize,
    mut f: impl FnMut(&mut [X::Elem], &mut [U]),
) -> Buffer<U> {
    let Around { outer, size: n, inner } = Around::new(&x.view().shape().dims(), place);
    let x = elements(x);
    let mut lane = Vec::with_capacity(n);
    let mut made = vec![U::zero(); m];
    let mut to = vec![U::zero(); outer * m * inner];
    for (o, to) in to.chunks_exact_mut((m * inner).max(1)).enumerate() {
        for i in 0..inner {
            lane.clear();
            lane.extend(x[o * n * inner + i..].iter().step_by(inner).take(n));
            f(&mut lane, &mut made);
            for (k, made) in made.iter().enumerate() {
                to[k * inner + i] = *made;
            }
        }
    }
    Buffer::from_vec(to)
}
