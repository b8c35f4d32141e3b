use shaped::prelude::*;

fn doubled<N: Size, M: Size>(x: &Tensor<f32, shape![N]>, out: &mut Tensor<f32, shape![M]>) {
    (x.lazy() * 2.0).assign_to(out);
}

fn main() {
    doubled(&tensor![1.0, 2.0], &mut tensor![0.0, 0.0]);
}
