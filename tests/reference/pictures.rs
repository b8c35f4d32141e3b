//! Interpolation, the options of pooling, borders, convolutions of volumes: `tools/reference/pictures.py`.

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

fn pools<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![2, 2, 4, 5]> = reference.input("x");
    let volumes: Tensor<T, shape![1, 2, 3, 4, 3]> = reference.input("volumes");
    let (two, three) = (Dim::<2>, Dim::<3>);
    macro_rules! ceil {
        ($($name:literal $options:expr;)*) => { $(
            let options = $options.ceil_mode();
            reference.check(concat!("max_pool2d ", $name), &x.max_pool2d(options), tolerance);
            reference.check(concat!("avg_pool2d ", $name), &x.avg_pool2d(options), tolerance);
            if all {
                let y = x.avg_pool2d(options.count_include_pad(false));
                reference.check(concat!("avg_pool2d ", $name, " inside"), &y, tolerance);
                let y = x.avg_pool2d(options.divisor_override(3));
                reference.check(concat!("avg_pool2d ", $name, " divisor"), &y, tolerance);
                let run: Tensor<T, shape![2, 2, Height, Width]> = x.clone().free().to_tensor();
                reference.check(concat!("avg_pool2d ", $name), &run.avg_pool2d(options), tolerance);
            }
        )* };
    }
    ceil! {
        "ceil" Pool::new(two);
        "ceil padding" Pool::new(three).stride(two).padding(One);
        "ceil far" Pool::new(One).stride(three);
    }
    let options = Pool::new((two, three, two)).padding((One, One, Dim::<0>));
    let y = volumes.avg_pool3d(options.stride((two, two, One)).ceil_mode());
    reference.check("avg_pool3d options", &y, tolerance);
    if !all {
        return;
    }
    let y = x.avg_pool2d(Pool::new(three).stride(One).padding(One).count_include_pad(false));
    reference.check("avg_pool2d inside", &y, tolerance);
    let apart = Pool::new(two).dilation((two, three)).stride(One);
    reference.check("max_pool2d dilation", &x.max_pool2d(apart), tolerance);
    let apart = Pool::new(two).dilation(two).padding(One);
    reference.check("max_pool2d dilation padding", &x.max_pool2d(apart), tolerance);
    let sounds: Tensor<T, shape![2, 3, 7]> = reference.input("sounds");
    let y = sounds.max_pool1d(Pool::new(three).stride(two).dilation(two).ceil_mode());
    reference.check("max_pool1d ceil dilation", &y, tolerance);
    let y = sounds.avg_pool1d(Pool::new(three).padding(One).ceil_mode().count_include_pad(false));
    reference.check("avg_pool1d ceil inside", &y, tolerance);
    reference.check("max_pool3d plain", &volumes.max_pool3d(Pool::new(two)), tolerance);
    let y = volumes.max_pool3d(options.stride((One, two, One)).dilation((two, One, two)));
    reference.check("max_pool3d options", &y, tolerance);
    let sizes = (two, three, One);
    reference.check("adaptive_avg_pool3d sizes", &volumes.adaptive_avg_pool3d(sizes), tolerance);
    reference.check("adaptive_max_pool3d sizes", &volumes.adaptive_max_pool3d(sizes), tolerance);
    reference.check("adaptive_max_pool2d sizes", &x.adaptive_max_pool2d((three, Dim::<7>)), tolerance);
    reference.check("adaptive_max_pool1d sizes", &sounds.adaptive_max_pool1d(Dim::<4>), tolerance);
    let (largest, places) = x.max_pool2d_with_indices(Pool::new(three).stride(two).padding(One));
    reference.check("max_pool2d_with_indices largest", &largest, tolerance);
    reference.check("max_pool2d_with_indices places", &places, tolerance);
}

fn borders<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![2, 2, 4, 5]> = reference.input("x");
    let (none, two, three) = (Dim::<0>, Dim::<2>, Dim::<3>);
    macro_rules! modes {
        ($($mode:ident;)*) => { $(
            let key = |case| format!("{} {case}", stringify!($mode));
            let plane = ((One, none), (two, three));
            reference.check(&key("plane"), &x.$mode(plane), tolerance);
            if all {
                let run: Tensor<T, shape![2, 2, Height, Width]> = x.clone().free().to_tensor();
                reference.check(&key("plane"), &run.$mode(plane), tolerance);
                let sounds: Tensor<T, shape![2, 3, 7]> = reference.input("sounds");
                reference.check(&key("line"), &sounds.$mode(((none, Dim::<4>),)), tolerance);
                let volumes: Tensor<T, shape![1, 2, 3, 4, 3]> = reference.input("volumes");
                reference.check(&key("volume"), &volumes.$mode(((two, none), (three, One), (One, two))), tolerance);
            }
        )* };
    }
    modes! { pad_reflect; pad_replicate; pad_circular; }
}

axis!(Depth);

fn convolutions<T: Element + Float>(reference: &Reference, tolerance: f64) {
    let x: Tensor<T, shape![1, 2, 3, 4, 3]> = reference.input("volumes");
    let run: Tensor<T, shape![1, 2, Depth, Height, Width]> = x.clone().free().to_tensor();
    let w: Tensor<T, shape![3, 2, 2, 2, 2]> = reference.input("kernels");
    let b: Tensor<T, shape![3]> = reference.input("bias");
    let grouped: Tensor<T, shape![4, 1, 2, 3, 1]> = reference.input("grouped");
    let back: Tensor<T, shape![2, 3, 2, 2, 2]> = reference.input("back");
    let (none, two) = (Dim::<0>, Dim::<2>);
    reference.check("conv3d plain", &x.conv3d(&w, Conv::new()), tolerance);
    reference.check("conv3d plain", &run.conv3d(&w, Conv::new()), tolerance);
    let options = Conv::new().stride((two, One, two)).padding((One, none, One)).dilation((One, two, One));
    reference.check("conv3d_with_bias options", &x.conv3d_with_bias(&w, &b, options), tolerance);
    let y = x.conv3d(&grouped, Conv::new().groups(two).padding(One));
    reference.check("conv3d groups", &y, tolerance);
    let new = TransposedConv::new();
    reference.check("conv_transpose3d plain", &x.conv_transpose3d(&back, new), tolerance);
    let options = new.stride((two, One, two)).padding((One, none, One)).output_padding((One, none, none));
    let options = options.dilation((One, two, One));
    reference.check("conv_transpose3d_with_bias options", &x.conv_transpose3d_with_bias(&back, &b, options), tolerance);
    let y = run.conv_transpose3d_with_bias(&back, &b, options);
    reference.check("conv_transpose3d_with_bias options", &y, tolerance);
    let y = x.conv_transpose3d(&grouped.narrow(Axis::<0>, 0, two), new.groups(two).stride(two));
    reference.check("conv_transpose3d groups", &y, tolerance);
    let sounds: Tensor<T, shape![2, 3, 7]> = reference.input("sounds");
    let taps: Tensor<T, shape![3, 2, 3]> = reference.input("taps");
    let four: Tensor<T, shape![4]> = reference.input("two");
    reference.check("conv_transpose1d plain", &sounds.conv_transpose1d(&taps, new), tolerance);
    let far = new.stride(Dim::<3>).padding(One).output_padding(two).dilation(two);
    reference.check("conv_transpose1d options", &sounds.conv_transpose1d(&taps, far), tolerance);
    let y = sounds.conv_transpose1d_with_bias(&taps, &four.narrow(Axis::<0>, 0, two), new);
    reference.check("conv_transpose1d_with_bias plain", &y, tolerance);
}

fn shuffles(reference: &Reference) {
    let x: Tensor<f64, shape![2, 2, 4, 5]> = reference.input("x");
    let many: Tensor<f64, shape![1, 8, 2, 3]> = reference.input("many");
    let two = Dim::<2>;
    reference.check("pixel_shuffle two", &many.pixel_shuffle(two), 0.0);
    let run: Tensor<f64, shape![1, Depth, Height, Width]> = many.clone().free().to_tensor();
    reference.check("pixel_shuffle two", &run.pixel_shuffle(two), 0.0);
    let even = x.narrow(Axis::<-1>, 0, Dim::<4>);
    reference.check("pixel_unshuffle two", &even.pixel_unshuffle(two), 0.0);
    reference.check("channel_shuffle two", &many.channel_shuffle(two), 0.0);
    reference.check("channel_shuffle two", &run.channel_shuffle(two), 0.0);
}

fn unpools(reference: &Reference) {
    let two = Pool::new(Dim::<2>);
    let x: Tensor<f64, shape![2, 2, 4, 5]> = reference.input("x");
    let (largest, places) = x.max_pool2d_with_indices(two);
    let y = largest.max_unpool2d(&places, (Dim::<4>, Dim::<5>));
    reference.check("max_unpool2d largest", &y, 0.0);
    let run = largest.transpose().to_tensor();
    let at = places.map(|place| place as u8).transpose().to_tensor();
    let y: Tensor<f64, shape![2, 2, Rows, Columns]> =
        run.transpose().max_unpool2d(&at.transpose(), (Rows(4), Columns(5)));
    reference.check("max_unpool2d largest", &y, 0.0);
    let sounds: Tensor<f64, shape![2, 3, 7]> = reference.input("sounds");
    let (largest, places) = sounds.max_pool1d_with_indices(two);
    reference.check("max_unpool1d largest", &largest.max_unpool1d(&places, Dim::<7>), 0.0);
    let volumes: Tensor<f64, shape![1, 2, 3, 4, 3]> = reference.input("volumes");
    let (largest, places) = volumes.max_pool3d_with_indices(two);
    let y = largest.max_unpool3d(&places, (Dim::<3>, Dim::<4>, Dim::<3>));
    reference.check("max_unpool3d largest", &y, 0.0);
    let none = Tensor::<f64, shape![0, 2]>::zeros();
    assert_eq!(none.max_unpool2d(&Tensor::<u8, shape![0, 2]>::zeros(), (Dim::<2>, One)), tensor![[0.0], [0.0]]);
}

#[test]
#[should_panic(expected = "max_unpool: ")]
fn places_beyond_a_plane_panic() {
    let _ = tensor![[1.0, 2.0]].max_unpool2d(&tensor![[0, 4]], (Dim::<2>, Dim::<2>));
}

fn grids<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![2, 2, 4, 5]> = reference.input("x");
    let places: Tensor<T, shape![2, 3, 2, 2]> = reference.input("places");
    let maps: Tensor<T, shape![2, 2, 3]> = reference.input("maps");
    let new = GridSample::new();
    for (name, options) in [
        ("zeros", new),
        ("corners", new.align_corners()),
        ("nearest", new.nearest()),
        ("border", new.border()),
        ("reflection", new.reflection()),
        ("nearest reflection", new.nearest().reflection()),
        ("border corners", new.border().align_corners()),
        ("reflection corners", new.reflection().align_corners()),
        ("bicubic", new.bicubic()),
        ("bicubic border", new.bicubic().border()),
        ("bicubic reflection", new.bicubic().reflection()),
        ("bicubic reflection corners", new.bicubic().reflection().align_corners()),
    ] {
        let key = format!("grid_sample {name}");
        reference.check(&key, &x.grid_sample(&places, options), tolerance);
        if all {
            let far = &places * T::from(5.0).expect("a float");
            reference.check(&format!("{key} far"), &x.grid_sample(&far, options), tolerance);
            let turned = x.transpose().to_tensor();
            let run: Tensor<T, shape![2, Rows, Columns, 2]> = places.clone().free().to_tensor();
            reference.check(&key, &turned.transpose().grid_sample(&run, options), tolerance);
        }
    }
    reference.check("affine_grid plain", &maps.affine_grid((Dim::<3>, Dim::<4>), false), tolerance);
    if all {
        reference.check("affine_grid plain", &maps.affine_grid((Rows(3), Columns(4)), false), tolerance);
        reference.check("affine_grid corners", &maps.affine_grid((Dim::<3>, One), true), tolerance);
        let one = places.narrow(Axis::<1>, 0, One).narrow(Axis::<2>, 0, One);
        reference.check("grid_sample one place", &x.grid_sample(&one.to_tensor(), new), tolerance);
        let corner = x.narrow(Axis::<2>, 0, One).narrow(Axis::<3>, 0, One);
        let y = corner.grid_sample(&places, new.reflection().align_corners());
        reference.check("grid_sample one element", &y, tolerance);
        let nowhere = Tensor::<T, shape![2, 3, 2, 2]>::full(T::nan());
        let left = Tensor::<T, shape![2, 3, 2, 2]>::full(-T::one());
        assert_eq!(x.grid_sample(&nowhere, new.border()), x.grid_sample(&left, new.border()));
        assert_eq!(x.grid_sample(&places.narrow(Axis::<1>, 0, Dim::<0>), new).sizes(), [2, 2, 0, 2]);
    }
}

fn grids_of_volumes<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![1, 2, 3, 4, 3]> = reference.input("volumes");
    let places: Tensor<T, shape![1, 2, 1, 3, 3]> = reference.input("spots");
    let maps: Tensor<T, shape![2, 3, 4]> = reference.input("spaces");
    let new = GridSample::new();
    for (name, options) in [
        ("zeros", new),
        ("corners", new.align_corners()),
        ("nearest", new.nearest()),
        ("border", new.border()),
        ("reflection", new.reflection()),
        ("nearest reflection", new.nearest().reflection()),
        ("border corners", new.border().align_corners()),
        ("reflection corners", new.reflection().align_corners()),
    ] {
        let key = format!("grid_sample3d {name}");
        reference.check(&key, &x.grid_sample3d(&places, options), tolerance);
        if all {
            let far = &places * T::from(5.0).expect("a float");
            reference.check(&format!("{key} far"), &x.grid_sample3d(&far, options), tolerance);
            let turned = x.transpose().to_tensor();
            let run: Tensor<T, shape![1, Depth, Rows, Columns, 3]> = places.clone().free().to_tensor();
            reference.check(&key, &turned.transpose().grid_sample3d(&run, options), tolerance);
        }
    }
    reference.check("affine_grid3d plain", &maps.affine_grid3d((Dim::<2>, Dim::<3>, Dim::<4>), false), tolerance);
    if all {
        let run = maps.affine_grid3d((Depth(2), Rows(3), Columns(4)), false);
        reference.check("affine_grid3d plain", &run, tolerance);
        let corners = maps.affine_grid3d((Dim::<3>, One, Dim::<2>), true);
        reference.check("affine_grid3d corners", &corners, tolerance);
        assert_eq!(x.grid_sample3d(&places.narrow(Axis::<1>, 0, Dim::<0>), new).sizes(), [1, 2, 0, 1, 3]);
        // A cube of cubes is what squares of squares are: of a volume whose planes are all the same.
        let picture: Tensor<T, shape![2, 4, 3]> = x.index_axis(Axis::<2>, 0).squeeze(Axis::<0>).to_tensor();
        let deep = picture.unsqueeze(Axis::<1>).broadcast_to::<shape![2, 5, 4, 3]>().to_tensor();
        let places: Tensor<T, shape![2, 3, 3]> = places.reshape().to_tensor();
        let flat = places.narrow(Axis::<2>, 0, Dim::<2>);
        let cubic = deep.grid_sample3d(
            &(flat.concat(&flat.narrow(Axis::<2>, 0, One), Axis::<2>)).unsqueeze(Axis::<0>),
            new.border().bicubic(),
        );
        let expected = picture.grid_sample(&flat, new.border().bicubic());
        assert!((cubic.squeeze(Axis::<1>) - &expected).square().max_all() < T::from(1e-24).expect("a float"));
    }
}

#[test]
#[should_panic(expected = "has size 2 on the left and 3 on the right")]
fn as_many_grids_as_pictures() {
    let x = Tensor::<f32, shape![Depth, 1, 4, 4]>::zeros_with(Depth(2));
    let _ = x.grid_sample(&Tensor::<f32, shape![Depth, 1, 1, 2]>::zeros_with(Depth(3)), GridSample::new());
}

#[test]
fn pictures() {
    let reference = Reference::new(include_str!("../data/reference/pictures.txt"));
    interpolation::<f64>(&reference, 1e-12, true);
    interpolation::<f32>(&reference, 2e-6, false);
    pools::<f64>(&reference, 1e-12, true);
    pools::<f32>(&reference, 2e-6, false);
    borders::<f64>(&reference, 0.0, true);
    borders::<f32>(&reference, 0.0, false);
    shuffles(&reference);
    unpools(&reference);
    grids::<f64>(&reference, 1e-12, true);
    grids::<f32>(&reference, 4e-6, false);
    grids_of_volumes::<f64>(&reference, 1e-12, true);
    grids_of_volumes::<f32>(&reference, 4e-6, false);
    reference.input::<f32, shape![1, 8, 2, 3]>("many");
    convolutions::<f64>(&reference, 1e-12);
    convolutions::<f32>(&reference, 1e-5);
    reference.finish("pictures");
}
