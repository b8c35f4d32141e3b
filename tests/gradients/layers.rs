//! Softmax, normalisations and small networks: `tools/reference/gradients_layers.py`.

use shaped::LocalResponse;
use shaped::prelude::*;

use super::harness::Data;

macro_rules! softmaxes {
    ($data:ident; $($name:ident)*) => { $( cases! { $data;
        concat!(stringify!($name), " along 0"), [x: plain [2, 3, 4]] => x.$name(Axis::<0>);
        concat!(stringify!($name), " along 1"), [x: plain [2, 3, 4]] => x.$name(Axis::<1>);
        concat!(stringify!($name), " along -1"), [x: plain [2, 3, 4]] => x.$name(Axis::<-1>);
        concat!(stringify!($name), " transposed"), [x: plain [3, 4]] => x.transpose().$name(Axis::<-1>);
        concat!(stringify!($name), " wide"), [x: wide [3, 5]] => (x * 9.0).$name(Axis::<-1>);
        concat!(stringify!($name), " one"), [x: plain [3, 1]] => x.$name(Axis::<1>);
        concat!(stringify!($name), " none"), [x: plain [0, 3]] => x.$name(Axis::<1>);
        concat!(stringify!($name), " long"), [x: plain [1, 37]] => x.$name(Axis::<1>);
    } )* };
}
macro_rules! groups {
    ($data:ident; $($case:literal $groups:expr;)*) => { cases! { $data; $(
        concat!("group_norm ", $case), [x: plain [2, 4, 3], w: other [4], b: third [4]] => x.group_norm(Axis::<1>, $groups, w, b, 1e-5);
    )* } };
}

in_both! {
    rows(data) {
        softmaxes! { data; softmax log_softmax }
        cases! { data;
            "normalize along 0", [x: plain [2, 3, 4]] => x.normalize(Axis::<0>);
            "normalize along 1", [x: plain [2, 3, 4]] => x.normalize(Axis::<1>);
            "normalize along -1", [x: plain [2, 3, 4]] => x.normalize(Axis::<-1>);
        }
        corners! { data;
            "softmax low", [x: low [2, 3]] => x.softmax(Axis::<1>);
            "normalize zeros", [x: zeros [2, 2]] => x.normalize(Axis::<1>);
        }
    }

    norms(data) {
        cases! { data;
            "layer_norm last", [x: plain [2, 3, 4], w: other [4], b: third [4]] => x.layer_norm(w, b, 1e-5);
            "layer_norm two", [x: plain [2, 3, 4], w: other [3, 4], b: third [3, 4]] => x.layer_norm(w, b, 1e-3);
            "layer_norm transposed", [x: plain [2, 3, 4], w: other [3], b: third [3]] => x.transpose().layer_norm(w, b, 1e-5);
            "layer_norm vector", [x: plain [4], w: other [4], b: third [4]] => x.layer_norm(w, b, 1e-5);
            "layer_norm one", [x: plain [3, 1], w: other [1], b: third [1]] => x.layer_norm(w, b, 1e-5);
            "layer_norm no rows", [x: plain [0, 4], w: other [4], b: third [4]] => x.layer_norm(w, b, 1e-5);
            "layer_norm long", [x: plain [1, 37], w: other [37], b: third [37]] => x.layer_norm(w, b, 1e-5);
            "layer_norm_no_affine last", [x: plain [2, 3, 4]] => x.layer_norm_no_affine::<shape![4]>(1e-5);
            "layer_norm_no_affine all", [x: plain [2, 3, 4]] => x.layer_norm_no_affine::<shape![2, 3, 4]>(1e-5);
            "rms_norm last", [x: plain [2, 3, 4], w: other [4]] => x.rms_norm(w, 1e-6);
            "rms_norm two", [x: plain [2, 3, 4], w: other [3, 4]] => x.rms_norm(w, 1e-6);
            "rms_norm_no_affine last", [x: plain [2, 3, 4]] => x.rms_norm_no_affine::<shape![4]>(1e-3);
            "instance_norm spatial", [x: plain [2, 3, 2, 2], w: other [3], b: plain [3]] => x.instance_norm(Axis::<1>, w, b, 1e-5);
            "instance_norm sequence", [x: plain [2, 3, 4], w: other [3], b: plain [3]] => x.instance_norm(Axis::<1>, w, b, 1e-5);
        }
        groups! { data;
            "1" One;
            "2" Dim::<2>;
            "4" Dim::<4>;
        }
    }

    batch_norms(data) {
        cases! { data;
            "batch_norm spatial", [x: plain [2, 3, 2, 2], w: other [3], b: plain [3]] {m: third [3], v: positive [3]} =>
                x.batch_norm(Axis::<1>, m, v, w, b, 1e-5);
            "batch_norm sequence", [x: plain [2, 3, 4], w: other [3], b: plain [3]] {m: third [3], v: positive [3]} =>
                x.batch_norm(Axis::<1>, m, v, w, b, 1e-5);
            "batch_norm pair", [x: plain [5, 3], w: other [3], b: plain [3]] {m: third [3], v: positive [3]} =>
                x.batch_norm(Axis::<1>, m, v, w, b, 1e-5);
            "batch_norm last", [x: plain [2, 2, 2, 3], w: other [3], b: plain [3]] {m: third [3], v: positive [3]} =>
                x.batch_norm(Axis::<-1>, m, v, w, b, 1e-3);
            // By the statistics of the batch itself.
            "batch_norm_training spatial", [x: plain [2, 3, 2, 2], w: other [3], b: plain [3]] =>
                x.batch_norm_training(Axis::<1>, w, b, 1e-5).0;
            "batch_norm_training sequence", [x: plain [2, 3, 4], w: other [3], b: plain [3]] =>
                x.batch_norm_training(Axis::<1>, w, b, 1e-5).0;
            "batch_norm_training pair", [x: plain [5, 3], w: other [3], b: plain [3]] =>
                x.batch_norm_training(Axis::<1>, w, b, 1e-5).0;
            "batch_norm_training spatial", [x: plain [2, 3, 2, 2], w: other [3], b: plain [3]] => {
                let batch = (Axis::<0>, Axis::<2>, Axis::<3>);
                let (w, b) = (w.reshape::<shape![3, 1, 1]>(), b.reshape::<shape![3, 1, 1]>());
                let x = x - x.mean_keepdim(batch);
                &x / (x.square().mean_keepdim(batch) + 1e-5).sqrt() * w + b
            };
            "batch_norm_training sequence", [x: plain [2, 3, 4], w: other [3], b: plain [3]] => {
                let batch = (Axis::<0>, Axis::<2>);
                let x = x - x.mean_keepdim(batch);
                &x / (x.var_with_keepdim(batch, 0) + 1e-5).sqrt() * w.unsqueeze(Axis::<-1>) + b.unsqueeze(Axis::<-1>)
            };
            "batch_norm_training pair", [x: plain [5, 3], w: other [3], b: plain [3]] => {
                let x = x - x.mean(Axis::<0>);
                &x / (x.var_with(Axis::<0>, 0) + 1e-5).sqrt() * w + b
            };
        }
    }

    responses(data) {
        let three = LocalResponse::new(3).alpha(0.7);
        cases! { data;
            "local_response_norm three", [x: plain [2, 3, 4]] => x.local_response_norm(Axis::<1>, three);
            "local_response_norm two", [x: plain [2, 3, 4]] =>
                x.local_response_norm(Axis::<-2>, LocalResponse::new(2).alpha(0.7).beta(1.5).k(0.5));
            "local_response_norm many", [x: plain [2, 3, 4]] => x.local_response_norm(Axis::<1>, LocalResponse::new(9).alpha(2.0).beta(-0.5));
            "local_response_norm one", [x: plain [2, 3, 4]] => x.local_response_norm(Axis::<1>, LocalResponse::new(1).alpha(1.0));
            "local_response_norm plane", [x: plain [2, 3, 2, 2]] => x.local_response_norm(Axis::<1>, three);
            "local_response_norm transposed", [x: plain [2, 3, 4]] => x.transpose().local_response_norm(Axis::<1>, three);
            "local_response_norm first", [x: plain [3, 4]] => x.local_response_norm(Axis::<0>, three);
            "local_response_norm none", [x: plain [0, 3, 4]] => x.local_response_norm(Axis::<1>, LocalResponse::new(3));
        }
    }

    networks(data) {
        cases! { data;
            "network of two layers", [x: plain [3, 4], w1: other [5, 4], b1: third [5], w2: plain [3, 5], b2: other [3]]
                (labels: i64 [3]) => x.linear(w1, b1).relu().linear(w2, b2).cross_entropy(labels);
            "network of a block with shared norms", [x: plain [3, 4], w: other [4], b: third [4], up: other [5, 4], down: third [4, 5]] => {
                let y = x.layer_norm(w, b, 1e-5);
                let x = x + (y.matmul(&y.transpose()) / 2.0).softmax(Axis::<-1>).matmul(&y);
                &x + x.layer_norm(w, b, 1e-5).linear_no_bias(up).gelu().linear_no_bias(down)
            };
            "network of a convolution", [x: plain [2, 1, 4, 4], w: other [2, 1, 3, 3], b: third [2], head: plain [3, 8]] => {
                let y = x.conv2d_with_bias(w, b, Conv::new().padding(One)).relu().max_pool2d(Pool::new(Dim::<2>));
                y.flatten_axes(Axis::<1>, Axis::<-1>).linear_no_bias(head)
            };
            "network with a state", [x: plain [2, 4, 2], w: other [3, 2], u: third [3, 3]] => {
                let step = |t| x.index_axis(Axis::<1>, t).linear_no_bias(w);
                let mut h = step(0).tanh();
                for t in 1..4 {
                    h = (step(t) + h.linear_no_bias(u)).tanh();
                }
                h
            };
        }
    }
}

#[test]
fn layers() {
    let data = Data::new(include_str!("../data/gradients/layers.txt"));
    rows(&data);
    norms(&data);
    batch_norms(&data);
    responses(&data);
    networks(&data);
    data.finish("layers");
}
