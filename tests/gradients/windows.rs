//! Convolutions, pooling and upsampling: `tools/reference/gradients_windows.py`.

use shaped::prelude::*;

use super::harness::Data;

axis!(Height);
axis!(Width);
axis!(Time);
type Images = shape![2, 2, Height, Width];
type Sounds = shape![2, 2, Time];

macro_rules! convolutions {
    ($data:ident; $($case:literal $options:expr;)*) => { cases! { $data; $(
        concat!("conv2d ", $case), [x: plain [2, 2, 4, 5], w: other [2, 2, 3, 2]] => x.conv2d(w, $options);
    )* } };
}
macro_rules! transposed {
    ($data:ident; $($case:literal $options:expr;)*) => { cases! { $data; $(
        concat!("conv_transpose2d ", $case), [x: plain [2, 2, 3, 2], w: other [2, 3, 3, 2]] => x.conv_transpose2d(w, $options);
    )* } };
}
macro_rules! interpolations {
    ($data:ident; $($case:literal $options:expr;)*) => { cases! { $data; $(
        concat!("interpolate2d ", $case), [x: plain [2, 2, 4, 5]] => x.interpolate2d($options);
    )* } };
}
macro_rules! pools {
    ($data:ident; $($two:ident $one:ident;)*) => { $( cases! { $data;
        concat!(stringify!($two), " plain"), [x: plain [2, 2, 4, 5]] => x.$two(Pool::new(Dim::<2>));
        concat!(stringify!($two), " overlapping"), [x: plain [2, 2, 4, 5]] => x.$two(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One));
        concat!(stringify!($two), " far"), [x: plain [2, 2, 4, 5]] => x.$two(Pool::new(One).stride(Dim::<3>));
        concat!(stringify!($two), " axes"), [x: plain [2, 2, 4, 5]] =>
            x.$two(Pool::new((Dim::<3>, Dim::<2>)).stride((One, Dim::<2>)).padding(One));
        concat!(stringify!($two), " no images"), [x: plain [0, 2, 4, 5]] => x.$two(Pool::new(Dim::<2>));
        concat!(stringify!($one), " plain"), [x: plain [2, 2, 7]] => x.$one(Pool::new(Dim::<2>));
        concat!(stringify!($one), " padding"), [x: plain [2, 2, 7]] => x.$one(Pool::new(Dim::<5>).stride(Dim::<2>).padding(Dim::<2>));
        concat!(stringify!($two), " overlapping"), [x: plain [2, 2, 4, 5]] => x.free::<Images>().$two(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One));
        concat!(stringify!($one), " padding"), [x: plain [2, 2, 7]] => x.free::<Sounds>().$one(Pool::new(Dim::<5>).stride(Dim::<2>).padding(Dim::<2>));
    } )* };
}

in_both! {
    images(data) {
        convolutions! { data;
            "plain" Conv::new();
            "padding" Conv::new().padding(One);
            "uneven" Conv::new().stride((Dim::<2>, One)).padding((One, Dim::<0>));
            "stride" Conv::new().stride(Dim::<2>);
            "left over" Conv::new().stride((One, Dim::<3>));
            "stride padding" Conv::new().stride(Dim::<2>).padding(One);
            "dilation" Conv::new().dilation((One, Dim::<2>)).padding(One);
            "all" Conv::new().stride((One, Dim::<2>)).dilation((Dim::<2>, One)).padding(Dim::<2>);
        }
        cases! { data;
            "conv2d_with_bias plain", [x: plain [2, 2, 4, 5], w: other [2, 2, 3, 2], b: third [2]] =>
                x.conv2d_with_bias(w, b, Conv::new());
            "conv2d_with_bias stride", [x: plain [2, 2, 4, 5], w: other [2, 2, 3, 2], b: third [2]] =>
                x.conv2d_with_bias(w, b, Conv::new().stride(Dim::<2>).padding(One));
            "conv2d_with_bias stride", [x: plain [2, 2, 4, 5], w: other [2, 2, 3, 2], b: third [2]] =>
                x.free::<Images>().conv2d_with_bias(w, b, Conv::new().stride(Dim::<2>).padding(One));
            "conv2d one image", [x: plain [2, 4, 5], w: other [2, 2, 3, 2]] => x.conv2d(w, Conv::new());
            "conv2d no images", [x: plain [0, 2, 4, 5], w: other [2, 2, 3, 2]] => x.conv2d(w, Conv::new());
            "conv2d point", [x: plain [2, 2, 4, 5], w: other [3, 2, 1, 1]] => x.conv2d(w, Conv::new());
            "conv2d point stride", [x: plain [2, 2, 4, 5], w: other [3, 2, 1, 1]] => x.conv2d(w, Conv::new().stride(Dim::<2>));
            "conv2d whole", [x: plain [2, 2, 4, 5], w: other [3, 2, 4, 5]] => x.conv2d(w, Conv::new());
            "conv2d groups", [x: plain [2, 2, 4, 5], w: other [4, 1, 2, 2], b: third [4]] =>
                x.conv2d_with_bias(w, b, Conv::new().groups(Dim::<2>).padding(One));
            "conv2d depthwise", [x: plain [2, 2, 4, 5], w: other [2, 1, 2, 2]] =>
                x.conv2d(w, Conv::new().groups(Dim::<2>).stride(Dim::<2>));
            "conv2d channels last", [x: plain [1, 4, 5, 2], w: other [2, 2, 3, 2]] =>
                x.permute(axes![0, 3, 1, 2]).conv2d(w, Conv::new());
            "conv2d transposed weights", [x: plain [2, 2, 4, 5], w: other [2, 2, 3, 2]] => x.conv2d(&w.transpose(), Conv::new());
            "conv2d twice", [x: plain [1, 2, 4, 3], w: other [2, 2, 3, 3]] => {
                let same = Conv::new().padding(One);
                x.conv2d(w, same).relu().conv2d(w, same)
            };
        }
    }

    signals(data) {
        cases! { data;
            "conv1d plain", [x: plain [2, 2, 7], w: other [2, 2, 3]] => x.conv1d(w, Conv::new());
            "conv1d options", [x: plain [2, 2, 7], w: other [2, 2, 3]] =>
                x.conv1d(w, Conv::new().stride(Dim::<2>).padding(Dim::<2>).dilation(Dim::<2>));
            "conv1d options", [x: plain [2, 2, 7], w: other [2, 2, 3]] =>
                x.free::<Sounds>().conv1d(w, Conv::new().stride(Dim::<2>).padding(Dim::<2>).dilation(Dim::<2>));
            "conv1d groups", [x: plain [2, 2, 7], w: other [4, 1, 3]] => x.conv1d(w, Conv::new().groups(Dim::<2>));
            "conv1d_with_bias plain", [x: plain [2, 2, 7], w: other [2, 2, 3], b: third [2]] =>
                x.conv1d_with_bias(w, b, Conv::new().padding(One));
        }
    }

    back(data) {
        transposed! { data;
            "plain" TransposedConv::new();
            "stride" TransposedConv::new().stride(Dim::<2>);
            "double" TransposedConv::new().stride(Dim::<2>).padding(One).output_padding(One);
            "dilation" TransposedConv::new().stride((One, Dim::<2>)).dilation((Dim::<2>, Dim::<3>));
        }
        cases! { data;
            "conv_transpose2d double", [x: plain [2, 2, 3, 2], w: other [2, 3, 3, 2]] =>
                x.free::<Images>().conv_transpose2d(w, TransposedConv::new().stride(Dim::<2>).padding(One).output_padding(One));
            "conv_transpose2d groups", [x: plain [2, 2, 3, 2], w: other [2, 1, 3, 2]] =>
                x.conv_transpose2d(w, TransposedConv::new().groups(Dim::<2>));
            "conv_transpose2d_with_bias stride", [x: plain [2, 2, 3, 2], w: other [2, 3, 3, 2], b: third [3]] =>
                x.conv_transpose2d_with_bias(w, b, TransposedConv::new().stride(Dim::<2>));
        }
    }

    interpolation(data) {
        interpolations! { data;
            "nearest" Resize::to((Dim::<3>, Dim::<8>));
            "area" Resize::to((Dim::<3>, Dim::<8>)).area();
            "linear" Resize::to((Dim::<3>, Dim::<8>)).linear();
            "corners" Resize::to((Dim::<3>, Dim::<8>)).linear().align_corners();
            "cubic" Resize::to((Dim::<3>, Dim::<8>)).cubic();
            "antialias" Resize::to((Dim::<3>, Dim::<8>)).linear().antialias();
            "same" Resize::to((Dim::<4>, Dim::<5>)).linear();
        }
        cases! { data;
            "interpolate2d linear", [x: plain [2, 2, 4, 5]] =>
                x.free::<Images>().interpolate2d(Resize::to((Dim::<3>, Dim::<8>)).linear());
            "interpolate1d linear", [x: plain [2, 2, 7]] => x.interpolate1d(Resize::to(Dim::<10>).linear());
            "interpolate3d linear", [x: plain [1, 2, 2, 3, 2]] =>
                x.interpolate3d(Resize::to((Dim::<5>, Dim::<2>, Dim::<3>)).linear());
        }
    }

    grids(data) {
        let new = GridSample::new();
        cases! { data;
            "grid_sample zeros", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] => x.grid_sample(&(y * 0.93 + 0.013), new);
            "grid_sample nearest", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] => x.grid_sample(&(y * 0.93 + 0.013), new.nearest());
            "grid_sample border", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] => x.grid_sample(&(y * 0.93 + 0.013), new.border());
            "grid_sample reflection", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] => x.grid_sample(&(y * 0.93 + 0.013), new.reflection());
            "grid_sample corners", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] =>
                x.grid_sample(&(y * 0.93 + 0.013), new.align_corners().reflection());
            "grid_sample bicubic", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] => x.grid_sample(&(y * 0.93 + 0.013), new.bicubic());
            "grid_sample bicubic border", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] =>
                x.grid_sample(&(y * 0.93 + 0.013), new.bicubic().border());
            "grid_sample bicubic corners", [x: plain [2, 2, 4, 5], y: other [2, 3, 2, 2]] =>
                x.grid_sample(&(y * 0.93 + 0.013), new.align_corners().reflection().bicubic());
            "max_unpool2d sizes", [x: plain [2, 2, 2, 3]] => {
                let places = tensor![[0, 3, 7], [9, 12, 19]];
                x.max_unpool2d(&places.broadcast_to::<shape![2, 2, 2, 3]>(), (Dim::<4>, Dim::<5>))
            };
            "grid_sample3d zeros", [x: plain [1, 2, 2, 3, 4], y: other [1, 2, 1, 3, 3]] =>
                x.grid_sample3d(&(y * 0.93 + 0.013), new);
            "grid_sample3d nearest", [x: plain [1, 2, 2, 3, 4], y: other [1, 2, 1, 3, 3]] =>
                x.grid_sample3d(&(y * 0.93 + 0.013), new.nearest());
            "grid_sample3d border", [x: plain [1, 2, 2, 3, 4], y: other [1, 2, 1, 3, 3]] =>
                x.grid_sample3d(&(y * 0.93 + 0.013), new.border());
            "grid_sample3d reflection", [x: plain [1, 2, 2, 3, 4], y: other [1, 2, 1, 3, 3]] =>
                x.grid_sample3d(&(y * 0.93 + 0.013), new.reflection());
            "grid_sample3d corners", [x: plain [1, 2, 2, 3, 4], y: other [1, 2, 1, 3, 3]] =>
                x.grid_sample3d(&(y * 0.93 + 0.013), new.align_corners().reflection());
            "affine_grid3d plain", [x: plain [2, 3, 4]] => x.affine_grid3d((Dim::<2>, Dim::<3>, Dim::<2>), false);
            "affine_grid plain", [x: plain [2, 2, 3]] => x.affine_grid((Dim::<3>, Dim::<4>), false);
        }
    }

    pools_of_norms(data) {
        cases! { data;
            "lp_pool2d of norm two", [x: positive [2, 2, 4, 5]] => x.lp_pool2d(2.0, Pool::new(Dim::<2>));
            "lp_pool2d of norm three", [x: positive [2, 2, 4, 5]] => x.lp_pool2d(3.0, Pool::new(Dim::<2>));
            "lp_pool2d of norm one", [x: positive [2, 2, 4, 5]] => x.lp_pool2d(1.0, Pool::new(Dim::<2>));
            "lp_pool2d of norm one and a half", [x: positive [2, 2, 4, 5]] => x.lp_pool2d(1.5, Pool::new(Dim::<2>));
            "lp_pool2d signs", [x: plain [2, 2, 4, 5]] => x.lp_pool2d(2.0, Pool::new((Dim::<2>, Dim::<3>)).stride(One));
            "lp_pool2d ceil", [x: plain [2, 2, 4, 5]] => x.lp_pool2d(2.0, Pool::new(Dim::<3>).stride(Dim::<2>).ceil_mode());
            "lp_pool2d transposed", [x: plain [2, 2, 4, 5]] => x.transpose().lp_pool2d(2.0, Pool::new(Dim::<2>));
            "lp_pool1d plain", [x: plain [2, 2, 7]] => x.lp_pool1d(2.0, Pool::new(Dim::<3>).stride(Dim::<2>));
            "lp_pool1d whole", [x: plain [2, 2, 7]] => x.lp_pool1d(4.0, Pool::new(Dim::<7>));
            "lp_pool3d plain", [x: plain [1, 2, 3, 4, 3]] => x.lp_pool3d(2.0, Pool::new((Dim::<2>, Dim::<2>, One)));
        }
    }

    more_pools(data) {
        cases! { data;
            "max_pool2d ceil", [x: plain [2, 2, 4, 5]] => x.max_pool2d(Pool::new(Dim::<2>).ceil_mode());
            "max_pool2d dilation", [x: plain [2, 2, 4, 5]] =>
                x.max_pool2d(Pool::new(Dim::<2>).stride(One).dilation((Dim::<2>, Dim::<3>)));
            "avg_pool2d ceil", [x: plain [2, 2, 4, 5]] =>
                x.avg_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One).ceil_mode());
            "avg_pool2d inside", [x: plain [2, 2, 4, 5]] =>
                x.avg_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One).ceil_mode().count_include_pad(false));
            "avg_pool2d divisor", [x: plain [2, 2, 4, 5]] => x.avg_pool2d(Pool::new(Dim::<2>).divisor_override(3));
            "max_pool3d options", [x: plain [1, 2, 3, 4, 3]] => x.max_pool3d(
                Pool::new((Dim::<2>, Dim::<3>, Dim::<2>)).stride((One, Dim::<2>, One)).padding((One, One, Dim::<0>))
                    .dilation((Dim::<2>, One, Dim::<2>)));
            "avg_pool3d options", [x: plain [1, 2, 3, 4, 3]] => x.avg_pool3d(
                Pool::new((Dim::<2>, Dim::<3>, Dim::<2>)).stride((Dim::<2>, Dim::<2>, One)).padding((One, One, Dim::<0>)).ceil_mode());
            "adaptive_avg_pool3d sizes", [x: plain [1, 2, 3, 4, 3]] => x.adaptive_avg_pool3d((Dim::<2>, Dim::<3>, One));
            "adaptive_max_pool3d sizes", [x: plain [1, 2, 3, 4, 3]] => x.adaptive_max_pool3d((Dim::<2>, Dim::<3>, One));
            "adaptive_max_pool2d sizes", [x: plain [2, 2, 4, 5]] => x.adaptive_max_pool2d((Dim::<3>, Dim::<7>));
        }
    }

    volumes(data) {
        cases! { data;
            "pad_reflect plane", [x: plain [2, 2, 4, 5]] => x.pad_reflect(((One, Dim::<0>), (Dim::<2>, Dim::<3>)));
            "pad_replicate plane", [x: plain [2, 2, 4, 5]] => x.pad_replicate(((One, Dim::<0>), (Dim::<2>, Dim::<3>)));
            "pad_circular plane", [x: plain [2, 2, 4, 5]] => x.pad_circular(((One, Dim::<0>), (Dim::<2>, Dim::<3>)));
            "pad_reflect volume", [x: plain [1, 2, 3, 4, 3]] =>
                x.pad_reflect(((Dim::<2>, Dim::<0>), (Dim::<3>, One), (One, Dim::<2>)));
            "pixel_shuffle two", [x: plain [1, 8, 2, 3]] => x.pixel_shuffle(Dim::<2>);
            "pixel_unshuffle two", [x: plain [1, 2, 4, 2]] => x.pixel_unshuffle(Dim::<2>);
            "channel_shuffle four", [x: plain [1, 8, 2, 3]] => x.channel_shuffle(Dim::<4>);
            "conv3d plain", [x: plain [1, 2, 3, 4, 3], w: other [3, 2, 2, 2, 2]] => x.conv3d(w, Conv::new());
            "conv3d_with_bias options", [x: plain [1, 2, 3, 4, 3], w: other [3, 2, 2, 2, 2], b: third [3]] => x.conv3d_with_bias(
                w, b, Conv::new().stride((Dim::<2>, One, Dim::<2>)).padding((One, Dim::<0>, One)).dilation((One, Dim::<2>, One)));
            "conv3d groups", [x: plain [1, 2, 3, 4, 3], w: other [4, 1, 2, 3, 1]] =>
                x.conv3d(w, Conv::new().groups(Dim::<2>).padding(One));
            "conv_transpose3d groups", [x: plain [1, 2, 3, 4, 3], w: other [2, 2, 2, 2, 1]] =>
                x.conv_transpose3d(w, TransposedConv::new().groups(Dim::<2>).stride(Dim::<2>));
            "conv_transpose3d_with_bias options", [x: plain [1, 2, 3, 4, 3], w: other [2, 3, 2, 2, 2], b: third [3]] =>
                x.conv_transpose3d_with_bias(w, b, TransposedConv::new().stride((Dim::<2>, One, Dim::<2>))
                    .padding((One, Dim::<0>, One)).dilation((One, Dim::<2>, One)));
            "conv_transpose1d options", [x: plain [2, 2, 7], w: other [2, 3, 3]] =>
                x.conv_transpose1d(w, TransposedConv::new().stride(Dim::<3>).padding(One).dilation(Dim::<2>));
        }
    }

    columns(data) {
        let uneven = Conv::new().stride((Dim::<2>, One)).padding((One, Dim::<2>)).dilation((One, Dim::<2>));
        cases! { data;
            "im2col plain", [x: plain [2, 2, 4, 5]] => x.im2col(Dim::<2>, Conv::new());
            "im2col plain", [x: plain [2, 2, 4, 5]] => x.free::<Images>().im2col(Dim::<2>, Conv::new());
            "im2col uneven", [x: plain [2, 2, 4, 5]] => x.im2col((Dim::<3>, Dim::<2>), uneven);
            "im2col uneven", [x: plain [2, 2, 4, 5]] => x.free::<Images>().im2col((Dim::<3>, Dim::<2>), uneven);
            "im2col one", [x: plain [2, 2, 4, 5]] => x.index_axis(Axis::<0>, 0).im2col((Dim::<4>, Dim::<5>), Conv::new());
            "im2col beyond", [x: plain [2, 2, 4, 5]] => x.im2col(One, Conv::new().padding(Dim::<2>).stride(Dim::<3>));
            "im2col transposed", [x: plain [2, 2, 4, 5]] => x.transpose().im2col((Dim::<2>, Dim::<3>), Conv::new().padding(One));
            "col2im plain", [x: plain [2, 8, 3, 4]] => x.col2im((Dim::<4>, Dim::<5>), Dim::<2>, Conv::new());
            "col2im plain", [x: plain [2, 8, 3, 4]] =>
                x.free::<shape![2, 8, Height, Width]>().col2im((Height(4), Width(5)), Dim::<2>, Conv::new());
            "col2im uneven", [x: plain [1, 12, 2, 7]] => x.col2im((Dim::<4>, Dim::<5>), (Dim::<3>, Dim::<2>), uneven);
            "col2im gaps", [x: plain [2, 1, 3, 3]] => x.col2im((Dim::<5>, Dim::<5>), One, Conv::new().stride(Dim::<2>));
            "col2im transposed", [x: plain [2, 8, 4, 3]] => x.transpose().col2im((Dim::<4>, Dim::<5>), Dim::<2>, Conv::new());
        }
    }

    pools(data) {
        pools! { data;
            max_pool2d max_pool1d;
            avg_pool2d avg_pool1d;
        }
        corners! { data; "max_pool2d ties", [x: level [1, 3, 4]] => x.max_pool2d(Pool::new(Dim::<2>).stride(One)); }
        cases! { data;
            "adaptive_avg_pool2d one", [x: plain [2, 2, 4, 5]] => x.adaptive_avg_pool2d(One);
            "adaptive_avg_pool2d fewer", [x: plain [2, 2, 4, 5]] => x.adaptive_avg_pool2d((Dim::<3>, Dim::<2>));
            "adaptive_avg_pool2d more", [x: plain [2, 2, 4, 5]] => x.adaptive_avg_pool2d((Dim::<7>, One));
            "adaptive_avg_pool2d same", [x: plain [2, 2, 4, 5]] => x.adaptive_avg_pool2d((Dim::<4>, Dim::<5>));
            "adaptive_avg_pool1d fewer", [x: plain [2, 2, 7]] => x.adaptive_avg_pool1d(Dim::<4>);
            "upsample_nearest2d twice", [x: plain [2, 2, 3, 2]] => x.upsample_nearest2d(Dim::<2>);
            "adaptive_avg_pool2d fewer", [x: plain [2, 2, 4, 5]] => x.free::<Images>().adaptive_avg_pool2d((Dim::<3>, Dim::<2>));
            "adaptive_avg_pool1d fewer", [x: plain [2, 2, 7]] => x.free::<Sounds>().adaptive_avg_pool1d(Dim::<4>);
            "upsample_nearest2d axes", [x: plain [2, 2, 3, 2]] => x.free::<Images>().upsample_nearest2d((One, Dim::<3>));
            "upsample_nearest2d axes", [x: plain [2, 2, 3, 2]] => x.upsample_nearest2d((One, Dim::<3>));
        }
    }
}

#[test]
fn windows() {
    let data = Data::new(include_str!("../data/gradients/windows.txt"));
    images(&data);
    signals(&data);
    back(&data);
    interpolation(&data);
    grids(&data);
    pools_of_norms(&data);
    more_pools(&data);
    volumes(&data);
    columns(&data);
    pools(&data);
    data.finish("windows");
}
