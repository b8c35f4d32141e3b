//! `Parameters`: the tensors of a model by name.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub use crate::kind::Role;
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::view::Operand;

/// One tensor of a model, to be read: its name, its sizes and its elements row by row.
#[derive(Clone, Debug)]
pub struct Parameter<'a, T> {
    /// As in PyTorch's `state_dict`: `encoder.linear1.weight`.
    pub name: String,
    /// The sizes, outermost axis first.
    pub sizes: Vec<usize>,
    /// The elements, row by row.
    pub elements: &'a [T],
}

/// One tensor of a model, to be changed.
#[derive(Debug)]
pub struct ParameterMut<'a, T> {
    /// As in PyTorch's `state_dict`: `encoder.linear1.weight`.
    pub name: String,
    /// The sizes, outermost axis first.
    pub sizes: Vec<usize>,
    /// The elements, row by row.
    pub elements: &'a mut [T],
}

/// The name of a part of what is called `prefix`. A field that Rust has to write `r#type` is PyTorch's `type`.
pub fn child(prefix: &str, name: impl fmt::Display) -> String {
    let name = alloc::format!("{name}");
    let name = name.strip_prefix("r#").unwrap_or(&name);
    if prefix.is_empty() { name.into() } else { alloc::format!("{prefix}.{name}") }
}

/// Layers and models whose tensors can be visited by name, running statistics included. PyTorch's `state_dict()`.
///
/// Names are PyTorch's: a field's name, a number in a tuple, a list or a `Sequential`, joined by dots. A struct of layers gets the
/// implementation from [`model!`](crate::model).
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// let mlp = (Linear::<dim!(64), dim!(32)>::default(), Relu, Linear::<dim!(32), dim!(10)>::default());
/// let names: Vec<_> = mlp.named_parameters().into_iter().map(|parameter| parameter.name).collect();
/// assert_eq!(names, ["0.weight", "0.bias", "2.weight", "2.bias"]);
/// assert_eq!(mlp.num_parameters(), 64 * 32 + 32 + 32 * 10 + 10);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no model, or one of other elements",
    label = "declare a struct in `model! {{ … }}`, which makes it a model; a tensor is kept as `Param<shape![…]>`, or as a `Buffer`, which is not trained; code generic over a model says `M: Module<…> + Parameters + Clone`",
    note = "layers, parameters, tuples and lists of them are models, plain numbers and text are settings",
    note = "of a model of `f64`, the layers are `Linear<I, O, f64>`, and the tape `Tape<M, f64>`"
)]
pub trait Parameters<T = f32> {
    /// Adds all tensors, their names starting with `prefix`.
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>);
    /// As [`collect`](Self::collect), to change them.
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>);

    /// Gives the weights of all layers new random values, each by PyTorch's rule for it. PyTorch's `reset_parameters()`. A
    /// [`Param`](super::Param) outside of a layer stays as it is, since nobody knows what it is for.
    ///
    /// The numbers come from `uniform`, which gives numbers in `[0, 1)`: of `rand`, `|| rng.random::<f64>()`. What has no weights
    /// does nothing, which is what this does by itself.
    fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
        let _ = uniform;
    }

    /// Shows all tensors in turn, without names: always in the same order, that of their names in files.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let mut sum = 0.0;
    /// Linear::<dim!(64), dim!(32)>::default().visit(&mut |_, elements: &[f32]| sum += elements.iter().sum::<f32>());
    /// assert_eq!(sum, 0.0);
    /// ```
    fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
        self.named_parameters().into_iter().for_each(|one| f(Role::Learned, one.elements));
    }

    /// As [`visit`](Self::visit), to change them.
    fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
        self.named_parameters_mut().into_iter().for_each(|one| f(Role::Learned, one.elements));
    }

    /// Shows the tensors of several models of one type together: those of a model and its gradient, of an average and what goes into it.
    ///
    /// ```
    /// use shaped::{nn::*, prelude::*};
    /// let (mut average, mut model) = (Linear::<dim!(2), dim!(1)>::default(), Linear::<dim!(2), dim!(1)>::default());
    /// model.weight.as_mut_slice().fill(1.0);
    /// Parameters::<f32>::zip([&mut average, &mut model], &mut |_, [average, new]| {
    ///     average.iter_mut().zip(new).for_each(|(average, new)| *average += 0.1 * (*new - *average));
    /// });
    /// assert_eq!(average.weight.as_slice(), [0.1, 0.1]);
    /// ```
    ///
    /// # Panics
    /// If a list of one of them is longer than that of another.
    fn zip<const N: usize>(all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N]))
    where
        Self: Sized,
    {
        let mut all = all.map(|one| one.named_parameters_mut().into_iter());
        while let Some(elements) = next_of_each(&mut all) {
            f(Role::Learned, elements);
        }
    }

    /// All tensors by name. PyTorch's `state_dict()`.
    fn named_parameters(&self) -> Vec<Parameter<'_, T>> {
        let mut all = Vec::new();
        self.collect("", &mut all);
        all
    }

    /// All tensors by name, to change them.
    fn named_parameters_mut(&mut self) -> Vec<ParameterMut<'_, T>> {
        let mut all = Vec::new();
        self.collect_mut("", &mut all);
        all
    }

    /// Names the structs of the program's own that the model is made of, itself among them, the outer before the inner: where their names of tensors begin, and
    /// their types. Layers of this crate are none.
    #[doc(hidden)]
    fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
        found(prefix, core::any::type_name::<Self>());
    }

    /// How many elements all tensors have together.
    fn num_parameters(&self) -> usize {
        self.named_parameters().iter().map(|parameter| parameter.elements.len()).sum()
    }
}

/// A model that a tape or an optimizer is made for: what has [`Parameters`] and is `Clone`. It is one condition, so that a struct that has neither is told
/// of once. No program implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no model that can be trained, or one of other elements",
    label = "declare it as `model! {{ struct Net {{ … }} }}`, which gives it its parameters, and `Clone`; of a model of `f64` it is `Tape<M, f64>`",
    note = "code generic over one says `M: Module<…> + Parameters + Clone`"
)]
pub trait Trained<T = f32>: Parameters<T> + Clone {}
#[diagnostic::do_not_recommend]
impl<T, M: Parameters<T> + Clone> Trained<T> for M {}

/// The next tensor of each list, if there is one.
fn next_of_each<'a, T, const N: usize>(
    all: &mut [alloc::vec::IntoIter<ParameterMut<'a, T>>; N],
) -> Option<[&'a mut [T]; N]> {
    let mut next = all.each_mut().map(|list| list.next().map(|one| one.elements));
    let some = next.iter().flatten().count();
    assert!(some == 0 || some == N, "models of as many tensors");
    (some == N && N != 0).then(|| next.each_mut().map(|one| one.take().expect("counted just above")))
}

#[diagnostic::do_not_recommend]
impl<T, S: Shape> Parameters<T> for Tensor<T, S> {
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
        let sizes = Operand::sizes(self).as_ref().to_vec();
        all.push(Parameter { name: prefix.into(), sizes, elements: self.as_slice() });
    }
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
        let sizes = Operand::sizes(self).as_ref().to_vec();
        all.push(ParameterMut { name: prefix.into(), sizes, elements: self.as_mut_slice() });
    }
    fn structs(&self, _: &str, _: &mut dyn FnMut(&str, &'static str)) {}
    fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
        f(Role::Learned, self.as_slice());
    }
    fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
        f(Role::Learned, self.as_mut_slice());
    }
    fn zip<const N: usize>(all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N])) {
        f(Role::Learned, all.map(|one| one.as_mut_slice()));
    }
}

#[diagnostic::do_not_recommend]
impl<T, P: Parameters<T>> Parameters<T> for Option<P> {
    fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
        if let Some(part) = self {
            part.collect(prefix, all);
        }
    }
    fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
        if let Some(part) = self {
            part.collect_mut(prefix, all);
        }
    }
    fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
        if let Some(part) = self {
            part.structs(prefix, found);
        }
    }
    fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
        if let Some(part) = self {
            part.visit(f);
        }
    }
    fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
        if let Some(part) = self {
            part.visit_mut(f);
        }
    }
    fn zip<const N: usize>(all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N])) {
        let mut parts = all.map(Option::as_mut);
        let some = parts.iter().flatten().count();
        assert!(some == 0 || some == N, "models of the same parts");
        if some == N {
            P::zip(parts.each_mut().map(|part| part.take().expect("counted just above")), f);
        }
    }
    fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
        if let Some(part) = self {
            part.reset_parameters(uniform);
        }
    }
}

/// Lists, whose parts are called by their numbers.
macro_rules! lists {
    ($([$($generics:tt)*] $list:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T, P: Parameters<T>, $($generics)*> Parameters<T> for $list {
            fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
                for (i, part) in self.iter().enumerate() {
                    part.collect(&child(prefix, i), all);
                }
            }
            fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
                for (i, part) in self.iter_mut().enumerate() {
                    part.collect_mut(&child(prefix, i), all);
                }
            }
            fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
                self.iter().enumerate().for_each(|(i, part)| part.structs(&child(prefix, i), found));
            }
            fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
                self.iter().for_each(|part| part.visit(f));
            }
            fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
                self.iter_mut().for_each(|part| part.visit_mut(f));
            }
            fn zip<const M: usize>(mut all: [&mut Self; M], f: &mut dyn FnMut(Role, [&mut [T]; M])) {
                let len = all.first().map_or(0, |one| one.len());
                assert!(all.iter().all(|one| one.len() == len), "models of lists of one length");
                for i in 0..len {
                    P::zip(all.each_mut().map(|one| &mut one[i]), f);
                }
            }
            fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
                for part in self {
                    part.reset_parameters(uniform);
                }
            }
        }
    )* };
}
lists! {
    [] Vec<P>;
    [const N: usize] [P; N];
}

/// A macro for tuples of one to twelve parts, each with its place.
macro_rules! in_tuples {
    ($each:ident) => {
        $each!(A 0);
        $each!(A 0 B 1);
        $each!(A 0 B 1 C 2);
        $each!(A 0 B 1 C 2 D 3);
        $each!(A 0 B 1 C 2 D 3 E 4);
        $each!(A 0 B 1 C 2 D 3 E 4 F 5);
        $each!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
        $each!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
        $each!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
        $each!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
        $each!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
        $each!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 M 11);
    };
}
pub(super) use in_tuples;

macro_rules! tuples {
    ($($part:ident $at:tt)*) => {
        #[diagnostic::do_not_recommend]
        impl<T, $($part: Parameters<T>),*> Parameters<T> for ($($part,)*) {
            fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, T>>) {
                $(self.$at.collect(&child(prefix, $at), all);)*
            }
            fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, T>>) {
                $(self.$at.collect_mut(&child(prefix, $at), all);)*
            }
            fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
                $(self.$at.structs(&child(prefix, $at), found);)*
            }
            fn visit<'a>(&'a self, f: &mut dyn FnMut(Role, &'a [T])) {
                $(self.$at.visit(f);)*
            }
            fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut(Role, &'a mut [T])) {
                $(self.$at.visit_mut(f);)*
            }
            fn zip<const N: usize>(mut all: [&mut Self; N], f: &mut dyn FnMut(Role, [&mut [T]; N])) {
                $($part::zip(all.each_mut().map(|one| &mut one.$at), f);)*
            }
            fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
                $(self.$at.reset_parameters(uniform);)*
            }
        }
    };
}
in_tuples!(tuples);

/// Declares a struct of layers, parameters and other models, which can be made with [`Default`] (weights of zeros, norms that change
/// nothing), cloned and printed (`Default`, `Clone`, `Debug`), and whose tensors are [`Parameters`](crate::nn::Parameters), by the names of the fields (`r#type` is called `type`).
///
/// What is learned is a layer or a [`Param`](crate::nn::Param) (a tensor is learned, too, where a step takes it as `tape.input(&net.position)`), and what is only
/// kept a [`Buffer`](crate::nn::Buffer). A parameter of its own starts
/// with zeros, and no rule for random numbers is known of it: `net.position = Tensor::normal(0.0, 0.02, &mut rng).into()`, with the feature `rand`.
/// A plain number, a `bool`, a `char` or text is a setting, which is neither learned nor in files. Elements are `f32`, or of the
/// type that is a parameter named after `in`: `struct Encoder<D: StaticSize> in T`.
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// model! {
///     struct Attention<D: StaticSize> {
///         query: Linear<D, D>,
///         heads: usize,
///         causal: bool,
///         eps: f32,
///     }
/// }
/// let attention = Attention::<dim!(8)> { heads: 4, eps: 1e-5, ..Default::default() };
/// assert_eq!((attention.named_parameters().len(), attention.causal), (2, false));
/// ```
///
/// What it computes is then an `impl` of [`Module`](crate::nn::Module), or any function of your own. Called with another shape than that
/// `impl` is for, it does not compile, and the error shows the `impl`:
///
/// ```compile_fail,E0277
/// use shaped::{nn::*, prelude::*};
/// model! {
///     struct Head {
///         fc: Linear<dim!(64), dim!(10)>,
///     }
/// }
/// impl<B: Size> Module<shape![B, 8, 8]> for Head {
///     type Output = shape![B, 10];
///     fn forward<X: Operand<Elem = f32, Shape = shape![B, 8, 8]>>(&self, x: &X) -> Tensor<f32, shape![B, 10], X::Kind> {
///         self.fc.forward(&x.to_tensor().flatten_axes(Axis::<1>, Axis::<2>))
///     }
/// }
/// Head::default().forward(&Tensor::<f32, shape![5, 9, 9]>::ones());
/// ```
///
/// ```
/// use shaped::{nn::*, prelude::*};
/// model! {
///     /// Two layers and what is learned of positions.
///     pub struct Encoder<T: StaticSize, D: StaticSize> {
///         pub position: Param<shape![T, D]>,
///         pub up: Linear<D, dim!(128)>,
///         pub down: Linear<dim!(128), D>,
///     }
/// }
/// let encoder = Encoder::<dim!(8), dim!(32)>::default();
/// assert_eq!(encoder.named_parameters()[1].name, "up.weight");
/// ```
#[macro_export]
macro_rules! model {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(<$($size:ident: $bound:path),* $(,)?>)? in $elem:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name <$($($size: $bound,)*)? $elem = f32> {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }
        $crate::__model! {
            [$($($size: $bound,)*)? $elem: $crate::__private::Float,] [where $elem: ::core::fmt::Debug]
            [$name <$($($size,)*)? $elem>] [$name] $elem { $($field: $type,)* }
        }
        impl<$($($size: $bound,)*)? $elem: $crate::__private::Float, __To: $crate::__private::Float>
            $crate::nn::Converts<$elem, __To> for $name<$($($size,)*)? $elem>
        {
            type Converted = $name<$($($size,)*)? __To>;
            fn convert(&self, f: &mut dyn FnMut(&$elem) -> __To) -> Self::Converted {
                $name { $($field: <$type as $crate::nn::Converts<$elem, __To>>::convert(&self.$field, f),)* }
            }
        }
    };
    // Sizes as they cannot be: one error. (After it the compiler says nothing of the model that there is not.)
    ($(#[$meta:meta])* $vis:vis struct $name:ident <$($size:ident $(: $path:path)?),+ $(,)?>
        where $($of:ident: $bound:path),+ $(,)? { $($fields:tt)* }
    ) => {
        compile_error!("the bounds of a model stand where its sizes are declared: `struct Net<D: StaticSize>`");
        $crate::model! { $(#[$meta])* $vis struct $name <$($of: $bound),+> { $($fields)* } }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident <$($size:ident),+ $(,)?> $($rest:tt)*) => {
        compile_error!("the sizes of a model have bounds: `struct Net<D: StaticSize>`");
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident <$(const $size:ident: $of:ty),+ $(,)?> $($rest:tt)*) => {
        compile_error!("the sizes of a model are types: `struct Net<D: StaticSize>`, its fields `Linear<D, dim!(10)>`, and it is `Net::<dim!(3)>`");
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(<$($size:ident: $bound:path),+ $(,)?>)? ($($fields:tt)*) $($rest:tt)*) => {
        compile_error!("the fields of a model have names, which its tensors have in files: `struct Net { fc: Linear<dim!(8), dim!(1)> }`");
    };
    // Values where types stand. (Of the first field alone: who writes one so writes all.)
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(<$($size:ident: $bound:path),+ $(,)?>)? {
        $(#[$field_meta:meta])* $field_vis:vis $field:ident: $value:literal $($rest:tt)*
    }) => {
        $crate::__model_of! { values }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(<$($size:ident: $bound:path),+ $(,)?>)? {
        $(#[$field_meta:meta])* $field_vis:vis $field:ident: $layer:ident ($($value:tt)*) $($rest:tt)*
    }) => {
        $crate::__model_of! { values }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(<$($size:ident: $bound:path),+ $(,)?>)? {
        $(#[$field_meta:meta])* $field_vis:vis $field:ident: $layer:ident ::<$($rest:tt)*
    }) => {
        $crate::__model_of! { values }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(<$($size:ident: $bound:path),+ $(,)?>)? {
        $(#[$field_meta:meta])* $field_vis:vis $field:ident: $layer:ident ::$function:ident ($($value:tt)*) $($rest:tt)*
    }) => {
        $crate::__model_of! { values }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(<$($size:ident: $bound:path),+ $(,)?>)? {
        $(#[$field_meta:meta])* $field_vis:vis $field:ident: &$($rest:tt)*
    }) => {
        $crate::__model_of! { borrows }
    };
    // The struct as it is written, so that errors that show where it is declared show its name.
    ($($struct:tt)*) => {
        $($struct)*
        $crate::__model_of! { $($struct)* }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __model_of {
    (values) => {
        compile_error!("the fields of a model have types, `fc: Linear<dim!(784), dim!(10)>`; their values are given where one is made: `Net::default()`, `Net { p: 0.1, ..Default::default() }`");
    };
    (borrows) => {
        compile_error!("a model owns what it is made of, and borrows nothing");
    };
    // Of these bounds the struct is told that its layers ask for more, and nothing that is implemented for it.
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident <$($size:ident: Size),* $(,)?> { $($fields:tt)* }
    ) => {
        $crate::__model_of! { $(#[$meta])* $vis struct $name <$($size: $crate::StaticSize),*> { $($fields)* } }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(<$($size:ident: $bound:path),* $(,)?>)? {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty),* $(,)?
        }
    ) => {
        $crate::__model! { [$($($size: $bound,)*)?] [] [$name $(<$($size),*>)?] [$name] f32 { $($field: $type,)* } }
    };
    // Of several bounds, `Size + shaped::StaticSize`, as the compiler completes them.
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident <$($size:ident: $($bound:ident)::+ $(+ $($more:ident)::+)*),* $(,)?> {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty),* $(,)?
        }
    ) => {
        $crate::__model! {
            [$($size: $($bound)::+ $(+ $($more)::+)*,)*] [] [$name <$($size),*>] [$name] f32 { $($field: $type,)* }
        }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident <$life:lifetime $($rest:tt)*) => {
        $crate::__model_of! { borrows }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident;) => {
        compile_error!("a model has fields; what has none is a `struct` by itself, with an `impl Module`");
    };
    ($(#[$meta:meta])* $vis:vis enum $($rest:tt)*) => {
        compile_error!("a model is a `struct`");
    };
    // What is no struct at all, of which the compiler has just said so.
    ($($other:tt)*) => {};
}

/// What [`model!`] implements.
#[doc(hidden)]
#[macro_export]
macro_rules! __model {
    ([$($generics:tt)*] [$($printed:tt)*] [$model:ty] [$name:ident] $elem:ident { $($field:ident: $type:ty,)* }) => {
        impl<$($generics)*> ::core::default::Default for $model {
            fn default() -> Self {
                $name { $($field: <$type as ::core::default::Default>::default(),)* }
            }
        }
        // A second module that a model is, of elements that are no numbers, so that the compiler does not take the model's own one for granted,
        // and infer the shape from it: it waits for the argument's, and if that is another one, says so (E0277, and not E0271). What calls this does
        // not compile.
        #[diagnostic::do_not_recommend]
        impl<$($generics)* __S: $crate::Shape, __T> $crate::nn::Module<__S, __T> for $model
        where
            Self: $crate::__private::Model<NoElement = __T>,
        {
            type Output = __S;
            fn forward<__X: $crate::Operand<Elem = __T, Shape = __S>>(&self, _: &__X) -> $crate::Tensor<__T, __S, __X::Kind> {
                const { panic!("a model does not take models") }
            }
        }
        // A third one, so that of a model without an `impl Module` the second is not taken for granted.
        #[diagnostic::do_not_recommend]
        impl<$($generics)* __S: $crate::Shape, __T> $crate::nn::Module<__S, __T> for $model
        where
            Self: $crate::__private::Model<NorElement = __T>,
        {
            type Output = __S;
            fn forward<__X: $crate::Operand<Elem = __T, Shape = __S>>(&self, _: &__X) -> $crate::Tensor<__T, __S, __X::Kind> {
                const { panic!("a model does not take models") }
            }
        }
        impl<$($generics)*> $crate::__private::Model for $model {
            type NoElement = $crate::__private::Box<$model>;
            type NorElement = $crate::__private::Vec<$model>;
        }
        #[diagnostic::do_not_recommend]
        impl<$($generics)* __K: $crate::__private::Never, __R> $crate::__private::ModelIsDefault<__K, __R> for $model {
            fn new() -> __R
            where
                (): $crate::__private::Only<__K>,
            {
                __K::never()
            }
        }
        impl<$($generics)*> ::core::clone::Clone for $model {
            fn clone(&self) -> Self {
                $name { $($field: <$type as ::core::clone::Clone>::clone(&self.$field),)* }
            }
        }
        impl<$($generics)*> ::core::fmt::Debug for $model $($printed)* {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(stringify!($name))$(.field(stringify!($field), &self.$field))*.finish()
            }
        }
        impl<$($generics)*> $crate::nn::Parameters<$elem> for $model {
            fn collect<'a>(&'a self, prefix: &str, all: &mut $crate::__private::Vec<$crate::nn::Parameter<'a, $elem>>) {
                $(<$type as $crate::nn::Parameters<$elem>>::collect(
                    &self.$field,
                    &$crate::nn::child(prefix, stringify!($field)),
                    all,
                );)*
            }
            fn collect_mut<'a>(
                &'a mut self,
                prefix: &str,
                all: &mut $crate::__private::Vec<$crate::nn::ParameterMut<'a, $elem>>,
            ) {
                $(<$type as $crate::nn::Parameters<$elem>>::collect_mut(
                    &mut self.$field,
                    &$crate::nn::child(prefix, stringify!($field)),
                    all,
                );)*
            }
            #[allow(unused_variables)] // of a model without fields
            fn structs(&self, prefix: &str, found: &mut dyn FnMut(&str, &'static str)) {
                found(prefix, ::core::any::type_name::<Self>());
                $(<$type as $crate::nn::Parameters<$elem>>::structs(
                    &self.$field,
                    &$crate::nn::child(prefix, stringify!($field)),
                    found,
                );)*
            }
            fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
                $(<$type as $crate::nn::Parameters<$elem>>::reset_parameters(&mut self.$field, uniform);)*
            }
            $crate::__visits! { $elem { $($field: $type,)* } }
        }
    };
}

/// What [`model!`] and the layers have in common: their fields in turn.
#[doc(hidden)]
#[macro_export]
macro_rules! __visits {
    ($elem:ty { $($field:ident)* }) => {
        $crate::__visits! { $elem { $($field: _,)* } }
    };
    // With their types, where errors point.
    ($elem:ty { $($field:ident: $type:ty,)* }) => {
        fn visit<'a>(&'a self, f: &mut dyn FnMut($crate::nn::Role, &'a [$elem])) {
            $(<$type as $crate::nn::Parameters<$elem>>::visit(&self.$field, f);)*
        }
        fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut($crate::nn::Role, &'a mut [$elem])) {
            $(<$type as $crate::nn::Parameters<$elem>>::visit_mut(&mut self.$field, f);)*
        }
        // Not `N`, which a program's own size may be called.
        #[allow(unused_mut, unused_variables)] // of a model without fields
        fn zip<const MODELS: usize>(mut all: [&mut Self; MODELS], f: &mut dyn FnMut($crate::nn::Role, [&mut [$elem]; MODELS])) {
            $(<$type as $crate::nn::Parameters<$elem>>::zip(all.each_mut().map(|one| &mut one.$field), f);)*
        }
    };
}

/// What is made of one part: its parameters are that part's, which is of type `$of`.
macro_rules! parameters_of {
    ($elem:ty, $of:ident, $part:tt) => {
        fn collect<'a>(&'a self, prefix: &str, all: &mut alloc::vec::Vec<$crate::nn::Parameter<'a, $elem>>) {
            self.$part.collect(prefix, all);
        }
        fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut alloc::vec::Vec<$crate::nn::ParameterMut<'a, $elem>>) {
            self.$part.collect_mut(prefix, all);
        }
        fn visit<'a>(&'a self, f: &mut dyn FnMut($crate::nn::Role, &'a [$elem])) {
            self.$part.visit(f);
        }
        fn visit_mut<'a>(&'a mut self, f: &mut dyn FnMut($crate::nn::Role, &'a mut [$elem])) {
            self.$part.visit_mut(f);
        }
        fn zip<const MODELS: usize>(
            all: [&mut Self; MODELS],
            f: &mut dyn FnMut($crate::nn::Role, [&mut [$elem]; MODELS]),
        ) {
            $of::zip(all.map(|one| &mut one.$part), f);
        }
        fn reset_parameters(&mut self, uniform: &mut dyn FnMut() -> f64) {
            self.$part.reset_parameters(uniform);
        }
    };
}
pub(crate) use parameters_of;
