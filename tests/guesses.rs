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
        fn product<X: Operand + MatrixProducts<R>, R>(x: &X, y: &R) -> usize {
            let _ = (x, y);
            x.rank()
        }
        assert_eq!(product(&tensor![[1.0, 2.0]], &tensor![[1.0], [10.0]]), 2);
    }
}

#[test]
fn sizes_and_lengths_have_the_usual_names() {
    axis!(Batch);
    let x = Tensor::<f32, shape![Batch, 2, 3]>::ones_with(Batch(4));
    assert_eq!((x.shape(), x.ndim(), x.rank()), ([4, 2, 3], 3, 3));
    assert_eq!((x.size(Axis::<0>), x.size(Axis::<-1>)), (4, 3));
    assert_eq!(x.view().transpose().shape(), [4, 3, 2]);
    assert_eq!((x.index_axis(Axis::<0>, 1).flatten().len(), Inline::<i32, shape![5]>::zeros().len()), (6, 5));

    fn mean_over_the_last<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, L> {
        x.sum(Axis::<-1>) / x.size(Axis::<-1>) as f32
    }
    assert_eq!(mean_over_the_last(&x), x.mean(Axis::<-1>));
}

#[test]
fn tensors_are_made_like_others() {
    axis!(Batch);
    let x = Tensor::<f32, shape![Batch, 2]>::full_with(Batch(3), 5.0);
    assert_eq!(x.zeros_like(), Tensor::zeros_with(Batch(3)));
    assert_eq!(x.transpose().ones_like().into_vec(), [1.0; 6]);
    assert_eq!(x.full_like(7u8).into_vec(), [7; 6]);
    assert_eq!(Tensor::zeros_like(&x).sizes(), [3, 2]);
    assert_eq!(Tensor::<f32, shape![0, 2]>::ones().ones_like().sizes(), [0, 2]);

    // Generic over the shape, for which `Tensor::zeros()` needs a bound.
    fn without_negatives<S: Shape + Broadcast<S, Output = S>>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
        x.maximum(&x.zeros_like())
    }
    assert_eq!(without_negatives(&tensor![-1.0, 2.0]), tensor![0.0, 2.0]);
}

#[test]
fn a_matrix_is_transposed_by_one_letter() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x.t().to_tensor(), tensor![[1, 4], [2, 5], [3, 6]]);
    assert_eq!(x.t().t().to_tensor(), x);
}

/// Aliases in place of type macros, which a generic struct cannot be derived over.
#[test]
fn structs_of_tensors_and_layers_derive() {
    use shaped::nn::*;
    type Weights<D> = Tensor<f32, shape![D, 3]>;
    type Bias = Tensor<f32, shape![3]>;

    #[derive(Clone, Debug, PartialEq)]
    struct Head<D: StaticSize> {
        weights: Weights<D>,
        bias: Bias,
    }
    let head = Head::<dim!(2)> { weights: Tensor::ones(), bias: Tensor::zeros() };
    assert_eq!(head.clone(), head);
    assert!(format!("{head:?}").starts_with("Head { weights: "));

    model! {
        struct Net<D: StaticSize> {
            up: Linear<D, dim!(2)>,
            norm: LayerNorm<dim!(2)>,
            steps: Lstm<dim!(2), dim!(3)>,
        }
    }
    let printed = format!("{:?}", Net::<dim!(4)>::default());
    assert!(printed.starts_with("Net { up: Linear { weight: "), "{printed}");
}

/// What a model of one's own gives is inferred from the argument, by itself, in tuples, generic or not.
#[test]
fn models_of_ones_own_are_called_with_every_shape_that_they_take() {
    use shaped::nn::*;
    model! {
        struct Block<D: StaticSize> {
            fc: Linear<D, D>,
        }
    }
    impl<L: Shape, D: StaticSize> Module<(L, D)> for Block<D> {
        type Output = (L, D);
        fn forward<X: Operand<Elem = f32, Shape = (L, D)>>(&self, x: &X) -> Tensor<f32, (L, D), X::Kind> {
            self.fc.forward(x) + x.view()
        }
    }
    model! {
        struct Twice {
            function: Relu,
        }
    }
    impl<S: Shape> Module<S> for Twice {
        type Output = S;
        fn forward<X: Operand<Elem = f32, Shape = S>>(&self, x: &X) -> Tensor<f32, S, X::Kind> {
            self.function.forward(&self.function.forward(x))
        }
    }
    fn in_turn<S: Shape, A: Module<S>, B: Module<A::Output>>(
        model: &(A, B),
        x: &Tensor<f32, S>,
    ) -> Tensor<f32, B::Output> {
        model.forward(x)
    }
    let (x, y) = (Tensor::<f32, shape![5, 8]>::ones(), Tensor::<f32, shape![8]>::full(-1.0));
    let block = Block::<dim!(8)>::default();
    assert_eq!((block.forward(&x), block.forward(&y.view())), (x.clone(), y.clone()));
    let model = (block.clone(), Twice::default());
    assert_eq!((model.forward(&x), in_turn(&model, &y)), (x.clone(), Tensor::zeros()));
    let blocks = vec![block.clone(), block.clone()];
    assert_eq!((blocks.forward(&x), [Relu; 3].forward(&y)), (x.clone(), Tensor::zeros()));
    assert_eq!(Vec::<Relu>::new().forward(&y.view()), y);
    assert_eq!((blocks, Relu).forward(&x), x);
    let nested = (Linear::<dim!(3), dim!(8)>::default(), (Relu, model), &block);
    assert_eq!(nested.forward(&Tensor::<f32, shape![2, 3]>::ones()).sizes(), [2, 8]);
}

/// Words of PyTorch that are answered by errors are free for a program's own methods.
#[test]
fn words_of_pytorch_are_free() {
    use shaped::{nn::*, optim::*};

    trait Device {
        fn to(&self, device: &str) -> String;
        fn item(&self) -> usize;
    }
    impl<S: Shape> Device for Tensor<f32, S> {
        fn to(&self, device: &str) -> String {
            format!("{} on {device}", self.numel())
        }
        fn item(&self) -> usize {
            self.numel()
        }
    }
    trait Forgets {
        fn zero_grad(&self) -> &str;
    }
    impl<M> Forgets for Sgd<M> {
        fn zero_grad(&self) -> &str {
            "forgotten"
        }
    }
    let x = tensor![1.0f32, 2.0];
    assert_eq!((x.to("a CPU"), x.item()), ("2 on a CPU".into(), 2));
    assert_eq!(Sgd::new(&Param::new(x), 0.1).zero_grad(), "forgotten");
}

/// Settings are fields of a model, and no parameters of it.
#[test]
fn models_have_plain_fields() {
    use shaped::nn::*;
    model! {
        struct Attention<D: StaticSize> {
            query: Linear<D, D>,
            heads: usize,
            causal: bool,
            eps: f32,
            r#type: String,
        }
    }
    let attention = Attention::<dim!(2)> { heads: 4, eps: 1e-5, r#type: "own".into(), ..Default::default() };
    let copy = attention.clone();
    assert_eq!((copy.heads, copy.causal, copy.eps, copy.r#type.as_str()), (4, false, 1e-5, "own"));
    let names: Vec<_> = attention.named_parameters().into_iter().map(|parameter| parameter.name).collect();
    assert_eq!(names, ["query.weight", "query.bias"]);
    assert!(format!("{attention:?}").contains("heads: 4"));

    model! {
        struct Scaled in T {
            scale: Param<shape![2], T>,
            times: usize,
        }
    }
    let scaled = Scaled::<f32> { times: 3, ..Default::default() };
    let double: Scaled<f64> = scaled.convert(&mut |x: &f32| f64::from(*x));
    assert_eq!((double.times, double.num_parameters()), (3, 2));
}

/// What sums and losses of any kind are adds up in code that serves every kind.
#[test]
fn losses_of_any_kind_add_up() {
    use shaped::{Kind, Scalar, grad::value_and_grad};
    fn loss<S: Shape, X: Operand<Elem = f64, Shape = S>>(x: &X) -> Scalar<X::Kind, f64> {
        let (squares, sum) = (x.square().mean_all(), x.sum_all());
        -(squares.clone() * 0.5 + sum - 1.0) / 2.0 + squares
    }
    fn centred<S: Shape, K: Kind<f64>>(x: &Tensor<f64, S, K>) -> Tensor<f64, S, K> {
        x - Tensor::of_one(x.mean_all())
    }
    let x = tensor![1.0, -3.0];
    let by_hand = -(5.0 * 0.5 - 2.0 - 1.0) / 2.0 + 5.0;
    assert_eq!(loss(&x), by_hand);
    let (value, gradient) = value_and_grad(&x, |tape| loss(&tape.input(&x)));
    assert_eq!((value, gradient.into_inner()), (by_hand, &x * 0.75 - 0.5));
    assert_eq!(centred(&x), tensor![2.0, -2.0]);
    let (_, gradient) = value_and_grad(&x, |tape| centred(&tape.input(&x)).square().sum_all());
    assert_eq!(gradient, tensor![4.0, -4.0]);
}

/// What stands beside tensors is borrowed, and so is a number, by whoever writes it first.
#[test]
fn a_number_by_reference() {
    let x = tensor![[0.5f32, 2.0], [-1.0, 0.0]];
    let threshold = 0.25;
    assert_eq!(x.greater(&threshold), x.greater(0.25));
    assert_eq!(x.maximum(&0.0), tensor![[0.5, 2.0], [0.0, 0.0]]);
    assert_eq!(x.greater(&0.0).select(&x, &0.0), x.maximum(0.0));
    let masks: Vec<_> = [-2.0, 0.0].iter().map(|t| x.greater(t).count_nonzero_all()).collect();
    assert_eq!((masks, tensor![1, 5].less(&3)), (vec![4, 2], tensor![true, false]));
}

/// Words that are answered where they are guessed are a program's own where it has methods of these names.
mod words_of_its_own {
    use shaped::{nn::*, optim::*, prelude::*};

    model! {
        struct Net {
            only: Linear<dim!(2), dim!(1)>,
        }
    }

    trait Trained {
        fn train(&mut self) -> usize;
        fn eval(&self) -> usize;
        fn parameters(&self) -> usize;
    }
    impl Trained for Net {
        fn train(&mut self) -> usize {
            self.only.bias = None;
            1
        }
        fn eval(&self) -> usize {
            2
        }
        fn parameters(&self) -> usize {
            self.num_parameters()
        }
    }

    trait InPlace {
        fn fill_(&mut self, x: f32);
        fn add_(&mut self, x: f32);
        fn zero_(&mut self);
        fn expand(&mut self) -> usize;
    }
    impl<S: StaticShape> InPlace for Tensor<f32, S> {
        fn fill_(&mut self, x: f32) {
            self.as_mut_slice().fill(x);
        }
        fn add_(&mut self, x: f32) {
            *self += x;
        }
        fn zero_(&mut self) {
            *self *= 0.0;
        }
        fn expand(&mut self) -> usize {
            self.numel()
        }
    }

    trait Words {
        fn log(&self) -> f32;
        fn clip(self, min: f32, max: f32) -> Self;
    }
    impl<S: StaticShape> Words for Tensor<f32, S> {
        fn log(&self) -> f32 {
            self.ln().sum_all()
        }
        fn clip(self, min: f32, max: f32) -> Self {
            self.clamp(min, max)
        }
    }

    struct Halves(f64);
    impl Schedule for Halves {
        fn at(&self, step: usize) -> f64 {
            self.0 / (1 << step) as f64
        }
    }
    trait Steps {
        fn step(&mut self);
    }
    impl Steps for CosineDecay {
        fn step(&mut self) {}
    }
    trait Forgets {
        fn zero_grad(&mut self) -> usize;
    }
    impl<M> Forgets for Adam<M> {
        fn zero_grad(&mut self) -> usize {
            0
        }
    }
    impl Steps for Halves {
        fn step(&mut self) {
            self.0 /= 2.0;
        }
    }

    #[test]
    fn come_first() {
        let mut net = Net::default();
        assert_eq!((net.train(), net.eval(), net.parameters()), (1, 2, 2));
        let mut x = tensor![1.0f32, 2.0];
        x.fill_(4.0);
        x.add_(1.0);
        let by_reference = &mut x;
        assert_eq!((by_reference.expand(), by_reference.log() > 0.0), (2, true));
        assert_eq!(x.clone().clip(0.0, 3.0), tensor![3.0, 3.0]);
        assert_eq!(tensor![1.0f32].log(), 0.0);
        let (one, many) = (tensor![1.0f32], [tensor![1.0f32], tensor![1.0]]);
        assert!(
            many.iter().filter(|x| x.log() == 0.0).count() == 2 && [&one].iter().map(|x| x.log()).sum::<f32>() == 0.0
        );
        x.zero_();
        assert_eq!(x, tensor![0.0, 0.0]);
        let mut decay = CosineDecay::new(0.1, 5);
        decay.step();
        assert_eq!(Adam::new(&net, decay.at(1)).zero_grad(), 0);
        let mut halves = Halves(1.0);
        halves.step();
        assert_eq!(halves.at(1), 0.25);
    }
}
