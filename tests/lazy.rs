//! Lazy expressions: the values of the eager operations, in one pass, with nothing allocated but the result.
#![allow(unsafe_code)] // the allocator that counts

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use shaped::prelude::*;

struct Counting;
thread_local!(static BYTES: Cell<usize> = const { Cell::new(0) });

// SAFETY: hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
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

/// The bytes that a function allocates, with nothing kept: what it drops in between counts, too.
fn allocated<R>(f: impl FnOnce() -> R) -> (R, usize) {
    shaped::memory::keep_at_most(0);
    let before = BYTES.get();
    let result = f();
    (result, BYTES.get() - before)
}

axis!(Batch);
axis!(Seq);

#[test]
fn a_chain_has_the_values_of_its_steps() {
    let x: Tensor<f64, shape![4, 5, 6]> = Tensor::from_fn(|[i, j, k]| (i * 30 + j * 6 + k) as f64 / 7.0 - 6.0);
    let scale: Tensor<f64, shape![5, 1]> = Tensor::from_fn(|[i, _]| i as f64 - 2.5);
    let shift: Tensor<f64, shape![6]> = Tensor::from_fn(|[i]| 0.25 * i as f64);
    let eager = (2.0 - &(&(&x * &scale) + &shift)) % 3.0;
    let lazy = (2.0 - (x.lazy() * &scale + &shift)) % 3.0;
    assert_eq!(lazy.eval(), eager);
    let eager = -&(&(&shift - &x) / &(&scale + &shift));
    let lazy = -((shift.view() - x.lazy()) / (scale.lazy() + shift.lazy()));
    assert_eq!(lazy.eval(), eager);
}

#[test]
fn what_is_strided_or_stretched_is_read_where_it_is() {
    let x: Tensor<i64, shape![3, 4]> = Tensor::arange();
    let y: Tensor<i64, shape![4, 3]> = Tensor::arange();
    let sum = (x.transpose().lazy() * 10 + &y).eval();
    assert_eq!(sum, Tensor::<i64, shape![4, 3]>::from_fn(|[i, j]| ((j * 4 + i) * 10 + i * 3 + j) as i64));
    let row = x.narrow(Axis::<0>, 1, One);
    let wide = (row.broadcast_to::<shape![2, 4]>().lazy() + row.squeeze(Axis::<0>)).eval();
    assert_eq!(wide, tensor![[8, 10, 12, 14], [8, 10, 12, 14]]);
}

#[test]
fn reductions_at_the_end_are_those_of_the_result() {
    let x: Tensor<f64, shape![7, 33]> = Tensor::from_fn(|[i, j]| ((i * 33 + j) % 19) as f64 - 9.0);
    let y: Tensor<f64, shape![33]> = Tensor::from_fn(|[j]| (j % 5) as f64);
    let product = &x * &y;
    let lazy = || x.lazy() * &y;
    assert_eq!(lazy().sum(Axis::<1>), product.sum(Axis::<1>));
    assert_eq!(lazy().sum_keepdim(Axis::<0>), product.sum_keepdim(Axis::<0>));
    assert_eq!(lazy().mean(Axis::<-1>), product.mean(Axis::<-1>));
    assert_eq!(lazy().mean_all(), product.mean_all());
    assert_eq!(lazy().argmax(Axis::<0>), product.argmax(Axis::<0>));
    assert_eq!(lazy().norm_all(), product.norm_all());
    assert_eq!(lazy().map(|x| x > 0.0).any(Axis::<0>), product.map(|x| x > 0.0).any(Axis::<0>));
}

#[test]
fn nothing_is_allocated_but_the_result() {
    let x: Tensor<f32, shape![8, 64, 7, 7]> = Tensor::ones();
    let scale: Tensor<f32, shape![64, 1, 1]> = Tensor::full(3.0);
    let (y, bytes) = allocated(|| (x.lazy() * &scale + &scale).map(|x| x.max(4.0)).eval());
    // 63 bytes more align the memory.
    assert!((y.numel() * 4..y.numel() * 4 + 64).contains(&bytes), "{bytes} bytes");
    let mut out: Tensor<f32, shape![8, 64, 7, 7]> = Tensor::zeros();
    let ((), bytes) = allocated(|| (x.lazy() - &scale).assign_to(&mut out));
    assert_eq!((bytes, out[[0, 0, 0, 0]]), (0, -2.0));
    let ((), bytes) = allocated(|| out += x.lazy() * &scale);
    assert_eq!((bytes, out[[7, 63, 6, 6]]), (0, 1.0));
    let ((), bytes) = allocated(|| (scale.lazy() * 2.0).assign_to(&mut part!(mut out; .., .., 2..5, 1..7; 2)));
    assert_eq!((bytes, out[[7, 63, 2, 2]], out[[7, 63, 2, 3]]), (0, 1.0, 6.0));
    let mut channel = part!(mut out; .., 5);
    let ((), bytes) = allocated(|| channel -= part!(x; .., 0).lazy() * 2.0 + 1.0);
    assert_eq!((bytes, out[[7, 5, 0, 0]]), (0, -2.0));
    let (sum, bytes) = allocated(|| (x.lazy() * &scale).sum_all());
    assert_eq!((bytes, sum), (0, 3.0 * y.numel() as f32));
}

/// Rows with gaps, columns, steps, planes that are one loop, and two axes with gaps: what is written are those elements, and no others.
#[test]
fn parts_are_written_where_they_lie() {
    type Cube = Tensor<i64, shape![6, 5, 40]>;
    let old = Cube::from_fn(|[i, j, k]| -((i * 200 + j * 40 + k) as i64));
    let x: Tensor<i64, shape![40, 5, 6]> = Tensor::arange(); // read backwards
    let row: Tensor<i64, shape![40]> = Tensor::from_fn(|[k]| 1000 * k as i64);
    // By hand: the element of the expression `2 x + row` at an index of the cube.
    let is = |i: usize, j: usize, k: usize| 2 * (k * 30 + j * 6 + i) as i64 + 1000 * k as i64;
    let swapped = x.permute(axes![2, 1, 0]);
    macro_rules! written {
        ($([$($part:tt)*] if |$i:ident, $j:ident, $k:ident| $within:expr;)*) => { $(
            let mut y = old.clone();
            let (x, row) = (part!(swapped; $($part)*), row.broadcast_to::<shape![6, 5, 40]>());
            (x.lazy() * 2 + part!(row; $($part)*)).assign_to(&mut part!(mut y; $($part)*));
            let expected = Cube::from_fn(|[$i, $j, $k]| if $within { is($i, $j, $k) } else { old[[$i, $j, $k]] });
            assert_eq!(y, expected, stringify!($($part)*));
            let mut part = part!(mut y; $($part)*);
            part -= x.lazy() + part!(row; $($part)*);
            let expected = Cube::from_fn(|[$i, $j, $k]| {
                if $within { is($i, $j, $k) / 2 - 500 * $k as i64 } else { old[[$i, $j, $k]] }
            });
            assert_eq!(y, expected, stringify!($($part)*));
        )* };
    }
    written! {
        [..] if |_i, _j, _k| true;
        [1..4] if |i, _j, _k| (1..4).contains(&i);
        [.., 3] if |_i, j, _k| j == 3;
        [.., .., 7] if |_i, _j, k| k == 7;
        [2, 1..3] if |i, j, _k| i == 2 && (1..3).contains(&j);
        [1..5, 2..4, 3..38] if |i, j, k| (1..5).contains(&i) && (2..4).contains(&j) && (3..38).contains(&k);
        [0..6; 2, 1..5; 3, 4..40; 5] if |i, j, k| i % 2 == 0 && j % 3 == 1 && k % 5 == 4;
        [.., 0..1, 39..40] if |_i, j, k| j == 0 && k == 39;
        [3, 4, 39] if |i, j, k| (i, j, k) == (3, 4, 39);
        [2..2] if |_i, _j, _k| false;
    }
    // Elements that are dropped, one that is stretched, an inline tensor, and a run-time axis.
    let words = tensor!["a".to_string(), "b".to_string()];
    let mut text: Tensor<String, shape![2, 3]> = Tensor::full("-".to_string());
    words.lazy().map(|x| x + "!").assign_to(&mut part!(mut text; .., 1));
    assert_eq!(text.as_slice(), ["-", "a!", "-", "-", "b!", "-"]);
    let mut inline = Inline::<f32, shape![2, 3]>::zeros();
    (tensor![1.0f32].lazy() + 2.0).assign_to(&mut part!(mut inline; .., 1..3));
    assert_eq!(inline.as_slice(), [0.0, 3.0, 3.0, 0.0, 3.0, 3.0]);
    let mut cache: Tensor<i32, shape![2, 4]> = Tensor::zeros();
    let new = Tensor::<i32, shape![2, Seq]>::from_fn_with(Seq(2), |[i, j]| (i * 2 + j) as i32);
    (new.lazy() + 1).assign_to(&mut cache.view_mut().part().narrow_with(Axis::<1>, 1, Seq(2)));
    assert_eq!(cache, tensor![[0, 1, 2, 0], [0, 3, 4, 0]]);
    let mut bytes: Tensor<(), shape![3, 4]> = Tensor::full(());
    Tensor::<i32, shape![2, 2]>::zeros().lazy().map(|_| ()).assign_to(&mut part!(mut bytes; 1..3, 1..3));
}

#[test]
fn nothing_is_written_to_a_part_of_another_size() {
    let x = Tensor::<i32, shape![Seq]>::full_with(Seq(2), 1);
    let mut y = Tensor::<i32, shape![2, Seq]>::zeros_with(Seq(3));
    let said =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (x.lazy() + 1).assign_to(&mut part!(mut y; 1))));
    let said = *said.unwrap_err().downcast::<String>().unwrap();
    assert_eq!((said.as_str(), y.as_slice()), ("axis -1 (Seq) has size 3 on the left and 2 on the right", &[0; 6][..]));
    let mut part = part!(mut y; 1);
    let said = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| part += x.lazy() + 1));
    assert!(said.is_err() && y.as_slice() == [0; 6]);
}

#[test]
fn named_axes_are_compared_once_and_before_anything_is_written() {
    let x = Tensor::<f32, shape![Batch, 3]>::from_fn_with(Batch(2), |[i, j]| (i * 3 + j) as f32);
    let bias = tensor![10.0f32, 20.0, 30.0];
    assert_eq!((x.lazy() + &bias).eval().as_slice(), [10.0, 21.0, 32.0, 13.0, 24.0, 35.0]);
    assert_eq!((x.lazy() * 2.0).sum(Axis::<0>), tensor![6.0, 10.0, 14.0]);
    let other = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(5));
    let said = std::panic::catch_unwind(|| {
        let _ = x.lazy() + &other;
    });
    let said = *said.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(said, "axis -2 (Batch) has size 2 on the left and 5 on the right");
    let mut out = other.to_tensor();
    let said = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (x.lazy() + 1.0).assign_to(&mut out)));
    assert!(said.is_err() && out == other);
    let outer = (Tensor::<i32, shape![Seq, 1]>::zeros_with(Seq(2)).lazy()
        + &Tensor::<i32, shape![Batch]>::full_with(Batch(3), 1))
        .eval();
    assert_eq!((outer.sizes(), outer.as_slice()), ([2, 3], &[1; 6][..]));
}

/// Generic code needs no bound for what is equal or stretched by type.
#[test]
fn generic_chains_need_no_bound() {
    fn affine<L: Shape, D: Size>(
        x: &Tensor<f32, (L, D)>,
        scale: &Tensor<f32, shape![D]>,
        shift: &Tensor<f32, shape![D]>,
    ) -> Tensor<f32, (L, D)> {
        (x.lazy() * scale + shift).eval()
    }
    fn centred<L: Shape, D: Size>(x: &Tensor<f64, (L, D)>) -> Tensor<f64, (L, D)> {
        (x.lazy() - &x.mean_keepdim(Axis::<-1>)).eval()
    }
    let x = Tensor::<f32, shape![2, 3]>::arange();
    assert_eq!(
        affine(&x, &tensor![1.0, 2.0, 3.0], &tensor![0.0, 0.0, 1.0]),
        tensor![[0.0, 2.0, 7.0], [3.0, 8.0, 16.0]]
    );
    assert_eq!(centred(&tensor![[1.0, 3.0]]), tensor![[-1.0, 1.0]]);
}

/// Short rows that repeat themselves are walked many at a time: whatever the number of rows, the values are those of one row after the other.
#[test]
fn short_rows_are_walked_as_patterns() {
    fn check<N: StaticSize, C: StaticSize>(seed: u64) {
        let x: Tensor<f32, shape![N, C]> = Tensor::from_flat_fn(|i| ((i as u64 * 2654435761 + seed) % 1009) as f32);
        let row: Tensor<f32, shape![C]> = Tensor::from_flat_fn(|i| (i * i) as f32 - 3.5);
        let column: Tensor<f32, shape![N, 1]> = Tensor::from_flat_fn(|i| (i % 7) as f32);
        let one = Tensor::<f32, shape![]>::full(0.25);
        let expected = |i: usize, j: usize| x[[i, j]] * row[[j]] + one[[]];
        let y = (x.lazy() * &row + &one).eval();
        let mut z = x.to_tensor();
        z *= &row;
        let both = (row.lazy() - x.lazy() * &one).eval();
        let by_column = &(&x * &row) + &column;
        for i in 0..N::SIZE {
            for j in 0..C::SIZE {
                assert_eq!(y[[i, j]], expected(i, j), "[{i}, {j}] of {} by {}", N::SIZE, C::SIZE);
                assert_eq!(z[[i, j]], x[[i, j]] * row[[j]]);
                assert_eq!(both[[i, j]], row[[j]] - x[[i, j]] * 0.25);
                assert_eq!(by_column[[i, j]], x[[i, j]] * row[[j]] + column[[i, 0]]);
            }
        }
    }
    check::<dim!(511), dim!(3)>(1);
    check::<dim!(512), dim!(3)>(2);
    check::<dim!(1000), dim!(5)>(3);
    check::<dim!(641), dim!(31)>(4);
    check::<dim!(2051), dim!(2)>(5);
    check::<dim!(600), dim!(32)>(6);

    for n in [1, 511, 512, 1000] {
        let x = Tensor::<i32, shape![Batch, 3]>::from_fn_with(Batch(n), |[i, j]| (i * 3 + j) as i32);
        let y = &x * &tensor![1, 10, 100];
        assert!(y.iter().zip(x.iter()).enumerate().all(|(i, (y, x))| *y == x * [1, 10, 100][i % 3]), "{n} rows");
    }

    // Of axes that are walked as one, and inside others.
    let x: Tensor<i32, shape![3, 700, 2, 3]> = Tensor::arange();
    let pair: Tensor<i32, shape![2, 3]> = Tensor::arange();
    let channels: Tensor<i32, shape![3, 1, 1, 1]> = tensor![[[[100]]], [[[200]]], [[[300]]]];
    let row = tensor![1000, 2000, 3000];
    let each: Tensor<i32, shape![3, 1, 1, 3]> = Tensor::arange();
    let sum = (x.lazy() + &pair + &channels + &row + &each).eval();
    for (index, &y) in [[0, 0, 0, 0], [2, 699, 1, 2], [1, 333, 0, 1]].iter().map(|&index| (index, &sum[index])) {
        let [a, b, c, d] = index;
        let value = ((a * 700 + b) * 2 + c) * 3 + d + (c * 3 + d) + (a + 1) * 100 + (d + 1) * 1000 + a * 3 + d;
        assert_eq!(y, value as i32, "{index:?}");
    }
    let sum = (x.lazy() + &row + &channels).eval();
    assert!(
        sum.iter()
            .zip(x.iter())
            .enumerate()
            .all(|(i, (y, x))| *y == x + 1000 * (i as i32 % 3 + 1) + 100 * (i as i32 / 4200 + 1))
    );
    let names: Tensor<String, shape![600, 2]> = Tensor::from_fn(|[i, j]| format!("{i}{j}"));
    let joined = names.zip_with(&Tensor::<String, shape![2]>::from_fn(|[j]| format!("-{j}")), |a, b| a + &b);
    assert_eq!(joined[[599, 1]], "5991-1");
}

/// Transposed operands are walked in tiles: whole ones and what is left of them.
#[test]
fn transposed_operands_are_walked_in_tiles() {
    fn check<H: StaticSize, W: StaticSize>() {
        let x: Tensor<i64, shape![3, H, W]> = Tensor::from_flat_fn(|i| i as i64);
        let y: Tensor<i64, shape![3, W, H]> = Tensor::from_flat_fn(|i| 1000 * i as i64);
        let value = |a: usize, i: usize, j: usize| y[[a, i, j]] + x[[a, j, i]];
        let sum = &y + &x.transpose();
        let mut assigned = y.to_tensor();
        assigned += x.transpose();
        let copied = x.transpose().to_tensor();
        let named = x.transpose().map(|x| x.to_string());
        for (a, i) in (0..3).flat_map(|a| (0..W::SIZE).map(move |i| (a, i))) {
            for j in 0..H::SIZE {
                assert_eq!((sum[[a, i, j]], assigned[[a, i, j]]), (value(a, i, j), value(a, i, j)));
                assert_eq!((copied[[a, i, j]], &named[[a, i, j]]), (x[[a, j, i]], &x[[a, j, i]].to_string()));
            }
        }
    }
    check::<dim!(32), dim!(1)>();
    check::<dim!(33), dim!(65)>();
    check::<dim!(70), dim!(130)>();
    check::<dim!(1), dim!(40)>();
    check::<dim!(31), dim!(64)>();
}

#[test]
fn functions_are_those_of_tensors() {
    let x: Tensor<f32, shape![5, 37]> = Tensor::from_fn(|[i, j]| (i * 37 + j) as f32 / 20.0 - 4.5);
    let y: Tensor<f32, shape![37]> = Tensor::from_fn(|[j]| j as f32 / 9.0 + 0.5);
    let z = &x * &y;
    macro_rules! same {
        ($($name:ident)*) => { $( assert_eq!((x.lazy() * &y).$name().eval(), z.$name(), stringify!($name)); )* };
    }
    same! {
        abs floor recip is_nan relu
    }
    // What many elements are computed by, by fused multiply-adds where the CPU has them, is another formula of as many places: one in the loop
    // is two units off at most, and so is one of many; `gelu` of what is negative eight.
    macro_rules! near {
        ($($name:ident $units:literal)*) => { $( {
            let (lazily, many) = ((x.lazy() * &y).$name().eval(), z.$name());
            for ((&x, a), b) in z.as_slice().iter().zip(lazily.as_slice()).zip(many.as_slice()) {
                assert!(a.to_bits().abs_diff(b.to_bits()) <= $units, "{}({x}): {a} and {b}", stringify!($name));
            }
        } )* };
    }
    near! {
        exp 2 tanh 4 gelu 16 sigmoid 4 ln_1p 4 erf 4
    }
    assert_eq!(y.lazy().ln().sqrt().is_nan().eval(), y.ln().sqrt().is_nan());
    assert_eq!(y.lazy().log2().rsqrt().eval().as_slice()[36], y.log2().rsqrt().as_slice()[36]);
    assert_eq!((x.lazy() * &y).clamp(-1.0, 2.0).powi(3).eval(), z.clamp(-1.0, 2.0).powi(3));
    assert_eq!(
        (x.lazy() * &y).clamp_min(0.0).powf(1.5).clamp_max(3.0).eval(),
        z.clamp_min(0.0).powf(1.5).clamp_max(3.0)
    );
    assert_eq!((x.lazy() * &y).leaky_relu(0.1).elu(0.5).eval(), z.leaky_relu(0.1).elu(0.5));
    let eager = (z.greater(0.5) | z.is_nan()) & !x.less_equal(&y);
    let lazy = (z.lazy().greater(0.5) | z.lazy().is_nan()) & !x.lazy().less_equal(&y);
    assert_eq!(lazy.eval(), eager);
    assert_eq!((z.lazy().less(1.0) ^ z.lazy().less(2.0)).eval(), z.less(1.0) ^ z.less(2.0));
    assert_eq!((z.lazy().maximum(&y).pow(2.0)).eval(), z.maximum(&y).pow(2.0));
    let (sum, bytes) = allocated(|| (x.lazy() * &y).tanh().square().sum_all());
    assert_eq!(bytes, 0);
    assert!((sum - z.tanh().square().sum_all()).abs() < 1e-4, "{sum}");
}

#[test]
fn chains_of_many_views_of_unknown_strides() {
    let x: Tensor<i64, shape![6, 9]> = Tensor::arange();
    let y: Tensor<i64, shape![9, 6]> = Tensor::arange();
    let (t, part) = (y.transpose(), y.narrow(Axis::<0>, 0, One));
    let column = part.transpose();
    let chain = ((x.lazy() + t) * column - t).eval();
    let expected = Tensor::from_fn(|[i, j]| {
        let (x, t, c) = ((i * 9 + j) as i64, (j * 6 + i) as i64, i as i64);
        (x + t) * c - t
    });
    assert_eq!(chain, expected);
}

#[test]
fn chains_of_views_that_are_contiguous_or_not() {
    let x: Tensor<i64, shape![7, 120]> = Tensor::arange();
    let [a, b, c] = x.chunks(Axis::<1>, Dim::<3>);
    let at = |part: usize, i: usize, j: usize| (i * 120 + part * 40 + j) as i64;
    let sums = (a.lazy() + b + c).eval();
    assert_eq!(sums, Tensor::from_fn(|[i, j]| at(0, i, j) + at(1, i, j) + at(2, i, j)));
    // One that lies apart, as the first, the second, the third, or the last of four.
    let y: Tensor<i64, shape![40, 9]> = Tensor::arange();
    let t = y.narrow(Axis::<1>, 1, Dim::<7>).transpose();
    let apart = |i: usize, j: usize| (j * 9 + 1 + i) as i64;
    assert_eq!((t.lazy() + b + c).eval(), Tensor::from_fn(|[i, j]| apart(i, j) + at(1, i, j) + at(2, i, j)));
    assert_eq!((a.lazy() + t + c).eval(), Tensor::from_fn(|[i, j]| at(0, i, j) + apart(i, j) + at(2, i, j)));
    assert_eq!((a.lazy() + b + t).eval(), Tensor::from_fn(|[i, j]| at(0, i, j) + at(1, i, j) + apart(i, j)));
    let four = (a.lazy() + b + c - t).eval();
    assert_eq!(four, Tensor::from_fn(|[i, j]| at(0, i, j) + at(1, i, j) + at(2, i, j) - apart(i, j)));
    // One that is stretched before others that are not.
    let column = y.narrow(Axis::<0>, 0, Dim::<7>).narrow(Axis::<1>, 3, One);
    let stretched = ((a.lazy() + column) * b - c).eval();
    assert_eq!(stretched, Tensor::from_fn(|[i, j]| (at(0, i, j) + (i * 9 + 3) as i64) * at(1, i, j) - at(2, i, j)));
}
