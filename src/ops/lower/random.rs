//! Random numbers: those of the eager operations, bit for bit.

use crate::hlo::{Element, ElementType, Id, Notes, Relation};
use crate::kernels::random::{Drop, LAST, MIX, OF_PART, OF_ROW, PART};
use crate::kind::{LowerAt, Lowering};
use crate::ops::channel_dropout::Noise;

/// Elements of rows `[rows, n]` dropped at random, each row by a seed of its own that comes of this one.
///
/// # Panics
/// If a row is longer than what has one seed.
pub(super) fn dropped(notes: &mut Notes, drops: Drop, seed: Id, x: Id) -> Id {
    let [rows, n] = [0, 1].map(|axis| notes.sizes(x)[axis]);
    let Ok(below) = u32::try_from(drops.dropped) else { return notes.filled(0.0, &[rows, n], notes.dtype(x)) };
    assert!(n <= PART, "a graph drops of at most {PART} elements at once, and not of {n}");
    // In 64 bits: the seed of each row, whose halves are mixed with the count along the row.
    let row = notes.iota(&[rows, 1], 0, ElementType::U64);
    let row = with(notes, "multiply", row, OF_ROW);
    let seed = notes.reshape(seed, &[1, 1]);
    let seed = notes.binary("add", seed, row);
    let seed = with(notes, "multiply", seed, OF_PART);
    let high = with(notes, "shift_right_logical", seed, 32u64);
    let low = with(notes, "and", seed, u64::from(u32::MAX));
    let [low, high] = [low, high].map(|half| notes.convert(half, ElementType::U32));
    let count = notes.iota(&[rows, n], 1, ElementType::U32);
    let random = notes.binary("xor", count, low);
    let random = mixed(notes, random);
    let random = notes.binary("add", random, high);
    let random = mixed(notes, random);
    let below = notes.constant(&[below], alloc::vec![]);
    let gone = notes.compare(Relation::Less, random, below);
    let zero = notes.like(0.0, x);
    let scaled = notes.by("multiply", x, drops.scale);
    notes.select(gone, zero, scaled)
}

/// With one number, all of whose bits count.
fn with<N: Element>(notes: &mut Notes, op: &'static str, x: Id, number: N) -> Id {
    let number = notes.constant(&[number], alloc::vec![]);
    notes.binary(op, x, number)
}

fn mixed(notes: &mut Notes, x: Id) -> Id {
    let shifted = |notes: &mut Notes, x: Id, shift: u32| {
        let moved = with(notes, "shift_right_logical", x, shift);
        notes.binary("xor", x, moved)
    };
    let x = MIX.into_iter().fold(x, |x, (shift, factor)| {
        let x = shifted(notes, x, shift);
        with(notes, "multiply", x, factor)
    });
    shifted(notes, x, LAST)
}

impl<T> LowerAt<T> for Drop {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let seed = at.seed(self.seed);
        let notes = &mut at.notes();
        let all = notes.reshape(x[0], &[1, to.iter().product()]);
        dropped(notes, self, seed, all)
    }
}

impl<T> LowerAt<T> for Noise {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let seed = at.seed(self.drop.seed);
        let notes = &mut *at.notes();
        let count = to.iter().product::<usize>().checked_div(self.inner).unwrap_or(0);
        let ones = notes.filled(1.0, &[1, count], ElementType::F32);
        let runs = dropped(notes, self.drop, seed, ones);
        let runs = notes.reshape(runs, &[count, 1]);
        let zero = notes.like(0.0, runs);
        let kept = notes.compare(Relation::Greater, runs, zero);
        let x = notes.reshape(x[0], &[count, self.inner]);
        let scaled = notes.by("multiply", x, self.kept[0]);
        let scaled = notes.by("add", scaled, self.kept[1]);
        let gone = notes.like(self.gone, x);
        notes.select(kept, scaled, gone)
    }
}
