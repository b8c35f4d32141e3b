//! Memory that stays: what is dropped serves the next tensor of about its size, within bounds, and comes back to the allocator.
#![cfg(not(any(miri, shaped_keeps_nothing)))]
#![allow(unsafe_code)] // an allocator that checks

use std::alloc::{GlobalAlloc, Layout, System};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicIsize, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use shaped::memory;
use shaped::prelude::*;

/// Blocks of this many bytes are kept.
const LARGE: usize = 1024;

/// Writes in front of each block with what layout it was asked for, and compares when it is given back.
struct Checking;

#[derive(Clone, Copy)]
struct Front {
    layout: Layout,
    counted: bool,
}

thread_local! {
    /// Does this thread test, so that its large blocks count?
    static COUNTS: Cell<bool> = const { Cell::new(false) };
    /// Large blocks that this thread has asked for.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// Large blocks of which this thread has the allocator refuse one when as many bytes are in use.
    static REFUSED_FROM: Cell<isize> = const { Cell::new(isize::MAX) };
}
/// The bytes of all large blocks that count and are in use.
static IN_USE: AtomicIsize = AtomicIsize::new(0);

fn with_front(layout: Layout) -> (Layout, usize) {
    Layout::new::<Front>().extend(layout).expect("a layout with room in front")
}

// SAFETY: blocks of the system's allocator, from behind what is written at their start.
unsafe impl GlobalAlloc for Checking {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let counted = layout.size() >= LARGE && COUNTS.get();
        if counted {
            if IN_USE.load(SeqCst) + layout.size() as isize > REFUSED_FROM.get() {
                return std::ptr::null_mut();
            }
            ASKED.set(ASKED.get() + 1);
            IN_USE.fetch_add(layout.size() as isize, SeqCst);
        }
        let (whole, front) = with_front(layout);
        // SAFETY: the size is not 0.
        let start = unsafe { System.alloc(whole) };
        if start.is_null() {
            return start;
        }
        // SAFETY: the block starts with room for it.
        unsafe { start.cast::<Front>().write(Front { layout, counted }) };
        // SAFETY: within the block.
        unsafe { start.add(front) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        let (whole, front) = with_front(layout);
        let start = ptr.wrapping_sub(front);
        // SAFETY: `alloc` has written it there.
        let was = unsafe { start.cast::<Front>().read() };
        if was.layout != layout {
            eprintln!("a block of {:?} is given back as {layout:?}", was.layout);
            std::process::abort();
        }
        if was.counted {
            IN_USE.fetch_sub(layout.size() as isize, SeqCst);
        }
        // SAFETY: as `alloc` has asked for it.
        unsafe { System.dealloc(start, whole) };
    }
}

#[global_allocator]
static ALLOCATOR: Checking = Checking;

/// One test at a time, since all share the limit and the bytes in use. It starts and ends with nothing kept.
struct Alone(#[allow(dead_code)] MutexGuard<'static, ()>);

fn alone() -> Alone {
    static ONE: Mutex<()> = Mutex::new(());
    let guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    memory::keep_at_most(256 << 20);
    memory::release();
    COUNTS.set(true);
    Alone(guard)
}

impl Drop for Alone {
    fn drop(&mut self) {
        COUNTS.set(false);
        memory::release();
    }
}

/// What `f` panics with, of which nothing is printed: that would take memory.
fn panics(f: impl FnOnce()) -> Option<Box<dyn Any + Send>> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(AssertUnwindSafe(f));
    std::panic::set_hook(hook);
    result.err()
}

/// The large blocks that a function asks for.
fn asked<R>(f: impl FnOnce() -> R) -> (usize, R) {
    let before = ASKED.get();
    let result = f();
    (ASKED.get() - before, result)
}

fn in_use() -> isize {
    IN_USE.load(SeqCst)
}

type Square = Tensor<f32, shape![64, 64]>;
const SQUARE: usize = 4 * 64 * 64;

fn square() -> Square {
    Tensor::ones()
}

#[cfg(feature = "std")] // without it large products are another crate's, which asks for memory each time
#[test]
fn a_network_at_rest_asks_for_nothing() {
    let _alone = alone();
    let images: Tensor<f32, shape![2, 8, 20, 20]> = Tensor::from_fn(|[i, j, k, l]| (i + j * k + l) as f32 % 7.0 - 3.0);
    let filters: Tensor<f32, shape![16, 8, 3, 3]> = Tensor::from_fn(|[i, j, k, l]| (i * j + k + l) as f32 % 5.0 - 2.0);
    let bias: Tensor<f32, shape![16]> = Tensor::arange();
    let weights: Tensor<f32, shape![1600, 48]> = Tensor::from_fn(|[i, j]| ((i + j) % 3) as f32 / 100.0);
    let round = || {
        let x = images.conv2d_with_bias(&filters, &bias, Conv::new().padding(One));
        let x = (&x * 0.5 + &x).relu().max_pool2d(Pool::new(Dim::<2>));
        let strided = x.transpose().to_tensor();
        let x = x.reshape::<shape![2, 1600]>().matmul(&weights).softmax(Axis::<1>);
        let (sorted, places) = strided.reshape::<shape![20, 160]>().sort(Axis::<1>, Order::Descending);
        let scanned = sorted.cumsum(Axis::<0>).concat(&sorted, Axis::<1>);
        let mask = scanned.greater(&scanned.mean_keepdim(Axis::<1>));
        let chosen = mask.select(&scanned, 0.0).stack(&scanned, Axis::<0>);
        (x.sum_all() + chosen.sum_all(), places[[3, 4]])
    };
    let first = round();
    for _ in 0..5 {
        assert_eq!(asked(round), (0, first));
    }
}

#[cfg(feature = "std")] // as above
#[test]
fn what_reads_a_part_of_an_image_at_rest_asks_for_nothing() {
    let _alone = alone();
    let images: Tensor<f32, shape![2, 8, 24, 24]> = Tensor::from_fn(|[i, j, k, l]| (i + j * k + l) as f32 % 7.0 - 3.0);
    let filters: Tensor<f32, shape![16, 8, 3, 3]> = Tensor::from_fn(|[i, j, k, l]| (i * j + k + l) as f32 % 5.0 - 2.0);
    let part = images.narrow(Axis::<2>, 2, Dim::<20>).narrow(Axis::<3>, 1, Dim::<20>);
    let weight: Tensor<f32, shape![20]> = Tensor::arange();
    let channel: Tensor<f32, shape![8]> = Tensor::arange();
    let mut made: [(&str, &mut dyn FnMut() -> f32); 11] = [
        ("conv2d", &mut || part.conv2d(&filters, Conv::new().padding(One)).sum_all()),
        ("max_pool2d", &mut || part.max_pool2d(Pool::new(Dim::<2>)).sum_all()),
        ("avg_pool2d", &mut || part.avg_pool2d(Pool::new(Dim::<2>)).sum_all()),
        ("layer_norm", &mut || part.layer_norm(&weight, &weight, 1e-5).sum_all()),
        ("batch_norm", &mut || {
            part.batch_norm(Axis::<1>, &channel, &(&channel + 1.0), &channel, &channel, 1e-5).sum_all()
        }),
        ("group_norm", &mut || part.group_norm(Axis::<1>, Dim::<4>, &channel, &channel, 1e-5).sum_all()),
        ("softmax", &mut || part.softmax(Axis::<1>).sum_all()),
        ("cumsum", &mut || part.cumsum(Axis::<-1>).sum_all()),
        ("sort", &mut || part.sort(Axis::<-1>, Order::Ascending).0.sum_all()),
        ("upsample", &mut || part.upsample_nearest2d(Dim::<2>).sum_all()),
        ("matmul", &mut || part.matmul(&part).sum_all()),
    ];
    for (name, operation) in &mut made {
        let first = operation();
        for _ in 0..3 {
            assert_eq!(asked(&mut **operation), (0, first), "{name}");
        }
    }
}

#[test]
fn smaller_tensors_and_tensors_without_elements_are_not_kept() {
    let _alone = alone();
    let small: Tensor<f32, shape![255]> = Tensor::ones();
    drop(&small + &small);
    drop(Tensor::<f32, shape![0, 1000]>::zeros());
    drop(Tensor::<(), shape![5000]>::from_vec(vec![(); 5000]).unwrap());
    assert_eq!(memory::kept(), 0);
    let large: Tensor<f32, shape![256]> = Tensor::ones();
    drop(large);
    assert!((LARGE..LARGE + 64).contains(&memory::kept()), "{}", memory::kept());
    assert!(memory::release() >= LARGE);
    assert_eq!((memory::kept(), memory::release()), (0, 0));
}

#[test]
fn a_block_serves_what_is_at_most_a_quarter_smaller() {
    axis!(N);
    let _alone = alone();
    let of = |n: usize| Tensor::<u8, shape![N]>::zeros_with(N(n));
    for n in [4000, 10_000, 99_999, 1 << 20, (1 << 20) + 1, 7 << 20] {
        memory::release();
        drop(of(n));
        for fewer in [n, n - n / 10, n - n / 6] {
            assert_eq!(asked(|| drop(of(fewer))).0, 0, "{fewer} of {n}");
        }
        for other in [n - n / 4, n / 2, n + 64] {
            assert_eq!(asked(|| drop(of(other))).0, 1, "{other} of {n}");
        }
        // Among several it is the smallest that is large enough.
        memory::release();
        let (a, b, c) = (of(n + n / 8), of(n), of(n + n / 5));
        let address = b.as_slice().as_ptr();
        drop((a, b, c));
        assert_eq!(of(n).as_slice().as_ptr(), address, "{n}");
    }
}

#[test]
fn sizes_that_grow_find_room_to_grow() {
    axis!(N);
    let _alone = alone();
    let (blocks, _) = asked(|| {
        let mut text: Tensor<f32, shape![N]> = Tensor::zeros_with(N(10_000));
        for n in 1..1000 {
            text = Tensor::from_fn_with(N(10_000 + 10 * n), |[i]| text.as_slice().get(i).map_or(1.0, |x| x + 1.0));
        }
        assert_eq!((text[[0]], text[[19_989]], text.numel()), (999.0, 1.0, 19_990));
    });
    assert!(blocks < 40, "{blocks} blocks for 1000 sizes");
}

#[test]
fn other_elements_use_the_block() {
    let _alone = alone();
    drop(Tensor::<u8, shape![16384]>::full(7));
    let (blocks, x) = asked(|| Tensor::<f64, shape![2048]>::full(0.5));
    assert_eq!((blocks, x.as_slice().as_ptr().addr() % 64), (0, 0));
    assert_eq!(x.sum_all(), 1024.0);
    // A vector's alignment is its elements': these move.
    let vector = x.into_vec();
    assert_eq!((vector.len(), vector.iter().sum::<f64>()), (2048, 1024.0));
    drop(vector);
    let x = Tensor::<u128, shape![1024]>::full(3);
    assert_eq!((x.as_slice().as_ptr().addr() % 64, x.sum_all()), (0, 3072));

    #[repr(align(256))]
    #[derive(Clone, PartialEq, Debug)]
    struct Wide(u8);
    let wide = Tensor::<Wide, shape![64]>::full(Wide(5));
    assert_eq!((wide.as_slice().as_ptr().addr() % 256, &wide[[63]]), (0, &Wide(5)));
    drop(wide);
    // Its block serves others, and theirs do not serve it.
    let (blocks, x) = asked(|| Tensor::<u8, shape![16300]>::full(1));
    assert_eq!((blocks, x[[16299]]), (0, 1));
}

#[test]
fn vectors_come_and_go() {
    let _alone = alone();
    let before = in_use();
    for _ in 0..100 {
        let x: Tensor<u16, shape![3000]> = Tensor::from_vec((0..3000).collect()).unwrap();
        let (sorted, _) = x.sort(Axis::<0>, Order::Descending);
        assert_eq!((&sorted + &x).into_vec(), [2999; 3000]);
    }
    // What the program's vectors were does not pile up.
    assert!(memory::kept() < 100_000, "{}", memory::kept());
    memory::release();
    assert_eq!(in_use(), before);
}

#[test]
fn no_more_is_kept_than_the_bounds_say() {
    let _alone = alone();
    let before = in_use();
    // Of a hundred the 64 that came last.
    let all: Vec<Square> = (0..100).map(|_| square()).collect();
    drop(all);
    assert!((63..=65).contains(&(memory::kept() / SQUARE)), "{} blocks", memory::kept() / SQUARE);
    assert_eq!(in_use() - before, memory::kept() as isize);

    memory::keep_at_most(10 * SQUARE);
    assert!((8 * SQUARE..=10 * SQUARE).contains(&memory::kept()), "{}", memory::kept());
    for count in [3, 20] {
        let all: Vec<Square> = (0..count).map(|_| square()).collect();
        drop(all);
        assert!(memory::kept() <= 10 * SQUARE);
    }
    // A block that is larger than all that may be kept.
    drop(Tensor::<f32, shape![64, 640]>::ones());
    assert!(memory::kept() <= 10 * SQUARE);
    // What is new drives out what is old.
    let large = Tensor::<f32, shape![64, 512]>::ones();
    drop(large);
    assert!((8 * SQUARE..=10 * SQUARE).contains(&memory::kept()), "{}", memory::kept());
    assert_eq!(asked(Tensor::<f32, shape![64, 512]>::ones).0, 0);

    memory::keep_at_most(0);
    assert_eq!((memory::kept(), asked(|| drop(square())).0, memory::kept()), (0, 1, 0));
    assert_eq!(in_use(), before);
}

#[test]
fn what_nobody_wants_is_given_back_after_a_while() {
    let _alone = alone();
    drop(Tensor::<f32, shape![64, 640]>::ones());
    let with_large = memory::kept();
    let rest = || {
        let one = || Tensor::<[u64; 128], shape![1]>::full([0; 128]);
        drop((one(), one(), one()));
    };
    rest();
    assert!(memory::kept() > with_large);
    (0..60_000).for_each(|_| rest());
    assert!((3 * LARGE..4 * LARGE).contains(&memory::kept()), "{}", memory::kept());
    assert_eq!(asked(rest).0, 0);
}

#[cfg(feature = "std")] // without it there are no threads to ask for
#[test]
fn each_thread_keeps_its_own_and_gives_it_back_as_it_ends() {
    let _alone = alone();
    let before = in_use();
    drop(square());
    let here = memory::kept();
    thread::spawn(move || {
        COUNTS.set(true);
        assert_eq!((memory::kept(), asked(|| drop(square())).0), (0, 1));
        assert_eq!(memory::kept(), here);
        assert_eq!(in_use() - before, 2 * here as isize);
    })
    .join()
    .unwrap();
    assert_eq!((memory::kept(), in_use() - before), (here, here as isize));
}

#[cfg(feature = "std")]
#[test]
fn a_thread_that_only_drops_keeps_nothing() {
    let _alone = alone();
    let before = in_use();
    let made: Vec<Square> = (0..10).map(|_| square()).collect();
    thread::spawn(move || {
        COUNTS.set(true);
        let mut made = made.into_iter();
        made.by_ref().take(5).for_each(drop);
        assert_eq!(memory::kept(), 0);
        // It has asked for one, so it keeps one, whoever made it.
        let own = square();
        drop(made);
        assert_eq!(memory::kept() / SQUARE, 1);
        drop(own);
        assert_eq!(memory::kept() / SQUARE, 1);
    })
    .join()
    .unwrap();
    assert_eq!(in_use(), before);
}

struct Counted(Rc<Cell<usize>>);
impl Drop for Counted {
    fn drop(&mut self) {
        let left = self.0.get() - 1;
        self.0.set(left);
        assert!(left != 500, "one of them panics");
    }
}

#[test]
fn elements_are_dropped_once_also_if_one_panics() {
    let _alone = alone();
    let before = in_use();
    let alive = Rc::new(Cell::new(0));
    let new = |_| {
        alive.set(alive.get() + 1);
        Counted(alive.clone())
    };
    let x = Tensor::<Counted, shape![400]>::from_fn(|_| new(0));
    drop(x);
    assert_eq!((alive.get(), memory::kept() / (8 * 400)), (0, 1));
    let x = Tensor::<Counted, shape![400]>::from_fn(|_| new(0));
    assert_eq!((x.numel(), memory::kept()), (400, 0));
    drop(x);
    // Making one panics.
    assert!(
        panics(|| {
            let _ = Tensor::<Counted, shape![400]>::from_fn(|[i]| {
                assert!(i < 300, "no more");
                new(i)
            });
        })
        .is_some()
    );
    assert_eq!((alive.get(), memory::kept() / (8 * 400)), (0, 1));
    // Dropping one panics: the others are dropped, and the block is kept.
    let x = Tensor::<Counted, shape![600]>::from_fn(|_| new(0));
    assert!(panics(|| drop(x)).is_some());
    assert_eq!(alive.get(), 0);
    assert!(memory::kept() >= 8 * 600);
    memory::release();
    assert_eq!(in_use(), before);
}

#[test]
fn tensors_live_and_are_made_while_a_thread_ends() {
    struct Last(RefCell<Vec<Square>>);
    impl Drop for Last {
        fn drop(&mut self) {
            let x = square();
            let y = &x + &x;
            drop(x);
            assert_eq!(y[[0, 0]], 2.0);
            // Nothing is left where nothing can be kept.
            let _ = (memory::kept(), memory::release());
            self.0.borrow_mut().push(y);
        }
    }
    thread_local! {
        static BEFORE: Last = const { Last(RefCell::new(Vec::new())) };
        static AFTER: Last = const { Last(RefCell::new(Vec::new())) };
    }
    let _alone = alone();
    let before = in_use();
    thread::spawn(|| {
        COUNTS.set(true);
        // One is made before what is kept, and one behind it.
        BEFORE.with(|last| last.0.borrow_mut().reserve(2));
        drop(square());
        BEFORE.with(|last| last.0.borrow_mut().push(square()));
        AFTER.with(|last| last.0.borrow_mut().push(square()));
    })
    .join()
    .unwrap();
    memory::release();
    assert_eq!(in_use(), before);
}

#[test]
fn what_is_kept_makes_room_if_there_is_no_more_memory() {
    let _alone = alone();
    let all: Vec<Square> = (0..50).map(|_| square()).collect();
    drop(all);
    assert!(memory::kept() >= 50 * SQUARE);
    REFUSED_FROM.set(in_use() + 10 * SQUARE as isize);
    let large = Tensor::<f32, shape![64, 1280]>::ones();
    assert_eq!((large.numel(), memory::kept()), (64 * 1280, 0));
    // And if that does not help, it is a panic that can be caught.
    let error = panics(|| drop(Tensor::<f32, shape![64, 12800]>::ones())).unwrap();
    REFUSED_FROM.set(isize::MAX);
    let text = error.downcast_ref::<String>().unwrap();
    assert!(text.ends_with("bytes, more memory than there is"), "{text}");
}
