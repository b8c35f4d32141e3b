use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![10, 10]>::ones();
    let y = Tensor::<f32, shape![8, 10]>::ones();
    let mut inner = x.view_mut().part().narrow(Axis::<0>, 1, Dim::<8>);
    inner += &y;
}
