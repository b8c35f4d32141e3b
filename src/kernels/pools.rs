//! Windows over volumes whose channels lie next to each other: vectors of channels, instead of one place after the other.

use super::back::pools::{Taps, Windows};
use super::level::in_widest;
use crate::storage::{Scratch, room};
use alloc::vec::Vec;

in_widest! {
    /// What is made of each window of volumes `[D, H, W, C]`, as `[D', H', W', C]`: first its planes are folded into one, then its rows, then its columns,
    /// and then `end` gets what `prepare` makes of how many elements an average counts.
    ///
    /// # Panics
    /// If a window is empty.
    pub(crate) fn channels_last<T: Clone, C: Sized, F: Fn(T, T) -> T, P: Fn(usize) -> C, E: Fn(T, &C) -> T>(
        x: &[T],
        channels: usize,
        windows: &Windows,
        fold: &F,
        prepare: &P,
        end: &E,
    ) -> Vec<T> {
        let ([d, h, w], [depth, height, width]) = (windows.input, windows.output);
        let volume = d * h * w * channels;
        let mut result = room(x.len() / volume.max(1) * depth * height * width * channels);
        if volume == 0 {
            return result;
        }
        let columns: Scratch<Taps> = (0..width).map(|i| windows.taps(2, i)).collect();
        let (mut planes, mut rows, mut ends) = (Scratch::new(), Scratch::new(), Scratch::new());
        for volume in x.chunks_exact(volume) {
            for z in 0..depth {
                let plane = folded(volume, h * w * channels, windows.taps(0, z), fold, &mut planes);
                for y in 0..height {
                    let row = folded(plane, w * channels, windows.taps(1, y), fold, &mut rows);
                    for (i, taps) in columns.iter().enumerate() {
                        let count = windows.divisor([windows.counted(0, z), windows.counted(1, y), windows.counted(2, i)]);
                        let by = prepare(count);
                        let sums = folded(row, channels, *taps, fold, &mut ends);
                        result.extend(sums.iter().map(|x| end(x.clone(), &by)));
                    }
                }
            }
        }
        result
    }
}

/// The parts of a block that a window covers, of `inner` elements each, folded into one.
#[inline(always)]
fn folded<'a, T: Clone, F: Fn(T, T) -> T>(
    block: &'a [T],
    inner: usize,
    taps: Taps,
    fold: &F,
    room: &'a mut Scratch<T>,
) -> &'a [T] {
    let part = |i: usize| &block[i * inner..][..inner];
    let mut parts = taps.each().map(part);
    let first = parts.next().expect("a window holds an element");
    let Some(second) = parts.next() else { return first };
    room.clear();
    match parts.next() {
        None => room.extend(first.iter().zip(second).map(|(a, b)| fold(a.clone(), b.clone()))),
        Some(third) => room.extend(
            (first.iter().zip(second).zip(third)).map(|((a, b), c)| fold(fold(a.clone(), b.clone()), c.clone())),
        ),
    }
    for part in parts {
        for (sum, x) in room.iter_mut().zip(part) {
            *sum = fold(sum.clone(), x.clone());
        }
    }
    room
}
