//! Convolutions and pooling: `tools/reference/convolutions.py`.

use num_traits::Float;
use shaped::prelude::*;

use super::harness::{Element, Reference};

axis!(Batch);
axis!(Height);
axis!(Width);
axis!(Time);

/// The same elements, the batch counted at run time.
fn batched<T: Copy, S: Shape, D: Shape>(x: &Tensor<T, S>, batch: usize) -> Tensor<T, D>
where
    Batch: shaped::RunTimeSizes<D>,
{
    Tensor::from_vec_with(Batch(batch), x.as_slice().to_vec()).unwrap()
}

fn conv2d<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![2, 4, 5, 6]> = reference.input("x");
    let w: Tensor<T, shape![6, 4, 3, 3]> = reference.input("w");
    let b: Tensor<T, shape![6]> = reference.input("b");
    let two = Dim::<2>;
    reference.check("conv2d plain", &x.conv2d(&w, Conv::new()), tolerance);
    let same = x.conv2d(&w, Conv::new().padding(One));
    reference.check("conv2d padding", &same, tolerance);
    let x_run: Tensor<T, shape![Batch, 4, 5, 6]> = batched(&x, 2);
    let same_run: Tensor<T, shape![Batch, 6, 5, 6]> = x_run.conv2d(&w, Conv::new().padding(One));
    reference.check("conv2d padding", &same_run, tolerance);
    reference.check("conv2d_with_bias plain", &x.conv2d_with_bias(&w, &b, Conv::new()), tolerance);
    let y = x.conv2d_with_bias(&w, &b, Conv::new().stride(two).padding(One));
    reference.check("conv2d_with_bias stride", &y, tolerance);
    let wide: Tensor<T, shape![1, 2, 3, 35]> = reference.input("wide");
    let filters: Tensor<T, shape![11, 2, 3, 3]> = reference.input("filters");
    let special: Tensor<T, shape![1, 2, 3, 35]> = reference.input("special");
    let y = special.conv2d(&filters.narrow(Axis::<0>, 0, One), Conv::new().padding(One));
    reference.check("conv2d special", &y, tolerance);
    let grouped: Tensor<T, shape![6, 2, 3, 2]> = reference.input("grouped");
    let depthwise: Tensor<T, shape![8, 1, 3, 3]> = reference.input("depthwise");
    let point: Tensor<T, shape![5, 4, 1, 1]> = reference.input("point");
    let whole: Tensor<T, shape![3, 4, 5, 6]> = reference.input("whole");
    if !all {
        return;
    }
    reference.check("conv2d padding2", &x.conv2d(&w, Conv::new().padding((two, Dim::<0>))), tolerance);
    reference.check("conv2d stride", &x.conv2d(&w, Conv::new().stride(two)), tolerance);
    reference.check("conv2d stride_padding", &x.conv2d(&w, Conv::new().stride(two).padding(One)), tolerance);
    let y = x.conv2d(&w, Conv::new().stride((Dim::<3>, One)).padding((One, two)));
    reference.check("conv2d strides", &y, tolerance);
    reference.check("conv2d dilation", &x.conv2d(&w, Conv::new().dilation(two)), tolerance);
    let apart = (two, Dim::<3>);
    let y = x.conv2d(&w, Conv::new().dilation(apart).stride(apart).padding(Dim::<3>));
    reference.check("conv2d dilation_stride", &y, tolerance);
    let y = x.conv2d(&w, Conv::new().padding(Dim::<5>).stride(Dim::<4>));
    reference.check("conv2d large_padding", &y, tolerance);
    let second = x.narrow(Axis::<0>, 1, One).squeeze(Axis::<0>);
    reference.check("conv2d one_image", &second.conv2d(&w, Conv::new()), tolerance);
    reference.check("conv2d axes", &x.unsqueeze(Axis::<1>).conv2d(&w, Conv::new()), tolerance);
    let last: Tensor<T, shape![2, 5, 6, 4]> = x.clone().into_shape();
    let nhwc = last.permute(axes![0, 3, 1, 2]);
    reference.check("conv2d nhwc", &nhwc.conv2d(&w, Conv::new().padding(One)), tolerance);
    let y = x.conv2d(&w.transpose(), Conv::new().padding(One));
    reference.check("conv2d transposed_weights", &y, tolerance);
    let stretched = x.narrow(Axis::<1>, 0, One).to_tensor();
    let y = stretched.broadcast_to::<shape![2, 4, 5, 6]>().conv2d(&w, Conv::new());
    reference.check("conv2d stretched", &y, tolerance);
    let y = x.narrow(Axis::<2>, 1, Dim::<3>).conv2d(&w, Conv::new());
    reference.check("conv2d narrowed", &y, tolerance);
    let groups = Conv::new().groups(two);
    reference.check("conv2d groups", &x.conv2d(&grouped, groups.padding(One)), tolerance);
    let y = x.conv2d_with_bias(&grouped, &b, groups.stride(two));
    reference.check("conv2d_with_bias groups", &y, tolerance);
    let four = Conv::new().groups(Dim::<4>);
    reference.check("conv2d depthwise", &x.narrow(Axis::<0>, 0, One).conv2d(&depthwise, four.padding(One)), tolerance);
    let y = x.conv2d(&depthwise, four.stride(two).dilation(two));
    reference.check("conv2d depthwise_stride", &y, tolerance);
    reference.check("conv2d point", &x.conv2d(&point, Conv::new()), tolerance);
    reference.check("conv2d point_stride", &x.conv2d(&point, Conv::new().stride(two)), tolerance);
    let y = x.conv2d(&point, Conv::new().padding(One).stride(Dim::<3>));
    reference.check("conv2d point_padding", &y, tolerance);
    reference.check("conv2d whole", &x.conv2d(&whole, Conv::new()), tolerance);
    let none: Tensor<T, shape![0, 4, 5, 6]> = Tensor::zeros();
    reference.check("conv2d no_images", &none.conv2d(&w, Conv::new()), tolerance);
    let none: Tensor<T, shape![Batch, 4, 5, 6]> = Tensor::zeros_with(Batch(0));
    reference.check("conv2d no_images", &none.conv2d(&w, Conv::new()), tolerance);
    reference.check("conv2d wide", &wide.conv2d(&filters, Conv::new().padding(One)), tolerance);
    let y = wide.conv2d(&filters, Conv::new().padding(One).stride(two));
    reference.check("conv2d wide_stride", &y, tolerance);
    let corner = filters.narrow(Axis::<0>, 0, Dim::<3>);
    let corner = corner.narrow(Axis::<2>, 0, One);
    let corner = corner.narrow(Axis::<3>, 0, One);
    reference.check("conv2d wide_point", &wide.conv2d(&corner, Conv::new()), tolerance);
}

fn conv1d<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![3, 4, 11]> = reference.input("signal");
    let w: Tensor<T, shape![6, 4, 3]> = reference.input("taps");
    let b: Tensor<T, shape![6]> = reference.input("b");
    reference.check("conv1d plain", &x.conv1d(&w, Conv::new()), tolerance);
    reference.check("conv1d padding", &x.conv1d(&w, Conv::new().padding(Dim::<2>)), tolerance);
    let run: Tensor<T, shape![Batch, 4, 11]> = batched(&x, 3);
    reference.check("conv1d padding", &run.conv1d(&w, Conv::new().padding(Dim::<2>)), tolerance);
    reference.check("conv1d_with_bias plain", &x.conv1d_with_bias(&w, &b, Conv::new()), tolerance);
    if !all {
        return;
    }
    let y = x.conv1d(&w, Conv::new().stride(Dim::<3>).padding(One).dilation(Dim::<2>));
    reference.check("conv1d stride", &y, tolerance);
    let first = x.narrow(Axis::<0>, 0, One).squeeze(Axis::<0>).to_tensor();
    reference.check("conv1d one_signal", &first.conv1d(&w, Conv::new()), tolerance);
    let one = w.narrow(Axis::<0>, 0, Dim::<4>);
    let one = one.narrow(Axis::<1>, 0, One);
    reference.check("conv1d groups", &x.conv1d(&one, Conv::new().groups(Dim::<4>)), tolerance);
}

fn conv_transpose2d<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![2, 4, 4, 3]> = reference.input("small");
    let w: Tensor<T, shape![4, 3, 3, 3]> = reference.input("back");
    let c: Tensor<T, shape![3]> = reference.input("c");
    let (new, two) = (TransposedConv::new(), Dim::<2>);
    reference.check("conv_transpose2d plain", &x.conv_transpose2d(&w, new), tolerance);
    reference.check("conv_transpose2d stride", &x.conv_transpose2d(&w, new.stride(two)), tolerance);
    let run: Tensor<T, shape![Batch, 4, 4, 3]> = batched(&x, 2);
    reference.check("conv_transpose2d stride", &run.conv_transpose2d(&w, new.stride(two)), tolerance);
    let y = x.conv_transpose2d_with_bias(&w, &c, new);
    reference.check("conv_transpose2d_with_bias plain", &y, tolerance);
    let y = x.conv_transpose2d_with_bias(&w, &c, new.stride(Dim::<3>));
    reference.check("conv_transpose2d_with_bias stride", &y, tolerance);
    if !all {
        return;
    }
    let y = x.conv_transpose2d(&w, new.stride(two).padding(One).output_padding(One));
    reference.check("conv_transpose2d double", &y, tolerance);
    let one = x.narrow(Axis::<0>, 0, One);
    let far = new.stride((Dim::<4>, Dim::<5>)).output_padding((Dim::<0>, Dim::<3>));
    reference.check("conv_transpose2d far", &one.conv_transpose2d(&w, far), tolerance);
    let apart = new.stride((two, Dim::<3>)).dilation((Dim::<3>, two)).padding(two);
    reference.check("conv_transpose2d dilation", &one.conv_transpose2d(&w, apart), tolerance);
    let first = x.narrow(Axis::<0>, 0, One).squeeze(Axis::<0>).to_tensor();
    reference.check("conv_transpose2d one_image", &first.conv_transpose2d(&w, new.padding(two)), tolerance);
    let y = one.conv_transpose2d(&w, new.groups(two).stride(two));
    reference.check("conv_transpose2d groups", &y, tolerance);
    let last: Tensor<T, shape![2, 4, 3, 4]> = x.clone().into_shape();
    let y = last.permute(axes![0, 3, 1, 2]).conv_transpose2d(&w, new);
    reference.check("conv_transpose2d nhwc", &y, tolerance);
}

fn pooling<T: Element + Float>(reference: &Reference, tolerance: f64, all: bool) {
    let x: Tensor<T, shape![2, 4, 5, 6]> = reference.input("x");
    let signal: Tensor<T, shape![3, 4, 11]> = reference.input("signal");
    let small: Tensor<T, shape![2, 4, 4, 3]> = reference.input("small");
    let special: Tensor<T, shape![1, 2, 3, 35]> = reference.input("special");
    let (two, overlapping) = (Pool::new(Dim::<2>), Pool::new(Dim::<3>).stride(Dim::<2>).padding(One));
    let five = Pool::new(Dim::<5>).stride(Dim::<2>).padding(Dim::<2>);
    reference.check("max_pool2d plain", &x.max_pool2d(two), 0.0);
    reference.check("max_pool2d overlapping", &x.max_pool2d(overlapping), 0.0);
    reference.check("max_pool2d special", &special.max_pool2d(overlapping), 0.0);
    reference.check("avg_pool2d plain", &x.avg_pool2d(two), tolerance);
    reference.check("avg_pool2d overlapping", &x.avg_pool2d(overlapping), tolerance);
    reference.check("avg_pool2d special", &special.avg_pool2d(overlapping), tolerance);
    let run: Tensor<T, shape![Batch, 4, 5, 6]> = batched(&x, 2);
    reference.check("max_pool2d plain", &run.max_pool2d(two), 0.0);
    reference.check("avg_pool2d overlapping", &run.avg_pool2d(overlapping), tolerance);
    reference.check("max_pool1d plain", &signal.max_pool1d(two), 0.0);
    reference.check("max_pool1d padding", &signal.max_pool1d(five), 0.0);
    reference.check("avg_pool1d plain", &signal.avg_pool1d(two), tolerance);
    reference.check("avg_pool1d padding", &signal.avg_pool1d(five), tolerance);
    reference.check("adaptive_avg_pool2d one", &x.adaptive_avg_pool2d(One), tolerance);
    reference.check("adaptive_avg_pool2d one", &run.adaptive_avg_pool2d(One), tolerance);
    reference.check("adaptive_avg_pool2d fewer", &x.adaptive_avg_pool2d((Dim::<3>, Dim::<4>)), tolerance);
    reference.check("adaptive_avg_pool1d fewer", &signal.adaptive_avg_pool1d(Dim::<4>), tolerance);
    reference.check("upsample_nearest2d twice", &small.upsample_nearest2d(Dim::<2>), 0.0);
    reference.check("upsample_nearest2d axes", &small.upsample_nearest2d((One, Dim::<3>)), 0.0);
    if !all {
        return;
    }
    let uneven = Pool::new((Dim::<3>, Dim::<4>)).stride((One, Dim::<3>)).padding((One, Dim::<2>));
    reference.check("max_pool2d axes", &x.max_pool2d(uneven), 0.0);
    reference.check("avg_pool2d axes", &x.avg_pool2d(uneven), tolerance);
    reference.check("max_pool2d far", &x.max_pool2d(Pool::new(One).stride(Dim::<3>)), 0.0);
    let last: Tensor<T, shape![2, 5, 6, 4]> = x.clone().into_shape();
    reference.check("max_pool2d nhwc", &last.permute(axes![0, 3, 1, 2]).max_pool2d(two), 0.0);
    let infinite = small.map(|_| T::neg_infinity());
    reference.check("max_pool2d infinite", &infinite.max_pool2d(two.padding(One)), 0.0);
    let none: Tensor<T, shape![0, 4, 5, 6]> = Tensor::zeros();
    reference.check("max_pool2d no_images", &none.max_pool2d(two), 0.0);
    reference.check("adaptive_avg_pool2d more", &x.adaptive_avg_pool2d((Dim::<9>, One)), tolerance);
}

/// The same cases, height and width or the length counted at run time.
fn run_time(reference: &Reference, tolerance: f64) {
    type F<S> = Tensor<f64, S>;
    let (x, small): (F<shape![2, 4, 5, 6]>, F<shape![2, 4, 4, 3]>) = (reference.input("x"), reference.input("small"));
    let (w, b): (F<shape![6, 4, 3, 3]>, F<shape![6]>) = (reference.input("w"), reference.input("b"));
    let x = x.free::<shape![2, 4, Height, Width]>();
    let small = small.free::<shape![2, 4, Height, Width]>();
    let (two, three) = (Dim::<2>, Dim::<3>);
    macro_rules! all {
        ($($name:literal $y:expr;)*) => { $( reference.check($name, &$y, tolerance); )* };
    }
    let whole: F<shape![3, 4, 5, 6]> = reference.input("whole");
    let grouped: F<shape![6, 2, 3, 2]> = reference.input("grouped");
    let point: F<shape![5, 4, 1, 1]> = reference.input("point");
    let groups = Conv::new().groups(two);
    let apart = Conv::new().dilation((two, three)).stride((two, three)).padding(three);
    let wide: F<shape![1, 2, 3, 35]> = reference.input("wide");
    let wide = wide.free::<shape![1, 2, 3, Width]>();
    let filters: F<shape![11, 2, 3, 3]> = reference.input("filters");
    all! {
        "conv2d plain" x.conv2d(&w, Conv::new());
        "conv2d padding" x.conv2d(&w, Conv::new().padding(One));
        "conv2d padding" x.conv2d(&w, Conv::same());
        "conv2d stride_padding" x.conv2d(&w, Conv::new().stride(two).padding(One));
        "conv2d stride_padding" x.conv2d(&w, Conv::same().stride(two));
        "conv2d dilation_stride" x.conv2d(&w, apart);
        "conv2d_with_bias stride" x.conv2d_with_bias(&w, &b, Conv::new().stride(two).padding(One));
        "conv2d groups" x.conv2d(&grouped, groups.padding(One));
        "conv2d_with_bias groups" x.conv2d_with_bias(&grouped, &b, groups.stride(two));
        "conv2d point_padding" x.conv2d(&point, Conv::new().padding(One).stride(three));
        "conv2d whole" x.conv2d(&whole, Conv::new());
        "conv2d narrowed" x.narrow(Axis::<2>, 1, three).conv2d(&w, Conv::new());
        "conv2d wide_stride" wide.conv2d(&filters, Conv::new().padding(One).stride(two));
    }
    let last: F<shape![2, 5, 6, 4]> = x.fix::<shape![2, 4, 5, 6]>().unwrap().to_tensor().into_shape();
    let nhwc = last.free::<shape![2, Height, Width, 4]>();
    reference.check("conv2d nhwc", &nhwc.permute(axes![0, 3, 1, 2]).conv2d(&w, Conv::same()), tolerance);

    let (signal, taps): (F<shape![3, 4, 11]>, F<shape![6, 4, 3]>) =
        (reference.input("signal"), reference.input("taps"));
    let signal = signal.free::<shape![3, 4, Time]>();
    all! {
        "conv1d plain" signal.conv1d(&taps, Conv::new());
        "conv1d stride" signal.conv1d(&taps, Conv::new().stride(three).padding(One).dilation(two));
    }

    let (back, c): (F<shape![4, 3, 3, 3]>, F<shape![3]>) = (reference.input("back"), reference.input("c"));
    let new = TransposedConv::new();
    let one = small.narrow(Axis::<0>, 0, One);
    let far = new.stride((Dim::<4>, Dim::<5>)).output_padding((Dim::<0>, three));
    all! {
        "conv_transpose2d double" small.conv_transpose2d(&back, new.stride(two).padding(One).output_padding(One));
        "conv_transpose2d far" one.conv_transpose2d(&back, far);
        "conv_transpose2d groups" one.conv_transpose2d(&back, new.groups(two).stride(two));
        "conv_transpose2d_with_bias stride" small.conv_transpose2d_with_bias(&back, &c, new.stride(three));
    }

    let (by_two, overlapping) = (Pool::new(two), Pool::new(three).stride(two).padding(One));
    let five = Pool::new(Dim::<5>).stride(two).padding(two);
    let uneven = Pool::new((three, Dim::<4>)).stride((One, three)).padding((One, two));
    all! {
        "max_pool2d plain" x.max_pool2d(by_two);
        "max_pool2d plain" x.max_pool2d(Pool::tiles(two));
        "max_pool2d overlapping" x.max_pool2d(overlapping);
        "max_pool2d overlapping" x.max_pool2d(Pool::same(three).stride(two));
        "max_pool2d axes" x.max_pool2d(uneven);
        "max_pool2d nhwc" nhwc.permute(axes![0, 3, 1, 2]).max_pool2d(by_two);
        "avg_pool2d overlapping" x.avg_pool2d(overlapping);
        "avg_pool2d axes" x.avg_pool2d(uneven);
        "max_pool1d padding" signal.max_pool1d(five);
        "avg_pool1d padding" signal.avg_pool1d(five);
        "adaptive_avg_pool2d fewer" x.adaptive_avg_pool2d((three, Dim::<4>));
        "adaptive_avg_pool1d fewer" signal.adaptive_avg_pool1d(Dim::<4>);
        "upsample_nearest2d axes" small.upsample_nearest2d((One, three));
    }
}

fn integers<T: Element + num_traits::Num + PartialOrd>(reference: &Reference) {
    let x: Tensor<T, shape![2, 3, 6, 6]> = reference.input("integers");
    let w: Tensor<T, shape![5, 3, 3, 3]> = reference.input("integer_weights");
    reference.check("conv2d integers", &x.conv2d(&w, Conv::new().padding(One).stride(Dim::<2>)), 0.0);
    let small = x.conv2d(&w, Conv::new());
    let y = small.conv_transpose2d(&w, TransposedConv::new().stride(Dim::<2>));
    reference.check("conv_transpose2d integers", &y, 0.0);
    reference.check("max_pool2d integers", &x.max_pool2d(Pool::new(Dim::<2>)), 0.0);
}

#[test]
fn convolutions_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/convolutions.txt"));
    conv2d::<f64>(&reference, 1e-13, true);
    conv2d::<f32>(&reference, 2e-6, false);
    conv1d::<f64>(&reference, 1e-13, true);
    conv1d::<f32>(&reference, 2e-6, false);
    conv_transpose2d::<f64>(&reference, 1e-13, true);
    conv_transpose2d::<f32>(&reference, 2e-6, false);
    pooling::<f64>(&reference, 1e-12, true);
    pooling::<f32>(&reference, 1e-6, false);
    run_time(&reference, 1e-12);
    integers::<i64>(&reference);
    integers::<i32>(&reference);
    reference.finish("convolutions");
}
