//! Operations on shapes: `tools/reference/shapes.py`.

use num_traits::Num;
use shaped::prelude::*;
use shaped::{concat_all, meshgrid, stack_all};

use super::harness::{Element, Reference};

struct Inputs<T> {
    cube: Tensor<T, shape![3, 4, 6]>,
    matrix: Tensor<T, shape![4, 5]>,
    vector: Tensor<T, shape![9]>,
    single: Tensor<T, shape![1, 4]>,
    empty: Tensor<T, shape![3, 0]>,
    other: Tensor<T, shape![2, 4, 6]>,
}

impl<T: Element + Num> Inputs<T> {
    fn new(r: &Reference) -> Self {
        Inputs {
            cube: r.input("cube"),
            matrix: r.input("matrix"),
            vector: r.input("vector"),
            single: r.input("single"),
            empty: r.input("empty"),
            other: r.input("other"),
        }
    }

    fn earlier(&self, r: &Reference) {
        let Inputs { cube: c, matrix: m, single: s, empty: e, other: o, .. } = self;
        let t = m.transpose();
        r.check("unsqueeze middle", &c.unsqueeze(Axis::<1>), 0.0);
        r.check("unsqueeze last", &t.unsqueeze(Axis::<-1>), 0.0);
        r.check("squeeze first", &s.squeeze(Axis::<0>), 0.0);
        r.check("permute cycle", &c.permute(axes![2, 0, 1]), 0.0);
        r.check("permute negative", &c.permute(axes![-1, 1, 0]), 0.0);
        r.check("transpose last", &c.transpose(), 0.0);
        r.check("swap_axes outer", &c.swap_axes(Axis::<0>, Axis::<2>), 0.0);
        r.check("reshape cube", &c.reshape::<shape![6, 12]>(), 0.0);
        r.check("flatten matrix", &m.flatten(), 0.0);
        r.check("flatten_axes inner", &c.flatten_axes(Axis::<1>, Axis::<2>), 0.0);
        r.check("flatten_axes outer", &c.flatten_axes(Axis::<0>, Axis::<-2>), 0.0);
        r.check("narrow middle", &c.narrow(Axis::<1>, 1, Dim::<2>), 0.0);
        r.check("narrow transposed", &t.narrow(Axis::<0>, 2, Dim::<3>), 0.0);
        r.check("narrow none", &m.narrow(Axis::<1>, 5, Dim::<0>), 0.0);
        r.check("concat outer", &c.concat(o, Axis::<0>), 0.0);
        r.check("concat inner", &c.concat(&c.narrow(Axis::<2>, 2, One), Axis::<2>), 0.0);
        r.check("concat transposed", &t.concat(&t.flip(Axis::<0>), Axis::<-2>), 0.0);
        r.check("concat stretched", &s.broadcast_to::<shape![5, 4]>().concat(&t, Axis::<0>), 0.0);
        r.check("concat empty", &e.concat(e, Axis::<1>), 0.0);
        r.check("stack outer", &m.stack(&m.flip(Axis::<1>), Axis::<0>), 0.0);
        r.check("stack last", &m.stack(&m.map(|x| x + T::one()), Axis::<-1>), 0.0);
        r.check("broadcast_to rows", &s.broadcast_to::<shape![3, 4]>(), 0.0);
        let column = t.index_axis(Axis::<0>, 0).unsqueeze(Axis::<-1>);
        r.check("expand_as cube", &column.expand_as(c), 0.0);
    }

    fn views(&self, r: &Reference) {
        let Inputs { cube: c, matrix: m, vector: v, single: s, empty: e, .. } = self;
        let (t, rows) = (m.transpose(), s.broadcast_to::<shape![5, 4]>());
        r.check("slice vector", &v.slice(Axis::<0>, 1, Dim::<4>, Dim::<2>), 0.0);
        r.check("slice middle", &c.slice(Axis::<1>, 0, Dim::<2>, Dim::<3>), 0.0);
        r.check("slice last", &c.slice(Axis::<-1>, 1, Dim::<2>, Dim::<4>), 0.0);
        r.check("slice transposed", &t.slice(Axis::<0>, 0, Dim::<3>, Dim::<2>), 0.0);
        r.check("slice stretched", &rows.slice(Axis::<0>, 1, Dim::<2>, Dim::<3>), 0.0);
        r.check("slice one", &v.slice(Axis::<0>, 8, One, Dim::<5>), 0.0);
        r.check("slice none", &v.slice(Axis::<0>, 9, Dim::<0>, Dim::<3>), 0.0);
        r.check("flip outer", &c.flip(Axis::<0>), 0.0);
        r.check("flip last", &c.flip(Axis::<-1>), 0.0);
        r.check("flip all", &c.flip(axes![0, 1, 2]), 0.0);
        r.check("flip transposed", &t.flip(Axis::<0>), 0.0);
        r.check("flip stretched", &rows.flip(axes![0, -1]), 0.0);
        r.check("flip empty", &e.flip(Axis::<1>), 0.0);
        r.check("flip sliced", &v.flip(Axis::<0>).slice(Axis::<0>, 0, Dim::<5>, Dim::<2>), 0.0);
        r.check("flip twice", &m.flip(Axis::<1>).flip(Axis::<1>), 0.0);
        let (first, rest) = c.split_at(Axis::<2>, Dim::<4>);
        r.check("split_at last 0", &first, 0.0);
        r.check("split_at last 1", &rest, 0.0);
        let (first, rest) = c.split_at(Axis::<0>, One);
        r.check("split_at outer 0", &first, 0.0);
        r.check("split_at outer 1", &rest, 0.0);
        let (first, rest) = t.split_at(Axis::<0>, Dim::<5>);
        r.check("split_at all 0", &first, 0.0);
        r.check("split_at all 1", &rest, 0.0);
        for (i, part) in c.chunks(Axis::<2>, Dim::<3>).iter().enumerate() {
            r.check(&format!("chunks last {i}"), part, 0.0);
        }
        for (i, part) in c.chunks(Axis::<0>, Dim::<3>).iter().enumerate() {
            r.check(&format!("chunks outer {i}"), part, 0.0);
        }
        for (i, part) in c.flip(Axis::<1>).chunks(Axis::<1>, Dim::<2>).iter().enumerate() {
            r.check(&format!("chunks flipped {i}"), part, 0.0);
        }
        r.check("index_axis outer", &c.index_axis(Axis::<0>, 2), 0.0);
        r.check("index_axis middle", &c.index_axis(Axis::<1>, 3), 0.0);
        r.check("index_axis last", &c.index_axis(Axis::<-1>, 0), 0.0);
        r.check_scalar("index_axis vector", v.index_axis(Axis::<0>, 8)[[]], 0.0);
        for (i, part) in c.outer_iter().enumerate() {
            r.check(&format!("outer_iter {i}"), &part, 0.0);
        }
        for (i, part) in t.outer_iter().enumerate() {
            r.check(&format!("outer_iter transposed {i}"), &part, 0.0);
        }
        for (i, part) in c.axis_iter(Axis::<1>).enumerate() {
            r.check(&format!("axis_iter middle {i}"), &part, 0.0);
        }
        r.check("unflatten last", &c.unflatten(Axis::<-1>, (Dim::<2>, Dim::<3>)), 0.0);
        r.check("unflatten outer", &c.unflatten(Axis::<0>, (One, Dim::<3>)), 0.0);
        r.check("unflatten transposed", &t.unflatten(Axis::<1>, (Dim::<2>, Dim::<2>, One)), 0.0);
        r.check("unflatten flipped", &c.flip(Axis::<2>).unflatten(Axis::<2>, (Dim::<3>, Dim::<2>)), 0.0);
        r.check("unflatten empty", &e.unflatten(Axis::<1>, (Dim::<2>, Dim::<0>, Dim::<4>)), 0.0);
        r.check("move_axis back", &c.move_axis(Axis::<0>, Axis::<-1>), 0.0);
        r.check("move_axis front", &c.move_axis(Axis::<2>, Axis::<0>), 0.0);
        r.check("move_axis middle", &c.move_axis(Axis::<0>, Axis::<1>), 0.0);
        r.check("move_axis stays", &c.move_axis(Axis::<1>, Axis::<-2>), 0.0);
        r.check("windows vector", &v.windows(Axis::<0>, Dim::<4>), 0.0);
        r.check("windows middle", &c.windows(Axis::<1>, Dim::<2>), 0.0);
        r.check("windows whole", &m.windows(Axis::<1>, Dim::<5>), 0.0);
        r.check("windows flipped", &v.flip(Axis::<0>).windows(Axis::<0>, Dim::<3>), 0.0);
        r.check("windows image", &c.windows(Axis::<1>, Dim::<2>).windows(Axis::<2>, Dim::<3>), 0.0);
        r.check("windows transposed", &t.windows(Axis::<0>, Dim::<2>), 0.0);
        r.check("unfold vector", &v.unfold(Axis::<0>, Dim::<3>, Dim::<2>), 0.0);
        r.check("unfold gaps", &v.unfold(Axis::<0>, Dim::<2>, Dim::<4>), 0.0);
        r.check("unfold left-over", &c.unfold(Axis::<2>, Dim::<3>, Dim::<2>), 0.0);
        r.check("diagonal matrix", &m.diagonal(), 0.0);
        r.check("diagonal stack", &c.diagonal(), 0.0);
        r.check("diagonal transposed", &t.diagonal(), 0.0);
        r.check("diagonal flipped", &m.flip(Axis::<1>).diagonal(), 0.0);
        r.check("diagonal empty", &e.diagonal(), 0.0);
    }

    fn copies(&self, r: &Reference) {
        let Inputs { cube: c, matrix: m, vector: v, single: s, empty: e, .. } = self;
        let t = m.transpose();
        let number = |n: usize| (0..n).fold(T::zero(), |sum, _| sum + T::one());
        let minus_one = T::zero() - T::one();
        r.check("repeat_interleave last", &m.repeat_interleave(Axis::<1>, Dim::<3>), 0.0);
        r.check("repeat_interleave outer", &c.repeat_interleave(Axis::<0>, Dim::<2>), 0.0);
        r.check("repeat_interleave transposed", &t.repeat_interleave(Axis::<0>, Dim::<2>), 0.0);
        r.check("repeat_interleave none", &m.repeat_interleave(Axis::<1>, Dim::<0>), 0.0);
        r.check("tile matrix", &m.tile((Dim::<2>, Dim::<3>)), 0.0);
        r.check("tile vector", &v.tile((Dim::<2>,)), 0.0);
        r.check("tile more", &v.tile((Dim::<2>, One, Dim::<2>)), 0.0);
        r.check("tile fewer", &c.tile((Dim::<2>, One)), 0.0);
        r.check("tile transposed", &t.tile((One, Dim::<2>)), 0.0);
        r.check("tile none", &m.tile((Dim::<2>, Dim::<0>)), 0.0);
        r.check("roll vector", &v.roll(Axis::<0>, 2), 0.0);
        r.check("roll back", &c.roll(Axis::<1>, -1), 0.0);
        r.check("roll far", &c.roll(Axis::<2>, 100), 0.0);
        r.check("roll outer", &c.roll(Axis::<0>, -4), 0.0);
        r.check("roll transposed", &t.roll(Axis::<0>, 1), 0.0);
        r.check("roll empty", &e.roll(Axis::<0>, 1), 0.0);
        r.check("pad vector", &v.pad(((Dim::<2>, One),), number(7)), 0.0);
        r.check("pad image", &c.pad(((Dim::<0>, Dim::<3>), (One, Dim::<2>)), minus_one), 0.0);
        let all = ((One, Dim::<0>), (Dim::<0>, One), (Dim::<2>, Dim::<2>));
        axis!(Width);
        let wide = c.free::<shape![3, 4, Width]>();
        let padded: Tensor<T, shape![3, 7, shaped::size::Longer<Width, Dim<3>>]> =
            wide.pad(((Dim::<0>, Dim::<3>), (One, Dim::<2>)), minus_one);
        r.check("pad image", &padded, 0.0);
        r.check("pad all", &c.pad(all, number(3)), 0.0);
        r.check("pad transposed", &t.pad(((One, Dim::<0>), (Dim::<0>, One)), T::zero()), 0.0);
        r.check("pad empty", &e.pad(((One, One),), number(5)), 0.0);
        r.check("pad nothing", &m.pad(((Dim::<0>, Dim::<0>),), number(5)), 0.0);
        for k in [-2, 0, 1, 9, -9] {
            r.check(&format!("tril matrix {k}"), &m.tril(k), 0.0);
            r.check(&format!("triu matrix {k}"), &m.triu(k), 0.0);
        }
        r.check("tril stack", &c.tril(1), 0.0);
        r.check("triu transposed", &t.triu(-1), 0.0);
        r.check("diag vector", &v.diag(), 0.0);
        r.check("diag stack", &s.diag(), 0.0);
        let two = v.narrow(Axis::<0>, 0, Dim::<2>);
        let (x, y) = meshgrid(v, &two);
        r.check("meshgrid x", &x, 0.0);
        r.check("meshgrid y", &y, 0.0);
        let (flipped, more) = (m.flip(Axis::<0>).to_tensor(), m.map(|x| x + T::one()));
        r.check("stack_all outer", &stack_all([m, &flipped, &more], Axis::<0>), 0.0);
        r.check("stack_all last", &stack_all([v, v, &v.flip(Axis::<0>).to_tensor()], Axis::<1>), 0.0);
        r.check("concat_all last", &concat_all([m, &flipped, &more], Axis::<1>), 0.0);
        r.check("concat_all outer", &concat_all([t, t, t], Axis::<0>), 0.0);
    }
}

fn linspace<T: Element + num_traits::Float>(r: &Reference, tolerance: f64) {
    let number = |x: f64| T::from(x).unwrap();
    r.check("linspace five", &Tensor::<T, shape![5]>::linspace(number(0.0), number(1.0)), tolerance);
    r.check("linspace down", &Tensor::<T, shape![8]>::linspace(number(3.0), number(-7.0)), tolerance);
    r.check("linspace third", &Tensor::<T, shape![10]>::linspace(number(0.1), number(0.7)), tolerance);
    r.check("linspace one", &Tensor::<T, shape![1]>::linspace(number(4.0), number(9.0)), tolerance);
    r.check("linspace none", &Tensor::<T, shape![0]>::linspace(number(1.0), number(2.0)), tolerance);
}

fn all<T: Element + Num>(r: &Reference) {
    let inputs = Inputs::<T>::new(r);
    inputs.earlier(r);
    inputs.views(r);
    inputs.copies(r);
}

#[test]
fn shapes_are_pytorchs_and_numpys() {
    let r = Reference::new(include_str!("../data/reference/shapes.txt"));
    all::<f64>(&r);
    all::<f32>(&r);
    all::<i64>(&r);
    for k in [-1, 0, 2] {
        r.check(&format!("lower_triangle {k}"), &Tensor::<bool, shape![3, 4]>::lower_triangle(k), 0.0);
        r.check(&format!("eye_at {k}"), &Tensor::<f64, shape![3, 4]>::eye_at(k), 0.0);
        r.check(&format!("upper_triangle {k}"), &Tensor::<bool, shape![3, 4]>::upper_triangle(k), 0.0);
    }
    let grid: Tensor<i64, shape![2, 4, 5]> = r.input("grid");
    r.check("diagonal_above 0", &grid.diagonal_above(Dim::<0>), 0.0);
    r.check("diagonal_above 1", &grid.diagonal_above(One), 0.0);
    r.check("diagonal_above 4", &grid.diagonal_above(Dim::<4>), 0.0);
    r.check("diagonal_below 0", &grid.diagonal_below(Dim::<0>), 0.0);
    r.check("diagonal_below 1", &grid.diagonal_below(One), 0.0);
    r.check("diagonal_below 4", &grid.diagonal_below(Dim::<4>), 0.0);
    let mask = tensor![[true, true, false], [true, false, true]];
    r.check("tril mask", &mask.tril(0), 0.0);
    r.check("triu mask", &mask.transpose().to_tensor().transpose().triu(1), 0.0);
    r.check("lower_triangle stack", &Tensor::<bool, shape![2, 3, 3]>::lower_triangle(0), 0.0);
    linspace::<f64>(&r, 1e-15);
    linspace::<f32>(&r, 5e-7);
    r.finish("shapes");
}
