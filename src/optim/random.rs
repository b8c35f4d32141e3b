//! An order by chance, from a seed.

use alloc::vec::Vec;

/// All numbers less than `n` in an order that the seed decides: the same on every machine, and each order as probable as any other. PyTorch's
/// `torch.randperm(n)`, NumPy's `default_rng(seed).permutation(n)` (their orders are others). Each epoch has a seed of its own, such as
/// `seed + epoch`.
///
/// [`Batches`](super::Batches) does it for features and targets; of other data sets, rows are picked by `index_select`:
///
/// ```
/// use shaped::{optim::permutation, prelude::*};
/// let x = Tensor::<f32, shape![6, 2]>::arange();
/// for rows in permutation(6, 1).chunks(3) {
///     let rows: Tensor<usize, shape![3]> = Tensor::from_vec(rows.to_vec())?;
///     let batch: Tensor<f32, shape![3, 2]> = x.index_select(Axis::<0>, &rows);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn permutation(n: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, below(i as u64 + 1, &mut state) as usize);
    }
    order
}

/// A number less than `n`, each as probable: the upper half of a product, of which the few values are passed over that would favour some.
fn below(n: u64, state: &mut u64) -> u64 {
    loop {
        let product = u128::from(next(state)) * u128::from(n);
        if product as u64 >= n.wrapping_neg() % n {
            return (product >> 64) as u64;
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014): a counter, mixed. Seeds that are near each other give numbers that are not.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut x = *state;
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the generator's own reference, from the seed 1234567.
    #[test]
    fn the_generator() {
        let mut state = 1_234_567;
        let numbers = [(); 3].map(|()| next(&mut state));
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
