//! What is allocated, counted: the result and nothing else.
#![allow(unsafe_code)] // an allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Once;

use shaped::memory;
use shaped::prelude::*;

struct Counting;

thread_local! {
    static BLOCKS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BLOCKS.set(BLOCKS.get() + 1);
        BYTES.set(BYTES.get() + layout.size());
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which are the system allocator's, too.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The blocks and bytes that a function allocates, with nothing kept: what it drops in between counts, too.
fn allocated<R>(f: impl FnOnce() -> R) -> (usize, usize, R) {
    // Once in a program the library reads the variable `SHAPED_SIMD`, which takes a block if it is set.
    static READ: Once = Once::new();
    READ.call_once(|| drop(&Tensor::<f32, shape![1024]>::ones() + 1.0));
    memory::keep_at_most(0);
    let (blocks, bytes) = (BLOCKS.get(), BYTES.get());
    let result = f();
    (BLOCKS.get() - blocks, BYTES.get() - bytes, result)
}

/// A block of this many bytes, with at most the room that aligning it takes.
#[track_caller]
fn one_block<R>(payload: usize, f: impl FnOnce() -> R) -> R {
    let (blocks, bytes, result) = allocated(f);
    assert_eq!(blocks, 1, "blocks");
    assert!((payload..payload + 64).contains(&bytes), "{bytes} bytes for a result of {payload}");
    result
}

#[track_caller]
fn nothing<R>(f: impl FnOnce() -> R) -> R {
    let (blocks, _, result) = allocated(f);
    assert_eq!(blocks, 0, "blocks");
    result
}

#[test]
fn a_result_is_all_that_is_allocated() {
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::arange();
    let five = tensor![5.0];
    one_block(4 * 4 * 32 * 8, || &scores + &five);
    one_block(4 * 4 * 32 * 8, || &scores + 5.0);
    let images: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::arange();
    let bias: Tensor<f32, shape![32, 1, 1]> = Tensor::arange();
    one_block(4 * 25088, || &images + &bias);
    one_block(4 * 25088, || &bias - &images);
    one_block(4 * 25088, || images.view() * bias.view());
    one_block(4 * 25088, || images.map(|x| x + 1.0));
    one_block(4 * 25088, || images.zip_with(&bias, f32::max));
    one_block(4 * 25088, || bias.broadcast_to::<shape![4, 32, 14, 14]>().to_tensor());
    let column: Tensor<f32, shape![8, 1, 6, 1]> = Tensor::arange();
    let row: Tensor<f32, shape![7, 1, 5]> = Tensor::arange();
    one_block(4 * 1680, || &column + &row);
}

#[test]
fn an_owned_operand_of_the_results_shape_gives_its_memory() {
    let a: Tensor<f32, shape![4, 32, 8]> = Tensor::arange();
    let b: Tensor<f32, shape![32, 1]> = Tensor::arange();
    let expected = &a + &b;
    let address = |x: &Tensor<f32, shape![4, 32, 8]>| x.as_slice().as_ptr().addr();

    let x = a.clone();
    let was = address(&x);
    let sum = nothing(|| x + &b);
    assert_eq!((address(&sum), &sum), (was, &expected));

    let x = a.clone();
    let was = address(&x);
    let sum = nothing(|| &b + x);
    assert_eq!((address(&sum), &sum), (was, &expected));

    // Both are owned, and only one has the shape of the result, on either side.
    let (x, y) = (a.clone(), b.clone());
    assert_eq!(nothing(|| x + y), expected);
    let (x, y) = (a.clone(), b.clone());
    assert_eq!(nothing(|| y + x), expected);

    let x = a.clone();
    assert_eq!(nothing(|| x + 1.0), &a + 1.0);
    let x = a.clone();
    assert_eq!(nothing(|| 1.0 - x), 1.0 - &a);
    let x = a.clone();
    assert_eq!(nothing(|| -x), -&a);
    // A chain takes one block.
    one_block(4 * 1024, || (&a + &b) * 2.0 - &b + 1.0);
    let mut x = a.clone();
    nothing(|| x += &b);
    nothing(|| x -= b.view());
    nothing(|| x *= 2.0);
    nothing(|| x.map_in_place(|x| *x /= 2.0));
    assert_eq!(x, a);
    // An owned operand of another shape does not.
    let column: Tensor<f32, shape![4, 1]> = Tensor::ones();
    let row = tensor![1.0f32, 2.0, 3.0];
    one_block(4 * 12, || column + row);
}

#[test]
fn views_and_inline_tensors_allocate_nothing() {
    let one = tensor![5.0f32];
    nothing(|| {
        let view = one.broadcast_to::<shape![4, 32, 8]>();
        assert_eq!((view.numel(), view.strides()), (1024, [0, 0, 0]));
        // A view of 4 x 32 x 8 elements borrows one number.
        assert!(view.iter().all(|x| std::ptr::eq(x, &one[[0]])));
        assert!(size_of_val(&view) <= size_of::<usize>());
        let again = view.unsqueeze(Axis::<0>).squeeze(Axis::<0>);
        assert_eq!(again[[3, 31, 7]], 5.0);
        let (a, b) = one.broadcast_with(&view);
        assert_eq!(a, b);
    });
    let (a, b) = (Inline::<f32, shape![4, 1]>::ones(), Inline::<f32, shape![3]>::full(2.0));
    nothing(|| {
        let mut c = a + b * 2.0 - 1.0;
        c += a;
        assert_eq!(c.into_array(), [[5.0; 3]; 4]);
    });
}

#[test]
fn vectors_come_and_go_without_a_copy() {
    let v: Vec<f64> = (0..1000).map(f64::from).collect();
    let address = v.as_ptr();
    let x = nothing(|| Tensor::<f64, shape![10, 100]>::from_vec(v).unwrap());
    assert_eq!(x.as_slice().as_ptr(), address);
    let v = nothing(|| x.into_vec());
    assert_eq!(v.as_ptr(), address);
    let error = nothing(|| Tensor::<f64, shape![10, 99]>::from_vec(v).unwrap_err());
    assert_eq!((error.expected(), error.found()), (Some(990), 1000));
    let v = error.into_data();
    assert_eq!(v.as_ptr(), address);
    // Memory of our own moves to a vector's.
    let x: Tensor<f64, shape![10, 100]> = Tensor::arange();
    assert_eq!(x.clone().into_vec(), x.as_slice());
    // A vector with room to spare keeps it.
    let mut v = Vec::with_capacity(100);
    v.extend([1u8, 2, 3]);
    let v = Tensor::<u8, shape![3]>::from_vec(v).unwrap().into_vec();
    assert_eq!((v.as_slice(), v.capacity()), ([1, 2, 3].as_slice(), 100));
}

#[test]
fn other_shapes_of_the_same_elements_allocate_nothing() {
    let mut x: Tensor<f32, shape![4, 6, 10]> = Tensor::arange();
    nothing(|| {
        x.permute(axes![2, 0, 1])[[9, 3, 5]] + x.transpose()[[0, 9, 5]] + x.swap_axes(Axis::<0>, Axis::<2>)[[9, 5, 3]]
    });
    nothing(|| x.reshape::<shape![24, 10]>().flatten()[[239]] + x.flatten_axes(Axis::<0>, Axis::<1>)[[23, 9]]);
    nothing(|| x.narrow(Axis::<1>, 2, Dim::<3>).transpose()[[3, 9, 2]]);
    nothing(|| x.view_mut().reshape::<shape![4, 60]>().narrow(Axis::<0>, 2, Dim::<2>)[[1, 59]] = 0.0);
    let address = x.as_slice().as_ptr();
    let x: Tensor<f32, shape![240]> = nothing(|| x.into_shape());
    assert_eq!(x.as_slice().as_ptr(), address);
    one_block(4 * 480, || x.concat(&x, Axis::<0>));
    one_block(4 * 480, || x.stack(&x, Axis::<1>));
}

#[test]
fn large_results_are_aligned_for_vector_registers() {
    for _ in 0..20 {
        let x: Tensor<u8, shape![1025]> = Tensor::full(1);
        let y: Tensor<f32, shape![16, 16]> = Tensor::full(1.0);
        let z: Tensor<f64, shape![50257]> = Tensor::full(1.0);
        assert_eq!(x.as_slice().as_ptr().addr() % 64, 0);
        assert_eq!(y.as_slice().as_ptr().addr() % 64, 0);
        assert_eq!(z.as_slice().as_ptr().addr() % 64, 0);
    }
    // Nothing to store takes no memory, whatever the shape.
    nothing(Tensor::<f32, shape![0, 50257]>::zeros);
    nothing(|| Tensor::<(), shape![50257, 50257]>::from_vec(vec![(); 50257 * 50257]).unwrap());
}

/// A tensor far larger than the stack is never on it.
#[test]
fn large_tensors_are_built_on_the_heap() {
    std::thread::Builder::new()
        .stack_size(64 * 1024)
        .spawn(|| {
            let x: Tensor<f32, shape![1024, 1024]> = Tensor::arange();
            let y = Tensor::<f32, shape![1024, 1024]>::from_fn(|[i, j]| (i * j) as f32);
            let z = (&x + &y).map(|x| x + 1.0) + Tensor::<f32, shape![1024]>::default();
            assert_eq!(z[[1023, 1023]], x[[1023, 1023]] + y[[1023, 1023]] + 1.0);
            assert_eq!(z.clone(), z);
        })
        .unwrap()
        .join()
        .unwrap();
}
