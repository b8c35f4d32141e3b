//! Reads and writes by index: `tools/reference/gradients_indexing.py`.

use shaped::prelude::*;

use super::harness::Data;

in_double! {
    reads(data) {
        cases! { data;
            "index_select middle", [x: plain [2, 3, 4]] (index: i64 [5]) => x.index_select(Axis::<1>, index);
            "index_select last", [x: plain [2, 3, 4]] (index: i64 [5]) => x.index_select(Axis::<-1>, index);
            "index_select none", [x: plain [2, 3, 4]] (none: i64 [0]) => x.index_select(Axis::<1>, none);
            "index_select transposed", [x: plain [2, 3, 4]] (index: i64 [5]) => x.transpose().index_select(Axis::<1>, index);
            "gather middle", [x: plain [2, 3, 4]] (along: i64 [2, 2, 4]) => x.gather(Axis::<1>, along);
            "gather last", [x: plain [3, 4]] (last: i64 [3, 5]) => x.gather(Axis::<1>, last);
            "gather transposed", [x: plain [3, 4]] (last: i64 [3, 5]) => x.transpose().gather(Axis::<0>, &last.transpose());
            "take_along_axis stretched", [x: plain [2, 3, 4]] (stretched: i64 [1, 2, 4]) => x.take_along_axis(Axis::<1>, stretched);
            "take_along_axis both", [x: plain [1, 3, 4]] (along: i64 [2, 2, 4]) => x.take_along_axis(Axis::<1>, along);
            "take any", [x: plain [3, 4]] (anywhere: i64 [2, 3]) => x.take(anywhere);
            "take transposed", [x: plain [3, 4]] (anywhere: i64 [2, 3]) => x.transpose().take(anywhere);
            "embedding matrix", [w: plain [5, 3]] (ids: i64 [2, 3]) => w.embedding(ids);
            "embedding vector", [w: plain [5, 3]] (index: i64 [5]) => w.embedding(index);
            "embedding scalar", [w: plain [5, 3]] (id: i64 []) => w.embedding(id);
            "embedding of none", [w: plain [5, 3]] (none: i64 [0]) => w.embedding(none);
            "embedding shared with the head", [w: plain [5, 3]] (ids: i64 [2, 3]) => w.embedding(ids).matmul(&w.transpose());
        }
    }

    writes(data) {
        eager_cases! { data;
            "scatter once", [x: plain [2, 3, 4], v: other [2, 2, 4]] (once: i64 [2, 2, 4]) => {
                let mut x = x.clone();
                x.scatter(Axis::<1>, once, v);
                x
            };
            "scatter_add repeated", [x: plain [2, 3, 4], v: other [2, 2, 4]] (along: i64 [2, 2, 4]) => {
                let mut x = x.clone();
                x.scatter_add(Axis::<1>, along, v);
                x
            };
            "index_add middle", [x: plain [2, 3, 4], v: other [2, 5, 4]] (index: i64 [5]) => {
                let mut x = x.clone();
                x.index_add(Axis::<1>, index, v);
                x
            };
            "index_copy middle", [x: plain [2, 3, 4], v: other [2, 2, 4]] (unique: i64 [2]) => {
                let mut x = x.clone();
                x.index_copy(Axis::<1>, unique, v);
                x
            };
            "index_fill last", [x: plain [2, 3, 4]] (back: i64 [2]) => {
                let mut x = x.clone();
                x.index_fill(Axis::<-1>, back, 9.0);
                x
            };
            "put some", [x: plain [3, 4], v: other [2, 2]] (places: i64 [2, 2]) => {
                let mut x = x.clone();
                x.put(places, v);
                x
            };
        }
    }
}

#[test]
fn indexing() {
    let data = Data::new(include_str!("../data/gradients/indexing.txt"));
    reads(&data);
    writes(&data);
    data.finish("indexing");
}
