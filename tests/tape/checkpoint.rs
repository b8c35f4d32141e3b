//! Parts that are computed again on the way back: the same bits, less memory.

use shaped::{
    grad::{Tape, Traced, Tracer},
    nn::*,
    prelude::*,
};

type Block = (LayerNorm<dim!(16)>, Linear<dim!(16), dim!(16)>, Gelu, Dropout, BatchNorm<dim!(16), Axis<1>>);
type Deep = ([Block; 4], Linear<dim!(16), dim!(3)>);

fn deep() -> Deep {
    let mut state = 7u32;
    let mut model = Deep::default();
    for block in &mut model.0 {
        block.3 = Dropout(0.25);
    }
    model.reset_parameters(&mut || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX).next_up()
    });
    model
}

fn bits<M: Parameters>(model: &M) -> Vec<u32> {
    let mut all = Vec::new();
    model.visit(&mut |_, elements| all.extend(elements.iter().map(|x| x.to_bits())));
    all
}

type Rows = Tensor<f32, shape![10, 16]>;
type OnTape<'t> = Tensor<f32, shape![10, 16], Traced<'t>>;

fn x() -> Rows {
    Tensor::from_fn(|[i, j]| ((i * 31 + j * 17) % 23) as f32 / 11.0 - 1.0)
}

/// Values and gradients of two steps on one tape, by a way to compute a block.
fn steps(
    model: &Deep,
    x: &Rows,
    block: impl for<'t, 'env> Fn(Tracer<'t, 'env>, &'env Block, &OnTape<'t>) -> OnTape<'t>,
) -> Vec<(u32, Vec<u32>)> {
    let mut tape = Tape::new(model);
    tape.train(5);
    (0..2)
        .map(|_| {
            let (loss, gradient) = tape.value_and_grad(model, |tape| {
                let mut y = tape.input(x);
                for one in &model.0 {
                    // What goes into a block is used once more, behind it.
                    y = block(tape, one, &y) + &y * 0.5;
                }
                model.1.forward(&y).square().mean_all()
            });
            (loss.to_bits(), bits(gradient))
        })
        .collect()
}

#[test]
fn values_gradients_and_statistics_are_the_same_bits() {
    let (model, x) = (deep(), x());
    let plain = steps(&model, &x, |_, block, y| block.forward(y));
    assert_ne!(plain[0], plain[1], "dropout draws other numbers in each step");
    let again = steps(&model, &x, |tape, block, y| tape.checkpoint(y, move |_, y| block.forward(&y)));
    assert!(plain == again);
    let nested = steps(&model, &x, |tape, block, y| {
        tape.checkpoint(y, move |tape, y| {
            let y = tape.checkpoint(&y, move |_, y| block.1.forward(&block.0.forward(&y)));
            tape.checkpoint(&y, move |_, y| block.4.forward(&block.3.forward(&y.gelu())))
        })
    });
    assert!(plain == nested);
}

#[test]
fn several_operands_and_inputs_from_outside() {
    let model = (Param::new(tensor![1.0f32, -2.0]), Param::new(tensor![[3.0f32], [0.5]]), Param::new(tensor![7.0f32]));
    let c = tensor![0.25f32, 4.0];
    fn f<'t, 'env: 't>(
        tape: Tracer<'t, 'env>,
        x: &Tensor<f32, shape![2], Traced<'t>>,
        y: &Tensor<f32, shape![2, 1], Traced<'t>>,
        c: &'env Tensor<f32, shape![2]>,
        scale: &'env Param<shape![1]>,
    ) -> Tensor<f32, shape![2, 2], Traced<'t>> {
        (x * y).tanh() * tape.input(c) + x * scale
    }
    let mut tape = Tape::new(&model);
    let (value, plain) = tape.value_and_grad(&model, |tape| {
        let (x, y) = (tape.parameter(&model.0), tape.parameter(&model.1));
        f(tape, &x.square(), &y, &c, &model.2).square().sum_all()
    });
    let plain = (value, bits(plain));
    let c = &c;
    let (value, again) = tape.value_and_grad(&model, |tape| {
        let (x, y) = (tape.parameter(&model.0), tape.parameter(&model.1));
        let scale = &model.2;
        tape.checkpoint((&x.square(), &y), move |tape, (x, y)| f(tape, &x, &y, c, scale)).square().sum_all()
    });
    assert_eq!((value, bits(again)), plain);
    // One operand twice, and a constant one; what a part hands on, or takes from the model, as it is.
    let square = tape.value_and_grad(&model, |tape| {
        let (x, c) = (tape.parameter(&model.0) * 2.0, tape.input(c));
        let product = tape.checkpoint((&x, &x, &c), |_, (a, b, c)| a * b * c);
        let same = tape.checkpoint(&x, |_, x| x);
        let scale = &model.2;
        let taken = tape.checkpoint(&x, move |tape, _| tape.parameter(scale));
        product.sum_all() + same.sum_all() + taken.sum_all()
    });
    assert_eq!(square.0, 1.0 + 64.0 - 2.0 + 7.0);
    assert_eq!(square.1.0.as_slice(), [8.0 * 0.25 + 2.0, -16.0 * 4.0 + 2.0]);
    assert_eq!(square.1.2.as_slice(), [1.0]);
}

#[test]
#[should_panic(expected = "nothing leads from the model to the value")]
fn a_part_that_nothing_leads_to_is_a_constant() {
    let (model, x) = (Param::new(tensor![1.0f32]), tensor![2.0f32]);
    Tape::new(&model).value_and_grad(&model, |tape| tape.checkpoint(&tape.input(&x), |_, x| x.square()).sum_all());
}

#[test]
fn a_nan_within_is_named() {
    let model = Param::new(tensor![-1.0f32]);
    let mut tape = Tape::new(&model);
    let result = tape
        .checked()
        .value_and_grad(&model, |tape| tape.checkpoint(&tape.parameter(&model), |_, x| x.ln().exp()).sum_all());
    assert_eq!(result.map(|_| ()).unwrap_err().operation(), Some("ln"));
}
