//! Interpolation: `tools/reference/pictures.py`.

use num_traits::Float;
use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Height);
axis!(Width);
axis!(Rows);
axis!(Columns);

fn interpolation<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![2, 2, 4, 5]> = reference.input("x");
    let run: Tensor<T, shape![2, 2, Height, Width]> = x.clone().free().to_tensor();
    macro_rules! modes {
        ($($name:literal $($mode:ident)*;)*) => { $(
            let key = |case| format!("interpolate2d {} {case}", $name);
            let twice = Resize::by(Dim::<2>)$(.$mode())*;
            reference.check(&key("twice"), &x.interpolate2d(twice), tolerance);
            if all {
                let y = x.view().transpose().to_tensor();
                reference.check(&key("twice"), &y.transpose().interpolate2d(twice), tolerance);
                reference.check(&key("twice"), &run.interpolate2d(twice), tolerance);
                let sizes = Resize::to((Dim::<3>, Dim::<8>))$(.$mode())*;
                reference.check(&key("sizes"), &x.interpolate2d(sizes), tolerance);
                let y: Tensor<T, shape![2, 2, Rows, Columns]> =
                    run.interpolate2d(Resize::to((Rows(3), Columns(8)))$(.$mode())*);
                reference.check(&key("sizes"), &y, tolerance);
                let fraction = Resize::by((Dim::<3>, Dim::<3>))$(.$mode())*.over((Dim::<2>, Dim::<4>));
                reference.check(&key("fraction"), &x.interpolate2d(fraction), tolerance);
                reference.check(&key("one"), &x.interpolate2d(Resize::to(One)$(.$mode())*), tolerance);
            }
        )* };
    }
    modes! {
        "nearest";
        "exact" nearest_exact;
        "area" area;
        "linear" linear;
        "corners" linear align_corners;
        "antialias" linear antialias;
        "cubic" cubic;
        "cubic corners" cubic align_corners;
        "cubic antialias" cubic antialias;
    }
    if !all {
        return;
    }
    let sounds: Tensor<T, shape![2, 3, 7]> = reference.input("sounds");
    let volumes: Tensor<T, shape![1, 2, 3, 4, 3]> = reference.input("volumes");
    macro_rules! others {
        ($($name:literal $($mode:ident)*;)*) => { $(
            let y = sounds.interpolate1d(Resize::to(Dim::<10>)$(.$mode())*);
            reference.check(concat!("interpolate1d ", $name), &y, tolerance);
            let y = volumes.interpolate3d(Resize::to((Dim::<5>, Dim::<2>, Dim::<7>))$(.$mode())*);
            reference.check(concat!("interpolate3d ", $name), &y, tolerance);
        )* };
    }
    others! { "nearest"; "exact" nearest_exact; "area" area; "linear" linear; "corners" linear align_corners; }
}

#[test]
fn pictures() {
    let reference = Reference::new(include_str!("../data/reference/pictures.txt"));
    interpolation::<f64>(&reference, 1e-12, true);
    interpolation::<f32>(&reference, 2e-6, false);
    reference.input::<f32, shape![2, 3, 7]>("sounds");
    reference.input::<f32, shape![1, 2, 3, 4, 3]>("volumes");
    reference.finish("pictures");
}
