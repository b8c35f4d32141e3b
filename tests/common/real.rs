//! The floats whose gradients are compared with PyTorch's.

use super::reference::Element;

/// The floats that have gradients.
pub trait Real: Element + shaped::grad::Real {
    /// How far a gradient may be from PyTorch's, as a part of the case's largest one.
    const TOLERANCE: f64;
    fn of(x: f64) -> Self;
    fn double(self) -> f64;
}

impl Real for f64 {
    const TOLERANCE: f64 = 1e-9;
    fn of(x: f64) -> f64 {
        x
    }
    fn double(self) -> f64 {
        self
    }
}

impl Real for f32 {
    const TOLERANCE: f64 = 1e-4;
    fn of(x: f64) -> f32 {
        x as f32
    }
    fn double(self) -> f64 {
        self.into()
    }
}

/// The number that element `i` of a result is multiplied by, before all are added; the generator has the same formula.
pub fn cotangent(i: usize) -> f64 {
    (((i * 97 + 40) % 61 * 2) as f64 - 61.0) / 32.0
}
