//! The laws of broadcasting, on types and on values.

use shaped::prelude::*;

/// Compiles only if the two are one type.
fn same<A: Is<B>, B>() {}
trait Is<T> {}
impl<T> Is<T> for T {}

macro_rules! laws {
    ($([$($a:tt)*] [$($b:tt)*] [$($c:tt)*];)*) => {
        /// `a + b` and `b + a` have one shape.
        #[test]
        fn commutative() {
            $( {
                type A = shape![$($a),*];
                type B = shape![$($b),*];
                same::<Broadcasted<A, B>, Broadcasted<B, A>>();
                let (a, b) = (Tensor::<i64, A>::arange(), Tensor::<i64, B>::arange());
                assert_eq!(&a + &b, &b + &a);
            } )*
        }

        /// `(a + b) + c` and `a + (b + c)` have one shape.
        #[test]
        fn associative() {
            $( {
                type A = shape![$($a),*];
                type B = shape![$($b),*];
                type C = shape![$($c),*];
                same::<Broadcasted<Broadcasted<A, B>, C>, Broadcasted<A, Broadcasted<B, C>>>();
                let (a, b, c) = (Tensor::<i64, A>::arange(), Tensor::<i64, B>::arange(), Tensor::<i64, C>::arange());
                assert_eq!((&a + &b) + &c, &a + (&b + &c));
            } )*
        }

        /// `a + a` has the shape of `a`, and `[]` changes no shape.
        #[test]
        fn idempotent_with_identity() {
            $( {
                type A = shape![$($a),*];
                same::<Broadcasted<A, A>, A>();
                same::<Broadcasted<A, shape![]>, A>();
                same::<Broadcasted<shape![], A>, A>();
                let a = Tensor::<i64, A>::arange();
                assert_eq!(&a + &a, &a * 2);
                assert_eq!(&a + Tensor::<i64, shape![]>::full(1), &a + 1);
            } )*
        }
    };
}

laws! {
    [4 1] [3] [1];
    [2 1 5] [3 1] [5];
    [8 1 6 1] [7 1 5] [1 1 6 1];
    [1 0] [4 1] [1];
    [] [1] [2 2];
    [1024] [50257 1] [1 1 1];
}

/// Without any bound: what is equal fits, and what is 1 stretches.
#[test]
fn in_generic_code() {
    fn idempotent<S: Shape>() {
        same::<Broadcasted<S, S>, S>();
    }
    fn identity<S: Shape>() {
        same::<Broadcasted<S, ()>, S>();
    }
    fn bias<L: Shape, D: Size>() {
        same::<Broadcasted<(L, D), ((), D)>, (L, D)>();
    }
    fn keepdim<L: Shape, D: Size>() {
        same::<Broadcasted<(L, D), (L, One)>, (L, D)>();
        same::<Broadcasted<(L, One), (L, D)>, (L, D)>();
    }
    fn ones<L: Shape, A: Size, B: Size>() {
        same::<Broadcasted<((L, A), One), ((L, One), B)>, ((L, A), B)>();
    }
    axis!(Batch);
    idempotent::<shape![Batch, 3]>();
    identity::<shape![3]>();
    bias::<shape![Batch], dim!(3)>();
    keepdim::<shape![4096], Batch>();
    ones::<(), Batch, dim!(0)>();
}

/// 1 with 0 gives 0: the result of a pair is the one that is not 1, never the larger.
#[test]
fn zero_is_a_size_like_any_other() {
    same::<Broadcasted<shape![1], shape![0]>, shape![0]>();
    same::<Broadcasted<shape![3, 1], shape![0]>, shape![3, 0]>();
    let none: Tensor<f32, shape![3, 0]> = Tensor::<f32, shape![3, 1]>::ones() + Tensor::<f32, shape![0]>::ones();
    assert_eq!((none.numel(), none.sizes()), (0, [3, 0]));
}

/// Numbers come back as one type each, whichever way they were reached.
#[test]
fn sizes_are_canonical() {
    use shaped::size::{Digits4, Digits5, Digits10, Digits20, Product, Sum};
    same::<dim!(0), Dim<0>>();
    same::<dim!(1), One>();
    same::<dim!(1023), Dim<1023>>();
    same::<dim!(1024), Digits4<1, 0, 2, 4>>();
    same::<dim!(50257), Digits5<5, 0, 2, 5, 7>>();
    same::<dim!(1000000000), Digits10<1, 0, 0, 0, 0, 0, 0, 0, 0, 0>>();
    same::<dim!(0xff_usize), Dim<255>>();
    same::<dim!({ usize::MAX }), Digits20<1, 8, 4, 4, 6, 7, 4, 4, 0, 7, 3, 7, 0, 9, 5, 5, 1, 6, 1, 5>>();
    const ONE: usize = 1;
    same::<dim!({ ONE }), One>();
    same::<dim!({ ONE + 1022 }), Dim<1023>>();
    same::<dim!({ 4 * 1024 }), dim!(4096)>();
    same::<Product<Product<dim!(7), dim!(7)>, dim!(512)>, dim!(25088)>();
    same::<Product<dim!(0), dim!(512)>, dim!(0)>();
    same::<Product<dim!(1), dim!(1)>, One>();
    same::<Product<dim!(1000000), dim!(1000000)>, dim!(1000000000000)>();
    same::<Sum<dim!(1), dim!(0)>, One>();
    same::<Sum<dim!(1000), dim!(24)>, dim!(1024)>();
    same::<Sum<dim!(50000), dim!(257)>, dim!(50257)>();
    assert_eq!(<dim!({ usize::MAX })>::SIZE, usize::MAX);
}

/// Rank 0 to 16, sizes and strides as constants.
#[test]
fn shapes_know_their_numbers() {
    assert_eq!(<shape![] as StaticShape>::NUMEL, 1);
    assert_eq!(<shape![]>::RANK, 0);
    assert_eq!(<shape![4, 32, 14, 14]>::NUMEL, 25088);
    assert_eq!(<shape![4, 32, 14, 14]>::STRIDES, [6272, 196, 14, 1]);
    assert_eq!(<shape![5, 0, 3]>::NUMEL, 0);
    assert_eq!(<shape![2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]>::RANK, 16);
    assert_eq!(<shape![2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]>::SIZES, [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]);
    // One axis of 0 leaves nothing to count, whatever the others are.
    assert_eq!(<shape![0, { usize::MAX }, { usize::MAX }]>::NUMEL, 0);
    let deep = Tensor::<i32, shape![2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]>::arange();
    let wide = &deep + Tensor::<i32, shape![1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]>::full(1);
    assert_eq!(wide.sizes(), [2; 12]);
    assert_eq!(wide[[1; 12]], 64);
}
