//! Windows over volumes: of rows next to each other one output row at a time, and where channels lie next to each other vectors of these.

use core::ops::Range;

use super::back::pools::{Kind, Taps, Windows};
use super::level::in_widest;
use crate::storage::{Scratch, room};
use alloc::vec::Vec;

/// Rows of volumes, one after the other.
pub(crate) trait Rows<T> {
    /// # Panics
    /// If there is no such row.
    fn row(&self, i: usize) -> &[T];
}

/// The windows of a row that are all within it.
struct Inside {
    which: Range<usize>,
    kernel: usize,
    stride: usize,
    /// Where the first of them begins.
    start: usize,
}

impl Inside {
    fn of(windows: &Windows) -> Self {
        let (w, width) = (windows.input[2], windows.output[2]);
        match windows.kind {
            Kind::Sliding { kernel, stride, padding, dilation } if dilation[2] == 1 => {
                let [kernel, stride, padding] = [kernel, stride, padding].map(|of| of[2]);
                let first = padding.div_ceil(stride).min(width);
                let room = (w + padding).checked_sub(kernel);
                let last = room.map_or(first, |room| (room / stride + 1).clamp(first, width));
                let start = first * stride - padding.min(first * stride);
                Inside { which: first..last, kernel, stride, start }
            }
            _ => Inside { which: 0..0, kernel: 1, stride: 1, start: 0 },
        }
    }
}

in_widest! {
    /// What is made of each window of so many volumes `[D, H, W]`, behind the results that are there, in the order of [`channels_last`].
    ///
    /// # Panics
    /// If a window is empty, or there are fewer rows.
    pub(crate) fn planes<T: Clone, R: Rows<T>, C: Sized, F: Fn(T, T) -> T, P: Fn(usize) -> C, E: Fn(T, &C) -> T>(
        x: &R,
        volumes: usize,
        windows: &Windows,
        fold: &F,
        prepare: &P,
        end: &E,
        result: &mut Vec<T>,
    ) {
        let ([d, h, w], [depth, height, width]) = (windows.input, windows.output);
        let columns: Scratch<Taps> = (0..width).map(|i| windows.taps(2, i)).collect();
        let Inside { which: inside, kernel, stride, start } = Inside::of(windows);
        let (mut plane, mut rows) = (Scratch::new(), Scratch::new());
        for (volume, z) in (0..volumes * depth).map(|i| (i / depth, i % depth)) {
            let taps = windows.taps(0, z);
            let row = |z: usize, y: usize| x.row((volume * d + z) * h + y);
            if taps.count > 1 {
                plane.clear();
                plane.make_room(h * w);
                (0..h).for_each(|y| plane.extend_from_slice(folded(|z| row(z, y), taps, fold, &mut rows)));
            }
            for y in 0..height {
                let of_plane = |y: usize| if taps.count > 1 { &plane[y * w..][..w] } else { row(taps.start, y) };
                let row = folded(of_plane, windows.taps(1, y), fold, &mut rows);
                let count = |x: usize| {
                    prepare(windows.divisor([windows.counted(0, z), windows.counted(1, y), windows.counted(2, x)]))
                };
                let one = |i: usize| {
                    let mut taps = columns[i].each();
                    let first = row[taps.next().expect("a window holds an element")].clone();
                    end(taps.fold(first, |sum, at| fold(sum, row[at].clone())), &count(i))
                };
                result.extend((0..inside.start).map(one));
                if !inside.is_empty() {
                    let (by, row) = (count(inside.start), &row[start..]);
                    let windows = row.windows(kernel).step_by(stride).take(inside.len());
                    // Of neighbours in pairs the compiler makes vectors.
                    let pairs = &row.as_chunks::<2>().0;
                    match (kernel, stride) {
                        (2, 2) => {
                            let pairs = &pairs[..inside.len()];
                            result.extend(pairs.iter().map(|[a, b]| end(fold(a.clone(), b.clone()), &by)));
                        }
                        (2, _) => result.extend(windows.map(|w| end(fold(w[0].clone(), w[1].clone()), &by))),
                        (3, 2) => {
                            let (last, some) = (inside.len() - 1, &pairs[..inside.len() - 1]);
                            let thirds = &pairs[1..][..last];
                            let of = |a: &T, b: &T, c: &T| end(fold(fold(a.clone(), b.clone()), c.clone()), &by);
                            result.extend(some.iter().zip(thirds).map(|([a, b], [c, _])| of(a, b, c)));
                            let [a, b, c, ..] = &row[2 * last..] else { panic!("a window within the row") };
                            result.push(of(a, b, c));
                        }
                        (3, _) => result.extend(windows.map(|w| {
                            end(fold(fold(w[0].clone(), w[1].clone()), w[2].clone()), &by)
                        })),
                        _ => result.extend(windows.map(|window| {
                            let (first, rest) = window.split_first().expect("a window holds an element");
                            end(rest.iter().fold(first.clone(), |sum, x| fold(sum, x.clone())), &by)
                        })),
                    }
                }
                result.extend((inside.end..width).map(one));
            }
        }
    }

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
                let plane = folded(part(volume, h * w * channels), windows.taps(0, z), fold, &mut planes);
                for y in 0..height {
                    let row = folded(part(plane, w * channels), windows.taps(1, y), fold, &mut rows);
                    for (i, taps) in columns.iter().enumerate() {
                        let count = windows.divisor([windows.counted(0, z), windows.counted(1, y), windows.counted(2, i)]);
                        let by = prepare(count);
                        let part = part(row, channels);
                        if let Taps { count: 2, start, step } = *taps {
                            let both = part(start).iter().zip(part(start + step));
                            result.extend(both.map(|(a, b)| end(fold(a.clone(), b.clone()), &by)));
                            continue;
                        }
                        let sums = folded(part, *taps, fold, &mut ends);
                        result.extend(sums.iter().map(|x| end(x.clone(), &by)));
                    }
                }
            }
        }
        result
    }
}

/// Part after part of a block, of so many elements each.
#[inline(always)]
fn part<'a, T>(block: &'a [T], inner: usize) -> impl Fn(usize) -> &'a [T] {
    move |i| &block[i * inner..][..inner]
}

/// The parts that a window covers, folded into one.
#[inline(always)]
fn folded<'a, T: Clone, F: Fn(T, T) -> T>(
    part: impl Fn(usize) -> &'a [T],
    taps: Taps,
    fold: &F,
    room: &'a mut Scratch<T>,
) -> &'a [T] {
    let mut parts = taps.each().map(part);
    let first = parts.next().expect("a window holds an element");
    let Some(second) = parts.next() else { return first };
    room.clear();
    room.make_room(first.len());
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
