//! Tests of what no program can reach, for Miri and AddressSanitizer, too.

#[cfg(feature = "std")]
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::alloc::Layout;
use core::cell::Cell;

use super::block::Block;
use super::kept::Kept;
use super::{Arena, Buffer, Claim, Known, Scratch, Shared, room};

fn buffer(len: usize, of: impl Fn(usize) -> u32) -> Buffer<u32> {
    Buffer::from_iter(len, (0..len).map(of))
}

#[test]
fn values_of_an_arena_have_places_of_their_own() {
    let mut arena = Arena::<u32>::new();
    assert_eq!(arena.bytes(), 0);
    for round in 0..3u64 {
        let mut values: Vec<(&mut u8, &mut u64, &mut [u16], &mut [u32], &mut ())> = Vec::new();
        for i in 0..if cfg!(miri) { 400 } else { 4000 } {
            let few = [i as u16; 7];
            let kept = arena.keep(buffer(i % 5, |k| k as u32));
            values.push((
                arena.alloc(i as u8),
                arena.alloc(i as u64 * round),
                arena.copy_slice(&few[..i % 8]),
                kept,
                arena.alloc(()),
            ));
        }
        for (i, (a, b, c, d, ())) in values.iter_mut().enumerate() {
            assert_eq!((**a, **b, c.len(), d.len()), (i as u8, i as u64 * round, i % 8, i % 5));
            assert!(c.iter().all(|&c| c == i as u16) && d.iter().enumerate().all(|(k, &d)| d == k as u32));
            **a = 0;
            **b = u64::MAX;
            c.fill(0);
            d.fill(7);
        }
        assert!(values.iter().all(|(a, b, c, d, ())| {
            **a == 0 && **b == u64::MAX && c.iter().all(|&c| c == 0) && d.iter().all(|&d| d == 7)
        }));
        arena.reset();
    }
}

#[test]
fn from_the_second_round_on_an_arena_gives_the_same_places() {
    let mut arena = Arena::<u32>::new();
    let round = |arena: &Arena<u32>| {
        let all: Vec<_> = (0..3000).map(|i| (&raw mut *arena.alloc(i as u64)).addr()).collect();
        (arena.bytes(), all)
    };
    let (bytes, first) = round(&arena);
    assert!(bytes >= 8 * 3000);
    arena.reset();
    let second = round(&arena);
    // One chunk: one value right behind the other.
    assert!(second.1.windows(2).all(|pair| pair[1] == pair[0] + 8), "first round: {first:?}");
    assert_eq!(second.0, bytes);
    for _ in 0..3 {
        arena.reset();
        assert_eq!(round(&arena), second);
    }
}

#[test]
fn large_values_and_alignments_find_room() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(align(128))]
    struct Wide([u8; 128]);
    #[repr(align(128))]
    struct Nothing;
    let mut arena = Arena::<u32>::new();
    for _ in 0..2 {
        let small = arena.alloc(1u8);
        let wide = arena.alloc(Wide([3; 128]));
        let large = arena.copy_slice(&[5u32; 50_000]);
        let slice = arena.copy_slice(&[Wide([4; 128]); 9]);
        let none: &mut [u64] = arena.copy_slice(&[]);
        let nothing = arena.alloc(Nothing);
        assert_eq!((&raw mut *wide).addr() % 128 + slice.as_ptr().addr() % 128 + (&raw mut *nothing).addr() % 128, 0);
        assert_eq!((*small, *wide, large[49_999], slice[8], none.len()), (1, Wide([3; 128]), 5, Wide([4; 128]), 0));
        arena.reset();
    }
}

/// Counts itself as it is dropped.
struct Counted<'a>(&'a Cell<usize>, bool);
impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
        assert!(!self.1, "this one panics");
    }
}

#[test]
fn kept_buffers_are_dropped_once_at_a_reset_and_with_the_arena() {
    let dropped = Cell::new(0);
    let three = || Buffer::from_iter(3, core::iter::repeat_with(|| Counted(&dropped, false)));
    let mut arena = Arena::new();
    for round in 0..4 {
        let (a, b) = (arena.keep(three()), arena.keep(three()));
        assert_eq!((a.len() + b.len(), dropped.get()), (6, 6 * round));
        // An element that is exchanged is the buffer's from then on.
        core::mem::swap(&mut a[0], &mut b[2]);
        assert_eq!(arena.bytes(), 6 * size_of::<Counted<'_>>());
        arena.reset();
        assert_eq!((dropped.get(), arena.bytes()), (6 * (round + 1), 0));
    }
    arena.keep(three());
    drop(arena);
    assert_eq!(dropped.get(), 27);
    drop(Arena::<Counted<'_>>::new());
}

#[cfg(feature = "std")]
#[test]
fn an_arena_goes_on_after_a_panic() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let dropped = Cell::new(0);
    let mut arena = Arena::new();
    for panics in [true, false] {
        arena.keep(Buffer::from_iter(3, (0..3).map(|i| Counted(&dropped, panics && i == 1))));
        arena.keep(Buffer::from_iter(2, (0..2).map(|_| Counted(&dropped, false))));
        (0..3000).for_each(|i| assert_eq!(*arena.alloc(i), i));
        assert_eq!(catch_unwind(AssertUnwindSafe(|| arena.reset())).is_err(), panics);
    }
    assert_eq!(dropped.get(), 10);
    assert_eq!(*arena.alloc(5), 5);
}

#[cfg(feature = "std")]
#[test]
fn an_arena_goes_to_another_thread() {
    let mut arena = Arena::new();
    // What was given out may be of a type that does not go.
    let (local, kept) = (Rc::new(1), arena.keep(buffer(100, |i| i as u32)));
    let borrowed = arena.alloc(&local);
    assert_eq!(***borrowed + kept[99], 100);
    let sum = std::thread::spawn(move || {
        arena.reset();
        arena.keep(buffer(2000, |i| i as u32)).iter().sum::<u32>() + *arena.alloc(1)
    });
    assert_eq!(sum.join().unwrap(), 1999 * 1000 + 1);
}

fn block(size: usize) -> Block {
    Block::new(Layout::from_size_align(size, 8).unwrap()).unwrap()
}

/// Takes or makes a block.
fn taken(kept: &mut Kept, size: usize) -> Block {
    kept.take(size, |_| true).unwrap_or_else(block)
}

#[test]
fn what_is_kept_is_what_a_list_says() {
    // The same by a plain list of sizes, oldest first, for sizes from a generator of our own.
    let (mut kept, mut seed, mut hits) = (Kept::new(), 1u64, 0);
    let (mut out, mut list): (Vec<Block>, Vec<usize>) = (Vec::new(), Vec::new());
    let most = 200_000;
    for _ in 0..if cfg!(miri) { 500 } else { 30_000 } {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let random = (seed >> 34) as usize;
        if seed >> 33 & 1 == 0 {
            let size = 1024 + random % 9000;
            let fits = list.iter().copied().filter(|has| (size..=size + size / 4).contains(has));
            let best = fits.min();
            let block = match kept.take(size, |_| true) {
                Ok(block) => {
                    assert_eq!(Some(block.layout().size()), best, "of {size}");
                    // Of several the youngest.
                    list.remove(list.iter().rposition(|&has| Some(has) == best).unwrap());
                    hits += 1;
                    block
                }
                Err(more) => {
                    assert_eq!(best, None, "of {size}");
                    assert!((size..=size + size / 8).contains(&more));
                    block(more)
                }
            };
            out.push(block);
        } else if !out.is_empty() {
            let block = out.swap_remove(random % out.len());
            list.push(block.layout().size());
            kept.put(block, most);
            while list.iter().sum::<usize>() > most {
                list.remove(0);
            }
        }
        assert_eq!(kept.bytes(), list.iter().sum::<usize>());
    }
    assert!(hits > 100);
    kept.shrink(50_000);
    assert!((40_000..=50_000).contains(&kept.bytes()));
    kept.shrink(0);
    assert_eq!(kept.bytes(), 0);
}

#[test]
fn what_was_not_asked_for_is_not_kept() {
    let mut kept = Kept::new();
    kept.put(block(5000), usize::MAX);
    assert_eq!(kept.bytes(), 0);
    let (a, b) = (taken(&mut kept, 5000), block(5000));
    kept.put(b, usize::MAX);
    kept.put(a, usize::MAX);
    assert_eq!(kept.bytes(), 5000);
    // Nor what is larger than all that may be kept, which makes the rest fit, too.
    let c = taken(&mut kept, 9000);
    kept.put(c, 4999);
    assert_eq!(kept.bytes(), 0);
}

#[test]
fn blocks_of_all_sizes_have_a_class() {
    let mut kept = Kept::new();
    for log in 0..usize::BITS {
        for size in [(1usize << log) - 1, 1 << log, (1 << log) + (1 << log >> 1), usize::MAX >> (usize::BITS - 1 - log)]
        {
            let more = kept.take(size, |_| true).err().unwrap();
            assert_eq!(more, size);
        }
    }
}

#[test]
fn buffers_vectors_and_what_is_between_them() {
    super::memory::keep_at_most(1 << 20);
    for _ in 0..3 {
        let mut vector = room::<u64>(500);
        vector.extend(0..500);
        let buffer = Buffer::from_vec(vector);
        let copy = buffer.clone();
        assert_eq!(copy.as_slice().as_ptr().addr() % 64, 0);
        assert_eq!(copy.into_vec(), buffer.into_vec());
        let mut scratch = Scratch::<[u8; 12]>::with_room(200);
        scratch.extend([[1; 12]; 200]);
        scratch.make_room(400);
        assert!(scratch.is_empty() && scratch.capacity() >= 400);
        scratch.push([2; 12]);
        let strings: Buffer<alloc::string::String> = Buffer::from_iter(100, (0..100).map(|i| alloc::format!("{i}")));
        assert_eq!(strings.clone().into_vec()[99], "99");
        drop(Buffer::<()>::from_iter(5000, core::iter::repeat_n((), 5000)));
    }
    super::memory::release();
}

#[test]
fn what_is_shared_lives_as_long_as_somebody_uses_it() {
    let mut arena = Arena::<u32>::new();
    for _ in 0..2 {
        let first = Shared::kept(&arena, buffer(100, |i| i as u32));
        let held = arena.bytes();
        let (second, claim, known) = (first.clone(), Claim::new(first.clone()), first.known());
        assert!(!first.is_alone());
        let first = first.into_buffer().err().expect("others use it");
        drop(first);
        drop(known.claim());
        assert_eq!((second[99], known.len(), known.addr()), (99, 100, second.as_ptr().addr()));
        assert_eq!(claim.get().expect("it lasts")[7], 7);
        claim.let_go();
        claim.let_go();
        assert!(claim.get().is_none() && second.is_alone());
        assert_eq!(second[50], 50);
        assert_eq!(arena.bytes(), held);
        drop(second);
        assert_eq!(arena.bytes(), held - 400);
        // A claim that is not let go keeps it until the arena is reset.
        core::mem::forget(Shared::kept(&arena, buffer(10, |_| 3)));
        arena.alloc(Claim::new(Shared::kept(&arena, buffer(10, |_| 3))));
        // Who is alone has the buffer.
        let alone = Shared::kept(&arena, buffer(3, |_| 5)).into_buffer().ok().expect("alone");
        assert_eq!(alone.as_slice(), [5; 3]);
        let lent = Known::lent(alone.as_slice()).claim();
        assert!(!lent.is_alone() && lent.clone()[..] == [5; 3] && lent.into_buffer().is_err());
        assert!(Claim::<u32>::none().get().is_none());
        arena.reset();
    }
}

#[test]
#[should_panic(expected = "elements that somebody uses")]
fn what_nobody_uses_is_not_claimed() {
    let arena = Arena::<u32>::new();
    let known = Shared::kept(&arena, buffer(100, |i| i as u32)).known();
    known.claim();
}

#[test]
#[cfg(feature = "std")]
fn numbers_that_a_step_leaves_are_numbers() {
    let mut steps = super::Steps::new();
    for round in 0..3 {
        let _running = steps.begin();
        for len in [1, 7, 100, 300, 1000, 5000] {
            let numbers = Buffer::of_any(len, 0.0f32);
            assert_eq!(numbers.as_slice().len(), len);
            let all: f32 = numbers.as_slice().iter().sum();
            assert!(round > 0 || all == 0.0);
            let mut other = Buffer::<f32>::of_any(len, 0.0);
            other.as_mut_slice().fill(1.0);
            other.leave();
            numbers.leave();
            // Of a vector, which starts anywhere, and of what wrote nothing.
            Buffer::from_vec(alloc::vec![2.0f32; len]).leave();
            drop(Buffer::<f64>::with_capacity(len));
            Buffer::of_any(len / 2 + 1, 0.0f64).leave();
        }
    }
    Buffer::of_any(9, 4.0f32).leave();
    assert_eq!(Buffer::of_any(9, 4.0f32).as_slice(), [4.0; 9]);
    Buffer::of_any(0, 4.0f32).leave();
}
