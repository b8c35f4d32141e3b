//! Reductions, scans and order: `tools/reference/gradients_reductions.py`.

use shaped::prelude::*;

use super::harness::Data;

/// A reduction in every form; `one` has an axis of size 1.
macro_rules! reductions {
    ($data:ident; $($name:literal $kind:ident $method:ident $keepdim:ident $all:ident ($($arg:literal)?);)*) => { $(
        cases! { $data;
            concat!($name, " first"), [x: $kind [2, 3, 4]] => x.$method(Axis::<0> $(, $arg)?);
            concat!($name, " last"), [x: $kind [2, 3, 4]] => x.$method(Axis::<-1> $(, $arg)?);
            concat!($name, " middle, kept"), [x: $kind [2, 3, 4]] => x.$keepdim(Axis::<1> $(, $arg)?);
            concat!($name, " two"), [x: $kind [2, 3, 4]] => x.$method((Axis::<0>, Axis::<2>) $(, $arg)?);
            concat!($name, " two, kept"), [x: $kind [2, 3, 4]] => x.$keepdim((Axis::<1>, Axis::<2>) $(, $arg)?);
            concat!($name, " all"), [x: $kind [2, 3, 4]] => x.$all($($arg)?);
            concat!($name, " transposed"), [x: $kind [3, 4]] => x.transpose().$method(Axis::<0> $(, $arg)?);
            concat!($name, " no rows"), [x: $kind [0, 3]] => x.$method(Axis::<1> $(, $arg)?);
        }
    )* };
}
macro_rules! one {
    ($data:ident; $($kind:ident: $($name:ident)*;)*) => { $($( cases! { $data;
        concat!(stringify!($name), " one element"), [x: $kind [3, 1]] => x.$name(Axis::<1>);
    } )*)* };
}
macro_rules! ties {
    ($data:ident; $($name:ident)*) => { $( corners! { $data;
        concat!(stringify!($name), " ties"), [x: ties [3, 4]] => x.$name(Axis::<1>);
    } )* };
}
macro_rules! scans {
    ($data:ident; $($kind:ident: $($name:ident)*;)*) => { $($( cases! { $data;
        concat!(stringify!($name), " first"), [x: $kind [2, 3, 4]] => x.$name(Axis::<0>);
        concat!(stringify!($name), " middle"), [x: $kind [2, 3, 4]] => x.$name(Axis::<1>);
        concat!(stringify!($name), " last"), [x: $kind [2, 3, 4]] => x.$name(Axis::<-1>);
    } )*)* };
}
macro_rules! more_scans {
    ($data:ident; $($name:ident)*) => { $( cases! { $data;
        concat!(stringify!($name), " transposed"), [x: plain [3, 4]] => x.transpose().$name(Axis::<0>);
        concat!(stringify!($name), " one"), [x: plain [1]] => x.$name(Axis::<0>);
        concat!(stringify!($name), " none"), [x: plain [3, 0]] => x.$name(Axis::<1>);
    } )* };
}

in_double! {
    sums(data) {
        reductions! { data;
            "sum" plain sum sum_keepdim sum_all ();
            "mean" plain mean mean_keepdim mean_all ();
            "prod" unit prod prod_keepdim prod_all ();
            "max" plain max max_keepdim max_all ();
            "min" plain min min_keepdim min_all ();
        }
    }

    moments(data) {
        reductions! { data;
            "var" plain var var_keepdim var_all ();
            "var_with 0" plain var_with var_with_keepdim var_with_all (0);
            "std" plain std std_keepdim std_all ();
            "std_with 0" plain std_with std_with_keepdim std_with_all (0);
            "norm" plain norm norm_keepdim norm_all ();
            "logsumexp" plain logsumexp logsumexp_keepdim logsumexp_all ();
        }
    }

    odd_reductions(data) {
        one! { data; plain: sum mean max min norm logsumexp; unit: prod; }
        cases! { data;
            "sum of nothing", [x: plain [3, 0]] => x.sum(Axis::<1>);
            "prod of nothing", [x: plain [3, 0]] => x.prod(Axis::<1>);
            "norm of nothing", [x: plain [3, 0]] => x.norm(Axis::<1>);
            "sum of a stretched one", [x: plain [3, 1]] => x.broadcast_to::<shape![3, 4]>().sum(Axis::<0>);
            "max less the mean, kept", [x: plain [3, 4]] => x.max_keepdim(Axis::<1>) - x.mean_keepdim(Axis::<1>) * x;
            "prod zeros", [x: zeros [4, 3]] => x.prod(Axis::<1>);
            "prod zeros of all", [x: one_zero [2, 3]] => x.prod_all();
        }
        ties! { data; max min norm std logsumexp }
        corners! { data;
            "max ties of all", [x: ties [3, 4]] => x.max_all();
            "norm zeros", [x: zeros [4, 3]] => x.norm(Axis::<1>);
            "logsumexp infinities", [x: low [2, 3]] => x.logsumexp(Axis::<1>);
        }
    }

    scans(data) {
        scans! { data; plain: cumsum logcumsumexp cummax cummin; unit: cumprod; }
        more_scans! { data; cumsum cumprod logcumsumexp }
        cases! { data; "cumprod zeros", [x: zeros [4, 3]] => x.cumprod(Axis::<1>); }
        ties! { data; cummax cummin }
    }

    order(data) {
        cases! { data;
            "sort first up", [x: plain [4, 3]] => x.sort(Axis::<0>, Order::Ascending).0;
            "sort first down", [x: plain [4, 3]] => x.sort(Axis::<0>, Order::Descending).0;
            "sort last up", [x: plain [2, 3, 4]] => x.sort(Axis::<-1>, Order::Ascending).0;
            "sort last down", [x: plain [2, 3, 4]] => x.sort(Axis::<-1>, Order::Descending).0;
            "sort transposed", [x: plain [3, 4]] => x.transpose().sort(Axis::<0>, Order::Ascending).0;
            "topk last", [x: plain [3, 5]] => x.topk(Axis::<-1>, Dim::<2>).0;
            "topk first", [x: plain [4, 3]] => x.topk(Axis::<0>, Dim::<2>).0;
            "topk all", [x: plain [3, 4]] => x.topk(Axis::<1>, Dim::<4>).0;
            "topk_smallest last", [x: plain [3, 5]] => x.topk_smallest(Axis::<-1>, Dim::<2>).0;
            "quantile 0", [x: plain [3, 5]] => x.quantile(Axis::<1>, 0.0);
            "quantile 0.3", [x: plain [3, 5]] => x.quantile(Axis::<1>, 0.3);
            "quantile 0.5", [x: plain [3, 5]] => x.quantile(Axis::<1>, 0.5);
            "quantile 1", [x: plain [3, 5]] => x.quantile(Axis::<1>, 1.0);
            "quantile first", [x: plain [4, 3]] => x.quantile(Axis::<0>, 0.6);
        }
        corners! { data;
            "sort ties up", [x: ties [3, 4]] => x.sort(Axis::<1>, Order::Ascending).0;
            "sort ties down", [x: ties [3, 4]] => x.sort(Axis::<1>, Order::Descending).0;
        }
    }
}

#[test]
fn reductions() {
    let data = Data::new(include_str!("../data/gradients/reductions.txt"));
    sums(&data);
    moments(&data);
    odd_reductions(&data);
    scans(&data);
    order(&data);
    data.finish("reductions");
}
