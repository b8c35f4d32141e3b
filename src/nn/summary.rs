//! `summary`: a table of a model's layers, what they take and give, and their parameters.

// Circle with within_structs.rs: the rows of structs are rows of a summary.
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use super::embedding::noted;
use super::within_structs::{Struct, within_structs};
use super::{Indices, Module, Parameters, Role};
use crate::kind::outlined::{Layers, Noted, Used};
use crate::kind::{Kind, Outlined};
use crate::shape::diagnostics::IndexNumber;
use crate::shape::run_time::RunTimeSizes;
use crate::shape::{Shape, StaticShape};
use crate::tensor::Tensor;
use crate::view::{Operand, Values, View};

/// The layers of a model that takes shape `S`, with the shapes that they take and give, their parameters, and how many products they compute: a table when it
/// is printed. Nothing is computed. The `torchinfo` package's `summary(model, input_size)`.
///
/// Structs of the program's own, made by [`model!`](crate::model) or with a [`Module`] and [`Parameters`] written by hand, have rows, with what they are made of
/// farther in: the model itself takes and gives what it does, and a struct within it what its first layer takes and its last one gives.
///
/// [`Outline`] does the same of models of other elements, of run-time axes, of several inputs.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let net = (Linear::<dim!(64), dim!(32)>::default(), Relu, Linear::<dim!(32), dim!(10)>::default());
/// let table = summary::<shape![5, 64]>(&net).to_string();
/// assert_eq!(
///     table.lines().nth(2).unwrap(),
///     "0    Linear<64, 32>  [5, 64]  [5, 32]        2080     10240"
/// );
/// assert!(table.ends_with("2410 parameters, 9640 bytes; 11840 products of layers\n"));
/// ```
///
/// A model that does not take the shape does not compile:
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let net = Linear::<dim!(64), dim!(32)>::default();
/// summary::<shape![5, 65]>(&net);
/// ```
pub fn summary<S: StaticShape>(model: &(impl Module<S> + Parameters)) -> Summary {
    let outline = Outline::new(model);
    let given = model.forward(&outline.of_shape(S::VALUE));
    let mut summary = outline.summary();
    // What the model itself takes and gives is known; of a struct within it, what its layers do.
    if let (Some(first), true) = (summary.layers.first_mut(), outline.structs.iter().any(|one| one.name.is_empty())) {
        (first.takes, first.gives) = (S::VALUE.dims().outermost_first(), given.shape().dims().outermost_first());
    }
    summary
}

/// A model of elements `T` that is run on tensors which have a shape and no elements, so that its layers are noted: [`summary`] for any call.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// axis!(Batch);
/// let net = (Linear::<dim!(64), dim!(32), f64>::default(), Tanh);
/// let outline = Outline::new(&net);
/// net.forward(&outline.input::<shape![Batch, 64]>(Batch(5)));
/// let summary = outline.summary();
/// assert_eq!((summary.layers()[1].gives.as_slice(), summary.parameters()), ([5, 32].as_slice(), 2080));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// let net = Linear::<dim!(64), dim!(32)>::default();
/// let outline = Outline::new(&net);
/// net.forward(&outline.input::<shape![5, 65]>(()));
/// ```
pub struct Outline<T = f32> {
    layers: RefCell<Layers>,
    /// Of each parameter its name, its sizes, and whether it is learned.
    names: Vec<(String, Vec<usize>, Role)>,
    /// The structs of the program's own, the outer before the inner.
    structs: Vec<Struct>,
    elements: core::marker::PhantomData<fn(T)>,
}

impl<T> Outline<T> {
    /// An outline of a model, of which nothing has been used yet.
    pub fn new<M: Parameters<T> + ?Sized>(model: &M) -> Self {
        let (mut layers, mut roles) = (Layers::default(), Vec::new());
        model.visit(&mut |role, _| roles.push(role));
        let parameters = model.named_parameters();
        layers.parameters = parameters.iter().map(|one| (one.elements.as_ptr().addr(), one.elements.len())).collect();
        let roles = roles.into_iter().chain(core::iter::repeat(Role::Learned));
        let names = parameters.into_iter().zip(roles).map(|(one, role)| (one.name, one.sizes, role)).collect();
        let mut structs = Vec::new();
        model.structs("", &mut |name, of| structs.push(Struct { name: name.into(), of }));
        Outline { layers: RefCell::new(layers), names, structs, elements: core::marker::PhantomData }
    }

    /// An input of shape `S`, the sizes of its run-time axes given as for [`Tensor::zeros_with`]; `()` of a static shape. It has no elements.
    pub fn input<S: Shape>(&self, sizes: impl RunTimeSizes<S>) -> Tensor<T, S, Outlined<'_>> {
        self.of_shape(sizes.to_shape())
    }

    fn of_shape<S: Shape>(&self, shape: S) -> Tensor<T, S, Outlined<'_>> {
        Tensor::made(Noted(&self.layers), shape)
    }

    /// Indices for an [`Embedding`](super::Embedding), whose numbers are not looked at. No copy.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let table = Embedding::<dim!(1000), dim!(64)>::default();
    /// let outline = Outline::new(&table);
    /// table.forward(&outline.indices(&Tensor::<u32, shape![8]>::zeros()));
    /// assert_eq!(outline.summary().layers()[0].gives, [8, 64]);
    /// ```
    pub fn indices<'x, X: Values<Elem: IndexNumber>>(&self, ids: &'x X) -> OutlineIndices<'_, 'x, X> {
        OutlineIndices { ids, note: Noted(&self.layers) }
    }

    /// What has been used until now.
    pub fn summary(&self) -> Summary {
        let layers = self.layers.borrow();
        let mut counted = alloc::vec![false; self.names.len()];
        let mut all: Vec<SummaryLayer> = Vec::new();
        for (at, used) in layers.used.iter().enumerate() {
            let is_inner = layers.used.get(at + 1).is_some_and(|next| next.depth > used.depth);
            let fresh = |&&number: &&usize| is_inner || !core::mem::replace(&mut counted[number], true);
            let parameters = used.parameters.iter().filter(fresh).map(|&number| numel(&self.names[number].1)).sum();
            all.push(SummaryLayer {
                name: self.name(used),
                layer: used.layer.map_or("Param".to_string(), shown),
                takes: used.takes.clone(),
                gives: if used.layer.is_some() { used.gives.clone() } else { self.names[used.parameters[0]].1.clone() },
                depth: used.depth,
                parameters,
                products: if is_inner { 0 } else { self.products(used) },
            });
        }
        let is_used = |number: usize| layers.used.iter().any(|used| used.parameters.contains(&number));
        let used: Vec<bool> = (0..self.names.len()).map(is_used).collect();
        let its = |one: &Struct| {
            let names = self.names.iter().zip(&used).filter(|((name, ..), used)| **used && one.has(name));
            names.map(|((_, sizes, _), _)| numel(sizes)).sum()
        };
        let all = within_structs(all, &layers.used, &self.structs, its);
        let of = |role| self.names.iter().filter(move |one| one.2 == role).map(|one| numel(&one.1)).sum();
        let unused = self.names.iter().zip(&used).filter(|(_, used)| !**used).map(|(one, _)| one.0.clone());
        Summary {
            layers: all,
            learned: of(Role::Learned),
            kept: of(Role::Statistic),
            unused: unused.collect(),
            bytes: size_of::<T>(),
        }
    }

    /// What the names of a layer's parameters begin with.
    fn name(&self, used: &Used) -> String {
        let mut names = used.parameters.iter().map(|&number| self.names[number].0.as_str());
        let Some(first) = names.next() else { return String::new() };
        if used.layer.is_none() {
            return first.to_string();
        }
        let mut common: Vec<&str> = first.split('.').collect();
        common.pop();
        for name in names {
            let same = common.iter().zip(name.split('.')).take_while(|(a, b)| **a == *b).count();
            common.truncate(same);
        }
        common.join(".")
    }

    /// How many products a linear or bilinear layer or a convolution computes: each weight once for each place of the result; and a recurrent layer, each weight
    /// once for each step.
    fn products(&self, used: &Used) -> usize {
        let layer = used.layer.map_or(String::new(), shown);
        let is = |names: &[&str]| names.iter().any(|name| layer.starts_with(name));
        let mut weights = used.parameters.iter().map(|&number| &self.names[number].1).filter(|sizes| sizes.len() > 1);
        if is(&["Linear<", "Bilinear<", "Conv1d<", "Conv2d<", "Conv3d<"]) {
            weights.next().map_or(0, |sizes| numel(&sizes[1..]).saturating_mul(numel(&used.gives)))
        } else if is(&["Lstm<", "ProjectedLstm<", "Gru<", "Rnn<"]) {
            let steps = used.takes.split_last().map_or(0, |(_, steps)| numel(steps));
            weights.fold(0, |all, sizes| all.saturating_add(numel(sizes).saturating_mul(steps)))
        } else {
            0
        }
    }
}

fn numel(sizes: &[usize]) -> usize {
    crate::shape::dims::product(sizes)
}

/// The name of a layer's type as a program writes it, its sizes as numbers: `Conv2d<1, 16, 3>`.
pub(super) fn shown(type_name: &str) -> String {
    match type_name.as_bytes().first() {
        Some(b'(') => return "in turn".to_string(),
        Some(b'[') => return "list".to_string(),
        Some(b'&') => return shown(&type_name[1..]),
        _ => {}
    }
    // It is the layer within.
    if let Some((path, within)) = type_name.split_once("::WithoutBias<")
        && !path.contains('<')
    {
        return shown(&within[..within.len() - 1]);
    }
    let mut text = String::new();
    let mut word = String::new();
    for c in type_name.chars().chain(core::iter::once(' ')) {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => word.push(c),
            // The path goes.
            ':' => word.clear(),
            _ => {
                text.push_str(&word);
                word.clear();
                text.push(c);
            }
        }
    }
    let text = text.trim_end();
    let name = text.split('<').next().unwrap_or_default();
    if matches!(name, "Residual" | "Sequential" | "Vec") {
        return name.to_string();
    }
    let text = sizes(text).replace(", f32>", ">").replace("<f32>", "");
    // What PyTorch calls them, and `nn` as well.
    for (axis, name) in [(", Axis<-2>>", "Norm1d"), (", Axis<-3>>", "Norm2d")] {
        if let Some(norm) = text.strip_suffix(axis).filter(|norm| norm.contains("Norm<")) {
            return norm.replace("Norm", name) + ">";
        }
    }
    text
}

/// `Dim<16>` as `16`, `One` as `1`, `Digits4<4, 0, 9, 6>` as `4096`.
fn sizes(text: &str) -> String {
    let Some((start, open)) = ["Dim<", "Digits"].iter().filter_map(|open| Some((text.find(open)?, open))).min() else {
        return text.replace("One", "1");
    };
    let Some((inside, rest)) = text[start + open.len()..].split_once('>') else { return text.to_string() };
    let digits = inside.split_once('<').map_or(inside, |(_, digits)| digits);
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    format!("{}{digits}{}", text[..start].replace("One", "1"), sizes(rest))
}

/// One layer of a [`Summary`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SummaryLayer {
    /// What its parameters' names begin with; empty where it has none.
    pub name: String,
    /// Its type: `Linear<64, 32>`, `Net` for a struct of the program's own; `Param` for one that stands outside of a layer, `in turn` for a tuple.
    pub layer: String,
    /// The sizes that it takes, outermost axis first.
    pub takes: Vec<usize>,
    /// The sizes that it gives, outermost axis first.
    pub gives: Vec<usize>,
    /// How many layers it is within, such as structs, tuples, lists and [`Residual`](super::Residual).
    pub depth: usize,
    /// How many elements its parameters have; of those that several layers share, at the first.
    pub parameters: usize,
    /// How many products a linear, bilinear or recurrent layer or a convolution computes; 0 of others.
    pub products: usize,
}

/// What [`summary`] gives: a table when it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    layers: Vec<SummaryLayer>,
    learned: usize,
    kept: usize,
    unused: Vec<String>,
    bytes: usize,
}

impl Summary {
    /// The layers as they were used.
    pub fn layers(&self) -> &[SummaryLayer] {
        &self.layers
    }

    /// How many elements all parameters of the model have, used or not, statistics included.
    pub fn parameters(&self) -> usize {
        self.learned + self.kept
    }

    /// The names of the parameters that nothing used.
    pub fn unused(&self) -> &[String] {
        &self.unused
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: usize| if n == 0 { String::new() } else { n.to_string() };
        let mut rows = alloc::vec![["", "layer", "takes", "gives", "parameters", "products"].map(String::from)];
        rows.extend(self.layers.iter().map(|one| {
            let layer = format!("{:1$}{2}", "", 2 * one.depth, one.layer);
            let takes =
                if one.takes.is_empty() && one.layer == "Param" { String::new() } else { format!("{:?}", one.takes) };
            [one.name.clone(), layer, takes, format!("{:?}", one.gives), count(one.parameters), count(one.products)]
        }));
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let [a, b, c, d, e, g] = [0, 1, 2, 3, 4, 5].map(width);
        for row in &rows {
            let line =
                format!("{:a$}  {:b$}  {:c$}  {:d$}  {:>e$}  {:>g$}", row[0], row[1], row[2], row[3], row[4], row[5]);
            writeln!(f, "{}", line.trim_end())?;
        }
        let products = self.layers.iter().fold(0usize, |all, one| all.saturating_add(one.products));
        if self.kept > 0 {
            write!(f, "{} learned and {} kept, together ", self.learned, self.kept)?;
        }
        let bytes = self.parameters().saturating_mul(self.bytes);
        writeln!(f, "{} parameters, {bytes} bytes; {products} products of layers", self.parameters())?;
        if !self.unused.is_empty() {
            writeln!(f, "not used: {}", self.unused.join(", "))?;
        }
        Ok(())
    }
}

/// Indices beside outlined tensors: what [`Outline::indices`] gives.
pub struct OutlineIndices<'o, 'x, X> {
    ids: &'x X,
    note: Noted<'o>,
}

#[diagnostic::do_not_recommend]
impl<'o, T, X: Values<Elem: IndexNumber>> Indices<T> for OutlineIndices<'o, '_, X> {
    noted!(X, Outlined<'o>);
}
