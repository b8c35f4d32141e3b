//! What ways back may read.

extern crate std;

use super::grad;
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, Traced, held};
use crate::ops::{Copies, FullReductions};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, View};
use crate::{shape, tensor};

/// Reads an operand, or the result, and says that it reads others.
struct Liar {
    reads: Reads,
    operand: Option<usize>,
}
held!(Liar);

impl<T: Real> Backward<T> for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn reads(&self, wanted: OperandSet) -> Reads {
        assert!(wanted.has(0) && !wanted.has(1) && !wanted.has_others_than(0));
        self.reads
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let sum = match self.operand {
            Some(i) => at.elements(i).iter().fold(T::zero(), |sum, x| sum + *x),
            None => at.out().iter().fold(T::zero(), |sum, x| sum + *x),
        };
        assert!(sum == T::one() + T::one());
        to.give(0, grad);
    }
}

fn through(reads: Reads, operand: Option<usize>) {
    let x = tensor![0.5f32, 1.5];
    let gradient = grad(&x, |tape| {
        let (x, y) = (tape.input(&x) * 1.0, tape.constant(&x));
        let forward = |(x, _): (View<'_, f32, _>, View<'_, f32, _>)| x.to_tensor().into_buffer();
        let made =
            <Traced<'_> as Kind<f32>>::apply_op((x.view(), y.view()), x.shape(), forward, Liar { reads, operand });
        Tensor::<f32, shape![2], Traced<'_>>::made(made, x.shape()).sum_all()
    });
    assert_eq!(gradient, tensor![1.0, 1.0]);
}

#[test]
fn what_is_read_is_there() {
    for (reads, operand) in [
        (Reads::ALL, Some(0)),
        (Reads::ALL, None),
        (Reads::OPERANDS, Some(1)),
        (Reads::RESULT, None),
        (Reads::NOTHING.operand(1, true), Some(1)),
        (Reads::NOTHING.operand(0, true).result(true), None),
    ] {
        through(reads, operand);
    }
}

#[test]
#[should_panic(expected = "reads an operand only if it says so")]
fn an_operand_that_is_said_to_be_unread_is_not_there() {
    through(Reads::NOTHING.operand(1, true).result(true), Some(0));
}

#[test]
#[should_panic(expected = "reads the result only if it says so")]
fn a_result_that_is_said_to_be_unread_is_not_there() {
    through(Reads::OPERANDS, None);
}
