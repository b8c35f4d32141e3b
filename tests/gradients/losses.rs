//! Losses: `tools/reference/gradients_losses.py`.

use shaped::prelude::*;
use shaped::{CrossEntropyOptions, CtcOptions, GaussianOptions, MarginOptions, TripletOptions};

use super::harness::Data;

/// A loss of two operands as the mean, the sum, and each.
macro_rules! three {
    ($data:ident; $($case:literal $x:ident $y:ident $n:tt: $mean:ident $sum:ident $each:ident ($($option:literal)?);)*) => { $( cases! { $data;
        concat!(stringify!($mean), " ", $case), [x: $x $n, y: $y $n] => x.$mean(y $(, $option)?);
        concat!(stringify!($sum), " ", $case), [x: $x $n, y: $y $n] => x.$sum(y $(, $option)?);
        concat!(stringify!($each), " ", $case), [x: $x $n, y: $y $n] => x.$each(y $(, $option)?);
    } )* };
}
macro_rules! differences {
    ($data:ident; $($mean:ident ($($option:literal)?);)*) => { $(
        cases! { $data;
            concat!(stringify!($mean), " transposed"), [x: plain [3, 4], y: other [3, 4]] =>
                x.transpose().$mean(&y.transpose() $(, $option)?);
        }
        corners! { $data; concat!(stringify!($mean), " corners"), [x: corners [5], y: right [5]] => x.$mean(y $(, $option)?); }
    )* };
}
/// A loss of rows of scores and classes.
macro_rules! of_classes {
    ($data:ident; $($mean:ident $sum:ident $each:ident: $($classes:ident)*;)*) => { $($( cases! { $data;
        concat!(stringify!($mean), " ", stringify!($classes)), [x: wide [2, 3, 5]] ($classes: i64 [2, 3]) => x.$mean($classes);
        concat!(stringify!($sum), " ", stringify!($classes)), [x: wide [2, 3, 5]] ($classes: i64 [2, 3]) => x.$sum($classes);
        concat!(stringify!($each), " ", stringify!($classes)), [x: wide [2, 3, 5]] ($classes: i64 [2, 3]) => x.$each($classes);
    } )*)* };
}
macro_rules! with {
    ($data:ident; $($case:literal $classes:ident $options:expr;)*) => { $( cases! { $data;
        concat!("cross_entropy_with ", $case), [x: wide [2, 3, 5]] ($classes: i64 [2, 3]) => x.cross_entropy_with($classes, $options);
        concat!("cross_entropy_with_each ", $case), [x: wide [2, 3, 5]] ($classes: i64 [2, 3]) => x.cross_entropy_with_each($classes, $options);
    } )* };
}

macro_rules! weighted {
    ($data:ident; $($case:literal $classes:ident $options:expr;)*) => { $( cases! { $data;
        concat!("cross_entropy_weighted ", $case), [x: wide [2, 3, 5]] ($classes: i64 [2, 3]) =>
            x.cross_entropy_weighted_with($classes, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], $options);
        concat!("cross_entropy_weighted_each ", $case), [x: wide [2, 3, 5]] ($classes: i64 [2, 3]) =>
            x.cross_entropy_weighted_each($classes, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], $options);
    } )* };
}

macro_rules! triplets {
    ($data:ident; $($case:literal $options:expr;)*) => { $( cases! { $data;
        concat!("triplet_margin_loss ", $case), [x: plain [3, 4], y: other [3, 4], z: third [3, 4]] =>
            x.triplet_margin_loss(y, z, $options);
        concat!("triplet_margin_loss_each ", $case), [x: plain [3, 4], y: other [3, 4], z: third [3, 4]] =>
            x.triplet_margin_loss_each(y, z, $options);
    } )* };
}

macro_rules! likely {
    ($data:ident; $($case:literal $options:expr;)*) => { $( cases! { $data;
        concat!("gaussian_nll_loss ", $case), [x: plain [3, 4], y: other [3, 4], z: positive [3, 4]] =>
            x.gaussian_nll_loss(y, z, $options);
        concat!("gaussian_nll_loss_each ", $case), [x: plain [3, 4], y: other [3, 4], z: positive [3, 4]] =>
            x.gaussian_nll_loss_each(y, z, $options);
    } )* };
}

macro_rules! margins {
    ($data:ident; $($case:literal $options:expr;)*) => { $( cases! { $data;
        concat!("multi_margin_loss ", $case), [x: plain [4, 5]] (four: i64 [4]) => x.multi_margin_loss(four, $options);
        concat!("multi_margin_loss_each ", $case), [x: plain [4, 5]] (four: i64 [4]) => x.multi_margin_loss_each(four, $options);
    } )* };
}

macro_rules! alignments {
    ($data:ident; $($case:literal $kind:ident $steps:ident $spoken:ident $options:expr;)*) => { $( cases! { $data;
        concat!("ctc_loss ", $case), [x: $kind [6, 3, 5]] (labels: i64 [3, 4], $steps: i64 [3], $spoken: i64 [3]) =>
            x.log_softmax(Axis::<-1>).ctc_loss(labels, $steps, $spoken, $options);
        concat!("ctc_loss_each ", $case), [x: $kind [6, 3, 5]] (labels: i64 [3, 4], $steps: i64 [3], $spoken: i64 [3]) =>
            x.log_softmax(Axis::<-1>).ctc_loss_each(labels, $steps, $spoken, $options);
    } )* };
}

macro_rules! distances {
    ($data:ident; $($key:literal $order:expr;)*) => { $( cases! { $data;
        concat!("pairwise_distance of order ", $key), [x: plain [3, 4], y: other [3, 4]] => x.pairwise_distance(y, $order);
        concat!("pairwise_distance of order ", $key, ", stacked"), [x: plain [2, 3, 4], y: other [2, 3, 4]] => x.pairwise_distance(y, $order);
    } )* };
}

macro_rules! all_distances {
    ($data:ident; $($key:literal $order:expr;)*) => { $( cases! { $data;
        concat!("cdist of order ", $key), [x: plain [4, 3], y: other [5, 3]] => x.cdist(y, $order);
    } )* };
}

fn smooth(label_smoothing: f64) -> CrossEntropyOptions {
    CrossEntropyOptions { label_smoothing, ..Default::default() }
}

in_double! {
    of_pairs(data) {
        three! { data;
            "plain" plain other [3, 4]: mse_loss mse_loss_sum mse_loss_each ();
            "plain" plain other [3, 4]: l1_loss l1_loss_sum l1_loss_each ();
            "plain" plain other [3, 4]: huber_loss huber_loss_sum huber_loss_each (0.7);
            "plain" plain other [3, 4]: smooth_l1_loss smooth_l1_loss_sum smooth_l1_loss_each (0.3);
            "plain" chance share [3, 4]: binary_cross_entropy binary_cross_entropy_sum binary_cross_entropy_each ();
            "plain" plain other [3, 4]: kl_div_log kl_div_log_sum kl_div_log_each ();
            "plain" plain chance [3, 4]: poisson_nll_loss poisson_nll_loss_sum poisson_nll_loss_each ();
            "plain" chance share [3, 4]: poisson_nll_loss_of_rates poisson_nll_loss_of_rates_sum poisson_nll_loss_of_rates_each (1e-3);
            "plain" plain chance [3, 4]:
                binary_cross_entropy_with_logits binary_cross_entropy_with_logits_sum binary_cross_entropy_with_logits_each ();
            "plain" plain chance [3, 4]: kl_div kl_div_sum kl_div_each ();
            "plain" wide chance [2, 3, 5]: cross_entropy_soft cross_entropy_soft_sum cross_entropy_soft_each ();
        }
        differences! { data;
            mse_loss ();
            l1_loss ();
            huber_loss (0.7);
            smooth_l1_loss (0.3);
        }
        cases! { data;
            "smooth_l1_loss beta of 0", [x: plain [3, 4], y: other [3, 4]] => x.smooth_l1_loss(y, 0.0);
            "kl_div of log_softmax", [x: plain [3, 4], y: other [3, 4]] => x.log_softmax(Axis::<-1>).kl_div(&y.softmax(Axis::<-1>));
            "kl_div_sum of log_softmax", [x: plain [3, 4], y: other [3, 4]] => x.log_softmax(Axis::<-1>).kl_div_sum(&y.softmax(Axis::<-1>));
            "kl_div_each of log_softmax", [x: plain [3, 4], y: other [3, 4]] => x.log_softmax(Axis::<-1>).kl_div_each(&y.softmax(Axis::<-1>));
            "cross_entropy_soft of softmax", [x: wide [2, 3, 5], y: plain [2, 3, 5]] => x.cross_entropy_soft(&y.softmax(Axis::<-1>));
            "cosine_similarity along 0", [x: plain [3, 4], y: other [3, 4]] => x.cosine_similarity(y, Axis::<0>);
            "cosine_similarity along -1", [x: plain [3, 4], y: other [3, 4]] => x.cosine_similarity(y, Axis::<-1>);
        }
        let (rare, said) = (tensor![0.5, 1.0, 4.0, 0.0], tensor![[1.0, 0.0, 0.25, 1.0], [0.0, 1.0, 0.0, 0.0], [0.5, 0.0, 1.0, 0.0]]);
        cases! { data;
            "binary_cross_entropy_with_logits_weighted plain", [x: plain [3, 4]] => x.binary_cross_entropy_with_logits_weighted(&said, &rare);
            "binary_cross_entropy_with_logits_weighted_each plain", [x: plain [3, 4]] =>
                x.binary_cross_entropy_with_logits_weighted_each(&said, &rare);
            "binary_cross_entropy_with_logits_weighted transposed", [x: plain [4, 3]] =>
                x.transpose().binary_cross_entropy_with_logits_weighted(&said, &rare);
        }
        corners! { data;
            "binary_cross_entropy_with_logits_each far", [x: far [5]] {y: truth [5]} => x.binary_cross_entropy_with_logits_each(y);
            "binary_cross_entropy_each ends", [x: ends [4]] {y: said [4]} => x.binary_cross_entropy_each(y);
            "kl_div_each zeros", [x: logs [4]] {y: zeros [4]} => x.kl_div_each(y);
        }
        cases! { data;
            "soft_margin_loss plain", [x: plain [3, 4]] {y: signs [3, 4]} => x.soft_margin_loss(y);
            "soft_margin_loss_sum plain", [x: plain [3, 4]] {y: signs [3, 4]} => x.soft_margin_loss_sum(y);
            "soft_margin_loss_each plain", [x: plain [3, 4]] {y: signs [3, 4]} => x.soft_margin_loss_each(y);
            "hinge_embedding_loss plain", [x: plain [3, 4]] {y: signs [3, 4]} => x.hinge_embedding_loss(y, 0.7);
            "hinge_embedding_loss_sum plain", [x: plain [3, 4]] {y: signs [3, 4]} => x.hinge_embedding_loss_sum(y, 0.7);
            "hinge_embedding_loss_each plain", [x: plain [3, 4]] {y: signs [3, 4]} => x.hinge_embedding_loss_each(y, 0.7);
            "margin_ranking_loss plain", [x: plain [3, 4], y: other [3, 4]] {z: signs [3, 4]} => x.margin_ranking_loss(y, z, 0.3);
            "margin_ranking_loss_each plain", [x: plain [3, 4], y: other [3, 4]] {z: signs [3, 4]} =>
                x.margin_ranking_loss_each(y, z, 0.3);
            "cosine_embedding_loss plain", [x: plain [3, 4], y: other [3, 4]] {z: signs [3]} => x.cosine_embedding_loss(y, z, 0.1);
            "cosine_embedding_loss_each plain", [x: plain [3, 4], y: other [3, 4]] {z: signs [3]} =>
                x.cosine_embedding_loss_each(y, z, 0.1);
        }
        triplets! { data;
            "plain" TripletOptions::default();
            "order 1" TripletOptions { order: 1.0, margin: 0.25, ..Default::default() };
            "order 3, swapped" TripletOptions { order: 3.0, swap: true, eps: 1e-3, ..Default::default() };
        }
    }

    of_vectors(data) {
        all_distances! { data; "0" 0.0; "1" 1.0; "2" 2.0; "3" 3.0; "a half" 0.5; "inf" f64::INFINITY; }
        distances! { data; "1" 1.0; "2" 2.0; "3" 3.0; "inf" f64::INFINITY; }
        cases! { data;
            "prelu one", [x: plain [2, 3, 4], y: chance [1]] => x.prelu(Axis::<1>, y);
            "prelu of channels", [x: plain [2, 3, 4], y: chance [3]] => x.prelu(Axis::<1>, y);
            "prelu last", [x: plain [4, 3], y: chance [4]] => x.prelu(Axis::<0>, y);
            "prelu transposed", [x: plain [3, 4], y: chance [3]] => x.transpose().prelu(Axis::<1>, y);
            "cdist stacked", [x: plain [2, 4, 3], y: other [2, 5, 3]] => x.cdist(y, 2.0);
            "cdist transposed", [x: plain [3, 4], y: other [3, 5]] => x.transpose().cdist(&y.transpose(), 2.0);
            "cdist long", [x: plain [2, 40], y: other [3, 40]] => x.cdist(y, 2.0);
        }
        corners! { data; "cdist of itself", [x: plain [4, 3]] => x.cdist(x, 2.0); }
    }

    of_distributions(data) {
        likely! { data;
            "plain" GaussianOptions::default();
            "full" GaussianOptions { full: true, ..Default::default() };
        }
        cases! { data;
            "gaussian_nll_loss one for each row", [x: plain [3, 4], y: other [3, 4], z: positive [3, 1]] =>
                x.gaussian_nll_loss(y, z, Default::default());
            "gaussian_nll_loss_each one for each row", [x: plain [3, 4], y: other [3, 4], z: positive [3, 1]] =>
                x.gaussian_nll_loss_each(y, z, Default::default());
            "gaussian_nll_loss transposed", [x: plain [3, 4], y: other [3, 4], z: positive [4, 3]] =>
                x.transpose().gaussian_nll_loss(&y.transpose(), z, Default::default());
            "gaussian_nll_loss_each transposed", [x: plain [3, 4], y: other [3, 4], z: positive [4, 3]] =>
                x.transpose().gaussian_nll_loss_each(&y.transpose(), z, Default::default());
        }
        let least = GaussianOptions { eps: 0.5, ..Default::default() };
        corners! { data;
            "gaussian_nll_loss least", [x: plain [3, 4], y: other [3, 4], z: chance [3, 4]] => x.gaussian_nll_loss(y, z, least);
            "gaussian_nll_loss_each least", [x: plain [3, 4], y: other [3, 4], z: chance [3, 4]] => x.gaussian_nll_loss_each(y, z, least);
        }
        margins! { data;
            "plain" MarginOptions::default();
            "squared" MarginOptions { squared: true, ..Default::default() };
            "narrow" MarginOptions { margin: 0.3, ..Default::default() };
        }
        cases! { data;
            "multi_margin_loss transposed", [x: plain [5, 4]] (four: i64 [4]) => x.transpose().multi_margin_loss(four, Default::default());
            "multi_margin_loss_weighted weighted", [x: plain [4, 5]] (four: i64 [4]) =>
                x.multi_margin_loss_weighted(four, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], Default::default());
            "multi_margin_loss_weighted_each weighted", [x: plain [4, 5]] (four: i64 [4]) =>
                x.multi_margin_loss_weighted_each(four, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], Default::default());
            "multi_margin_loss_weighted weighted, squared", [x: plain [4, 5]] (four: i64 [4]) =>
                x.multi_margin_loss_weighted(four, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], MarginOptions { margin: 0.5, squared: true });
            "multi_margin_loss_weighted_each weighted, squared", [x: plain [4, 5]] (four: i64 [4]) =>
                x.multi_margin_loss_weighted_each(four, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], MarginOptions { margin: 0.5, squared: true });
            "multi_margin_loss_each transposed", [x: plain [5, 4]] (four: i64 [4]) =>
                x.transpose().multi_margin_loss_each(four, Default::default());
            "multi_margin_loss_each steps", [x: plain [2, 3, 5]] (classes: i64 [2, 3]) =>
                x.multi_margin_loss_each(classes, Default::default());
            "multi_margin_loss vector", [x: plain [5]] (one: i64 []) => x.multi_margin_loss(one, Default::default());
            "multilabel_margin_loss plain", [x: plain [4, 5]] (right: i64 [4, 5]) => x.multilabel_margin_loss(right);
            "multilabel_margin_loss_each plain", [x: plain [4, 5]] (right: i64 [4, 5]) => x.multilabel_margin_loss_each(right);
        }
        alignments! { data;
            "plain" plain steps spoken CtcOptions::default();
            "nothing said" plain steps none CtcOptions::default();
            "another blank" wide steps spoken CtcOptions { blank: 4, ..Default::default() };
            "too few steps" plain few spoken CtcOptions { zero_infinity: true, ..Default::default() };
        }
        cases! { data;
            "ctc_loss transposed", [x: plain [3, 6, 5]] (labels: i64 [3, 4], steps: i64 [3], spoken: i64 [3]) =>
                x.log_softmax(Axis::<-1>).swap_axes(Axis::<0>, Axis::<1>).ctc_loss(labels, steps, spoken, Default::default());
            "ctc_loss_each transposed", [x: plain [3, 6, 5]] (labels: i64 [3, 4], steps: i64 [3], spoken: i64 [3]) =>
                x.log_softmax(Axis::<-1>).swap_axes(Axis::<0>, Axis::<1>).ctc_loss_each(labels, steps, spoken, Default::default());
        }
    }

    of_classes(data) {
        of_classes! { data;
            cross_entropy cross_entropy_sum cross_entropy_each: classes holes;
            nll_loss nll_loss_sum nll_loss_each: classes holes;
        }
        with! { data;
            "smooth" classes smooth(0.1);
            "smooth holes" holes smooth(0.3);
            "another" classes CrossEntropyOptions { ignore_index: Some(3), ..Default::default() };
            "all smooth" classes smooth(1.0);
        }
        weighted! { data;
            "plain" classes CrossEntropyOptions::default();
            "holes" holes CrossEntropyOptions::default();
            "smooth" holes smooth(0.3);
            "another" classes CrossEntropyOptions { ignore_index: Some(3), ..Default::default() };
        }
        cases! { data;
            "nll_loss_weighted holes", [x: wide [2, 3, 5]] (holes: i64 [2, 3]) =>
                x.nll_loss_weighted(holes, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], Some(-100));
            "nll_loss_weighted_each holes", [x: wide [2, 3, 5]] (holes: i64 [2, 3]) =>
                x.nll_loss_weighted_each(holes, &tensor![0.5, 2.0, 1.5, 0.0, 3.0], Some(-100));
            "nll_loss_with another", [x: wide [2, 3, 5]] (classes: i64 [2, 3]) => x.nll_loss_with(classes, Some(3));
            "nll_loss_with_each another", [x: wide [2, 3, 5]] (classes: i64 [2, 3]) => x.nll_loss_with_each(classes, Some(3));
            "cross_entropy_along middle", [x: wide [2, 5, 3]] (holes: i64 [2, 3]) =>
                x.cross_entropy_along(Axis::<1>, holes, Default::default());
            "cross_entropy_along_each middle", [x: wide [2, 5, 3]] (holes: i64 [2, 3]) =>
                x.cross_entropy_along_each(Axis::<1>, holes, Default::default());
            "nll_loss_along middle", [x: wide [2, 5, 3]] (holes: i64 [2, 3]) => x.nll_loss_along(Axis::<1>, holes, Some(-100));
            "nll_loss_along_each middle", [x: wide [2, 5, 3]] (holes: i64 [2, 3]) =>
                x.nll_loss_along_each(Axis::<1>, holes, Some(-100));
            "cross_entropy_sum ignored", [x: wide [2, 3, 5]] (ignored: i64 [2, 3]) => x.cross_entropy_sum(ignored);
            "cross_entropy vector", [x: wide [5]] (one: i64 []) => x.cross_entropy(one);
            "cross_entropy matrix", [x: wide [4, 5]] (four: i64 [4]) => x.cross_entropy(four);
            "cross_entropy transposed", [x: wide [5, 4]] (four: i64 [4]) => x.transpose().cross_entropy(four);
            "cross_entropy large", [x: wide [4, 5]] (four: i64 [4]) => (x * 100.0).cross_entropy(four);
            "cross_entropy by hand", [x: wide [4, 5]] (four: i64 [4]) =>
                -x.log_softmax(Axis::<-1>).gather(Axis::<1>, &four.unsqueeze(Axis::<-1>)).mean_all();
        }
    }
}

#[test]
fn losses() {
    let data = Data::new(include_str!("../data/gradients/losses.txt"));
    of_pairs(&data);
    of_classes(&data);
    of_vectors(&data);
    of_distributions(&data);
    data.finish("losses");
}
