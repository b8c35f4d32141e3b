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
        Net                           [2, 3, 4, 4]  [2, 10]             1546
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

model! {
    struct Block {
        norm: LayerNorm<dim!(8)>,
        up: Linear<dim!(8), dim!(32)>,
        down: Linear<dim!(32), dim!(8)>,
    }
}

impl<L: Shape> Module<(L, dim!(8))> for Block {
    type Output = (L, dim!(8));
    fn forward<X: Operand<Elem = f32, Shape = (L, dim!(8))>>(&self, x: &X) -> Tensor<f32, (L, dim!(8)), X::Kind> {
        let up = Gelu.forward(&self.up.forward(&self.norm.forward(x)));
        self.down.forward(&up)
    }
}

model! {
    struct Stack {
        first: Block,
        blocks: [Block; 2],
        head: (Block, Relu),
        out: Linear<dim!(8), dim!(2)>,
    }
}

impl<B: Size> Module<shape![B, 8]> for Stack {
    type Output = shape![B, 2];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 8]>>(&self, x: &X) -> Tensor<f32, shape![B, 2], X::Kind> {
        let x = self.blocks.forward(&Tanh.forward(&self.first.forward(x)));
        Sigmoid.forward(&self.out.forward(&self.head.forward(&x)))
    }
}

#[test]
fn structs_of_the_program_s_own_have_rows_around_their_layers() {
    let summary = summary::<shape![5, 8]>(&Stack::default());
    println!("{summary}");
    let rows: Vec<_> = summary.layers().iter().map(|one| (one.depth, one.name.as_str(), one.layer.as_str())).collect();
    fn block(name: &'static str, depth: usize) -> Vec<(usize, String, &'static str)> {
        let at = |field: &str| format!("{name}.{field}");
        vec![
            (depth, name.into(), "Block"),
            (depth + 1, at("norm"), "LayerNorm<8>"),
            (depth + 1, at("up"), "Linear<8, 32>"),
            (depth + 1, String::new(), "Gelu"),
            (depth + 1, at("down"), "Linear<32, 8>"),
        ]
    }
    let own = |depth: usize, name: &str, layer: &'static str| vec![(depth, name.to_string(), layer)];
    let expected = [
        own(0, "", "Stack"),
        block("first", 1),
        own(1, "", "Tanh"),
        own(1, "blocks", "list"),
        block("blocks.0", 2),
        block("blocks.1", 2),
        own(1, "head.0", "in turn"),
        block("head.0", 2),
        own(2, "", "Relu"),
        own(1, "out", "Linear<8, 2>"),
        own(1, "", "Sigmoid"),
    ]
    .concat();
    assert_eq!(rows, expected.iter().map(|(depth, name, layer)| (*depth, name.as_str(), *layer)).collect::<Vec<_>>());
    let first = &summary.layers()[0];
    assert_eq!(
        (first.takes.as_slice(), first.gives.as_slice(), first.parameters),
        ([5, 8].as_slice(), [5, 2].as_slice(), summary.parameters())
    );
    let block = &summary.layers()[1];
    let elements = 16 + 8 * 32 + 32 + 32 * 8 + 8;
    assert_eq!(
        (block.takes.as_slice(), block.gives.as_slice(), block.parameters),
        ([5, 8].as_slice(), [5, 8].as_slice(), elements)
    );
    assert_eq!(summary.parameters(), 4 * elements + 18);
}

/// A model without the macro.
struct ByHand {
    weight: Param<shape![8, 4]>,
    out: Linear<dim!(4), dim!(4)>,
}

impl Parameters for ByHand {
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, f32>>) {
        self.weight.collect(&child(prefix, "weight"), all);
        self.out.collect(&child(prefix, "out"), all);
    }
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, f32>>) {
        self.weight.collect_mut(&child(prefix, "weight"), all);
        self.out.collect_mut(&child(prefix, "out"), all);
    }
}

impl<B: Size> Module<shape![B, 8]> for ByHand {
    type Output = shape![B, 4];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 8]>>(&self, x: &X) -> Tensor<f32, shape![B, 4], X::Kind> {
        self.out.forward(&x.matmul(&self.weight).relu())
    }
}

#[test]
fn a_model_by_hand_has_a_row_too() {
    let net = ByHand { weight: Param::default(), out: Linear::default() };
    let table = summary::<shape![3, 8]>(&(net, Relu)).to_string();
    let expected = "\
       layer             takes   gives   parameters  products
0      in turn           [3, 8]  [3, 4]          52
0        ByHand          [3, 4]  [3, 4]          52
0.out      Linear<4, 4>  [3, 4]  [3, 4]          20        48
         Relu            [3, 4]  [3, 4]
52 parameters, 208 bytes; 48 products of layers
";
    let squeezed = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(squeezed(&table), squeezed(expected), "{table}");
}

#[test]
fn products_of_bilinear_and_recurrent_layers_are_counted() {
    let pairs = Bilinear::<dim!(3), dim!(4), dim!(5)>::default();
    let outline = Outline::new(&pairs);
    let (x, y) = (outline.input::<shape![Batch, 3]>(Batch(7)), outline.input::<shape![Batch, 4]>(Batch(7)));
    pairs.forward(&x, &y);
    let summary = outline.summary();
    let one = &summary.layers()[0];
    assert_eq!(
        (one.layer.as_str(), one.gives.as_slice(), one.parameters, one.products),
        ("Bilinear<3, 4, 5>", [7, 5].as_slice(), 65, 420)
    );

    let lstm = Lstm::<dim!(3), dim!(6)>::default();
    let outline = Outline::new(&lstm);
    lstm.forward(&outline.input::<shape![9, 2, 3]>(()));
    let summary = outline.summary();
    let one = &summary.layers()[0];
    // 18 steps of [24, 3] and [24, 6].
    assert_eq!((one.layer.as_str(), one.parameters, one.products), ("Lstm<3, 6>", 264, 3888));

    let lstm = ProjectedLstm::<dim!(8), dim!(6), dim!(3)>::default();
    let outline = Outline::new(&lstm);
    lstm.forward(&outline.input::<shape![2, 5, 8]>(()));
    let summary = outline.summary();
    let one = &summary.layers()[0];
    // 10 steps of [24, 8], [24, 3] and [3, 6].
    assert_eq!((one.layer.as_str(), one.parameters, one.products), ("ProjectedLstm<8, 6, 3>", 330, 2820));
}
