//! Convolutions, pools, and other operations on images.

use shaped::prelude::*;

use super::operation;
use crate::report::{Report, tensor};

pub fn all(r: &mut Report) {
    operation!(r, "layer_norm of the channels", [f32 f64] {
        let (w, b) = (tensor::<T, shape![64]>(2), tensor::<T, shape![64]>(3));
    } |x| x.layer_norm(&w, &b, 1e-5), {
        "contiguous" [8, 28, 28, 64] |x| x.view();
        "nchw" [8, 64, 28, 28] |x| x.permute(axes![0, 2, 3, 1]);
    });
    operation!(r, "max_pool2d 2 x 2", [f32 f64] |x| x.max_pool2d(Pool::new(Dim::<2>)), pixels);
    operation!(
        r,
        "max_pool2d 3 x 3, stride 2",
        [f32] | x | x.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)),
        pixels
    );
    operation!(r, "avg_pool2d 2 x 2", [f32] | x | x.avg_pool2d(Pool::new(Dim::<2>)), pixels);
    operation!(r, "adaptive_avg_pool2d to 1", [f32 f64] |x| x.adaptive_avg_pool2d(One), image);
    operation!(r, "mean, height and width", [f32 f64] |x| x.mean((Axis::<2>, Axis::<3>)), image);
    operation!(r, "sum, all but channels", [f32 f64] |x| x.sum((Axis::<0>, Axis::<2>, Axis::<3>)), image);
    operation!(r, "relu of images", [f32] | x | x.relu(), pixels);
    operation!(r, "conv2d 3 x 3", [f32] { let w = tensor::<T, shape![32, 32, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().padding(One)), pixels);
    operation!(r, "conv2d 3 x 3, stride 2", [f32] { let w = tensor::<T, shape![32, 32, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().stride(Dim::<2>).padding(One)), pixels);
    operation!(r, "conv2d depthwise 3 x 3, stride 2", [f32] { let w = tensor::<T, shape![32, 1, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().stride(Dim::<2>).padding(One).groups(Dim::<32>)), pixels);
    operation!(r, "conv2d depthwise 7 x 7", [f32] { let w = tensor::<T, shape![32, 1, 7, 7]>(2); }
        |x| x.conv2d(&w, Conv::new().padding(Dim::<3>).groups(Dim::<32>)), pixels);

    operation!(
        r,
        "avg_pool2d 3 x 3, stride 2",
        [f32] | x | x.avg_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>)),
        one_image
    );
    operation!(r, "adaptive_avg_pool2d to 7", [f32] | x | x.adaptive_avg_pool2d(Dim::<7>), one_image);
    operation!(r, "conv2d 1 x 1", [f32] { let w = tensor::<T, shape![32, 32, 1, 1]>(2); }
        |x| x.conv2d(&w, Conv::new()), pixels);
    operation!(r, "conv2d 5 x 5", [f32] { let w = tensor::<T, shape![32, 32, 5, 5]>(2); }
        |x| x.conv2d(&w, Conv::new().padding(Dim::<2>)), one_image);
    operation!(r, "conv2d 3 x 3, dilation 2", [f32] { let w = tensor::<T, shape![32, 32, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().padding(Dim::<2>).dilation(Dim::<2>)), one_image);
    operation!(r, "conv2d 3 x 3, 4 groups", [f32] { let w = tensor::<T, shape![32, 8, 3, 3]>(2); }
        |x| x.conv2d(&w, Conv::new().padding(One).groups(Dim::<4>)), one_image);
    operation!(r, "conv2d 7 x 7, stride 2", [f32] { let w = tensor::<T, shape![64, 3, 7, 7]>(2); }
        |x| x.conv2d(&w, Conv::new().stride(Dim::<2>).padding(Dim::<3>)), {
        "contiguous" [2, 3, 224, 224] |x| x.view();
    });
    operation!(r, "conv1d 3", [f32] { let w = tensor::<T, shape![64, 64, 3]>(2); }
        |x| x.conv1d(&w, Conv::new().padding(One)), { "contiguous" [8, 64, 512] |x| x.view(); });
    operation!(r, "conv3d 3 x 3 x 3", [f32] { let w = tensor::<T, shape![16, 16, 3, 3, 3]>(2); }
        |x| x.conv3d(&w, Conv::new().padding(One)), { "contiguous" [1, 16, 16, 32, 32] |x| x.view(); });
    operation!(r, "conv_transpose2d 2 x 2, stride 2", [f32] { let w = tensor::<T, shape![32, 16, 2, 2]>(2); }
        |x| x.conv_transpose2d(&w, TransposedConv::new().stride(Dim::<2>)), half_image);
    operation!(r, "conv_transpose2d 4 x 4, stride 2", [f32] { let w = tensor::<T, shape![32, 16, 4, 4]>(2); }
        |x| x.conv_transpose2d(&w, TransposedConv::new().stride(Dim::<2>).padding(One)), half_image);
    operation!(r, "upsample nearest", [f32] | x | x.upsample_nearest2d(Dim::<2>), half_image);
    operation!(r, "upsample bilinear", [f32] | x | x.interpolate2d(Resize::by(Dim::<2>).linear()), half_image);
    operation!(r, "pixel_shuffle", [f32] | x | x.pixel_shuffle(Dim::<2>), half_image);
    operation!(r, "channel_shuffle", [f32] | x | x.channel_shuffle(Dim::<4>), one_image);
    operation!(r, "im2col 3 x 3", [f32] | x | x.im2col(Dim::<3>, Conv::new().padding(One)), half_image);
    operation!(
        r,
        "pad_reflect by 1",
        [f32] | x | x.pad_reflect(((Dim::<0>, Dim::<0>), (Dim::<0>, Dim::<0>), (One, One), (One, One))),
        one_image
    );
    operation!(
        r,
        "pad_replicate by 1",
        [f32] | x | x.pad_replicate(((Dim::<0>, Dim::<0>), (Dim::<0>, Dim::<0>), (One, One), (One, One))),
        one_image
    );
}
