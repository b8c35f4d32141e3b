//! Windows over axes whose sizes are known only when the program runs: the types of what comes out, what does not fit, and networks on
//! pictures and sounds of several sizes in one program, beside PyTorch's numbers (`tools/reference/windows.py`).

use std::panic::{AssertUnwindSafe, catch_unwind};

use shaped::grad::value_and_grad;
use shaped::nn::*;
use shaped::prelude::*;
use shaped::size::{Longer, Over, OverUp, Product, Quotient, QuotientUp, Shorter, Times};
use shaped::{SamePadding, same_sizes};

#[path = "reference/harness.rs"]
mod harness;

use harness::Reference;

axis!(Batch);
axis!(Height);
axis!(Width);
axis!(Time);

type T<S> = Tensor<f32, S>;

fn picture(height: usize, width: usize) -> T<shape![1, 3, Height, Width]> {
    Tensor::ones_with((Height(height), Width(width)))
}

/// What a panic says.
fn panics<R>(f: impl FnOnce() -> R) -> String {
    let error = catch_unwind(AssertUnwindSafe(f)).err().expect("a panic");
    error.downcast_ref::<String>().cloned().expect("a message with numbers")
}

#[test]
fn the_type_says_how_a_size_came_about() {
    let x = picture(9, 8);
    let w: T<shape![4, 3, 3, 3]> = Tensor::ones();
    let (two, three) = (Dim::<2>, Dim::<3>);
    let y: T<shape![1, 4, Shorter<Height, Dim<2>>, Shorter<Width, Dim<2>>]> = x.conv2d(&w, Conv::new());
    assert_eq!(y.sizes(), [1, 4, 7, 6]);
    let y: T<shape![1, 4, Height, Width]> = x.conv2d(&w, Conv::same());
    let z: T<shape![1, 4, Height, Width]> = x.conv2d(&w, Conv::new().padding(One));
    assert_eq!(y, z);
    let y: T<shape![1, 4, OverUp<Height, Dim<2>>, Width]> = x.conv2d(&w, Conv::new().padding(One).stride((two, One)));
    assert_eq!(y.sizes(), [1, 4, 5, 8]);
    let y: T<shape![1, 4, Longer<Height, Dim<2>>, Width]> = x.conv2d(&w, Conv::new().padding((two, One)));
    assert_eq!(y.sizes(), [1, 4, 11, 8]);
    let y: T<shape![1, 4, Over<Shorter<Height, One>, Dim<2>>, Over<Shorter<Width, Dim<2>>, Dim<3>>]> =
        x.conv2d(&w, Conv::new().stride((two, three)).dilation((One, two)));
    assert_eq!(y.sizes(), [1, 4, 4, 2]);
    let y: T<shape![1, 3, Over<Height, Dim<2>>, Over<Width, Dim<2>>]> = x.max_pool2d(Pool::new(two));
    // What windows of windows are is no longer than what windows are.
    let y: T<shape![1, 3, Over<Height, Dim<6>>, Over<Width, Dim<6>>]> = y.max_pool2d(Pool::tiles(three));
    assert_eq!(y.sizes(), [1, 3, 1, 1]);
    let y: T<shape![1, 3, Times<Height, Dim<2>>, Times<Width, Dim<2>>]> = x.upsample_nearest2d(two);
    let y: T<shape![1, 3, Height, Width]> = y.max_pool2d(Pool::new(two));
    assert_eq!(y, x);
    let y: T<shape![1, 3, Longer<Height, One>, Longer<Width, Dim<4>>]> = x.pad(((One, Dim::<0>), (two, two)), 0.0);
    let y: T<shape![1, 3, Height, Longer<Width, Dim<3>>]> = y.avg_pool2d(Pool::new(two).stride(One));
    assert_eq!(y.sizes(), [1, 3, 9, 11]);
    // A border, and then a kernel that takes it away.
    let y: T<shape![1, 4, Height, Width]> = x.pad(((One, One), (One, One)), 0.0).conv2d(&w, Conv::new());
    assert_eq!(y, x.conv2d(&w, Conv::same()));
    let back: T<shape![3, 2, 2, 2]> = Tensor::ones();
    let y: T<shape![1, 2, Times<Height, Dim<2>>, Times<Width, Dim<2>>]> =
        x.conv_transpose2d(&back, TransposedConv::new().stride(two));
    assert_eq!(y.sizes(), [1, 2, 18, 16]);
    let y: T<shape![1, 2, Longer<Height, One>, Longer<Times<Width, Dim<3>>, One>]> =
        x.conv_transpose2d(&back, TransposedConv::new().stride((One, three)).output_padding((Dim::<0>, two)));
    assert_eq!(y.sizes(), [1, 2, 10, 25]);
    // What was rounded down is a size of its own: twice the half of 9 is 8.
    let half = x.max_pool2d(Pool::new(two));
    let y: T<shape![1, 3, Times<Over<Height, Dim<2>>, Dim<2>>, Times<Over<Width, Dim<2>>, Dim<2>>]> =
        half.upsample_nearest2d(two);
    assert_eq!(y.sizes(), [1, 3, 8, 8]);
    let y: T<shape![1, 3, Over<Height, Dim<2>>, Over<Width, Dim<2>>]> = y.max_pool2d(Pool::new(two));
    assert_eq!(y, half);
}

#[test]
fn aliases_are_the_types_that_are_printed() {
    fn same<A: Size, B: Size>(a: A, b: B) -> usize {
        assert_eq!(core::any::type_name::<A>(), core::any::type_name::<B>());
        assert_eq!(a.get(), b.get());
        a.get()
    }
    assert_eq!(same(<Quotient<Width, Dim<2>>>::of(Width(7)), Over::<Width, Dim<2>>::of(Width(7))), 3);
    assert_eq!(same(<QuotientUp<Width, Dim<2>>>::of(Width(7)), OverUp::<Width, Dim<2>>::of(Width(7))), 4);
    assert_eq!(same::<QuotientUp<Width, One>, Width>(Width(7), Width(7)), 7);
    assert_eq!(same(<Product<Width, Dim<2>>>::of(Width(7)), Times::<Width, Dim<2>>::of(Width(7))), 14);
    type Eighth<D> = QuotientUp<QuotientUp<QuotientUp<D, Dim<2>>, Dim<2>>, Dim<2>>;
    assert_eq!(same(<Eighth<Width>>::of(Width(17)), OverUp::<Width, Dim<8>>::of(Width(17))), 3);
    assert_eq!(Longer::<Shorter<Width, Dim<3>>, Dim<2>>::of(Shorter::of(Width(9))).get(), 8);
    assert_eq!(
        format!("{:?}", OverUp::<Shorter<Width, One>, Dim<2>>::of(Shorter::of(Width(9)))),
        "(Width - 1) / 2 rounded up = 4"
    );
    assert_eq!(format!("{:?}", Times::<Over<Width, Dim<2>>, Dim<2>>::of(Over::of(Width(9)))), "2*(Width / 2) = 8");
    assert_eq!(panics(|| Shorter::<Width, Dim<3>>::of(Width(2))), "there is no size `Width - 3` of an axis of 2");
}

#[test]
fn both_ways_of_a_block_have_one_type() {
    let x = picture(7, 10);
    let (wide, point): (T<shape![4, 3, 3, 3]>, T<shape![4, 3, 1, 1]>) = (Tensor::ones(), Tensor::ones());
    let two = Dim::<2>;
    let y = x.conv2d(&wide, Conv::new().stride(two).padding(One)) + x.conv2d(&point, Conv::new().stride(two));
    let z = x.conv2d(&wide, Conv::same().stride(two)) + x.conv2d(&point, Conv::same().stride(two));
    assert_eq!(y, z);
    // A program's own name, and back to numbers.
    axis!(Out);
    axis!(Wide);
    let named = y.rename::<shape![1, 4, Out, Wide]>();
    assert_eq!((&named + &named).sizes(), [1, 4, 4, 5]);
    assert_eq!(y.fix::<shape![1, 4, 4, 5]>().unwrap().sizes(), [1, 4, 4, 5]);
    let error = y.fix::<shape![1, 4, 4, 6]>().unwrap_err();
    assert_eq!(error.to_string(), "axis `Width / 2 rounded up` has size 5, where 6 is expected");
    let given = T::<shape![OverUp<Width, Dim<2>>]>::ones_with(OverUp::of(Width(10)));
    assert_eq!((&y + &given).sizes(), [1, 4, 4, 5]);
}

#[test]
fn numbers_are_compared() {
    let small = picture(7, 10).max_pool2d(Pool::new(Dim::<2>));
    let large = picture(9, 10).max_pool2d(Pool::new(Dim::<2>));
    assert_eq!(panics(|| &small + &large), "axis -2 (Height / 2) has size 3 on the left and 4 on the right");
    let error = same_sizes((&small, &large)).unwrap_err();
    assert_eq!(error.to_string(), "axis `Height / 2` has size 3 on the left and 4 on the right");
    assert_eq!((&small + &picture(6, 11).max_pool2d(Pool::new(Dim::<2>))).sizes(), [1, 3, 3, 5]);
    // One name twice is one number, of what is computed too.
    type Square = shape![Over<Width, Dim<2>>, Over<Width, Dim<2>>];
    let row = T::<shape![1, Over<Width, Dim<2>>]>::ones_with(Over::of(Width(6)));
    let column = T::<shape![Over<Width, Dim<2>>, 1]>::ones_with(Over::of(Width(8)));
    assert!(panics(|| -> T<Square> { &row + &column }).contains("sizes 4 and 3 in one shape"));
    // Channels that do not come from the compiler.
    let channels = T::<shape![Batch, Height, Width]>::ones_with((Batch(2), Height(4), Width(4)));
    let w = T::<shape![4, Batch, 3, 3]>::ones_with(Batch(3));
    assert_eq!(
        panics(|| channels.conv2d(&w, Conv::same())),
        "axis -3 (Batch) has size 2 on the left and 3 on the right"
    );
}

#[test]
fn a_picture_that_is_too_small_is_told() {
    let w: T<shape![4, 3, 5, 3]> = Tensor::ones();
    assert_eq!(
        panics(|| picture(3, 9).conv2d(&w, Conv::new())),
        "a window is larger than the padded input of shape [1, 3, 3, 9]: on axis -2 (Height) it reaches over 5, and there are 3"
    );
    assert_eq!(picture(5, 3).conv2d(&w, Conv::new()).sizes(), [1, 4, 1, 1]);
    assert_eq!(picture(1, 1).conv2d(&w, Conv::new().padding(Dim::<2>)).sizes(), [1, 4, 1, 3]);
    assert_eq!(
        panics(|| picture(9, 4).conv2d(&w, Conv::new().dilation(Dim::<2>))),
        "a window is larger than the padded input of shape [1, 3, 9, 4]: on axis -1 (Width) it reaches over 5, and there are 4"
    );
    let halves = picture(9, 3).max_pool2d(Pool::new(Dim::<2>));
    assert_eq!(
        panics(|| halves.avg_pool2d(Pool::new(Dim::<3>).padding(One).stride(One)).max_pool2d(Pool::new(Dim::<2>))),
        "a window is larger than the padded input of shape [1, 3, 4, 1]: on axis -1 (Width / 2) it reaches over 2, and there are 1"
    );
    let sound = T::<shape![2, Time]>::ones_with(Time(3));
    assert!(
        panics(|| sound.max_pool1d(Pool::new(Dim::<4>)))
            .contains("on axis -1 (Time) it reaches over 4, and there are 3")
    );
    let back: T<shape![3, 2, 3, 3]> = Tensor::ones();
    assert_eq!(
        panics(|| picture(2, 1).conv_transpose2d(&back, TransposedConv::new().padding(Dim::<2>))),
        "nothing is left of shape [1, 3, 2, 1]: on axis -2 (Height) the padding cuts 4 off 4 of a transposed convolution"
    );
    // On a tape, and where nothing is computed yet, it is the same check.
    let (model, small) = ((Param::new(w),), picture(3, 9));
    let message = panics(|| {
        value_and_grad(&model, |tape| tape.input(&small).conv2d(&tape.parameter(&model.0), Conv::new()).sum_all())
    });
    assert!(message.contains("on axis -2 (Height) it reaches over 5"));
}

#[test]
fn pictures_of_any_size_are_resized_pooled_and_bordered() {
    let x = picture(9, 8);
    let (two, three) = (Dim::<2>, Dim::<3>);
    let y: T<shape![1, 3, Times<Height, Dim<2>>, Times<Width, Dim<2>>]> = x.interpolate2d(Resize::by(two).linear());
    assert_eq!(y, Tensor::ones_with((Times::of(Height(9)), Times::of(Width(8)))));
    let y: T<shape![1, 3, Over<Times<Height, Dim<3>>, Dim<2>>, Over<Times<Width, Dim<3>>, Dim<2>>]> =
        x.interpolate2d(Resize::by(three).over(two).cubic().antialias());
    assert_eq!(y.sizes(), [1, 3, 13, 12]);
    axis!(Rows);
    let y: T<shape![1, 3, Rows, 5]> = x.interpolate2d(Resize::to((Rows(4), Dim::<5>)).area());
    assert_eq!(y.sizes(), [1, 3, 4, 5]);
    // The last window may end beyond the edge, but starts before it.
    let y: T<shape![1, 3, OverUp<Height, Dim<2>>, OverUp<Width, Dim<2>>]> = x.max_pool2d(Pool::new(two).ceil_mode());
    assert_eq!(y.sizes(), [1, 3, 5, 4]);
    let far = Pool::new(two).stride(three).ceil_mode();
    let y: T<shape![1, 3, OverUp<Height, Dim<3>>, OverUp<Width, Dim<3>>]> = x.avg_pool2d(far);
    assert_eq!(y, Tensor::ones_with((OverUp::of(Height(9)), OverUp::of(Width(8)))));
    for (height, width) in [(2, 3), (3, 4), (7, 1), (10, 11)] {
        // As many as a loop counts: those that start within the input.
        let count = |size: usize| (0..size).step_by(3).count().max(1);
        let wide = picture(height.max(2), width.max(2));
        assert_eq!(wide.max_pool2d(far).sizes(), [1, 3, count(height.max(2)), count(width.max(2))]);
    }
    let y: T<shape![1, 3, Height, Longer<Width, Dim<4>>]> = x.pad_reflect(((two, two),));
    assert_eq!(y.sizes(), [1, 3, 9, 12]);
    let volume = x.unsqueeze(Axis::<-3>).to_tensor();
    let w: T<shape![2, 1, 3, 3, 3]> = Tensor::ones();
    let y: T<shape![1, 3, 2, 1, Shorter<Height, Dim<2>>, Shorter<Width, Dim<2>>]> =
        volume.unsqueeze(Axis::<2>).conv3d(&w, Conv::new().padding((One, Dim::<0>, Dim::<0>)));
    assert_eq!(y, Tensor::full_with((Shorter::of(Height(9)), Shorter::of(Width(8))), 9.0));

    assert_eq!(
        panics(|| picture(3, 9).pad_reflect(((three, three), (One, One)))),
        "axis -2 (Height) has 3 elements, too few for borders of 3 and 3 of its own"
    );
    assert!(panics(|| picture(3, 0).pad_replicate(((One, One),))).contains("axis -1 (Width) has 0 elements"));
    assert!(panics(|| picture(3, 2).pad_circular(((three, One),))).contains("axis -1 (Width) has 2 elements"));
    assert_eq!(picture(3, 0).pad_circular(((Dim::<0>, Dim::<0>),)).sizes(), [1, 3, 3, 0]);
    let none = panics(|| picture(0, 4).interpolate2d(Resize::to(two).linear()));
    assert_eq!(none, "cannot interpolate between no elements: depth, height and width are [1, 0, 4]");
    assert_eq!(picture(0, 4).interpolate2d(Resize::by(two).linear()).sizes(), [1, 3, 0, 8]);
    assert_eq!(
        panics(|| picture(4, 5).pixel_unshuffle(two)),
        "axis -1 (Width) has size 5, which is not a multiple of 2"
    );
    // A window whose elements lie so far apart that it holds none of a narrow picture.
    let apart = Pool::new(two).stride(One).dilation(Dim::<4>).padding(two);
    assert_eq!(picture(9, 4).max_pool2d(apart).sizes(), [1, 3, 9, 4]);
    assert_eq!(panics(|| picture(9, 1).max_pool2d(apart)), "window 0 along axis -1 holds none of its 1 elements");
}

#[test]
fn sizes_0_and_1() {
    let (w, back): (T<shape![4, 3, 3, 3]>, T<shape![3, 2, 2, 2]>) = (Tensor::ones(), Tensor::ones());
    for (h, w_) in [(0, 5), (5, 0), (0, 0)] {
        let x = picture(h, w_);
        assert_eq!(x.conv2d(&w, Conv::same()).sizes(), [1, 4, h, w_]);
        assert_eq!(x.conv2d(&w, Conv::same().stride(Dim::<2>)).sizes(), [1, 4, h.div_ceil(2), w_.div_ceil(2)]);
        assert_eq!(x.max_pool2d(Pool::tiles(Dim::<2>)).sizes(), [1, 3, h / 2, w_ / 2]);
        assert_eq!(x.max_pool2d(Pool::same(Dim::<3>)).sizes(), [1, 3, h, w_]);
        assert_eq!(x.upsample_nearest2d(Dim::<3>).sizes(), [1, 3, 3 * h, 3 * w_]);
        assert_eq!(x.pad(((One, One), (One, Dim::<2>)), 2.0).sizes(), [1, 3, h + 2, w_ + 3]);
        assert!(panics(|| x.conv2d(&w, Conv::new())).contains("it reaches over 3"));
        assert!(panics(|| x.avg_pool2d(Pool::new(Dim::<2>))).contains("it reaches over 2"));
        assert_eq!(x.adaptive_avg_pool2d((Dim::<0>, One)).sizes(), [1, 3, 0, 1]);
    }
    let x = picture(1, 1);
    assert_eq!(x.conv2d(&w, Conv::same()), Tensor::full_with((Height(1), Width(1)), 3.0));
    assert_eq!(x.max_pool2d(Pool::tiles(Dim::<2>)).sizes(), [1, 3, 0, 0]);
    assert_eq!(x.conv_transpose2d(&back, TransposedConv::new()).sizes(), [1, 2, 2, 2]);
    let none = T::<shape![Batch, 3, Height, Width]>::ones_with((Batch(0), Height(7), Width(9)));
    assert_eq!(none.conv2d(&w, Conv::new()).max_pool2d(Pool::new(Dim::<2>)).sizes(), [0, 4, 2, 3]);
}

#[test]
fn one_axis_static_the_other_not() {
    axis!(Line);
    let line = T::<shape![1, 32, Line]>::ones_with(Line(100));
    let w: T<shape![8, 1, 3, 3]> = Tensor::ones();
    let y: T<shape![8, 32, Line]> = line.conv2d(&w, Conv::new().padding(One));
    let y: T<shape![8, 16, Over<Line, Dim<2>>]> = y.max_pool2d(Pool::new(Dim::<2>));
    let y: T<shape![8, 16, Over<Line, Dim<2>>]> = y.relu();
    // The columns as a sequence: what the height and the channels hold is the width of a linear layer.
    let steps: T<shape![Over<Line, Dim<2>>, 128]> =
        y.permute(axes![2, 0, 1]).to_tensor().flatten_axes(Axis::<1>, Axis::<2>).to_tensor();
    let scores: T<shape![Over<Line, Dim<2>>, 10]> = Linear::<dim!(128), dim!(10)>::default().forward(&steps);
    assert_eq!(scores.sizes(), [50, 10]);
}

/// Height and width of any kind, numbers or names, without a bound.
type Half<D> = QuotientUp<D, Dim<2>>;
type Halves = Conv<Dim<2>, SamePadding>;
type Keeps = Conv<One, SamePadding>;

model! {
    struct Block<C: StaticSize> {
        conv1: Conv2d<C, C, dim!(3), Keeps>,
        bn1: BatchNorm2d<C>,
        conv2: Conv2d<C, C, dim!(3), Keeps>,
        bn2: BatchNorm2d<C>,
    }
}

impl<C: StaticSize, B: Size, H: Size, W: Size> Module<shape![B, C, H, W]> for Block<C> {
    type Output = shape![B, C, H, W];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, C, H, W]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, C, H, W], X::Kind> {
        let y = self.bn1.forward(&self.conv1.forward(x)).relu();
        (self.bn2.forward(&self.conv2.forward(&y)) + x.view()).relu()
    }
}

model! {
    struct Down<C: StaticSize, D: StaticSize> {
        conv1: Conv2d<C, D, dim!(3), Halves>,
        bn1: BatchNorm2d<D>,
        conv2: Conv2d<D, D, dim!(3), Keeps>,
        bn2: BatchNorm2d<D>,
        short: Conv2d<C, D, One, Halves>,
        norm: BatchNorm2d<D>,
    }
}

impl<C: StaticSize, D: StaticSize, B: Size, H: Size, W: Size> Module<shape![B, C, H, W]> for Down<C, D> {
    type Output = shape![B, D, Half<H>, Half<W>];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, C, H, W]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, D, Half<H>, Half<W>], X::Kind> {
        let y = self.bn1.forward(&self.conv1.forward(x)).relu();
        let y = self.bn2.forward(&self.conv2.forward(&y));
        (y + self.norm.forward(&self.short.forward(x))).relu()
    }
}

model! {
    struct ResNet {
        conv1: Conv2d<dim!(3), dim!(4), dim!(7), Halves>,
        bn1: BatchNorm2d<dim!(4)>,
        layer1: (Block<dim!(4)>, Block<dim!(4)>),
        layer2: (Down<dim!(4), dim!(8)>, Block<dim!(8)>),
        layer3: (Down<dim!(8), dim!(16)>, Block<dim!(16)>),
        fc: Linear<dim!(16), dim!(10)>,
    }
}

impl<B: Size, H: Size, W: Size> Module<shape![B, 3, H, W]> for ResNet {
    type Output = shape![B, 10];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 3, H, W]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, 10], X::Kind> {
        let x = self.bn1.forward(&self.conv1.forward(x)).relu().max_pool2d(Pool::same(Dim::<3>).stride(Dim::<2>));
        let x = self.layer3.forward(&self.layer2.forward(&self.layer1.forward(&x)));
        self.fc.forward(&x.mean((Axis::<-2>, Axis::<-1>)))
    }
}

/// The formula of `tools/reference/windows.py`.
fn numbers(count: usize, seed: usize) -> Vec<f32> {
    (0..count).map(|i| (((i * 7919 + seed * 104_729) % 1009) as f64 / 1009.0 - 0.5) as f32).collect()
}

fn by_formula<M: Parameters>(mut model: M) -> M {
    for (seed, one) in model.named_parameters_mut().into_iter().enumerate() {
        let scale = if one.sizes.len() > 1 { 4.0 / ((one.elements.len() / one.sizes[0]) as f32).sqrt() } else { 1.0 };
        let shift = if one.name.ends_with("running_var") { 1.0 } else { 0.0 };
        let new = numbers(one.elements.len(), seed);
        one.elements.iter_mut().zip(new).for_each(|(x, new)| *x = new * scale + shift);
    }
    model
}

/// The reference's results are in f64, ours in f32.
fn near<S: Shape>(reference: &Reference, key: &str, y: &T<S>) {
    reference.check(key, &y.map(f64::from), 2e-5);
}

#[test]
fn networks_on_pictures_and_sounds_of_any_size_are_pytorchs() {
    let reference = Reference::new(include_str!("data/reference/windows.txt"));
    let net = by_formula(ResNet::default());
    for (batch, height, width) in [(2, 40, 33), (1, 65, 50), (1, 1, 1)] {
        let sizes = (Batch(batch), Height(height), Width(width));
        let x = T::<shape![Batch, 3, Height, Width]>::from_vec_with(sizes, numbers(batch * 3 * height * width, 77))
            .unwrap();
        near(&reference, &format!("resnet {batch}x{height}x{width}"), &net.forward(&x));
    }
    // The same code where the compiler knows all sizes.
    let x = T::<shape![2, 3, 40, 33]>::from_vec(numbers(2 * 3 * 40 * 33, 77)).unwrap();
    near(&reference, "resnet 2x40x33", &net.forward(&x));

    let net = by_formula(Sound::default());
    for time in [100, 41] {
        let x = T::<shape![1, 2, Time]>::from_vec_with(Time(time), numbers(2 * time, 5)).unwrap();
        near(&reference, &format!("sound {time}"), &net.forward(&x));
    }
    let message = panics(|| net.forward(&T::<shape![1, 2, Time]>::zeros_with(Time(7))));
    assert!(message.contains("on axis -1 (Time) it reaches over 8, and there are 7"), "{message}");

    let net = by_formula(Up::default());
    for (height, width) in [(2, 3), (1, 1)] {
        let x = T::<shape![2, Height, Width]>::from_vec_with(
            (Height(height), Width(width)),
            numbers(2 * height * width, 9),
        );
        let y: T<shape![2, Times<Height, Dim<4>>, Times<Width, Dim<4>>]> = net.forward(&x.unwrap());
        near(&reference, &format!("up {height}x{width}"), &y);
    }
    reference.finish("windows");
}

model! {
    struct Sound {
        down: Conv1d<dim!(2), dim!(4), dim!(8), Conv<dim!(4)>>,
        deep: Conv1d<dim!(4), dim!(4), dim!(3), Conv<One, dim!(0), dim!(2)>>,
        score: Conv1d<dim!(4), One, One>,
    }
}

/// A quarter of the steps, of which 7 reach beyond the end; four less; and half of these.
type Steps = Over<Shorter<Time, Dim<20>>, Dim<8>>;

impl Module<shape![1, 2, Time]> for Sound {
    type Output = shape![1, 1, Steps];
    fn forward<X: Operand<Elem = f32, Shape = shape![1, 2, Time]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![1, 1, Steps], X::Kind> {
        let x = self.down.forward(x).relu().avg_pool1d(Pool::same(Dim::<3>));
        let x = MaxPool1d(Pool::new(Dim::<2>)).forward(&self.deep.forward(&x).tanh());
        self.score.forward(&x)
    }
}

model! {
    struct Up {
        up: ConvTranspose2d<dim!(2), dim!(3), dim!(4), TransposedConv<dim!(2), One>>,
        smooth: Conv2d<dim!(3), dim!(2), dim!(3)>,
    }
}

impl Module<shape![2, Height, Width]> for Up {
    type Output = shape![2, Times<Height, Dim<4>>, Times<Width, Dim<4>>];
    fn forward<X: Operand<Elem = f32, Shape = shape![2, Height, Width]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![2, Times<Height, Dim<4>>, Times<Width, Dim<4>>], X::Kind> {
        let x = Upsample(Dim::<2>).forward(&self.up.forward(x));
        self.smooth.forward(&x.pad(((One, One), (One, One)), 0.5))
    }
}

/// A U-Net's step: what went down and up has another size to the compiler, and takes the name that it had.
#[test]
fn down_and_up_again() {
    fn step<C: StaticSize, D: StaticSize, H: Size, W: Size>(
        x: &T<shape![C, H, W]>,
        deep: &T<shape![D, C, 3, 3]>,
    ) -> T<shape![D, Product<Quotient<H, Dim<2>>, Dim<2>>, Product<Quotient<W, Dim<2>>, Dim<2>>]> {
        x.max_pool2d(Pool::tiles(Dim::<2>)).conv2d(deep, Conv::same()).upsample_nearest2d(Dim::<2>)
    }
    let deep: T<shape![2, 3, 3, 3]> = Tensor::ones();
    let go = |height, width| {
        let x = picture(height, width).reshape::<shape![3, Height, Width]>().to_tensor();
        let up = step(&x, &deep);
        up.rename::<shape![2, Height, Width]>().concat(&x, Axis::<0>)
    };
    assert_eq!(go(8, 6).sizes(), [5, 8, 6]);
    assert_eq!(panics(|| go(9, 6)), "axis -2 (Height) has size 8 on the left and 9 on the right");
    let fixed: T<shape![2, 8, 6]> = step(&T::<shape![3, 9, 6]>::ones(), &deep);
    assert_eq!(fixed.sizes(), [2, 8, 6]);
}

/// Gradients are those of static sizes, bit for bit.
#[test]
fn a_network_learns_from_pictures_of_any_size() {
    let net = by_formula(ResNet::default());
    let x = T::<shape![2, 3, 19, 14]>::from_vec(numbers(2 * 3 * 19 * 14, 77)).unwrap();
    let free = x.free::<shape![Batch, 3, Height, Width]>().to_tensor();
    let (loss, gradient) = value_and_grad(&net, |tape| net.forward(&tape.input(&x)).square().mean_all());
    let (same, also) = value_and_grad(&net, |tape| net.forward(&tape.input(&free)).square().mean_all());
    assert_eq!(loss, same);
    for (a, b) in gradient.named_parameters().iter().zip(also.named_parameters()) {
        assert_eq!(a.elements, b.elements, "{}", a.name);
    }
}
