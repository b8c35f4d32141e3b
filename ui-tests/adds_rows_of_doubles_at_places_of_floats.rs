use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![10, 3]>::zeros();
    let y = Tensor::<f64, shape![2, 3]>::ones();
    x.index_add(Axis::<0>, &tensor![0usize, 7], &y);
}
