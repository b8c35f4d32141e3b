//! Views of parts of axes, and copies that repeat, roll and pad: in generic code, along run-time axes, at the edges, and in place.

use shaped::prelude::*;
use shaped::{Chunk, Padded, Split, Windowed, Windows, concat_all, stack_all};

axis!(Batch);
axis!(Seq);

fn counted(batch: usize, seq: usize) -> Tensor<i32, shape![Batch, Seq, 2]> {
    Tensor::from_fn_with((Batch(batch), Seq(seq)), |[b, s, i]| (100 * b + 10 * s + i) as i32)
}

// Code that is generic over sizes, or over leading axes, needs no bound where no size is computed from generic ones.

fn every_other<L: Shape>(x: &Tensor<i32, (L, dim!(8))>) -> Tensor<i32, (L, dim!(4))> {
    x.slice(Axis::<-1>, 0, Dim::<4>, Dim::<2>).to_tensor()
}
fn mirror<L: Shape, W: Size>(x: &Tensor<i32, (L, W)>) -> Tensor<i32, (L, W)> {
    x.flip(Axis::<-1>).to_tensor()
}
fn mirror_both<L: Shape, H: Size, W: Size>(x: &Tensor<i32, ((L, H), W)>) -> Tensor<i32, ((L, H), W)> {
    x.flip((Axis::<-1>, Axis::<-2>)).to_tensor()
}
fn row<B: Size, T: Size, D: Size>(x: &Tensor<i32, shape![B, T, D]>, i: usize) -> Tensor<i32, shape![B, D]> {
    x.index_axis(Axis::<1>, i).to_tensor()
}
fn last<L: Shape, T: Size, D: Size>(x: &Tensor<i32, ((L, T), D)>) -> Tensor<i32, (L, D)> {
    x.index_axis(Axis::<-2>, 0).to_tensor()
}
fn rows<B: Size, D: Size>(x: &Tensor<i32, shape![B, D]>) -> Vec<Tensor<i32, shape![D]>> {
    x.outer_iter().map(|row: View<i32, shape![D]>| row.to_tensor()).collect()
}
fn heads<B: Size, T: Size>(x: &Tensor<i32, shape![B, T, 6]>) -> Tensor<i32, shape![B, 2, T, 3]> {
    x.unflatten(Axis::<-1>, (Dim::<2>, Dim::<3>)).swap_axes(Axis::<1>, Axis::<2>).to_tensor()
}
fn back<B: Size, C: Size, H: Size>(x: &Tensor<i32, shape![B, C, H]>) -> Tensor<i32, shape![B, H, C]> {
    x.move_axis(Axis::<1>, Axis::<-1>).to_tensor()
}
fn rolled<L: Shape, D: Size>(x: &Tensor<i32, (L, D)>) -> Tensor<i32, (L, D)> {
    x.roll(Axis::<-1>, 1)
}
fn causal<L: Shape, T: Size>(x: &Tensor<i32, ((L, T), T)>) -> Tensor<i32, ((L, T), T)> {
    x.tril(0) + x.triu(1)
}
fn diagonals<L: Shape, D: Size>(x: &Tensor<i32, (L, D)>) -> Tensor<i32, ((L, D), D)> {
    x.diag()
}
fn thirds<L: Shape>(x: &Tensor<i32, (L, dim!(6))>) -> [Tensor<i32, (L, dim!(2))>; 3] {
    x.chunks(Axis::<-1>, Dim::<3>).map(|part| part.to_tensor())
}
fn moving_sum<L: Shape>(x: &Tensor<i32, (L, dim!(6))>) -> Tensor<i32, (L, dim!(4))> {
    x.windows(Axis::<-1>, Dim::<3>).sum(Axis::<-1>)
}
fn halves<B: Size>(x: &Tensor<i32, shape![B, 6]>) -> (Tensor<i32, shape![B, 4]>, Tensor<i32, shape![B, 2]>) {
    let (first, rest) = x.split_at(Axis::<1>, Dim::<4>);
    (first.to_tensor(), rest.to_tensor())
}
fn used<B: Size, T: Size, D: Size>(x: &Tensor<i32, shape![B, T, D]>, n: Seq) -> Tensor<i32, shape![B, Seq, D]> {
    x.narrow_with(Axis::<1>, 0, n).to_tensor()
}
fn class_token<B: Size, D: Size>(
    token: &Tensor<i32, shape![B, 1, D]>,
    x: &Tensor<i32, shape![B, 4, D]>,
) -> Tensor<i32, shape![B, 5, D]> {
    token.concat(x, Axis::<1>)
}
fn framed<L: Shape, H: Size>(x: &Tensor<i32, ((L, H), dim!(2))>) -> Tensor<i32, ((L, H), dim!(4))> {
    x.pad(((One, One),), 0)
}

// Where one is computed, one trait is named.

fn pairs<N: StaticSize>(x: &Tensor<i32, shape![N]>) -> Tensor<i32, Windowed<shape![N], Axis<0>, Dim<2>, One>>
where
    shape![N]: Windows<Axis<0>, Dim<2>, One>,
{
    x.windows(Axis::<0>, Dim::<2>).to_tensor()
}
fn two<N: Size>(x: &Tensor<i32, shape![N]>) -> [Tensor<i32, <shape![N] as Chunk<Axis<0>, Dim<2>>>::Output>; 2]
where
    shape![N]: Chunk<Axis<0>, Dim<2>>,
{
    x.chunks(Axis::<0>, Dim::<2>).map(|part| part.to_tensor())
}
fn rest<N: Size>(x: &Tensor<i32, shape![N]>) -> Tensor<i32, <shape![N] as Split<Axis<0>, One>>::Rest>
where
    shape![N]: Split<Axis<0>, One>,
{
    x.split_at(Axis::<0>, One).1.to_tensor()
}
type Frame<H> = Padded<shape![H], ((One, One),)>;
fn frame<H: Size>(x: &Tensor<i32, shape![H]>) -> Tensor<i32, Frame<H>>
where
    shape![H]: shaped::Pad<((One, One),)>,
{
    x.pad(((One, One),), 0)
}

#[test]
fn generic_code_needs_no_bounds_or_one() {
    let x: Tensor<i32, shape![2, 8]> = Tensor::arange();
    assert_eq!(every_other(&x), tensor![[0, 2, 4, 6], [8, 10, 12, 14]]);
    let x: Tensor<i32, shape![2, 3]> = Tensor::arange();
    assert_eq!(mirror(&x), tensor![[2, 1, 0], [5, 4, 3]]);
    assert_eq!(mirror_both(&x), tensor![[5, 4, 3], [2, 1, 0]]);
    assert_eq!(last(&x), tensor![0, 1, 2]);
    assert_eq!(rows(&x), [tensor![0, 1, 2], tensor![3, 4, 5]]);
    assert_eq!(rolled(&x), tensor![[2, 0, 1], [5, 3, 4]]);
    assert_eq!(diagonals(&tensor![1, 2]), tensor![[1, 0], [0, 2]]);
    let x: Tensor<i32, shape![2, 2]> = Tensor::arange();
    assert_eq!(causal(&x), x);
    assert_eq!(framed(&x), tensor![[0, 0, 1, 0], [0, 2, 3, 0]]);
    let x: Tensor<i32, shape![2, 2, 6]> = Tensor::arange();
    assert_eq!(row(&x, 1).as_slice()[..6], [6, 7, 8, 9, 10, 11]);
    assert_eq!(heads(&x).as_slice()[..6], [0, 1, 2, 6, 7, 8]);
    assert_eq!(back(&x)[[1, 5, 0]], x[[1, 0, 5]]);
    assert_eq!(thirds(&x)[1].as_slice(), [2, 3, 8, 9, 14, 15, 20, 21]);
    assert_eq!(moving_sum(&x).as_slice()[..4], [3, 6, 9, 12]);
    let x: Tensor<i32, shape![1, 6]> = Tensor::arange();
    assert_eq!(halves(&x), (tensor![[0, 1, 2, 3]], tensor![[4, 5]]));
    let x: Tensor<i32, shape![2, 4, 2]> = Tensor::arange();
    assert_eq!(used(&x, Seq(1)).as_slice(), [0, 1, 8, 9]);
    assert_eq!(class_token(&Tensor::full(-1), &x).as_slice()[..4], [-1, -1, 0, 1]);
    assert_eq!(pairs(&tensor![1, 2, 3]), tensor![[1, 2], [2, 3]]);
    assert_eq!(two(&tensor![1, 2, 3, 4]), [tensor![1, 2], tensor![3, 4]]);
    assert_eq!(rest(&tensor![1, 2, 3, 4]), tensor![2, 3, 4]);
    assert_eq!(frame(&tensor![1, 2]), tensor![0, 1, 2, 0]);
}

#[test]
fn run_time_axes_give_what_static_ones_give() {
    let x = counted(2, 4);
    let s: Tensor<i32, shape![2, 4, 2]> = Tensor::from_vec(x.as_slice().to_vec()).unwrap();
    macro_rules! same {
        ($($of:ident => $result:expr),* $(,)?) => { $(
            let (run_time, fixed) = ({ let $of = &x; $result }, { let $of = &s; $result });
            assert_eq!(run_time.sizes(), fixed.sizes());
            assert!(run_time.iter().eq(fixed.iter()), stringify!($result));
        )* };
    }
    same![
        a => a.slice(Axis::<1>, 1, Dim::<2>, Dim::<2>).to_tensor(),
        a => a.flip(axes![0, 1]).to_tensor(),
        a => a.split_at(Axis::<1>, One).0.to_tensor(),
        a => a.split_at(Axis::<1>, One).1.to_tensor(),
        a => a.split_at(Axis::<0>, Dim::<2>).1.to_tensor(),
        a => a.chunks(Axis::<1>, Dim::<2>)[1].to_tensor(),
        a => a.index_axis(Axis::<0>, 1).to_tensor(),
        a => a.index_axis(Axis::<1>, 3).to_tensor(),
        a => a.outer_iter().nth(1).unwrap().to_tensor(),
        a => a.axis_iter(Axis::<1>).next_back().unwrap().to_tensor(),
        a => a.unflatten(Axis::<2>, (Dim::<2>, One)).to_tensor(),
        a => a.move_axis(Axis::<0>, Axis::<2>).to_tensor(),
        a => a.windows(Axis::<1>, Dim::<3>).to_tensor(),
        a => a.unfold(Axis::<1>, Dim::<2>, Dim::<2>).to_tensor(),
        a => a.narrow_with(Axis::<1>, 1, Seq(2)).to_tensor(),
        a => a.repeat_interleave(Axis::<1>, Dim::<3>),
        a => a.tile((Dim::<2>, One)),
        a => a.tile((Dim::<2>, One, Dim::<3>, One)),
        a => a.roll(Axis::<1>, -3),
        a => a.pad(((One, One), (Dim::<2>, Dim::<0>), (Dim::<0>, One)), 7),
        a => a.tril(-1),
        a => a.triu(0),
        a => a.diag(),
        a => a.concat(a, Axis::<1>),
        a => a.concat(&a.split_at(Axis::<1>, One).1, Axis::<-2>),
        a => a.concat(&a.narrow(Axis::<1>, 1, Dim::<2>), Axis::<1>),
        a => a.narrow(Axis::<1>, 1, One).concat(a, Axis::<1>),
        a => concat_all([a, a, a], Axis::<1>),
        a => stack_all([a, a], Axis::<-1>),
    ];
    let square = Tensor::<i32, shape![Seq, Seq]>::from_fn_with((Seq(3), Seq(3)), |[i, j]| (3 * i + j) as i32);
    assert_eq!(square.diagonal().iter().copied().collect::<Vec<_>>(), [0, 4, 8]);
    let grown: Tensor<i32, shape![Batch, Seq, 2]> = x.concat(&counted(2, 1), Axis::<1>);
    assert_eq!(grown.sizes(), [2, 5, 2]);
}

#[test]
fn key_value_cache_grows_along_its_named_axis() {
    let mut cache: Tensor<i32, shape![Batch, Seq, 2]> = counted(1, 0);
    for step in 0..3 {
        let new = Tensor::<i32, shape![Batch, 1, 2]>::full_with(Batch(1), step);
        cache = cache.concat(&new, Axis::<1>);
    }
    assert_eq!((cache.sizes(), cache.as_slice()), ([1, 3, 2], &[0, 0, 1, 1, 2, 2][..]));
}

#[test]
fn all_that_reads_views_reads_those_that_run_backwards() {
    let x: Tensor<f64, shape![3, 4]> = Tensor::arange();
    let (flipped, copy) = (x.flip(axes![0, 1]), x.flip(axes![0, 1]).to_tensor());
    assert_eq!(flipped.strides(), [-4, -1]);
    assert_eq!(flipped[[0, 0]], 11.0);
    assert_eq!((flipped.get([2, 3]), flipped.get([3, 0])), (Some(&0.0), None));
    assert_eq!(flipped + &x, Tensor::full(11.0));
    assert_eq!(&x - x.flip(Axis::<1>), &x - x.flip(Axis::<1>).to_tensor());
    assert_eq!(flipped.matmul(&x.transpose()), copy.matmul(&x.transpose()));
    assert_eq!(x.transpose().matmul(&flipped), x.transpose().matmul(&copy));
    let integers = x.map(|x| x as i64);
    let turned = integers.flip(Axis::<1>);
    assert_eq!(turned.matmul(&integers.transpose()), turned.to_tensor().matmul(&integers.transpose()));
    assert_eq!(flipped.sum(Axis::<0>), copy.sum(Axis::<0>));
    assert_eq!(flipped.max(Axis::<1>), copy.max(Axis::<1>));
    assert_eq!(flipped.argmax(Axis::<1>), copy.argmax(Axis::<1>));
    assert_eq!(flipped.var_all(), copy.var_all());
    let mut sum: Tensor<f64, shape![3, 4]> = Tensor::zeros();
    sum += flipped;
    assert_eq!(sum, copy);
    let column = x.narrow(Axis::<1>, 3, One).flip(Axis::<0>);
    assert_eq!(column.broadcast_to::<shape![2, 3, 4]>().index_axis(Axis::<0>, 1)[[0, 2]], 11.0);
    assert_eq!(format!("{}", tensor![1, 2, 3].flip(Axis::<0>).to_tensor()), "[3, 2, 1]");
}

#[test]
fn windows_are_read_by_reductions_and_products() {
    let x: Tensor<f32, shape![6]> = Tensor::arange();
    let windows = x.windows(Axis::<0>, Dim::<3>);
    assert_eq!(windows.strides(), [1, 1]);
    assert_eq!(windows.matmul(&tensor![[1.0], [0.0], [-1.0]]), Tensor::full(-2.0));
    assert_eq!(windows.mean(Axis::<1>), tensor![1.0, 2.0, 3.0, 4.0]);
    assert_eq!(windows.max_all(), 5.0);
    // An image's 2 x 2 windows as rows, as a convolution has them.
    let image: Tensor<f32, shape![3, 3]> = Tensor::arange();
    let patches = image.windows(Axis::<0>, Dim::<2>).windows(Axis::<1>, Dim::<2>).to_tensor();
    assert_eq!(patches.as_slice(), [0., 1., 3., 4., 1., 2., 4., 5., 3., 4., 6., 7., 4., 5., 7., 8.]);
}

#[test]
fn axes_without_elements() {
    let none: Tensor<i32, shape![0, 3]> = Tensor::zeros();
    assert_eq!(none.flip(axes![0, 1]).iter().count(), 0);
    assert_eq!(none.outer_iter().len(), 0);
    assert!(none.axis_iter(Axis::<1>).all(|column| column.numel() == 0));
    assert_eq!(none.axis_iter(Axis::<1>).len(), 3);
    assert_eq!(none.windows(Axis::<1>, Dim::<2>).sizes(), [0, 2, 2]);
    assert_eq!(none.diagonal().sizes(), [0]);
    assert_eq!(none.slice(Axis::<0>, 0, Dim::<0>, Dim::<7>).sizes(), [0, 3]);
    assert_eq!(none.index_axis(Axis::<1>, 2).numel(), 0);
    assert_eq!(none.split_at(Axis::<1>, Dim::<3>).1.sizes(), [0, 0]);
    assert_eq!(none.chunks(Axis::<1>, Dim::<3>)[2].numel(), 0);
    assert_eq!(none.pad(((One, One), (Dim::<0>, One)), 4), Tensor::<i32, shape![2, 4]>::full(4));
    assert_eq!(none.repeat_interleave(Axis::<1>, Dim::<2>).sizes(), [0, 6]);
    assert_eq!(none.tile((Dim::<2>, Dim::<2>)).sizes(), [0, 6]);
    assert_eq!(none.roll(Axis::<0>, 3).numel() + none.roll(Axis::<1>, 3).numel(), 0);
    assert_eq!(none.tril(0).numel() + none.triu(0).numel(), 0);
    assert_eq!(concat_all([&none, &none], Axis::<1>).sizes(), [0, 6]);
    let empty: Tensor<i32, shape![3, 0]> = Tensor::zeros();
    assert_eq!(empty.outer_iter().count(), 3);
    assert_eq!(empty.view().outer_iter().rev().nth(2).unwrap().numel(), 0);
    assert_eq!(stack_all([&empty, &empty, &empty], Axis::<2>).sizes(), [3, 0, 3]);
    let mut empty = empty;
    assert_eq!(empty.view_mut().outer_iter_mut().rev().count(), 3);
    assert_eq!(empty.view_mut().split_at_mut(Axis::<0>, Dim::<3>).1.sizes(), [0, 0]);
    let view = counted(0, 3);
    assert_eq!(view.index_axis(Axis::<1>, 2).sizes(), [0, 2]);
    assert_eq!(view.flip(Axis::<0>).windows(Axis::<1>, Dim::<2>).sizes(), [0, 2, 2, 2]);
}

#[test]
fn views_outlive_what_they_are_taken_from() {
    let x: Tensor<i32, shape![2, 6]> = Tensor::arange();
    // Each step's own view is gone at the end of the line.
    let y = x.flip(Axis::<1>).unflatten(Axis::<1>, (Dim::<2>, Dim::<3>)).index_axis(Axis::<1>, 0);
    assert_eq!(y.to_tensor(), tensor![[5, 4, 3], [11, 10, 9]]);
    let mut rows = x.view().outer_iter();
    let (first, second) = (rows.next().unwrap(), rows.next().unwrap());
    assert_eq!((first.as_slice(), second.as_slice(), rows.len()), (&x.as_slice()[..6], &x.as_slice()[6..], 0));
    std::thread::scope(|scope| {
        let sums: Vec<_> = x.outer_iter().map(|row| scope.spawn(move || row.sum_all())).collect();
        let sums: Vec<_> = sums.into_iter().map(|sum| sum.join().unwrap()).collect();
        assert_eq!(sums, [15, 51]);
    });
    let constant = Inline::<i32, shape![4]>::from_array([1, 2, 3, 4]);
    assert_eq!(constant.flip(Axis::<0>).iter().copied().collect::<Vec<_>>(), [4, 3, 2, 1]);
}

#[test]
fn two_of_four_pictures_are_changed_and_the_rest_stays() {
    let before: Tensor<f32, shape![4, 2, 3]> = Tensor::arange();
    let added: Tensor<f32, shape![2, 2, 3]> = Tensor::full(100.0);
    let check = |after: &Tensor<f32, shape![4, 2, 3]>, changed: [bool; 4]| {
        for ((old, new), changed) in before.outer_iter().zip(after.outer_iter()).zip(changed) {
            assert_eq!(new.to_tensor(), if changed { old + 100.0 } else { old.to_tensor() });
        }
    };
    // A part; half of a split; picture by picture; from a view of any layout.
    let mut x = before.clone();
    let mut part = x.view_mut().narrow(Axis::<0>, 1, Dim::<2>);
    part += &added;
    check(&x, [false, true, true, false]);
    let mut x = before.clone();
    let (mut first, mut rest) = x.view_mut().split_at_mut(Axis::<0>, Dim::<2>);
    first += &added;
    rest += 0.0;
    check(&x, [true, true, false, false]);
    let mut x = before.clone();
    for (mut picture, n) in x.view_mut().outer_iter_mut().zip(0..) {
        if n % 2 == 1 {
            picture += added.index_axis(Axis::<0>, 0);
        }
    }
    check(&x, [false, true, false, true]);
    let mut x = before.clone();
    let mut part = x.view_mut().narrow(Axis::<0>, 2, Dim::<2>);
    part += added.permute(axes![0, 2, 1]).flip(Axis::<1>).transpose();
    check(&x, [false, false, true, true]);
    let mut x = before.clone();
    let mut last = x.view_mut().index_axis_mut(Axis::<0>, 3);
    last += 100.0;
    check(&x, [false, false, false, true]);
}

#[test]
fn run_time_batches_are_changed_in_place() {
    let mut x = counted(3, 2);
    let (mut first, rest) = x.view_mut().split_at_mut(Axis::<0>, One);
    assert_eq!((first.sizes(), rest.sizes()), ([1, 2, 2], [2, 2, 2]));
    first += rest.view().narrow(Axis::<0>, 1, One);
    assert_eq!(x.as_slice()[..4], [200, 202, 220, 222]);
}

#[test]
fn joined_memory_is_aligned() {
    let x: Tensor<f32, shape![40, 7]> = Tensor::ones();
    let aligned = |slice: &[f32]| slice.as_ptr().addr().is_multiple_of(64);
    assert!(aligned(x.concat(&x, Axis::<0>).as_slice()) && aligned(x.concat(&x, Axis::<1>).as_slice()));
    assert!(aligned(x.stack(&x, Axis::<2>).as_slice()) && aligned(x.roll(Axis::<0>, 1).as_slice()));
}

#[test]
fn elements_that_own_memory_are_cloned_once_each_and_dropped() {
    use std::rc::Rc;
    let one = Rc::new(1);
    let x: Tensor<Rc<i32>, shape![2, 3]> = Tensor::full(one.clone());
    assert_eq!(Rc::strong_count(&one), 8 - 1);
    let results = (
        x.concat(&x.flip(Axis::<1>), Axis::<1>),
        x.transpose().repeat_interleave(Axis::<1>, Dim::<2>),
        x.pad(((One, One),), one.clone()),
        x.windows(Axis::<1>, Dim::<2>).to_tensor(),
    );
    assert_eq!(Rc::strong_count(&one), 7 + 12 + 12 + 10 + 8);
    drop(results);
    assert_eq!(Rc::strong_count(&one), 7);
}

#[test]
fn a_clone_that_panics_drops_what_was_made() {
    use std::cell::Cell;
    use std::rc::Rc;
    struct Bomb(Rc<Cell<usize>>, Rc<Cell<isize>>);
    impl Clone for Bomb {
        fn clone(&self) -> Self {
            assert!(self.0.get() > 0, "no more clones");
            self.0.set(self.0.get() - 1);
            self.1.set(self.1.get() + 1);
            Bomb(self.0.clone(), self.1.clone())
        }
    }
    impl Drop for Bomb {
        fn drop(&mut self) {
            self.1.set(self.1.get() - 1);
        }
    }
    let (left, alive) = (Rc::new(Cell::new(usize::MAX)), Rc::new(Cell::new(1)));
    let x: Tensor<Bomb, shape![4]> = Tensor::full(Bomb(left.clone(), alive.clone()));
    assert_eq!(alive.get(), 4);
    left.set(6);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| x.concat(&x, Axis::<0>)));
    assert!(result.is_err());
    assert_eq!(alive.get(), 4);
}

#[test]
fn nothing_is_returned_where_the_axis_ends() {
    let x = counted(1, 3);
    assert!(x.try_slice(Axis::<1>, 1, Dim::<2>, Dim::<2>).is_none());
    assert!(x.try_slice(Axis::<1>, usize::MAX, Dim::<2>, Dim::<2>).is_none());
    assert!(x.try_slice(Axis::<1>, 0, Dim::<2>, <dim!(18446744073709551615)>::default()).is_none());
    assert!(x.try_index_axis(Axis::<1>, 3).is_none() && x.try_index_axis(Axis::<1>, 2).is_some());
    assert!(x.try_narrow_with(Axis::<1>, usize::MAX, Seq(2)).is_none());
    assert!(x.try_narrow_with(Axis::<1>, 1, Seq(2)).is_some());
    assert_eq!(x.narrow_with(Axis::<1>, 3, Seq(0)).numel(), 0);
}

/// The name of the part may be the name of another axis, which keeps its size.
#[test]
fn a_part_under_a_name_of_another_size_is_none() {
    let x = Tensor::<i32, shape![Seq, Seq]>::zeros_with((Seq(3), Seq(3)));
    assert!(x.try_narrow_with(Axis::<0>, 1, Seq(2)).is_none());
    assert_eq!(x.try_narrow_with(Axis::<0>, 0, Seq(3)).unwrap().sizes(), [3, 3]);
}

macro_rules! panics {
    ($($name:ident: $text:literal, $what:expr;)*) => { $(
        #[test]
        #[should_panic(expected = $text)]
        fn $name() {
            let _ = $what;
        }
    )* };
}

panics! {
    a_slice_beyond_the_axis: "cannot slice axis -1 of size 4 to 2 elements from 2 on in steps of 2",
        tensor![1, 2, 3, 4].slice(Axis::<-1>, 2, Dim::<2>, Dim::<2>);
    an_index_beyond_the_axis: "cannot index axis 0 of size 3 at 3", tensor![1, 2, 3].index_axis(Axis::<0>, 3);
    a_mutable_index_beyond_the_axis: "cannot index axis 0 of size 3 at 7",
        tensor![1, 2, 3].view_mut().index_axis_mut(Axis::<0>, 7);
    a_run_time_part_beyond_the_axis: "cannot narrow axis 1 of size 3 to 2 elements from 2 on",
        counted(1, 3).narrow_with(Axis::<1>, 2, Seq(2));
    a_run_time_part_of_two_sizes_under_one_name: "axis `Seq` has sizes 2 and 3 in one shape",
        Tensor::<i32, shape![Seq, Seq]>::zeros_with((Seq(3), Seq(3))).narrow_with(Axis::<0>, 0, Seq(2));
    a_split_of_a_shorter_run_time_axis: "cannot split axis 1 of size 3 after 4 elements",
        counted(1, 3).split_at(Axis::<1>, Dim::<4>);
    a_mutable_split_of_a_shorter_run_time_axis: "cannot split axis 0 of size 1 after 2 elements",
        counted(1, 3).view_mut().split_at_mut(Axis::<0>, Dim::<2>);
    uneven_chunks_of_a_run_time_axis: "cannot cut axis 1 of size 3 into 2 equal parts",
        counted(1, 3).chunks(Axis::<1>, Dim::<2>);
    a_window_longer_than_a_run_time_axis: "cannot slide a window over axis 1 of size 3 of 4 elements",
        counted(1, 3).windows(Axis::<1>, Dim::<4>);
    batches_of_two_sizes_next_to_each_other: "axis -3 (Batch) has size 1 on the left and 2 on the right",
        counted(1, 3).concat(&counted(2, 3), Axis::<1>);
    several_batches_of_two_sizes_next_to_each_other: "axis -3 (Batch) has size 1 on the left and 2 on the right",
        concat_all([counted(1, 3), counted(2, 3)], Axis::<1>);
    several_batches_of_two_sizes_stacked: "axis -3 (Batch) has size 1 on the left and 2 on the right",
        stack_all([counted(1, 3), counted(2, 3)], Axis::<0>);
    no_operands_to_stack: "at least one operand to stack", stack_all::<Tensor<i32, shape![3]>, 0, 0, _>([], Axis::<0>);
}
