//! NumPy's rule at run time, in a few lines, as the oracle of what the compiler computes.
#![allow(dead_code)] // each test binary uses a part

/// The shape of the result, or `None` where two sizes differ and neither is 1.
pub fn broadcast(left: &[usize], right: &[usize]) -> Option<Vec<usize>> {
    let rank = left.len().max(right.len());
    let size = |shape: &[usize], axis: usize| (axis + shape.len()).checked_sub(rank).map_or(1, |i| shape[i]);
    (0..rank)
        .map(|axis| match (size(left, axis), size(right, axis)) {
            (1, n) | (n, 1) => Some(n),
            (m, n) => (m == n).then_some(n),
        })
        .collect()
}

/// Where the element at a row-major place of `out` lies in an operand of shape `from`.
pub fn source(out: &[usize], from: &[usize], mut place: usize) -> usize {
    let (mut offset, mut stride) = (0, 1);
    for (axis, &size) in out.iter().enumerate().rev() {
        let i = place % size;
        place /= size;
        if let Some(axis) = (axis + from.len()).checked_sub(out.len()) {
            if from[axis] != 1 {
                offset += i * stride;
            }
            stride *= from[axis];
        }
    }
    offset
}

/// An element-wise operation, one element at a time.
pub fn zip<T: Copy>(left: (&[usize], &[T]), right: (&[usize], &[T]), f: impl Fn(T, T) -> T) -> (Vec<usize>, Vec<T>) {
    let out = broadcast(left.0, right.0).expect("shapes that fit");
    let numel = out.iter().product();
    let values = (0..numel).map(|i| f(left.1[source(&out, left.0, i)], right.1[source(&out, right.0, i)])).collect();
    (out, values)
}

/// A small generator of numbers, the same ones for the same seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }
}
