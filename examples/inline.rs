//! Sensor readings on a device without an allocator: `Inline` and views are all there is without the feature `alloc`.
//!
//! ```text
//! cargo run --no-default-features --example inline
//! ```

use shaped::prelude::*;

/// Of each axis of the sensor: what it shows at rest, and its units for 1 g.
const REST: Inline<f32, shape![3]> = Inline::from_array([12.0, -4.0, 8.0]);
const UNITS: Inline<f32, shape![3]> = Inline::from_array([256.0, 256.0, 260.0]);

fn main() {
    // Four readings, as a driver leaves them in its memory.
    let mut memory = [12.0, -4.0, 268.0, 268.0, -4.0, 8.0, 12.0, 252.0, 8.0, 12.0, -4.0, 8.0];

    // In place, where they are: [4, 3] -= [3], [4, 3] /= [3].
    let mut readings = ViewMut::<f32, shape![4, 3]>::from_slice(&mut memory).expect("4 readings of 3 numbers");
    readings -= REST;
    readings /= UNITS;
    println!("in g\n{readings}");
    assert_eq!(memory, [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);

    // A result of its own, on the stack: [4, 3] * [4, 1] -> [4, 3].
    let readings: Inline<f32, shape![4, 3]> = memory.as_slice().try_into().expect("4 readings of 3 numbers");
    let weights: Inline<f32, shape![4, 1]> = Inline::from_array([[1.0], [0.5], [0.25], [0.125]]);
    let weighted = readings * weights;
    println!("weighted\n{weighted}");
    assert_eq!(weighted.into_array(), [[0.0, 0.0, 1.0], [0.5, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 0.0]]);
}
