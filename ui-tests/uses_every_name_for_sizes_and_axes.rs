// All names of sizes and axes are in scope by glob imports, and used: the errors have one of each.
use shaped::nn::*;
use shaped::prelude::*;

axis!(Batch);

type Head = (Linear<dim!(784), Dim<10>>, Relu);

fn line(x: &Tensor<f32, shape![3, 4]>) -> Tensor<f32, ((((), Dim<3>), One), Dim<4>)> {
    x.unsqueeze(Axis::<0>).to_tensor()
}

fn main() {
    let head = Head::default();
    let x: Tensor<f32, shape![3, 1, 784]> = Tensor::zeros();
    let y: Tensor<f32, ((((), Dim<2>), One), dim!(784))> = Tensor::zeros();
    let _ = head.forward(&x) + &y;
    let _ = x.sum(Axis::<7>);
    let _ = x.narrow(Axis::<0>, 0, Dim::<9>);
    let _: Axis<3> = Axis::<2>;
}
