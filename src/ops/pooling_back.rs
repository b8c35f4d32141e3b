//! The way back of pooling and of upsampling.

use crate::kernels::back::pools::{self, Windows};
use crate::kind::{Backward, Gradients, OperandSet, Reads, Real, Step, held};
use crate::storage::Buffer;

/// The way back of pooling: a maximum's gradient goes to its place, and a mean's to all of its window alike.
pub(super) struct PoolBack {
    pub windows: Windows,
    pub largest: bool,
}
held!(PoolBack; lowered);

impl<T: Real> Backward<T> for PoolBack {
    fn name(&self) -> &'static str {
        if self.largest { "max_pool" } else { "avg_pool" }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING.operand(0, self.largest)
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        if self.largest {
            let x = at.elements(0);
            to.accumulate(0, |to| pools::max_pool(&self.windows, &x, grad.as_slice(), to));
        } else {
            to.accumulate(0, |to| pools::average_pool(&self.windows, grad.as_slice(), to));
        }
        to.free(grad);
    }
}

/// The way back of repeated elements: sums of blocks.
pub(super) struct UpsamplingBack {
    pub input: [usize; 2],
    pub factors: [usize; 2],
}
held!(UpsamplingBack; lowered);

impl<T: Real> Backward<T> for UpsamplingBack {
    fn name(&self) -> &'static str {
        "upsample_nearest2d"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        to.accumulate(0, |to| pools::upsample_nearest(self.input, self.factors, grad.as_slice(), to));
        to.free(grad);
    }
}
