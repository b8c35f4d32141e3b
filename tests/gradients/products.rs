//! Products, linear maps, `einsum!` and attention: `tools/reference/gradients_products.py`.

use shaped::prelude::*;

use super::harness::Data;

macro_rules! matmuls {
    ($data:ident; $($case:literal [$($a:literal),*] [$($b:literal),*];)*) => { cases! { $data; $(
        concat!("matmul ", $case), [x: plain [$($a),*], y: other [$($b),*]] => x.matmul(y);
    )* } };
}
macro_rules! linears {
    ($data:ident; $($case:literal [$($n:literal),*];)*) => { cases! { $data; $(
        concat!("linear ", $case), [x: plain [$($n),*], w: other [5, 4], b: third [5]] => x.linear(w, b);
        concat!("linear_no_bias ", $case), [x: plain [$($n),*], w: other [5, 4]] => x.linear_no_bias(w);
    )* } };
}
macro_rules! einsums {
    ($data:ident; $($case:literal ($($pattern:tt)+) $([$x:ident: $kind:ident $n:tt])+;)*) => { cases! { $data; $(
        concat!("einsum ", $case), [$($x: $kind $n),+] => einsum!($($pattern)+; $($x),+);
    )* } };
}

in_both! {
    matrices(data) {
        matmuls! { data;
            "matrices" [3, 4] [4, 2];
            "matrix and vector" [3, 4] [4];
            "vector and matrix" [4] [4, 3];
            "vectors" [5] [5];
            "stacks" [2, 3, 4] [2, 4, 2];
            "stack and matrix" [2, 3, 4] [4, 2];
            "matrix and stack" [3, 4] [2, 4, 2];
            "stretched stacks" [2, 1, 3, 4] [3, 4, 2];
            "stretched both ways" [2, 1, 2, 3] [1, 3, 3, 2];
            "stack and vector" [2, 3, 4] [4];
            "vector and stack" [3] [2, 3, 4];
            "one by one" [1, 1] [1, 1];
            "row and column" [1, 4] [4, 1];
            "column and row" [3, 1] [1, 4];
            "no rows" [0, 4] [4, 2];
            "nothing summed" [3, 0] [0, 2];
            "no columns" [3, 4] [4, 0];
            "larger" [7, 19] [19, 6];
        }
        cases! { data;
            "matmul transposed left", [x: plain [4, 3], y: other [4, 2]] => x.transpose().matmul(y);
            "matmul transposed right", [x: plain [3, 4], y: other [2, 4]] => x.matmul(&y.transpose());
            "matmul transposed both", [x: plain [4, 3], y: other [2, 4]] => x.transpose().matmul(&y.transpose());
            "matmul by its transpose", [x: plain [3, 4]] => x.matmul(&x.transpose());
            "matmul of permuted stacks", [x: plain [3, 2, 4], y: other [2, 5, 4]] => x.permute(axes![1, 0, 2]).matmul(&y.transpose());
            "matmul of stretched rows", [x: plain [4], y: other [4, 2]] => x.broadcast_to::<shape![3, 4]>().matmul(y);
        }
    }

    linear(data) {
        linears! { data;
            "matrix" [3, 4];
            "vector" [4];
            "three axes" [2, 3, 4];
            "one row" [1, 4];
            "no rows" [0, 4];
        }
        cases! { data;
            "linear one output", [x: plain [3, 4], w: other [1, 4], b: third [1]] => x.linear(w, b);
            "linear transposed input", [x: plain [4, 3], w: other [5, 4], b: third [5]] => x.transpose().linear(w, b);
            "linear transposed weight", [x: plain [3, 4], w: other [4, 5], b: third [5]] => x.linear(&w.transpose(), b);
            "linear twice with relu", [x: plain [3, 4], w: other [4, 4], b: third [4]] => x.linear(w, b).relu().linear(w, b);
            "linear no features", [x: plain [2, 0], w: other [3, 0], b: third [3]] => x.linear(w, b);
            "dot vectors", [x: plain [5], y: other [5]] => x.dot(y);
            "dot with itself", [x: plain [5]] => x.dot(x);
            "outer vectors", [x: plain [3], y: other [4]] => x.outer(y);
            "trace square", [x: plain [3, 3]] => x.trace();
            "cross rows", [x: plain [2, 3], y: other [2, 3]] => x.cross(y);
            "cross vectors", [x: plain [3], y: other [3]] => x.cross(y);
        }
    }

    sums_of_products(data) {
        einsums! { data;
            "scores" (b h q d, b h k d -> b h q k) [x: plain [2, 2, 3, 2]] [y: other [2, 2, 2, 2]];
            "product" (i j, j k -> i k) [x: plain [3, 4]] [y: other [4, 2]];
            "product transposed" (i j, j k -> k i) [x: plain [3, 4]] [y: other [4, 2]];
            "stack" (b i j, b j k -> b i k) [x: plain [2, 3, 4]] [y: other [2, 4, 2]];
            "trace" (i i -> ) [x: plain [3, 3]];
            "diagonal" (i i -> i) [x: plain [3, 3]];
            "diagonals" (b i i -> b i) [x: plain [2, 3, 3]];
            "outer" (i, j -> i j) [x: plain [3]] [y: other [4]];
            "inner" (i, i -> ) [x: plain [5]] [y: other [5]];
            "bilinear" (b i, o i j, b j -> b o) [x: plain [2, 3]] [y: other [2, 3, 4]] [z: third [2, 4]];
            "sum" (i j -> ) [x: plain [3, 4]];
            "rows" (i j -> i) [x: plain [3, 4]];
            "columns" (i j -> j) [x: plain [3, 4]];
            "transpose" (i j -> j i) [x: plain [3, 4]];
            "permute" (i j k -> k i j) [x: plain [2, 3, 4]];
            "elementwise" (i j, i j -> i j) [x: plain [3, 4]] [y: other [3, 4]];
            "elementwise transposed" (i j, j i -> i j) [x: plain [3, 4]] [y: other [4, 3]];
            "rows of products" (i j, i j -> i) [x: plain [3, 4]] [y: other [3, 4]];
            "all of products" (i j, j i -> ) [x: plain [3, 4]] [y: other [4, 3]];
            "matrix and vector" (i j, j -> i) [x: plain [3, 4]] [y: other [4]];
            "one-sided sum" (i j, j k -> k) [x: plain [3, 4]] [y: other [4, 2]];
            "sums apart" (i j, k -> i) [x: plain [3, 4]] [y: other [2]];
            "two summed" (i j k, j i l -> k l) [x: plain [2, 3, 4]] [y: other [3, 2, 2]];
            "three in a row" (i j, j k, k l -> i l) [x: plain [3, 4]] [y: other [4, 2]] [z: third [2, 3]];
            "diagonal by matrix" (i i, i j -> j) [x: plain [3, 3]] [y: other [3, 4]];
            "outer of three" (i, j, k -> i k j) [x: plain [3]] [y: other [4]] [z: third [2]];
            "scalar" (, i j -> i j) [x: plain []] [y: other [3, 4]];
            "leading" (.. t d, o d -> .. t o) [x: plain [2, 3, 4]] [y: other [2, 4]];
            "leading summed" (.. d, .. d -> ..) [x: plain [2, 3, 4]] [y: other [2, 3, 4]];
            "no rows" (i j, j k -> i k) [x: plain [0, 4]] [y: other [4, 2]];
        }
        cases! { data;
            "einsum of one input three times", [x: plain [3, 3]] => einsum!(i j, j k, k l -> i l; x, x, x);
        }
    }

    attention(data) {
        cases! { data;
            "attention heads", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2]] => q.attention(k, v);
            "attention matrices", [q: plain [4, 3], k: other [3, 3], v: third [3, 2]] => q.attention(k, v);
            "attention_weights plain", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3]] => q.attention_weights(k, Attention::new());
            "attention_weights causal", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3]] =>
                q.attention_weights(k, Attention::new().scale(0.4).causal());
            "rotary halves", [x: plain [2, 4, 6]] => x.rotary(Rotary::new().start(2));
            "rotary pairs", [x: plain [2, 4, 6]] => x.rotary(Rotary::new().base(50.0).interleaved());
            "rotary transposed", [x: plain [2, 4, 6]] => x.transpose().rotary(Rotary::new());
            "attention of itself", [x: plain [4, 3]] => x.attention(x, x);
            "attention of swapped axes", [q: plain [2, 4, 2, 3], k: other [2, 3, 2, 3], v: third [2, 3, 2, 2]] => {
                let (k, v) = (k.swap_axes(Axis::<1>, Axis::<2>), v.swap_axes(Axis::<1>, Axis::<2>));
                q.swap_axes(Axis::<1>, Axis::<2>).attention(&k, &v).swap_axes(Axis::<1>, Axis::<2>).to_tensor()
            };
            "attention one key", [q: plain [2, 2, 4, 3], k: other [2, 2, 1, 3], v: third [2, 2, 1, 2]] => q.attention(k, v);
            "attention_causal heads", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2]] => q.attention_causal(k, v);
            "attention_causal square", [q: plain [4, 3], k: other [4, 3], v: third [4, 2]] => q.attention_causal(k, v);
            "attention_masked truth", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2]] (mask: bool [4, 3]) =>
                q.attention_masked(k, v, mask);
            "attention_masked padding", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2]]
                (padding: bool [2, 1, 1, 3]) => q.attention_masked(k, v, padding);
            "attention_masked blind", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2]] (blind: bool [4, 3]) =>
                q.attention_masked(k, v, blind);
            "attention_with options", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2]] (mask: bool [4, 3]) =>
                q.attention_masked_with(k, v, mask, Attention::new().causal().window(3).scale(0.4));
            "attention by hand", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2]] =>
                (q.matmul(&k.transpose()) / (3.0 as T).sqrt()).softmax(Axis::<-1>).matmul(v);
        }
        eager_cases! { data;
            "attention_masked numbers", [q: plain [2, 2, 4, 3], k: other [2, 2, 3, 3], v: third [2, 2, 3, 2], bias: unit [2, 1, 3]] =>
                q.attention_masked(k, v, bias);
        }
    }
}

in_both! {
    bilinear(data) {
        cases! { data;
            "bilinear rows", [x: plain [5, 4], y: other [5, 3], w: third [2, 4, 3], b: plain [2]] => x.bilinear(y, w, b);
            "bilinear vectors", [x: plain [4], y: other [3], w: third [2, 4, 3], b: plain [2]] => x.bilinear(y, w, b);
            "bilinear stacked", [x: plain [2, 3, 4], y: other [2, 3, 3], w: third [2, 4, 3]] => x.bilinear_no_bias(y, w);
            "bilinear transposed", [x: plain [3, 5], y: other [4, 5], w: third [2, 4, 3]] =>
                x.transpose().bilinear_no_bias(&y.transpose(), &w.transpose());
            "bilinear of one", [x: plain [3, 1], y: other [3, 1], w: third [1, 1, 1], b: plain [1]] => x.bilinear(y, w, b);
            "bilinear of none", [x: plain [0, 4], y: other [0, 3], w: third [2, 4, 3]] => x.bilinear_no_bias(y, w);
            "bilinear of itself", [x: plain [5, 4], w: third [2, 4, 4]] => x.bilinear_no_bias(x, w);
        }
    }
}

#[test]
fn products() {
    let data = Data::new(include_str!("../data/gradients/products.txt"));
    matrices(&data);
    linear(&data);
    sums_of_products(&data);
    attention(&data);
    bilinear(&data);
    data.finish("products");
}
