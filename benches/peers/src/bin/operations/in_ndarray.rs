//! The rows in ndarray: what it has, and what its users write in a few lines of it. Its arrays are generic, so all types of elements are there.

use half::{bf16, f16};
use ndarray::{
    Array, Array0, Array1, Array2, Array4, ArrayView, Axis, Dimension, Ix1, Ix2, Ix4, concatenate, s, stack,
};
use num_traits::{Float, FromPrimitive, NumAssign};

use crate::peers::{Added, Case, View};
use crate::race::{Row, data};
use crate::report::Elem;

trait Real: Elem + Float + FromPrimitive + NumAssign {}
impl<T: Elem + Float + FromPrimitive + NumAssign> Real for T {}

fn array<T: Real, D: Dimension>(seed: u64, sizes: &[usize]) -> Array<T, D> {
    made(data(seed, sizes.iter().product()), sizes)
}

fn made<T: Real, D: Dimension>(numbers: Vec<f32>, sizes: &[usize]) -> Array<T, D> {
    let elements = numbers.into_iter().map(T::of).collect();
    let x = Array::from_shape_vec(sizes, elements).expect("as many elements as the shape has");
    x.into_dimensionality().expect("the rank of the operation")
}

/// What an operation gives.
trait Given {
    fn numbers(&self) -> Vec<f32>;
}
impl<T: Elem, D: Dimension> Given for Array<T, D> {
    fn numbers(&self) -> Vec<f32> {
        self.iter().map(|x| x.number()).collect()
    }
}

struct Peer<'r, 'a, 'c> {
    row: &'r mut Row<'a>,
    case: &'c Case,
}

impl Peer<'_, '_, '_> {
    /// An operation on the operand's view.
    fn go<T: Real, D: Dimension + 'static, O: Given>(self, f: impl Fn(ArrayView<T, D>) -> O + 'static) -> Added {
        let (stored, view) = (made::<T, D>(self.case.numbers(), self.case.sizes), self.case.view);
        let call = move |x: &mut Array<T, D>| {
            let mut x = x.view();
            match view {
                View::Transposed => x.swap_axes(0, 1),
                View::Half => {
                    let last = Axis(x.ndim() - 1);
                    let half = x.len_of(last) / 2;
                    x = x.split_at(last, half).0;
                }
                View::Permuted(axes) => {
                    let mut turned = D::zeros(4);
                    turned.slice_mut().copy_from_slice(&axes);
                    x = x.permuted_axes(turned);
                }
                View::Whole | View::Column => {}
            }
            f(x)
        };
        Some(self.row.try_add("ndarray", stored, call, |_, y| y.numbers()))
    }

    /// One with another array.
    fn two<T: Real, D: Dimension + 'static, E: Dimension + 'static, O: Given>(
        self,
        sizes: &[usize],
        f: impl Fn(ArrayView<T, D>, &Array<T, E>) -> O + 'static,
    ) -> Added {
        let y = array(2, sizes);
        self.go(move |x| f(x, &y))
    }

    /// One whose result keeps the order of its operand.
    fn elements<T: Real, D: Dimension + 'static>(self, f: impl Fn(ArrayView<T, D>) -> Array<T, D> + 'static) -> Added {
        match self.case.row_major {
            true => self.go(move |x| {
                let y = f(x);
                if y.is_standard_layout() { y } else { row_major(y.view()) }
            }),
            false => self.go(f),
        }
    }
}

/// New memory, in the order of the axes.
fn row_major<T: Real, D: Dimension>(x: ArrayView<T, D>) -> Array<T, D> {
    x.as_standard_layout().into_owned()
}

fn largest<T: Real>(x: ArrayView<T, Ix2>, axis: usize) -> Array1<T> {
    match axis {
        0 => x.fold_axis(Axis(0), T::neg_infinity(), |a, &b| a.max(b)),
        _ => x.map_axis(Axis(1), |row| row.fold(T::neg_infinity(), |a, &b| a.max(b))),
    }
}

fn softmax<T: Real>(x: ArrayView<T, Ix2>, axis: usize) -> Array2<T> {
    let mut y = &x - &largest(x, axis).insert_axis(Axis(axis));
    y.mapv_inplace(T::exp);
    let sums = y.sum_axis(Axis(axis)).insert_axis(Axis(axis));
    y /= &sums;
    y
}

fn log_softmax<T: Real>(x: ArrayView<T, Ix2>) -> Array2<T> {
    let mut y = &x - &largest(x, 1).insert_axis(Axis(1));
    let sums = y.map_axis(Axis(1), |row| row.fold(T::zero(), |sum, x| sum + x.exp()).ln());
    y -= &sums.insert_axis(Axis(1));
    y
}

/// Of arrays of each rank: without the rank, the type does not say that an axis that was put back is the one that went.
macro_rules! layer_norm {
    ($name:ident $rank:ident $last:literal) => {
        fn $name<T: Real>(x: ArrayView<T, $rank>, w: &Array1<T>, b: &Array1<T>) -> Array<T, $rank> {
            let (last, n) = (Axis($last), T::of(x.len_of(Axis($last)) as f32));
            let mut y = &x - &x.mean_axis(last).expect("elements").insert_axis(last);
            let factor = y.map_axis(last, |row| {
                let squares = row.fold(T::zero(), |sum, &x| sum + x * x);
                (squares / n + T::of(1e-5)).sqrt().recip()
            });
            y *= &factor.insert_axis(last);
            y *= w;
            y += b;
            y
        }
    };
}
layer_norm!(layer_norm Ix2 1);
layer_norm!(layer_norm_of_channels Ix4 3);

fn gelu_tanh<T: Real>(x: T) -> T {
    let (half, one) = (T::of(0.5), T::one());
    half * x * (one + (T::of(0.797_884_6) * (x + T::of(0.044715) * x * x * x)).tanh())
}

fn of<T: Real>(row: &mut Row, case: &Case) -> Added {
    let peer = Peer { row, case };
    type View2<'a, T> = ArrayView<'a, T, Ix2>;
    type View4<'a, T> = ArrayView<'a, T, Ix4>;
    match case.operation {
        "max, last axis" | "max, rows of 56" => peer.go(|x: View2<T>| largest(x, 1)),
        "max, first axis" => peer.go(|x: View2<T>| largest(x, 0)),
        "sum, last axis" | "sum, rows of 56" | "sum, axis 1 of 50 MB" => peer.go(|x: View2<T>| x.sum_axis(Axis(1))),
        "sum, first axis" | "sum, axis 0 of 65536 x 3" | "sum, axis 0 of 50 MB" => {
            peer.go(|x: View2<T>| x.sum_axis(Axis(0)))
        }
        "sum, all of 50 MB" => peer.go(|x: View2<T>| Array0::from_elem((), x.sum())),
        "mean, last axis" => peer.go(|x: View2<T>| x.mean_axis(Axis(1)).expect("elements")),
        "var, last axis" => peer.go(|x: View2<T>| x.var_axis(Axis(1), T::one())),
        "argmax, last axis" => peer.go(|x: View2<T>| {
            x.map_axis(Axis(1), |row| {
                row.indexed_iter()
                    .fold((0, T::neg_infinity()), |best, (i, &x)| if x > best.1 { (i, x) } else { best })
                    .0
            })
        }),
        "softmax, last axis" => peer.go(|x: View2<T>| softmax(x, 1)),
        "softmax, first axis" => peer.go(|x: View2<T>| softmax(x, 0)),
        "log_softmax, last axis" => peer.go(|x: View2<T>| log_softmax(x)),
        "gelu tanh" => peer.elements::<T, Ix2>(|x| x.mapv(gelu_tanh)),
        "sigmoid" => peer.elements::<T, Ix2>(|x| x.mapv(|x| ((-x).exp() + T::one()).recip())),
        "silu" => peer.elements::<T, Ix2>(|x| x.mapv(|x| x / ((-x).exp() + T::one()))),
        "tanh" => peer.elements::<T, Ix2>(|x| x.mapv(T::tanh)),
        "softplus" => peer.elements::<T, Ix2>(|x| x.mapv(|x| x.exp().ln_1p())),
        "relu" => peer.elements::<T, Ix2>(|x| x.mapv(|x| x.max(T::zero()))),
        "relu of images" => peer.elements::<T, Ix4>(|x| x.mapv(|x| x.max(T::zero()))),
        "exp" => peer.elements::<T, Ix2>(|x| x.mapv(T::exp)),
        "add itself" => peer.elements::<T, Ix2>(|x| &x + &x),
        "layer_norm" => {
            let (w, b) = (array(2, &[1024]), array(3, &[1024]));
            peer.go(move |x: View2<T>| layer_norm(x, &w, &b))
        }
        "layer_norm of the channels" => {
            let (w, b) = (array(2, &[64]), array(3, &[64]));
            peer.go(move |x: View4<T>| layer_norm_of_channels(x, &w, &b))
        }
        "matmul" => {
            let w: Array2<T> = array(2, &[1024, 512]);
            peer.go(move |x: View2<T>| x.dot(&w))
        }
        "linear" => {
            let w: Array2<T> = array(2, &[512, 1024]);
            peer.go(move |x: View2<T>| x.dot(&w.t()))
        }
        "mean, height and width" => {
            peer.go(|x: View4<T>| x.mean_axis(Axis(3)).and_then(|x| x.mean_axis(Axis(2))).expect("elements"))
        }
        "sum, all but channels" => peer.go(|x: View4<T>| x.sum_axis(Axis(3)).sum_axis(Axis(2)).sum_axis(Axis(0))),
        "flip, last axis" => peer.go(|x: View2<T>| row_major(x.slice(s![.., ..;-1]))),
        "copy" => peer.go(|x: View2<T>| row_major(x)),
        "copy of images" => peer.go(|x: View4<T>| row_major(x)),
        "copy, channels last" => peer.go(|x: View4<T>| row_major(x.permuted_axes([0, 2, 3, 1]))),
        "pad by 1" => peer.go(|x: View4<T>| {
            let (n, c, h, w) = x.dim();
            let mut y = Array4::zeros((n, c, h + 2, w + 2));
            y.slice_mut(s![.., .., 1..-1, 1..-1]).assign(&x);
            y
        }),
        "outer" => {
            let y: Array1<T> = array(2, &[1024]);
            let product = move |x: ArrayView<T, Ix1>| &x.insert_axis(Axis(1)) * &y;
            match case.view {
                View::Column => peer.go(move |x: View2<T>| product(x.column(0))),
                _ => peer.go(product),
            }
        }
        "gather rows" => {
            let rows: Vec<usize> = (0..512).map(|i| i * 37 % 1024).collect();
            peer.go(move |x: View2<T>| x.select(Axis(0), &rows))
        }
        "gather, first axis" => {
            let rows = Array2::from_shape_fn((1024, 1024), |(i, j)| (i * 37 + j) % 1024);
            peer.go(move |x: View2<T>| Array2::from_shape_fn((1024, 1024), |(i, j)| x[[rows[[i, j]], j]]))
        }
        "mse" => {
            let y: Array2<T> = array(2, &[1024, 1024]);
            peer.go(move |x: View2<T>| {
                let mean = (&x - &y).mapv_into(|d| d * d).mean().expect("elements");
                Array0::from_elem((), mean)
            })
        }
        "rotary" => {
            let (cos, sin): (Array2<T>, Array2<T>) = (array(2, &[128, 32]), array(3, &[128, 32]));
            peer.go(move |x: View4<T>| {
                let (a, b) = x.split_at(Axis(3), 32);
                let (first, second) = (&a * &cos - &b * &sin, &b * &cos + &a * &sin);
                concatenate![Axis(3), first, second]
            })
        }
        "abs" => peer.elements::<T, Ix2>(|x| x.mapv(T::abs)),
        "negate" => peer.elements::<T, Ix2>(|x| x.mapv(|x| -x)),
        "square" => peer.elements::<T, Ix2>(|x| &x * &x),
        "floor" => peer.elements::<T, Ix2>(|x| x.mapv(T::floor)),
        "sin" => peer.elements::<T, Ix2>(|x| x.mapv(T::sin)),
        "cos" => peer.elements::<T, Ix2>(|x| x.mapv(T::cos)),
        "exp_m1" => peer.elements::<T, Ix2>(|x| x.mapv(T::exp_m1)),
        "sqrt of positives" => peer.elements::<T, Ix2>(|x| x.mapv(T::sqrt)),
        "rsqrt of positives" => peer.elements::<T, Ix2>(|x| x.mapv(|x| x.sqrt().recip())),
        "recip of positives" => peer.elements::<T, Ix2>(|x| x.mapv(T::recip)),
        "ln of positives" => peer.elements::<T, Ix2>(|x| x.mapv(T::ln)),
        "ln_1p of positives" => peer.elements::<T, Ix2>(|x| x.mapv(T::ln_1p)),
        "powf of positives" => peer.elements::<T, Ix2>(|x| x.mapv(|x| x.powf(T::of(2.5)))),
        "relu6" => peer.elements::<T, Ix2>(|x| x.mapv(|x| x.max(T::zero()).min(T::of(6.0)))),
        "leaky_relu" => peer.elements::<T, Ix2>(|x| x.mapv(|x| if x < T::zero() { x * T::of(0.01) } else { x })),
        "clamp" => peer.elements::<T, Ix2>(|x| x.mapv(|x| x.max(T::of(-0.5)).min(T::of(0.5)))),
        "greater" => peer.go(|x: View2<T>| x.mapv(|x| x > T::zero())),
        "subtract" => peer.two(&[1024, 1024], |x: View2<T>, y: &Array2<T>| &x - y),
        "multiply" => peer.two(&[1024, 1024], |x: View2<T>, y: &Array2<T>| &x * y),
        "add a row" => peer.two(&[1024], |x: View2<T>, y: &Array1<T>| &x + y),
        "add a column" => peer.two(&[1024, 1], |x: View2<T>, y: &Array2<T>| &x + y),
        "add to each channel" => {
            let y: Array4<T> = array(2, &[1, 32, 1, 1]);
            peer.elements::<T, Ix4>(move |x| &x + &y)
        }
        "multiply and add" => {
            let (y, z): (Array2<T>, Array2<T>) = (array(2, &[1024, 1024]), array(3, &[1024, 1024]));
            peer.go(move |x: View2<T>| &x * &y + &z)
        }
        "min, last axis" => peer.go(|x: View2<T>| x.map_axis(Axis(1), |row| row.fold(T::infinity(), |a, &b| a.min(b)))),
        "std, last axis" => peer.go(|x: View2<T>| x.std_axis(Axis(1), T::one())),
        "prod of positives" => peer.go(|x: View2<T>| x.map_axis(Axis(1), |row| row.product())),
        "mean, all" => peer.go(|x: View2<T>| Array0::from_elem((), x.mean().expect("elements"))),
        "cumsum, last axis" => peer.go(|x: View2<T>| {
            let mut y = x.to_owned();
            y.accumulate_axis_inplace(Axis(1), |&before, x| *x += before);
            y
        }),
        "cumsum, first axis" => peer.go(|x: View2<T>| {
            let mut y = x.to_owned();
            y.accumulate_axis_inplace(Axis(0), |&before, x| *x += before);
            y
        }),
        "matmul of the transpose" => peer.two(&[1024, 512], |x: View2<T>, w: &Array2<T>| x.t().dot(w)),
        "linear with bias" => {
            let (w, b): (Array2<T>, Array1<T>) = (array(2, &[512, 1024]), array(3, &[512]));
            peer.go(move |x: View2<T>| x.dot(&w.t()) + &b)
        }
        "matrix by vector" => peer.two(&[1024], |x: View2<T>, y: &Array1<T>| x.dot(y)),
        "vector by matrix" => peer.two(&[1024, 1024], |x: ArrayView<T, Ix1>, y: &Array2<T>| x.dot(y)),
        "dot" => peer.two(&[65536], |x: ArrayView<T, Ix1>, y: &Array1<T>| Array0::from_elem((), x.dot(y))),
        "gather columns" => {
            let columns: Vec<usize> = (0..512).map(|i| i * 37 % 1024).collect();
            peer.go(move |x: View2<T>| x.select(Axis(1), &columns))
        }
        "concat, last axis" => peer.two(&[1024, 1024], |x: View2<T>, y: &Array2<T>| concatenate![Axis(1), x, *y]),
        "concat, first axis" => peer.two(&[1024, 1024], |x: View2<T>, y: &Array2<T>| concatenate![Axis(0), x, *y]),
        "stack, last axis" => peer.two(&[1024, 1024], |x: View2<T>, y: &Array2<T>| stack![Axis(2), x, *y]),
        "swap heads" => peer.go(|x: View4<T>| row_major(x.permuted_axes([0, 2, 1, 3]))),
        _ => None,
    }
}

pub fn add(row: &mut Row, case: &Case) -> Added {
    match case.kind {
        "f32" => of::<f32>(row, case),
        "f64" => of::<f64>(row, case),
        "f16" => of::<f16>(row, case),
        _ => of::<bf16>(row, case),
    }
}
