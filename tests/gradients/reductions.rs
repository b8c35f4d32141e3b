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

macro_rules! norms {
    ($data:ident; $($name:literal $order:expr),*) => { $(
        cases! { $data; concat!("norm_with ", $name, " last"), [x: plain [2, 3, 4]] => x.norm_with(Axis::<-1>, $order); }
        corners! { $data; concat!("norm_with ", $name, " ties"), [x: ties [3, 4]] => x.norm_with(Axis::<1>, $order); }
    )* };
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
            "nansum last", [x: holes [2, 3]] => x.nansum(Axis::<1>);
            "nansum first, kept", [x: holes [2, 3]] => x.nansum_keepdim(Axis::<0>);
            "nansum all", [x: holes [2, 3]] => x.nansum_all();
            "nanmean last", [x: holes [2, 3]] => x.nanmean(Axis::<1>);
            "nanmean first, kept", [x: holes [2, 3]] => x.nanmean_keepdim(Axis::<0>);
            "nanmean all", [x: holes [2, 3]] => x.nanmean_all();
        }
        norms! { data; "0" 0.0, "0.5" 0.5, "1" 1.0, "1.5" 1.5, "2" 2.0, "3" 3.0, "inf" f64::INFINITY, "-inf" f64::NEG_INFINITY }
        cases! { data;
            "norm_with two, kept", [x: plain [2, 3, 4]] => x.norm_with_keepdim((Axis::<0>, Axis::<2>), 3.0);
            "norm_with all", [x: plain [2, 3, 4]] => x.norm_with_all(3.0);
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
            "quantile_with lower", [x: plain [3, 5]] => x.quantile_with(Axis::<1>, 0.3, Between::Lower);
            "quantile_with higher", [x: plain [3, 5]] => x.quantile_with(Axis::<1>, 0.3, Between::Higher);
            "quantile_with midpoint", [x: plain [3, 5]] => x.quantile_with(Axis::<1>, 0.3, Between::Midpoint);
            "quantile_with nearest", [x: plain [3, 5]] => x.quantile_with(Axis::<1>, 0.3, Between::Nearest);
            "median last", [x: plain [3, 4]] => x.median(Axis::<1>).0;
            "median first", [x: plain [4, 3]] => x.median(Axis::<0>).0;
            "mode last", [x: plain [3, 4]] => x.mode(Axis::<1>).0;
            "diff last", [x: plain [2, 3, 4]] => x.diff(Axis::<-1>);
            "diff middle", [x: plain [2, 3, 4]] => x.diff(Axis::<1>);
            "diff transposed", [x: plain [3, 4]] => x.transpose().diff(Axis::<0>);
            "diff to nothing", [x: plain [3, 1]] => x.diff(Axis::<1>);
            "quantile first", [x: plain [4, 3]] => x.quantile(Axis::<0>, 0.6);
        }
        corners! { data;
            "nanquantile last", [x: holes [2, 3]] => x.nanquantile(Axis::<1>, 0.3);
            "nanmedian last", [x: holes [2, 3]] => x.nanmedian(Axis::<1>).0;
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
