//! Each layer against the `torch.nn` one with the same tensors: `tools/reference/nn.py`. A tensor that is not called as in
//! PyTorch's `state_dict()` would not be found, and one that is left over fails at the end.

use num_traits::{Float, NumCast};
use shaped::{LocalResponse, nn::*, prelude::*};

use crate::harness::{Element, Reference};

axis!(Batch);
axis!(Steps);

/// Tensors and inputs are f32 in the data.
struct Layers<'a> {
    reference: &'a Reference,
    tolerance: f64,
}

impl Layers<'_> {
    fn input<T: Float, S: StaticShape>(&self, name: &str) -> Tensor<T, S> {
        self.reference.input::<f32, S>(name).map(|x| NumCast::from(x).expect("a float"))
    }

    /// The layer with PyTorch's tensors.
    fn load<T: Float, M: Parameters<T>>(&self, name: &str, mut layer: M) -> M {
        for parameter in layer.named_parameters_mut() {
            let (sizes, elements) = self.reference.line::<f32>(&format!("input {name}/{}", parameter.name));
            assert_eq!(parameter.sizes, sizes, "{name}/{}", parameter.name);
            assert_eq!(parameter.elements.len(), elements.len(), "{name}/{}", parameter.name);
            for (to, from) in parameter.elements.iter_mut().zip(elements) {
                *to = NumCast::from(from).expect("a float");
            }
        }
        layer
    }

    /// What a layer gives for an input, borrowed and owned.
    #[track_caller]
    fn check<T: Element + Float, S: Shape, M: Module<S, T>>(&self, key: &str, layer: &M, x: &Tensor<T, S>) {
        self.reference.check(key, &layer.forward(x), self.tolerance);
        self.reference.check(key, &layer.forward_owned(x.clone()), self.tolerance);
    }

    fn simple<T: Element + Float>(&self) {
        let rows: Tensor<T, shape![2, 4, 6]> = self.input("rows");
        let vector: Tensor<T, shape![6]> = self.input("vector");
        let run_time: Tensor<T, shape![Batch, 4, 6]> = rows.free().to_tensor();
        macro_rules! both {
            ($name:literal, $layer:expr) => {
                let layer = self.load($name, $layer);
                self.check(concat!($name, " rows"), &layer, &rows);
                self.check(concat!($name, " rows"), &layer, &run_time);
                self.check(concat!($name, " vector"), &layer, &vector);
            };
        }
        both!("Linear", Linear::<dim!(6), dim!(3), T>::default());
        both!("LinearNoBias", Linear::<dim!(6), dim!(3), T>::without_bias(Tensor::zeros()));
        both!("LayerNorm", LayerNorm::<dim!(6), T>::default());
        both!("RmsNorm", RmsNorm::<dim!(6), T>::default());
        type Mlp<T> = (Linear<dim!(6), dim!(5), T>, Relu, Dropout<T>, Linear<dim!(5), dim!(3), T>);
        let mlp: Mlp<T> = (Linear::default(), Relu, Dropout(T::zero()), Linear::default());
        both!("Sequential", mlp);

        let chain = Sequential::<shape![2, 4, 6], (), shape![2, 4, 6], T>::new()
            .then(Linear::<dim!(6), dim!(5), T>::default())
            .then(Relu)
            .then(Dropout(T::zero()))
            .then(Linear::<dim!(5), dim!(3), T>::default());
        self.check("Sequential rows", &self.load("Sequential", chain), &rows);

        let table = self.load("Embedding", Embedding::<dim!(9), dim!(4), T>::default());
        let ids: Tensor<i64, shape![2, 3]> = self.reference.input("ids");
        self.reference.check("Embedding ids", &table.forward(&ids), self.tolerance);
        let ids = ids.free::<shape![Batch, 3]>();
        self.reference.check("Embedding ids", &table.forward(&ids), self.tolerance);
        self.check("Identity rows", &Identity, &rows);
        self.check("Dropout rows", &Dropout(T::one()), &rows);
    }

    fn activations<T: Element + Float>(&self) {
        let rows: Tensor<T, shape![2, 4, 6]> = self.input("rows");
        let edges: Tensor<T, shape![3]> = self.input("edges");
        macro_rules! functions {
            ($($name:literal $layer:expr;)*) => { $(
                self.check(concat!($name, " rows"), &$layer, &rows);
                self.check(concat!($name, " edges"), &$layer, &edges);
            )* };
        }
        functions! {
            "Relu" Relu; "Relu6" Relu6; "Gelu" Gelu; "GeluTanh" GeluTanh; "Silu" Silu; "Sigmoid" Sigmoid;
            "LogSigmoid" LogSigmoid; "Softplus" Softplus; "Selu" Selu; "Mish" Mish; "HardSigmoid" HardSigmoid;
            "HardSwish" HardSwish; "Tanh" Tanh;
            "LeakyRelu" LeakyRelu(T::from(0.125).expect("a float"));
            "Elu" Elu(T::from(0.5).expect("a float"));
        }
        let images: Tensor<T, shape![2, 4, 5, 4]> = self.input("images");
        let one = self.load("Prelu", Prelu::<One, Axis<1>, T>::default());
        self.check("Prelu rows", &one, &rows);
        self.check("Prelu images", &one, &images);
        let of_channels = self.load("PreluOfChannels", Prelu::<dim!(4), Axis<1>, T>::default());
        self.check("PreluOfChannels rows", &of_channels, &rows);
        self.check("PreluOfChannels images", &of_channels, &images.free::<shape![Batch, 4, 5, 4]>().to_tensor());
        self.check("Softmax rows", &Softmax(Axis::<-1>), &rows);
        self.check("SoftmaxFirst rows", &Softmax(Axis::<0>), &rows);
        self.check("LogSoftmax rows", &LogSoftmax(Axis::<1>), &rows);
        self.check("Softmin rows", &Softmin(Axis::<1>), &rows);
        self.check("Glu rows", &Glu(Axis::<-1>), &rows);
        self.check("Glu vector", &Glu::<Axis<-1>>::default(), &self.input::<T, shape![6]>("vector"));
        let [min, max] = [-0.25, 0.5].map(|x| T::from(x).expect("a float"));
        self.check("Hardtanh rows", &Hardtanh(min, max), &rows);
    }

    fn convolutions<T: Element + Float>(&self) {
        let images: Tensor<T, shape![2, 4, 5, 4]> = self.input("images");
        let run_time: Tensor<T, shape![Batch, 4, 5, 4]> = images.free().to_tensor();
        let signals: Tensor<T, shape![3, 4, 9]> = self.input("signals");
        macro_rules! of_images {
            ($($name:literal $layer:expr;)*) => { $(
                let layer = self.load($name, $layer);
                self.check(concat!($name, " images"), &layer, &images);
                self.check(concat!($name, " images"), &layer, &run_time);
            )* };
        }
        type Two = Dim<2>;
        of_images! {
            "Conv2d" Conv2d::<dim!(4), dim!(3), dim!(3), Conv, T>::default();
            "Conv2dStride" Conv2d::<dim!(4), dim!(3), dim!(3), Conv<Two, One>, T>::default();
            "Conv2dGroups" Conv2d::<dim!(2), dim!(6), (dim!(3), Two), Conv<One, dim!(0), Two, Two>, T>::without_bias(
                Tensor::zeros()
            );
            "Conv2dDepthwise" Conv2d::<One, dim!(4), dim!(3), Conv<One, One, One, dim!(4)>, T>::default();
            "ConvTranspose2d" ConvTranspose2d::<dim!(4), dim!(3), Two, TransposedConv<Two>, T>::default();
            "ConvTranspose2dGroups"
                ConvTranspose2d::<dim!(4), dim!(3), dim!(3), TransposedConv<One, One, dim!(0), One, Two>, T>::default();
            "BatchNorm2d" BatchNorm2d::<dim!(4), T>::default();
            "SequentialConv" (
                Conv2d::<dim!(4), dim!(3), dim!(3), Conv<One, One>, T>::default(),
                BatchNorm2d::<dim!(3), T>::default(),
                Relu,
                MaxPool2d(Pool::new(Dim::<2>)),
                Flatten,
                Linear::<dim!(12), dim!(5), T>::default(),
            );
        }
        macro_rules! pools {
            ($($name:literal $layer:expr;)*) => { $(
                self.check(concat!($name, " images"), &$layer, &images);
                self.check(concat!($name, " images"), &$layer, &run_time);
            )* };
        }
        pools! {
            "MaxPool2d" MaxPool2d(Pool::new(Dim::<2>));
            "MaxPool2dStride" MaxPool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One));
            "AvgPool2d" AvgPool2d(Pool::new(Dim::<2>));
            "GlobalAvgPool2d" GlobalAvgPool2d;
            "Flatten" Flatten;
        }
        let mut norm = InstanceNorm2d::<dim!(4), T>::default();
        norm.eps = T::from(0.5).expect("a float");
        of_images! {
            "GroupNorm" GroupNorm::<Two, dim!(4), T>::default();
            "InstanceNorm2d" norm;
            "InstanceNorm2dAffine" InstanceNorm2d::<dim!(4), T>::affine();
        }
        pools! {
            "AdaptiveAvgPool2d" AdaptiveAvgPool2d((Dim::<2>, Dim::<3>));
            "Upsample2d" Upsample(Dim::<2>);
            "ZeroPad" ZeroPad(((Dim::<0>, Dim::<3>), (Dim::<2>, One)));
            "GluFirst" Glu(Axis::<1>);
        }
        let norm = self.load("GroupNorm", GroupNorm::<Two, dim!(4), T>::default());
        self.check("GroupNorm signals", &norm, &signals);
        self.check("GroupNorm features", &norm, &self.input::<T, shape![5, 4]>("features"));
        let norm = InstanceNorm1d::<dim!(4), T>::default();
        self.check("InstanceNorm1d signals", &norm, &signals);
        self.check("InstanceNorm1d one", &norm, &signals.index_axis(Axis::<0>, 1).to_tensor());
        let norm = self.load("InstanceNorm1dAffine", InstanceNorm1d::<dim!(4), T>::affine());
        self.check("InstanceNorm1dAffine signals", &norm, &signals);
        // Either weight alone, as PyTorch's `F.instance_norm` takes them.
        let scale = norm.weight.clone();
        let mut norm = norm;
        norm.bias = None;
        let only = norm.forward(&signals);
        let expected = InstanceNorm1d::<dim!(4), T>::default().forward(&signals);
        let expected = expected * scale.unwrap().into_value().unsqueeze(Axis::<1>);
        assert!(only.all_close(&expected, T::from(1e-5).expect("a float"), T::from(1e-6).expect("a float")));
        self.check("MaxPool1d signals", &MaxPool1d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)), &signals);
        self.check("AvgPool1d signals", &AvgPool1d(Pool::new(Dim::<2>)), &signals);
        self.check("AdaptiveAvgPool1d signals", &AdaptiveAvgPool1d(Dim::<4>), &signals);
        let half = T::from(0.5).expect("a float");
        self.check("ConstantPad signals", &ConstantPad(((Dim::<2>, Dim::<0>),), half), &signals);

        self.check("FlattenTwo images", &Flatten::axes(Axis::<0>, Axis::<1>), &images);
        let conv = self.load("Conv2d", Conv2d::<dim!(4), dim!(3), dim!(3), Conv, T>::default());
        self.check("Conv2d one", &conv, &images.index_axis(Axis::<0>, 1).to_tensor());

        let conv = Conv1d::<Two, dim!(6), dim!(3), Conv<Two, One, One, Two>, T>::default();
        self.check("Conv1d signals", &self.load("Conv1d", conv), &signals);
        let norm = self.load("BatchNorm1d", BatchNorm1d::<dim!(4), T>::default());
        self.check("BatchNorm1d signals", &norm, &signals);
        self.check("BatchNorm1d features", &norm, &self.input::<T, shape![5, 4]>("features"));
    }

    /// What pictures, sounds and volumes need besides, in f32 alone.
    fn pictures(&self) {
        let images: Tensor<f32, shape![2, 4, 5, 4]> = self.input("images");
        let signals: Tensor<f32, shape![3, 4, 9]> = self.input("signals");
        let volumes: Tensor<f32, shape![2, 2, 3, 4, 4]> = self.input("volumes");
        type Two = Dim<2>;
        type Options = Conv<(One, Two, One), One>;
        let conv = Conv3d::<Two, dim!(3), (Two, dim!(3), One), Options>::default();
        self.check("Conv3d volumes", &self.load("Conv3d", conv), &volumes);
        let up = ConvTranspose3d::<Two, Two, Two, TransposedConv<Two, dim!(0), dim!(0), One, Two>>::default();
        self.check("ConvTranspose3d volumes", &self.load("ConvTranspose3d", up), &volumes);
        let up = ConvTranspose1d::<dim!(4), dim!(3), dim!(4), TransposedConv<Two, One>>::default();
        self.check("ConvTranspose1d signals", &self.load("ConvTranspose1d", up), &signals);
        self.check("MaxPool3d volumes", &MaxPool3d(Pool::new(Dim::<2>)), &volumes);
        let pool = Pool::new(Dim::<3>).stride(Dim::<2>).padding(One).ceil_mode().count_include_pad(false);
        self.check("AvgPool3d volumes", &AvgPool3d(pool), &volumes);
        self.check("AdaptiveAvgPool3d volumes", &AdaptiveAvgPool3d((Dim::<2>, Dim::<3>, One)), &volumes);
        self.check("AdaptiveMaxPool2d images", &AdaptiveMaxPool2d((Dim::<2>, Dim::<3>)), &images);
        let linear = Resize::by(Dim::<2>).linear().align_corners();
        self.check("UpsampleLinear images", &Upsample(linear), &images);
        self.check("Upsample1d signals", &Upsample1d(Resize::to(Dim::<5>).linear()), &signals);
        let widths = ((Dim::<0>, Dim::<3>), (Dim::<2>, One));
        self.check("ReflectionPad images", &ReflectionPad(widths), &images);
        self.check("CircularPad images", &CircularPad(widths), &images);
        self.check("ReplicationPad signals", &ReplicationPad(((Dim::<2>, Dim::<0>),)), &signals);
        self.check("PixelShuffle images", &PixelShuffle(Dim::<2>), &images);
        self.check("ChannelShuffle images", &ChannelShuffle(Dim::<2>), &images);
    }

    fn attention<T: Element + Float>(&self) {
        let steps: Tensor<T, shape![2, 5, 8]> = self.input("steps");
        let others: Tensor<T, shape![2, 7, 8]> = self.input("others");
        let layer = self.load("MultiHeadAttention", MultiHeadAttention::<dim!(8), Dim<2>, T>::default());
        self.check("MultiHeadAttention itself", &layer, &steps);
        self.check("MultiHeadAttention one", &layer, &steps.index_axis(Axis::<0>, 0).to_tensor());
        let y = layer.forward_to(&steps, &others);
        self.reference.check("MultiHeadAttention another", &y, self.tolerance);
        self.reference.check("MultiHeadAttention causal", &layer.forward_causal(&steps), self.tolerance);

        let run_time: Tensor<T, shape![Batch, Steps, 8]> =
            Tensor::from_vec_with((Batch(2), Steps(5)), steps.as_slice().to_vec()).expect("as many");
        self.check("MultiHeadAttention itself", &layer, &run_time);
        self.reference.check("MultiHeadAttention causal", &layer.forward_causal(&run_time), self.tolerance);
        // An input of another layout: [5, 2, 8] with its first two axes swapped.
        let swapped = steps.swap_axes(Axis::<0>, Axis::<1>).to_tensor();
        let y = layer.forward(&swapped.swap_axes(Axis::<0>, Axis::<1>));
        self.reference.check("MultiHeadAttention itself", &y, self.tolerance);
    }
}

/// A layer of a transformer, of every kind.
macro_rules! encoder_layers {
    ($layers:ident $t:ident; $($name:literal $layer:ty;)*) => { $(
        let steps: Tensor<$t, shape![2, 5, 8]> = $layers.input("steps");
        let layer = $layers.load($name, <$layer>::default());
        $layers.check(concat!($name, " steps"), &layer, &steps);
        $layers.check(concat!($name, " one"), &layer, &steps.index_axis(Axis::<0>, 0).to_tensor());
        $layers.reference.check(concat!($name, " causal"), &layer.forward_causal(&steps), $layers.tolerance);
        let run_time = steps.free::<shape![Batch, Steps, 8]>().to_tensor();
        $layers.check(concat!($name, " steps"), &layer, &run_time);
    )* };
}

impl Layers<'_> {
    fn encoder_layers<T: Element + Float>(&self) {
        type Two = Dim<2>;
        encoder_layers! { self T;
            "EncoderLayer" TransformerEncoderLayer<dim!(8), Two, dim!(16), Relu, NormLast, T>;
            "EncoderLayerFirst" TransformerEncoderLayer<dim!(8), Two, dim!(16), Gelu, NormFirst, T>;
        }
    }
}

#[test]
fn layers_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/nn.txt"));
    let double = Layers { reference: &reference, tolerance: 1e-13 };
    let single = Layers { reference: &reference, tolerance: 2e-6 };
    double.simple::<f64>();
    single.simple::<f32>();
    double.activations::<f64>();
    single.activations::<f32>();
    double.convolutions::<f64>();
    single.convolutions::<f32>();
    double.attention::<f64>();
    single.attention::<f32>();
    double.of_two_inputs::<f64>();
    single.of_two_inputs::<f32>();
    double.responses::<f64>();
    single.responses::<f32>();
    double.encoder_layers::<f64>();
    single.encoder_layers::<f32>();
    single.encoder();
    single.pictures();
    reference.finish("nn");
}

model! {
    /// `nn.TransformerEncoderLayer(8, 2, 16, activation="gelu", norm_first=True, batch_first=True)`.
    struct EncoderLayer {
        self_attn: MultiHeadAttention<dim!(8), dim!(2)>,
        linear1: Linear<dim!(8), dim!(16)>,
        linear2: Linear<dim!(16), dim!(8)>,
        norm1: LayerNorm<dim!(8)>,
        norm2: LayerNorm<dim!(8)>,
    }
}

model! {
    /// `nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(8))`.
    struct Encoder {
        layers: [EncoderLayer; 2],
        norm: LayerNorm<dim!(8)>,
    }
}

impl<B: Size, N: Size> Module<shape![B, N, 8]> for Encoder {
    type Output = shape![B, N, 8];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, N, 8]>>(&self, x: &X) -> Tensor<f32, shape![B, N, 8], X::Kind> {
        let x = self.layers.iter().fold(x.to_tensor(), |x, layer| {
            let attended = layer.self_attn.forward(&layer.norm1.forward(&x));
            let x = x + attended;
            let h = layer.linear1.forward(&layer.norm2.forward(&x)).gelu();
            x + layer.linear2.forward(&h)
        });
        self.norm.forward(&x)
    }
}

impl Layers<'_> {
    fn of_two_inputs<T: Element + Float + 'static>(&self) {
        let rows: Tensor<T, shape![2, 4, 6]> = self.input("rows");
        let (pairs, wider) = (self.input::<T, shape![2, 4, 6]>("pairs"), self.input::<T, shape![2, 4, 8]>("wider"));
        let (many, wide) = (rows.free::<shape![Batch, 4, 6]>(), wider.free::<shape![Batch, 4, 8]>());
        let check =
            |key: &str, y: &dyn Fn() -> Tensor<T, shape![2, 4]>| self.reference.check(key, &y(), self.tolerance);
        check("CosineSimilarityLast rows", &|| CosineSimilarity(Axis::<-1>).forward(&rows, &pairs));
        check("PairwiseDistance rows", &|| PairwiseDistance::default().forward(&rows, &pairs));
        check("PairwiseDistanceOne rows", &|| PairwiseDistance(1.0).forward(&rows, &pairs));
        let y = CosineSimilarity::default().forward(&rows, &pairs);
        self.reference.check("CosineSimilarity rows", &y, self.tolerance);
        let layer = self.load("Bilinear", Bilinear::<dim!(6), dim!(8), dim!(3), T>::default());
        self.reference.check("Bilinear rows", &layer.forward(&rows, &wider), self.tolerance);
        self.reference.check("Bilinear rows", &layer.forward(&many, &wide), self.tolerance);
        let layer = WithoutBias::<Bilinear<dim!(6), dim!(8), dim!(3), T>>::default();
        let layer = self.load("BilinearNoBias", layer);
        self.reference.check("BilinearNoBias rows", &layer.forward(&rows, &wider), self.tolerance);
    }

    fn responses<T: Element + Float>(&self) {
        let rows: Tensor<T, shape![2, 4, 6]> = self.input("rows");
        let (images, signals) =
            (self.input::<T, shape![2, 4, 5, 4]>("images"), self.input::<T, shape![3, 4, 9]>("signals"));
        let layer = LocalResponseNorm::new(LocalResponse::new(3).alpha(0.5));
        self.check("LocalResponseNorm images", &layer, &images);
        self.check("LocalResponseNorm images", &layer, &images.free::<shape![Batch, 4, 5, Steps]>().to_tensor());
        self.check("LocalResponseNorm rows", &LocalResponseNorm::<Axis<-2>>::along(layer.options), &rows);
        let layer = LocalResponseNorm::new(LocalResponse::new(4).alpha(0.5).beta(0.5).k(2.0));
        self.check("LocalResponseNormWide images", &layer, &images);
        self.check("LpPool1d signals", &LpPool1d(2.0, Pool::new(Dim::<3>).stride(Dim::<2>)), &signals);
        self.check("LpPool2d images", &LpPool2d(2.0, Pool::new(Dim::<2>)), &images);
        self.check("LpPool3d images", &LpPool3d(2.0, Pool::new((One, Dim::<2>, Dim::<2>))), &images);
    }

    fn encoder(&self) {
        let steps: Tensor<f32, shape![2, 5, 8]> = self.input("steps");
        let encoder = self.load("Encoder", Encoder::default());
        self.check("Encoder steps", &encoder, &steps);
    }
}
