//! What moves elements: `tools/reference/gradients_shapes.py`.

use shaped::prelude::*;
use shaped::{concat_all, meshgrid, stack_all};

use super::harness::Data;

in_double! {
    views(data) {
        cases! { data;
            "unsqueeze middle", [x: plain [2, 3, 4]] => x.unsqueeze(Axis::<1>);
            "permute cycle", [x: plain [2, 3, 4]] => x.permute(axes![2, 0, 1]);
            "transpose last", [x: plain [2, 3, 4]] => x.transpose();
            "swap_axes outer", [x: plain [2, 3, 4]] => x.swap_axes(Axis::<0>, Axis::<2>);
            "reshape matrix", [x: plain [2, 3, 4]] => x.reshape::<shape![6, 4]>();
            "flatten all", [x: plain [2, 3, 4]] => x.flatten();
            "flatten_axes inner", [x: plain [2, 3, 4]] => x.flatten_axes(Axis::<1>, Axis::<2>);
            "narrow middle", [x: plain [2, 3, 4]] => x.narrow(Axis::<1>, 1, Dim::<2>);
            "narrow none", [x: plain [2, 3, 4]] => x.narrow(Axis::<1>, 1, Dim::<0>);
            "slice last", [x: plain [2, 3, 4]] => x.slice(Axis::<2>, 1, Dim::<2>, Dim::<2>);
            "flip outer", [x: plain [2, 3, 4]] => x.flip(Axis::<0>);
            "flip two", [x: plain [2, 3, 4]] => x.flip(axes![0, 2]);
            "index_axis middle", [x: plain [2, 3, 4]] => x.index_axis(Axis::<1>, 2);
            "move_axis back", [x: plain [2, 3, 4]] => x.move_axis(Axis::<0>, Axis::<-1>);
            "windows middle", [x: plain [2, 3, 4]] => x.windows(Axis::<1>, Dim::<2>);
            "unfold last", [x: plain [2, 3, 4]] => x.unfold(Axis::<2>, Dim::<2>, Dim::<2>);
            "unfold overlapping", [x: plain [2, 3, 4]] => x.unfold(Axis::<2>, Dim::<3>, One);
            "unflatten last", [x: plain [2, 3, 4]] => x.unflatten(Axis::<-1>, (Dim::<2>, Dim::<2>));
            "expand outer", [x: plain [2, 3, 4]] => x.narrow(Axis::<0>, 0, One).broadcast_to::<shape![3, 3, 4]>();
            "windows of windows", [x: plain [2, 3, 4]] => x.windows(Axis::<1>, Dim::<2>).windows(Axis::<2>, Dim::<3>);
            "rearrange merged", [x: plain [2, 3, 4]] => rearrange!(x; b h w -> b (h w));
            "rearrange turned", [x: plain [2, 3, 4]] => rearrange!(x; b h w -> b (w h));
            "rearrange split", [x: plain [2, 3, 4]] => rearrange!(x; b h (p q) -> b p q h; p = 2);
            "permute of a flip", [x: plain [2, 3, 4]] => x.flip(Axis::<1>).permute(axes![1, 2, 0]);
            "narrow of a transpose", [x: plain [2, 3, 4]] => x.transpose().narrow(Axis::<1>, 0, Dim::<2>);
            "squeeze first", [x: plain [1, 4]] => x.squeeze(Axis::<0>);
            "broadcast_to rows", [x: plain [4]] => x.broadcast_to::<shape![3, 4]>();
            "broadcast_to both ways", [x: plain [3, 1]] => x.broadcast_to::<shape![2, 3, 4]>();
            "expand_as other", [x: plain [3, 1], y: other [3, 4]] => x.expand_as(y) * y;
            "diagonal matrix", [x: plain [3, 4]] => x.diagonal();
            "diagonal stack", [x: plain [2, 3, 3]] => x.diagonal();
            "reshape of a transpose", [x: plain [3, 4]] => x.transpose().to_tensor().reshape::<shape![12]>();
            "flatten empty", [x: plain [0, 4]] => x.flatten();
        }
    }

    parts(data) {
        cases! { data;
            "split_at last", [x: plain [2, 3, 4]] => {
                let (left, right) = x.split_at(Axis::<2>, Dim::<3>);
                right.concat(&left, Axis::<2>)
            };
            "split_at one part used", [x: plain [2, 3, 4]] => x.split_at(Axis::<1>, One).1;
            "chunks last", [x: plain [2, 3, 4]] => {
                let [left, right] = x.chunks(Axis::<2>, Dim::<2>);
                left * right
            };
            "outer_iter sum of squares", [x: plain [2, 3, 4]] => {
                let mut rows = x.outer_iter();
                let (first, second) = (rows.next().expect("two"), rows.next().expect("two"));
                first.square() + second.square()
            };
            "axis_iter products", [x: plain [2, 3, 4]] => {
                let rows: Vec<_> = x.axis_iter(Axis::<1>).collect();
                rows[0] * rows[1] * rows[2]
            };
        }
    }

    joins(data) {
        cases! { data;
            "concat outer", [x: plain [2, 3], y: other [1, 3]] => x.concat(y, Axis::<0>);
            "concat inner", [x: plain [2, 3], y: other [2, 4]] => x.concat(y, Axis::<1>);
            "concat itself", [x: plain [2, 3]] => x.concat(&(x * 2.0), Axis::<0>);
            "concat transposed", [x: plain [3, 2], y: other [1, 3]] => x.transpose().concat(y, Axis::<0>);
            "concat empty", [x: plain [2, 0], y: other [2, 3]] => x.concat(y, Axis::<1>);
            "concat_all outer", [x: plain [2, 3], y: other [2, 3], z: third [2, 3]] => concat_all([x, y, z], Axis::<0>);
            "concat_all last", [x: plain [2, 3], y: other [2, 3], z: third [2, 3]] => concat_all([x, y, z], Axis::<1>);
            "stack outer", [x: plain [2, 3], y: other [2, 3]] => x.stack(y, Axis::<0>);
            "stack last", [x: plain [2, 3], y: other [2, 3]] => x.stack(y, Axis::<-1>);
            "stack_all middle", [x: plain [2, 3], y: other [2, 3], z: third [2, 3]] => stack_all([x, y, z], Axis::<1>);
            "meshgrid product", [x: plain [3], y: other [4]] => {
                let (x, y) = meshgrid(x, y);
                x * y
            };
        }
    }

    copies(data) {
        cases! { data;
            "repeat_interleave last", [x: plain [2, 3]] => x.repeat_interleave(Axis::<1>, Dim::<3>);
            "repeat_interleave outer", [x: plain [2, 3]] => x.repeat_interleave(Axis::<0>, Dim::<2>);
            "repeat_interleave none", [x: plain [2, 3]] => x.repeat_interleave(Axis::<1>, Dim::<0>);
            "tile matrix", [x: plain [2, 3]] => x.tile((Dim::<2>, Dim::<3>));
            "tile more", [x: plain [3]] => x.tile((Dim::<2>, One, Dim::<2>));
            "tile none", [x: plain [2, 3]] => x.tile((Dim::<2>, Dim::<0>));
            "roll last", [x: plain [2, 3]] => x.roll(Axis::<1>, 1);
            "roll far back", [x: plain [2, 3]] => x.roll(Axis::<0>, -7);
            "pad vector", [x: plain [3]] => x.pad(((Dim::<2>, One),), 7.0);
            "pad image", [x: plain [2, 2, 3]] => x.pad(((Dim::<0>, Dim::<3>), (One, Dim::<2>)), -1.0);
            "pad image", [x: plain [2, 2, 3]] => {
                axis!(Height);
                axis!(Width);
                x.free::<shape![2, Height, Width]>().pad(((Dim::<0>, Dim::<3>), (One, Dim::<2>)), -1.0)
            };
            "pad transposed", [x: plain [2, 3]] => x.transpose().pad(((One, Dim::<0>), (Dim::<0>, One)), 0.0);
            "tril -1", [x: plain [3, 4]] => x.tril(-1);
            "tril 0", [x: plain [3, 4]] => x.tril(0);
            "tril 1", [x: plain [3, 4]] => x.tril(1);
            "triu -1", [x: plain [3, 4]] => x.triu(-1);
            "triu 0", [x: plain [3, 4]] => x.triu(0);
            "triu 1", [x: plain [3, 4]] => x.triu(1);
            "tril stack", [x: plain [2, 3, 3]] => x.tril(0);
            "diag vector", [x: plain [3]] => x.diag();
            "diag stack", [x: plain [2, 3]] => x.diag();
        }
    }
}

#[test]
fn shapes() {
    let data = Data::new(include_str!("../data/gradients/shapes.txt"));
    views(&data);
    parts(&data);
    joins(&data);
    copies(&data);
    data.finish("shapes");
}
