use shaped::prelude::*;

axis!(Past);
axis!(Seq);

fn main() {
    let past = Tensor::<f32, shape![Past, 64]>::zeros_with(Past(3));
    let new = Tensor::<f32, shape![Seq, 64]>::zeros_with(Seq(2));
    let _ = past.concat(&new, Axis::<0>);
}
