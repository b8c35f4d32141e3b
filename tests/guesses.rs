//! What someone who comes from NumPy or PyTorch writes first, and a program that has names of its own.

use shaped::prelude::*;

/// The families' names are free: a program has items of these names, beside the families' methods.
mod names_of_its_own {
    use shaped::prelude::*;

    struct Math {
        scale: f32,
    }

    trait Joins {
        fn joined(&self) -> String;
    }
    impl Joins for [&str] {
        fn joined(&self) -> String {
            self.concat()
        }
    }

    #[derive(PartialEq)]
    enum Losses {
        Squares,
        Distances,
    }

    type Reductions = Vec<f32>;

    const fn indexing(Indexing(place): Indexing) -> usize {
        place
    }
    struct Indexing(usize);

    #[test]
    fn they_hide_no_methods() {
        let x = tensor![4.0f32, 9.0];
        let math = Math { scale: 2.0 };
        assert_eq!(x.sqrt() * math.scale, tensor![4.0, 6.0]);
        assert_eq!(x.concat(&x, Axis::<0>).sizes(), [4]);
        assert_eq!(["a", "b"].joined(), "ab");
        let loss = |kind| if kind == Losses::Squares { x.mse_loss(&(&x + 2.0)) } else { x.l1_loss(&(&x + 2.0)) };
        assert_eq!((loss(Losses::Squares), loss(Losses::Distances)), (4.0, 2.0));
        let sums: Reductions = vec![x.sum_all(), x.sum(Axis::<0>)[[]]];
        assert_eq!(sums, [13.0, 13.0]);
        assert_eq!(x[[indexing(Indexing(1))]], 9.0);
    }

    /// A bound on a family imports it by its path.
    #[test]
    fn a_family_is_named_by_its_path() {
        use shaped::methods::MatrixProducts;
        fn product<X: MatrixProducts<R>, R>(x: &X, y: &R) -> usize
        where
            X: Operand,
        {
            let _ = (x, y);
            x.rank()
        }
        assert_eq!(product(&tensor![[1.0, 2.0]], &tensor![[1.0], [10.0]]), 2);
    }
}
