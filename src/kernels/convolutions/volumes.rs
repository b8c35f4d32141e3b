//! Convolutions of volumes, as those of images: the planes that a kernel of some depth reads are so many channels of one image. A volume of one
//! plane is an image as it is.
//!
//! An image of each place in depth is laid out, `C KD` channels of a plane each, and weights `[O, C / groups, KD, KH, KW]` are weights of such
//! images as they lie. That takes `KD` times the memory of one volume.

use alloc::vec::Vec;

use num_traits::{Float, Zero};

use super::convolve::{convolve, convolve_into, convolve_transposed, convolve_transposed_into};
use super::source::ConvolutionSizes;
use super::weights::weight_gradient;
use crate::kernels::products::Summed;
use crate::storage::{Buffer, Scratch, room};

/// The sizes of a convolution of volumes.
#[derive(Clone, Copy)]
pub(crate) struct VolumeSizes {
    /// Those of its planes; the images are volumes.
    pub planes: ConvolutionSizes,
    pub depth: Depth,
}

/// The depth of a convolution of volumes.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    pub input: usize,
    pub output: usize,
    pub kernel: usize,
    pub stride: usize,
    pub padding: usize,
    pub dilation: usize,
}

impl Depth {
    /// Is it one plane of which one is made?
    pub(crate) fn is_flat(&self) -> bool {
        [self.input, self.output, self.kernel] == [1; 3] && self.padding == 0
    }

    /// Which plane of the input place `k` of the kernel reads for plane `to` of the result, if it is none of the padding.
    fn read(&self, to: usize, k: usize) -> Option<usize> {
        (to * self.stride + k * self.dilation).checked_sub(self.padding).filter(|from| *from < self.input)
    }

    /// The same of a transposed convolution, whose results are what a convolution reads.
    fn spread(&self, to: usize, k: usize) -> Option<usize> {
        let steps = (to + self.padding).checked_sub(k * self.dilation)?;
        (steps.is_multiple_of(self.stride)).then_some(steps / self.stride).filter(|from| *from < self.input)
    }
}

impl VolumeSizes {
    /// With the input for the result, and the result for the input.
    pub(crate) fn turned(&self) -> Self {
        let VolumeSizes { planes, depth } = *self;
        let [inner, filters] = planes.channels;
        VolumeSizes {
            planes: ConvolutionSizes {
                channels: [filters, inner],
                input: planes.output,
                output: planes.input,
                ..planes
            },
            depth: Depth { input: depth.output, output: depth.input, ..depth },
        }
    }

    /// How many results a channel has.
    pub(crate) fn output_places(&self) -> usize {
        self.depth.output * self.output_plane()
    }

    fn input_plane(&self) -> usize {
        self.planes.input[0] * self.planes.input[1]
    }

    fn output_plane(&self) -> usize {
        self.planes.output[0] * self.planes.output[1]
    }

    /// How many elements there are, or the largest number, for which there is no memory.
    fn input_volume(&self) -> usize {
        let sizes = [self.planes.channels[0], self.depth.input, self.planes.input[0], self.planes.input[1]];
        sizes.into_iter().fold(1, usize::saturating_mul)
    }

    fn output_volume(&self) -> usize {
        let sizes = [self.planes.channels[1], self.depth.output, self.planes.output[0], self.planes.output[1]];
        sizes.into_iter().fold(1, usize::saturating_mul)
    }

    /// Are there no results?
    fn is_empty(&self) -> bool {
        self.planes.images == 0 || self.output_volume() == 0
    }

    /// Room for the results, if there are any.
    fn results<T>(&self) -> Option<Vec<T>> {
        (!self.is_empty()).then(|| room(self.planes.images.saturating_mul(self.output_volume())))
    }

    /// Images for the places in depth, as a convolution of planes reads them.
    pub(crate) fn of_places(&self, images: usize) -> ConvolutionSizes {
        let [inner, filters] = self.planes.channels;
        ConvolutionSizes { images, channels: [inner * self.depth.kernel, filters], ..self.planes }
    }

    /// The images that the places in depth read of a volume.
    fn lay<T: Clone + Zero>(&self, volume: &[T], to: &mut Vec<T>) {
        let (plane, channel) = (self.input_plane(), self.depth.input * self.input_plane());
        to.clear();
        for place in 0..self.depth.output {
            for c in 0..self.planes.channels[0] {
                for k in 0..self.depth.kernel {
                    match self.depth.read(place, k) {
                        Some(from) => to.extend_from_slice(&volume[c * channel + from * plane..][..plane]),
                        None => to.resize(to.len() + plane, T::zero()),
                    }
                }
            }
        }
    }

    /// Weights `[O, C / groups, KD, KH, KW]`.
    pub(crate) fn convolve<T: Summed>(&self, x: &[T], weights: &[T], bias: Option<&[T]>) -> Buffer<T> {
        if self.depth.is_flat() {
            return convolve(x, weights, bias, &self.planes);
        }
        let (filters, plane) = (self.planes.channels[1], self.output_plane());
        let Some(mut result) = self.results() else { return Buffer::from_vec(Vec::new()) };
        let places = self.of_places(self.depth.output);
        let mut images = Scratch::with_room(places.images * places.channels[0] * self.input_plane());
        for i in 0..self.planes.images {
            self.lay(&x[i * self.input_volume()..][..self.input_volume()], &mut images);
            let made = convolve(&images, weights, bias, &places);
            let made = made.as_slice();
            for filter in 0..filters {
                for place in 0..places.images {
                    result.extend_from_slice(&made[(place * filters + filter) * plane..][..plane]);
                }
            }
        }
        Buffer::from_vec(result)
    }

    /// Weights `[C, O / groups, KD, KH, KW]`.
    pub(crate) fn convolve_transposed<T: Summed>(&self, x: &[T], weights: &[T], bias: Option<&[T]>) -> Buffer<T> {
        if self.depth.is_flat() {
            return convolve_transposed(x, weights, bias, &self.planes);
        }
        let ([inner, filters], depth, plane) = (self.planes.channels, self.depth, self.output_plane());
        let Some(mut result) = self.results() else { return Buffer::from_vec(Vec::new()) };
        let channels = [inner, filters * depth.kernel];
        let places = ConvolutionSizes { images: depth.input, channels, ..self.planes };
        let mut images = Scratch::with_room(self.input_volume());
        for i in 0..self.planes.images {
            let volume = &x[i * self.input_volume()..][..self.input_volume()];
            by_depth(volume, [inner, depth.input, self.input_plane()], &mut images);
            let made = convolve_transposed(&images, weights, None, &places);
            for filter in 0..filters {
                let start = bias.map_or_else(T::zero, |bias| bias[filter].clone());
                for to in 0..depth.output {
                    let first = result.len();
                    result.resize(first + plane, start.clone());
                    for k in 0..depth.kernel {
                        let Some(from) = depth.spread(to, k) else { continue };
                        let part =
                            &made.as_slice()[(from * channels[1] + filter * depth.kernel + k) * plane..][..plane];
                        for (sum, x) in result[first..].iter_mut().zip(part) {
                            *sum = sum.clone() + x.clone();
                        }
                    }
                }
            }
        }
        Buffer::from_vec(result)
    }

    /// As [`convolve`](Self::convolve), into memory that is there.
    pub(crate) fn convolve_into<T: Summed + Copy>(&self, x: &[T], weights: &[T], to: &mut [T]) {
        if self.depth.is_flat() {
            return convolve_into(x, weights, None, &self.planes, to);
        }
        to.copy_from_slice(self.convolve(x, weights, None).as_slice());
    }

    /// As [`convolve_transposed`](Self::convolve_transposed), into memory that is there: the gradient of a convolution's input by that of its result,
    /// where the sizes are the convolution's, [turned](Self::turned).
    pub(crate) fn convolve_transposed_into<T: Summed + Copy>(&self, x: &[T], weights: &[T], to: &mut [T]) {
        if self.depth.is_flat() {
            return convolve_transposed_into(x, weights, None, &self.planes, to);
        }
        to.copy_from_slice(self.convolve_transposed(x, weights, None).as_slice());
    }

    /// Adds the gradient of weights `[O, C / groups, KD, KH, KW]` to `to`: that of the sums over all volumes `x` and the gradients of their results.
    pub(crate) fn weight_gradient<T: Float + 'static>(&self, x: &[T], grad: &[T], to: &mut [T]) {
        if self.depth.is_flat() {
            return weight_gradient(x, grad, &self.planes, to);
        }
        if self.is_empty() {
            return;
        }
        let places = self.of_places(self.depth.output);
        let filters = self.planes.channels[1];
        let mut images = Scratch::with_room(places.images * places.channels[0] * self.input_plane());
        let mut grads = Scratch::with_room(self.output_volume());
        for i in 0..self.planes.images {
            self.lay(&x[i * self.input_volume()..][..self.input_volume()], &mut images);
            let grad = &grad[i * self.output_volume()..][..self.output_volume()];
            by_depth(grad, [filters, self.depth.output, self.output_plane()], &mut grads);
            weight_gradient(&images, &grads, &places, to);
        }
    }
}

/// A volume `[C, D, …]` of planes as images `[D, C, …]`.
fn by_depth<T: Clone>(volume: &[T], [channels, depth, plane]: [usize; 3], to: &mut Vec<T>) {
    to.clear();
    for d in 0..depth {
        for c in 0..channels {
            to.extend_from_slice(&volume[(c * depth + d) * plane..][..plane]);
        }
    }
}
