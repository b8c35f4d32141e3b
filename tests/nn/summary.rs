//! Tables of layers: what is in them is counted by hand, and PyTorch's `sum(p.numel() for p in model.parameters())` of the same models is the
//! number that is learned.

use shaped::{nn::*, prelude::*};

axis!(Batch);

model! {
    struct Net {
        conv: Conv2d<dim!(3), dim!(8), dim!(3), Conv<One, One>>,
        norm: BatchNorm2d<dim!(8)>,
        head: (Linear<dim!(128), dim!(10)>, LogSoftmax),
        spare: Linear<dim!(8), dim!(2)>,
    }
}

impl<B: Size> Module<shape![B, 3, 4, 4]> for Net {
    type Output = shape![B, 10];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 3, 4, 4]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, 10], X::Kind> {
        let x = self.norm.forward(&self.conv.forward(x)).relu();
        self.head.forward(&x.flatten_axes(Axis::<1>, Axis::<-1>))
    }
}

#[test]
fn a_table_has_a_row_for_each_layer_as_it_is_used() {
    let expected = "\
        layer                         takes         gives         parameters  products
conv    Conv2d<3, 8, 3, Conv<1, 1>>   [2, 3, 4, 4]  [2, 8, 4, 4]         224      6912
norm    BatchNorm2d<8>                [2, 8, 4, 4]  [2, 8, 4, 4]          32
head.0  in turn                       [2, 128]      [2, 10]             1290
head.0    Linear<128, 10>             [2, 128]      [2, 10]             1290      2560
          LogSoftmax                  [2, 10]       [2, 10]
1548 learned and 16 kept, together 1564 parameters, 6256 bytes; 9472 products of layers
not used: spare.weight, spare.bias
";
    let said = summary::<shape![2, 3, 4, 4]>(&Net::default()).to_string();
    let squeezed = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(squeezed(&said), squeezed(expected), "{said}");
}

#[test]
fn layers_used_twice_are_counted_once() {
    let layer = Linear::<dim!(4), dim!(4)>::default();
    let outline = Outline::new(&layer);
    let x = outline.input::<shape![Batch, 4]>(Batch(3));
    let y = layer.forward(&(layer.forward(&x) + &x));
    assert_eq!(y.sizes(), [3, 4]);
    let summary = outline.summary();
    assert_eq!(
        summary.layers().iter().map(|one| (one.parameters, one.products)).collect::<Vec<_>>(),
        [(20, 48), (0, 48)]
    );
    assert_eq!((summary.parameters(), summary.unused()), (20, [].as_slice()));
}

#[test]
fn nothing_is_computed_of_any_number_of_elements() {
    // 4 tebibytes of activations.
    let layer = (Linear::<dim!(16), dim!(16)>::default(), Tanh);
    let outline = Outline::new(&layer);
    let x = outline.input::<shape![Batch, 16]>(Batch(1 << 36));
    let y = layer.forward(&x).square().sum(Axis::<-1>);
    assert_eq!(y.sizes(), [1 << 36]);
    assert_eq!(outline.summary().layers()[1].gives, [1 << 36, 16]);
}

#[test]
fn lists_residuals_parameters_and_sizes_of_four_digits() {
    type Block = Residual<(LayerNorm<dim!(1024)>, Linear<dim!(1024), dim!(1024)>)>;
    let blocks: [Block; 2] = Default::default();
    let summary = summary::<shape![1, 1024]>(&blocks);
    let said: Vec<_> = summary.layers().iter().map(|one| (one.depth, one.name.as_str(), one.layer.as_str())).collect();
    let block = |name| [(1, name, "Residual"), (2, name, "in turn")];
    assert_eq!(said[..3], [[(0, "", "list")].as_slice(), &block("0")].concat());
    assert_eq!(said[3..5], [(3, "0.0", "LayerNorm<1024>"), (3, "0.1", "Linear<1024, 1024>")]);
    assert_eq!(said[5..7], block("1"));
    assert_eq!(summary.parameters(), 2 * (2 * 1024 + 1024 * 1025));
}
