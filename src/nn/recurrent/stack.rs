//! What all recurrent layers have in common: their weights, by PyTorch's names, and the call. It knows sizes by number, so that it is compiled
//! once for all.

use alloc::string::String;
use alloc::vec::Vec;

use num_traits::Float;

use crate::kernels::random::Drop;
use crate::kernels::recurrent::{Cell, Spec};
use crate::kind::Kind;
use crate::nn::{Converts, Param, Parameter, ParameterMut, Parameters, Role, bound, child, fill_uniform};
use crate::ops::recurrent::{Erased, Results, recurrent};
use crate::ops::rows;
use crate::shape::Shape;
use crate::shape::layout::RowMajor;
use crate::shape::recurrent::row::{Columns, Elements, Rows};
use crate::tensor::Tensor;
use crate::view::{Operand, View};

/// What a layer learns in one direction; the sizes are checked where they are read.
#[derive(Clone, Debug)]
struct Weights<T> {
    ih: Param<(((), Rows), Columns), T>,
    hh: Param<(((), Rows), Columns), T>,
    bias: Option<[Param<((), Rows), T>; 2]>,
    hr: Option<Param<(((), Rows), Columns), T>>,
}

/// All layers in all directions, one after the other, and how they are computed.
#[derive(Clone, Debug)]
pub(super) struct Stack<T> {
    weights: Vec<Weights<T>>,
    sizes: StackSizes,
}

/// What is known of a stack without its input.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackSizes {
    pub cell: Cell,
    pub inputs: usize,
    pub hidden: usize,
    pub layers: usize,
    pub directions: usize,
    /// The width of the state, if that is not the hidden numbers.
    pub projected: Option<usize>,
}

impl StackSizes {
    /// The width of the state.
    pub(super) fn state(&self) -> usize {
        self.projected.unwrap_or(self.hidden)
    }
}

/// Elements in a row, of any shape.
pub(super) type Row<'a, T, K> = View<'a, T, ((), Elements), RowMajor, K>;

/// All of a tensor as a row. No copy.
pub(super) fn row<'a, T, S: Shape, K: Kind<T>>(x: View<'a, T, S, RowMajor, K>) -> Row<'a, T, K> {
    x.at_place(0, ((), Elements(x.shape().numel())))
}

/// What is asked of a call.
pub(super) struct Asked<'a, T, K: Kind<T>> {
    /// The state that the steps start from, and the cell state: zeros, if there are none.
    pub states: &'a [Row<'a, T, K>],
    /// How many steps each sequence has, if not all have as many.
    pub lengths: Option<&'a [usize]>,
    /// Whether the outputs are asked for, and whether the last states are.
    pub outputs: bool,
    pub last: bool,
    /// How likely an element is dropped between layers, while they are trained.
    pub dropout: f64,
}

impl<T: Clone> Stack<T> {
    /// The same weights of other elements.
    pub(super) fn convert<U>(&self, f: &mut dyn FnMut(&T) -> U) -> Stack<U> {
        let weights = self.weights.iter().map(|one| Weights {
            ih: one.ih.convert(f),
            hh: one.hh.convert(f),
            bias: one.bias.as_ref().map(|bias| bias.each_ref().map(|bias| bias.convert(f))),
            hr: one.hr.as_ref().map(|hr| hr.convert(f)),
        });
        Stack { weights: weights.collect(), sizes: self.sizes }
    }
}

impl<T: Float> Stack<T> {
    /// Weights of zeros.
    pub(super) fn new(sizes: StackSizes, bias: bool) -> Self {
        let times = |n: usize, by: usize| n.checked_mul(by).expect("rows of weights that can be counted");
        let (rows, width) = (times(sizes.cell.gates(), sizes.hidden), times(sizes.directions, sizes.state()));
        let matrix = |rows: usize, columns: usize| Param::new(Tensor::zeros_with((Rows(rows), Columns(columns))));
        let vector = || Param::new(Tensor::zeros_with(Rows(rows)));
        let weights = (0..sizes.layers * sizes.directions).map(|i| Weights {
            ih: matrix(rows, if i < sizes.directions { sizes.inputs } else { width }),
            hh: matrix(rows, sizes.state()),
            bias: bias.then(|| [vector(), vector()]),
            hr: sizes.projected.map(|state| matrix(state, sizes.hidden)),
        });
        Stack { weights: weights.collect(), sizes }
    }
}

impl<T: Float + 'static> Stack<T> {
    /// All steps of an input `[.., steps, inputs]`.
    pub(super) fn run<X: Operand<Elem = T>>(
        &self,
        x: &X,
        asked: Asked<'_, T, X::Kind>,
    ) -> Results<<X::Kind as Kind<T>>::Storage> {
        let x = x.view();
        let dims = x.shape().dims();
        let batch = dims.sizes[2..dims.rank.max(2)].iter().product();
        let read = x.read();
        let elements = read.as_ref().map_or(crate::storage::Elements::Lent(&[][..]), rows::elements);
        self.run_all(Erased::new(&x, &elements), x.note(), [batch, dims.sizes[1]], asked)
    }

    /// As [`run`](Self::run), compiled once for all shapes.
    fn run_all<K: Kind<T>>(
        &self,
        x: Erased<'_, T, K>,
        note: K::Note,
        [batch, steps]: [usize; 2],
        asked: Asked<'_, T, K>,
    ) -> Results<K::Storage> {
        let StackSizes { cell, inputs, hidden, layers, directions, projected } = self.sizes;
        let Asked { states, lengths, outputs, last, dropout } = asked;
        let drop = if layers > 1 && dropout != 0.0 { K::seed(note).map(|seed| Drop::new(seed, dropout)) } else { None };
        let bias = self.weights.first().is_some_and(|weights| weights.bias.is_some());
        let spec = Spec {
            cell,
            batch,
            steps,
            inputs,
            hidden,
            layers,
            directions,
            bias,
            projected,
            drop,
            outputs,
            states: last,
        };
        let mut all: Vec<Row<'_, T, K>> = Vec::with_capacity(5 * self.weights.len() + states.len());
        for Weights { ih, hh, bias, hr } in &self.weights {
            all.extend([row(ih.on::<K>(note)), row(hh.on::<K>(note))]);
            all.extend(bias.iter().flatten().map(|bias| row(bias.on::<K>(note))));
            all.extend(hr.iter().map(|hr| row(hr.on::<K>(note))));
        }
        all.extend_from_slice(states);
        recurrent(spec, x, &all, lengths)
    }
}

/// What a layer is called, in PyTorch's names: `l0`, `l0_reverse`, `l1`.
fn place(i: usize, directions: usize) -> String {
    let reverse = if i % directions == 1 { "_reverse" } else { "" };
    alloc::format!("l{}{reverse}", i / directions)
}

#[diagnostic::do_not_recommend]
impl<T: Float> Parameters<T> for Stack<T> {
    fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
        for (i, Weights { ih, hh, bias, hr }) in self.weights.iter().enumerate() {
            let place = place(i, self.sizes.directions);
            let name = |name: &str| child(prefix, alloc::format!("{name}_{place}"));
            ih.collect(&name("weight_ih"), all);
            hh.collect(&name("weight_hh"), all);
            if let Some([ih, hh]) = bias {
                ih.collect(&name("bias_ih"), all);
                hh.collect(&name("bias_hh"), all);
            }
            if let Some(hr) = hr {
                hr.collect(&name("weight_hr"), all);
            }
        }
    }
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
        for (i, Weights { ih, hh, bias, hr }) in self.weights.iter_mut().enumerate() {
            let place = place(i, self.sizes.directions);
            let name = |name: &str| child(prefix, alloc::format!("{name}_{place}"));
            ih.collect_mut(&name("weight_ih"), all);
            hh.collect_mut(&name("weight_hh"), all);
            if let Some([ih, hh]) = bias {
                ih.collect_mut(&name("bias_ih"), all);
                hh.collect_mut(&name("bias_hh"), all);
            }
            if let Some(hr) = hr {
                hr.collect_mut(&name("weight_hr"), all);
            }
        }
    }
    fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
        for Weights { ih, hh, bias, hr } in &self.weights {
            ih.visit(f);
            hh.visit(f);
            bias.iter().flatten().for_each(|bias| bias.visit(f));
            hr.iter().for_each(|hr| hr.visit(f));
        }
    }
    fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
        for Weights { ih, hh, bias, hr } in &mut self.weights {
            ih.visit_mut(f);
            hh.visit_mut(f);
            bias.iter_mut().flatten().for_each(|bias| bias.visit_mut(f));
            hr.iter_mut().for_each(|hr| hr.visit_mut(f));
        }
    }
    fn zip<const N: usize>(all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N])) {
        let mut tensors = all.map(|one| {
            let mut tensors = Vec::new();
            one.visit_mut(&mut |_, elements| tensors.push(elements));
            tensors.into_iter()
        });
        let counts = tensors.each_ref().map(ExactSizeIterator::len);
        assert!(counts.iter().all(|&n| n == counts[0]), "models of as many tensors");
        for _ in 0..counts.first().copied().unwrap_or(0) {
            f(Role::Learned, tensors.each_mut().map(|one| one.next().expect("counted just above")));
        }
    }
    /// PyTorch's rule: all weights between minus and plus `1 / sqrt(hidden)`.
    fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
        let bound = bound(self.sizes.hidden);
        self.visit_mut(&mut |_, elements| fill_uniform(elements, bound, uniform));
    }
}
