//! The colours of numbers.

use num_traits::Float;

/// The colour of a share of 255, red, green and blue, from dark violet to yellow: matplotlib's viridis, by six points on its way.
pub(super) fn colour(level: usize) -> [u8; 3] {
    const POINTS: [[f64; 3]; 6] = [
        [68.0, 1.0, 84.0],
        [65.0, 68.0, 135.0],
        [42.0, 120.0, 142.0],
        [34.0, 168.0, 132.0],
        [122.0, 209.0, 81.0],
        [253.0, 231.0, 37.0],
    ];
    let at = level.min(254) as f64 / 254.0 * 5.0;
    let from = (at as usize).min(4);
    let share = at - from as f64;
    [0, 1, 2].map(|i| Float::round(POINTS[from][i] * (1.0 - share) + POINTS[from + 1][i] * share) as u8)
}
