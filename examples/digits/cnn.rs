//! Two convolutions, each with batch normalisation and pooling, and a linear layer.

use shaped::{nn::*, prelude::*};

model! {
    /// `[B, 1, 8, 8] -> [B, 10]`.
    pub struct Cnn {
        conv1: Conv2d<One, dim!(16), dim!(3), Conv<One, One>>, // stride 1, padding 1
        bn1: BatchNorm2d<dim!(16)>,
        conv2: Conv2d<dim!(16), dim!(32), dim!(3), Conv<One, One>>,
        bn2: BatchNorm2d<dim!(32)>,
        fc: Linear<dim!(128), dim!(10)>,
    }
}

impl<B: Size> Module<shape![B, 1, 8, 8]> for Cnn {
    type Output = shape![B, 10];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 1, 8, 8]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, 10], X::Kind> {
        let x = self.bn1.forward(&self.conv1.forward(x)).relu().max_pool2d(Pool::new(Dim::<2>));
        let x = self.bn2.forward(&self.conv2.forward(&x)).relu().max_pool2d(Pool::new(Dim::<2>));
        self.fc.forward(&x.flatten_axes(Axis::<1>, Axis::<-1>))
    }
}
