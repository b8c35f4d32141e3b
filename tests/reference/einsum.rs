//! `einsum!`, `rearrange!` and products of vectors: `tools/reference/einsum.py`.

use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Batch);
axis!(Other);

/// A result of a family's operation on inputs of the file.
macro_rules! einsums {
    ($reference:ident $tolerance:ident: $($name:literal ($($pattern:tt)+) $($x:ident)+;)*) => { $(
        $reference.check(concat!("einsum ", $name), &einsum!($($pattern)+; $(&$x),+), $tolerance);
    )* };
}

fn results<T: Element + num_traits::Num>(reference: &Reference, tolerance: f64) {
    let q: Tensor<T, shape![2, 3, 4, 5]> = reference.input("q");
    let k: Tensor<T, shape![2, 3, 6, 5]> = reference.input("k");
    let a: Tensor<T, shape![5, 7]> = reference.input("a");
    let b: Tensor<T, shape![7, 4]> = reference.input("b");
    let square: Tensor<T, shape![6, 6]> = reference.input("square");
    let cube: Tensor<T, shape![4, 4, 4]> = reference.input("cube");
    let u: Tensor<T, shape![5]> = reference.input("u");
    let v: Tensor<T, shape![7]> = reference.input("v");
    let w: Tensor<T, shape![3, 5, 6]> = reference.input("w");
    let x: Tensor<T, shape![2, 5]> = reference.input("x");
    let y: Tensor<T, shape![2, 6]> = reference.input("y");
    let one: Tensor<T, shape![1, 5]> = reference.input("one");
    let row = b.narrow(Axis::<0>, 2, One).squeeze(Axis::<0>).to_tensor();
    let number: Inline<T, shape![]> = Inline::full(u[[3]]);
    einsums! { reference tolerance:
        "scores" (b h q d, b h k d -> b h q k) q k;
        "scores-transposed" (b h q d, b h k d -> k b q h) q k;
        "product" (i j, j k -> i k) a b;
        "product-transposed" (i j, j k -> k i) a b;
        "stack" (b i j, b j k -> b i k) cube cube;
        "stack-inner-batch" (i j b, j k b -> i k b) cube cube;
        "trace" (i i -> ) square;
        "diagonal" (i i -> i) square;
        "diagonals" (b i i -> b i) cube;
        "traces" (b i i -> b) cube;
        "outer-diagonal" (i b i -> b i) cube;
        "diagonal-of-three" (i i i -> i) cube;
        "outer" (i, j -> i j) u v;
        "inner" (i, i -> ) u u;
        "bilinear" (batch i, o i j, batch j -> batch o) x w y;
        "sum" (i j -> ) a;
        "rows" (i j -> i) a;
        "columns" (i j -> j) a;
        "transpose" (i j -> j i) a;
        "permute" (b h q d -> d q h b) q;
        "elementwise" (i j, i j -> i j) square square;
        "elementwise-transposed" (i j, j i -> i j) square square;
        "rows-of-products" (i j, i j -> i) square square;
        "all-of-products" (i j, j i -> ) square square;
        "matrix-vector" (i j, j -> i) a v;
        "vector-matrix" (i, i j -> j) u a;
        "one-sided-sum" (i j, j k -> k) a b;
        "sums-apart" (i j, k -> i) a u;
        "two-summed" (i j k, j i l -> k l) cube cube;
        "three-in-a-row" (i j, j k, l k -> i l) a b b;
        "four" (i, i j, j k, k -> ) u a b row;
        "diagonal-by-matrix" (i i, i j -> j) square square;
        "size-one" (i j, k j -> i k) one one;
        "outer-of-three" (i, j, k -> i k j) u v u;
        "scalar" (, i j -> i j) number a;
        "leading" (.. t d, o d -> .. t o) q x;
        "leading-summed" (.. d, .. d -> ..) q q;
        "leading-apart" (.. i i -> .. i) cube;
    }
    // Operands of other layouts, and of no elements.
    let turned = a.transpose().to_tensor();
    let result = einsum!(j i, j k -> i k; turned.transpose(), &a);
    reference.check("einsum transposed-operand", &result, tolerance);
    let part = a.narrow(Axis::<0>, 1, Dim::<3>);
    let (part, other) = (part.narrow(Axis::<1>, 2, Dim::<4>), b.narrow(Axis::<0>, 2, Dim::<4>));
    let result = einsum!(i j, j k -> i k; part, other.narrow(Axis::<1>, 1, Dim::<2>));
    reference.check("einsum narrowed", &result, tolerance);
    let column = u.unsqueeze(Axis::<-1>);
    let result = einsum!(i j, i j -> j; column.broadcast_to::<shape![5, 7]>(), &a);
    reference.check("einsum stretched", &result, tolerance);
    let empty: Tensor<T, shape![0, 5]> = Tensor::full(T::zero());
    reference.check("einsum no-rows", &einsum!(i j, j k -> i k; &empty, &a), tolerance);
    reference.check("einsum nothing-summed", &einsum!(j i, j k -> i k; &empty, &empty), tolerance);
    reference.check_scalar("dot vectors", u.dot(&u), tolerance);
    reference.check_scalar("dot strided", a.narrow(Axis::<1>, 2, One).squeeze(Axis::<1>).dot(&u), tolerance);
    reference.check("outer vectors", &u.outer(&v), tolerance);
    reference.check_scalar("trace square", square.trace(), tolerance);
    let (p, r): (Tensor<T, shape![4, 3]>, Tensor<T, shape![4, 3]>) = (reference.input("p"), reference.input("r"));
    reference.check("cross rows", &p.cross(&r), tolerance);
    let row = |x: &Tensor<T, shape![4, 3]>, at| x.narrow(Axis::<0>, at, One).squeeze(Axis::<0>).to_tensor();
    reference.check("cross vectors", &row(&p, 1).cross(&row(&r, 2)), tolerance);
    reference.check("matmul matrix-vector", &a.matmul(&v), tolerance);
    reference.check("matmul vector-matrix", &u.matmul(&a), tolerance);
    reference.check("matmul vectors", &u.matmul(&u), tolerance);
    reference.check("matmul stack-vector", &q.matmul(&u), tolerance);
    reference.check("matmul vector-stack", &u.matmul(&k.transpose()), tolerance);
    let strided = a.narrow(Axis::<1>, 3, One);
    reference.check("matmul strided-vector", &a.transpose().matmul(&strided.squeeze(Axis::<1>)), tolerance);
    reference.check("matmul integers-too", &a.matmul(&b), tolerance);
}

fn rearrangements<T: Element>(reference: &Reference) {
    let pixels: Tensor<T, shape![2, 4, 6, 3]> = reference.input("pixels");
    let q: Tensor<T, shape![2, 3, 4, 5]> = reference.input("q");
    let a: Tensor<T, shape![5, 7]> = reference.input("a");
    const PATCH: usize = 2;
    type Two = dim!(2);
    reference.check("rearrange merged", &rearrange!(pixels; b h w c -> b (h w c)), 0.0);
    reference.check("rearrange channels-first", &rearrange!(pixels; b h w c -> b c h w), 0.0);
    reference.check("rearrange merged-apart", &rearrange!(pixels; b h w c -> b w (h c)), 0.0);
    reference.check("rearrange merged-in-front", &rearrange!(pixels; b h w c -> (h b) w c), 0.0);
    let patches = rearrange!(pixels; b (h p) (w q) c -> b (h w) (p q c); p = { PATCH }, q = 2);
    reference.check("rearrange patches", &patches, 0.0);
    reference.check("rearrange split", &rearrange!(pixels; b (h p) w c -> b h p w c; h = 2), 0.0);
    let split = rearrange!(pixels; b h (wide narrow) c -> narrow b c h wide; narrow = 2, wide = 3);
    reference.check("rearrange split-and-permuted", &split, 0.0);
    reference.check("rearrange heads-together", &rearrange!(q; b h t d -> b t (h d)), 0.0);
    let turned = a.transpose();
    reference.check("rearrange of-a-transposed", &rearrange!(turned; i j -> (i j)), 0.0);
    reference.check("rearrange leading", &rearrange!(pixels; .. w c -> .. (c w)), 0.0);
    let depth = rearrange!(pixels; b (h p) (w q) c -> b (c p q) h w; p = Two, q = Two);
    reference.check("rearrange space-to-depth", &depth, 0.0);
}

#[test]
fn einsum_and_rearrange_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/einsum.txt"));
    results::<f64>(&reference, 1e-13);
    results::<f32>(&reference, 4e-6);
    results::<i64>(&reference, 0.0);
    rearrangements::<f64>(&reference);
    rearrangements::<f32>(&reference);
    rearrangements::<i64>(&reference);
    reference.finish("einsum");
}

/// A run-time axis gives what a static one does.
#[test]
fn run_time_axes_give_the_same() {
    let q: Tensor<f64, shape![2, 3, 4]> = Tensor::arange();
    let k: Tensor<f64, shape![2, 5, 4]> = Tensor::arange();
    let free_q =
        Tensor::<f64, shape![Batch, Other, 4]>::from_vec_with((Batch(2), Other(3)), q.iter().copied().collect())
            .unwrap();
    let free_k = Tensor::<f64, shape![Batch, 5, 4]>::from_vec_with(Batch(2), k.iter().copied().collect()).unwrap();
    let scores: Tensor<f64, shape![Batch, Other, 5]> = einsum!(b q d, b k d -> b q k; &free_q, &free_k);
    assert_eq!(scores.as_slice(), einsum!(b q d, b k d -> b q k; &q, &k).as_slice());
    let leading = einsum!(.. d, .. d -> ..; &free_q, &free_q);
    assert_eq!(leading.as_slice(), einsum!(.. d, .. d -> ..; &q, &q).as_slice());
    let merged: Tensor<f64, shape![Other, Batch, 4]> = rearrange!(free_q; b t (g d) -> t b (g d); g = 2);
    assert_eq!(merged.as_slice(), q.permute(axes![1, 0, 2]).to_tensor().as_slice());
    let column = Tensor::<f64, shape![Batch]>::from_vec_with(Batch(2), vec![1.0, 2.0]).unwrap();
    let weights: Tensor<f64, shape![Batch, 3]> =
        Tensor::from_vec_with(Batch(2), vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    assert_eq!(column.matmul(&weights), tensor![9.0, 12.0, 15.0]);
    assert_eq!(weights.transpose().matmul(&column), tensor![9.0, 12.0, 15.0]);
    assert_eq!(weights.matmul(&tensor![1.0, 0.0, -1.0]).as_slice(), [-2.0, -2.0]);
    assert_eq!(column.dot(&column), 5.0);
}

#[test]
#[should_panic(expected = "label `b` has size 2 before, and 3 in operand 1")]
fn run_time_axes_of_one_label_have_one_size() {
    let x = Tensor::<f64, shape![Batch, 2]>::zeros_with(Batch(2));
    let y = Tensor::<f64, shape![Batch, 2]>::zeros_with(Batch(3));
    einsum!(b i, b i -> i; &x, &y);
}
