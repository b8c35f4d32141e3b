//! A decoder that reads token by token gives what it gives for the whole sequence: the example `decoder`, on random tokens.

use shaped::{nn::*, prelude::*};

use crate::example::{Batch, Decoder, Seq, empty_caches, random};

fn tokens(batch: usize, steps: usize, seed: u64) -> Tensor<u32, shape![Batch, Seq]> {
    let mut uniform = random(seed);
    let ids = (0..batch * steps).map(|_| (uniform() * 50.0) as u32).collect();
    Tensor::from_vec_with((Batch(batch), Seq(steps)), ids).expect("as many")
}

fn decoder(seed: u64) -> Decoder {
    let mut decoder = Decoder::default();
    decoder.reset_parameters(&mut random(seed));
    decoder
}

#[test]
fn token_by_token_is_all_at_once() {
    for (batch, steps, seed) in [(1, 1, 1), (1, 64, 2), (5, 17, 3), (2, 2, 4), (0, 3, 5)] {
        let (decoder, ids) = (decoder(seed), tokens(batch, steps, seed + 100));
        let all = decoder.forward(&ids);
        assert_eq!(all.sizes(), [batch, steps, 50]);
        let mut caches = empty_caches(batch);
        for place in 0..steps {
            let scores = decoder.step(&ids.narrow(Axis::<1>, place, One).to_tensor(), place, &mut caches);
            let expected = all.narrow(Axis::<1>, place, One);
            assert_eq!(scores.sizes(), [batch, 1, 50]);
            for (x, y) in scores.iter().zip(expected.iter()) {
                assert!((x - y).abs() <= 1e-5 && y.is_finite(), "{x} instead of {y}");
            }
        }
    }
}

/// So that the test above can fail: what a token is, and what came before it, count.
#[test]
fn scores_depend_on_the_tokens_before_and_on_none_after() {
    let (decoder, mut ids) = (decoder(6), tokens(1, 8, 7));
    let before = decoder.forward(&ids);
    ids[[0, 4]] = (ids[[0, 4]] + 1) % 50;
    let after = decoder.forward(&ids);
    for place in 0..8 {
        let [x, y] = [&before, &after].map(|scores| scores.narrow(Axis::<1>, place, One).to_tensor());
        let distance = (x.lazy() - &y).map(f32::abs).max_all();
        assert_eq!(distance > 1e-3, place >= 4, "place {place}: {distance}");
    }
}
