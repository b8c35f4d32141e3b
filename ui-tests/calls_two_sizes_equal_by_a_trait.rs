use shaped::errors::{AcceptAssign, AcceptTo, Misfit};
use shaped::prelude::*;

axis!(Few = 4);
axis!(Many = 2000);

impl AcceptTo<(Few,), (Many,), Few, Many, Axis<-1>> for Misfit {
    type Output = shape![Many];
}

impl AcceptAssign<(Many,), (Few,), Many, Few, Axis<-1>> for Misfit {
    type Output = shape![Many];
}

fn main() {
    let few: Tensor<u64, shape![Few]> = Tensor::ones();
    let mut many: Tensor<u64, shape![Many]> = Tensor::zeros();
    many += &few.broadcast_to::<shape![Many]>();
    many += &few;
}
