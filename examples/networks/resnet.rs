//! ResNet-18 (He, Zhang, Ren, Sun, 2015), as torchvision has it, on pictures whose height and width are known when the program runs.
//!
//! What a convolution makes of `Height` is a size of its own, of which the compiler knows how it came about: both ways of a block end in the same one,
//! or the program does not compile.

use shaped::size::QuotientUp;
use shaped::{nn::*, prelude::*};

axis!(
    /// How high a picture is.
    pub Height
);
axis!(
    /// How wide a picture is.
    pub Width
);

/// Half of a size, rounded up.
type Half<D> = QuotientUp<D, Dim<2>>;
/// What ResNet convolves with: no bias, since a norm follows, and as many zeros around a picture as keep its size.
type Kernel<I, O, K = Dim<3>, S = One> = WithoutBias<Conv2d<I, O, K, Conv<S, SamePadding>>>;

model! {
    /// `[B, C, H, W] -> [B, C, H, W]`: two convolutions, added to what came in.
    pub struct Block<C: StaticSize> {
        conv1: Kernel<C, C>,
        bn1: BatchNorm2d<C>,
        conv2: Kernel<C, C>,
        bn2: BatchNorm2d<C>,
    }
}

impl<C: StaticSize, B: Size, H: Size, W: Size> Module<shape![B, C, H, W]> for Block<C> {
    type Output = shape![B, C, H, W];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, C, H, W]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, C, H, W], X::Kind> {
        let y = Relu.forward_owned(self.bn1.forward_owned(self.conv1.forward(x)));
        Relu.forward_owned(self.bn2.forward_owned(self.conv2.forward(&y)) + x.view())
    }
}

model! {
    /// `[B, C, H, W] -> [B, O, H / 2, W / 2]`: the same, where the picture gets smaller and has more channels.
    pub struct Down<C: StaticSize, O: StaticSize> {
        conv1: Kernel<C, O, Dim<3>, Dim<2>>,
        bn1: BatchNorm2d<O>,
        conv2: Kernel<O, O>,
        bn2: BatchNorm2d<O>,
        downsample: (Kernel<C, O, One, Dim<2>>, BatchNorm2d<O>),
    }
}

impl<C: StaticSize, O: StaticSize, B: Size, H: Size, W: Size> Module<shape![B, C, H, W]> for Down<C, O> {
    type Output = shape![B, O, Half<H>, Half<W>];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, C, H, W]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, O, Half<H>, Half<W>], X::Kind> {
        let y = Relu.forward_owned(self.bn1.forward_owned(self.conv1.forward(x)));
        Relu.forward_owned(self.bn2.forward_owned(self.conv2.forward(&y)) + self.downsample.forward(x))
    }
}

model! {
    /// Pictures to scores of ImageNet's thousand classes: `[B, 3, H, W] -> [B, 1000]`.
    pub struct ResNet18 {
        conv1: Kernel<dim!(3), dim!(64), dim!(7), Dim<2>>,
        bn1: BatchNorm2d<dim!(64)>,
        layer1: [Block<dim!(64)>; 2],
        layer2: (Down<dim!(64), dim!(128)>, Block<dim!(128)>),
        layer3: (Down<dim!(128), dim!(256)>, Block<dim!(256)>),
        layer4: (Down<dim!(256), dim!(512)>, Block<dim!(512)>),
        fc: Linear<dim!(512), dim!(1000)>,
    }
}

impl<B: Size, H: Size, W: Size> Module<shape![B, 3, H, W]> for ResNet18 {
    type Output = shape![B, 1000];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 3, H, W]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, 1000], X::Kind> {
        let x = Relu.forward_owned(self.bn1.forward_owned(self.conv1.forward(x)));
        let x = x.max_pool2d(Pool::same(Dim::<3>).stride(Dim::<2>));
        let x = self.layer4.forward(&self.layer3.forward(&self.layer2.forward(&self.layer1.forward(&x))));
        self.fc.forward(&x.mean(axes![-2, -1]))
    }
}

/// A picture as ImageNet's networks take it: the channels first, each with about mean 0 and variance 1.
pub fn normalised(picture: &Tensor<u8, shape![Height, Width, 3]>) -> Tensor<f32, shape![1, 3, Height, Width]> {
    let channels = picture.cast::<f32>() / 255.0;
    let channels = (channels - tensor![0.485, 0.456, 0.406]) / tensor![0.229, 0.224, 0.225];
    channels.permute(axes![2, 0, 1]).unsqueeze(Axis::<0>).to_tensor()
}
