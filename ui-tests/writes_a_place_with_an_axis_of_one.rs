use shaped::prelude::*;

fn main() {
    let mut cache = Tensor::<f32, shape![2, 8, 4]>::zeros();
    let key = Tensor::<f32, shape![2, 1, 4]>::ones();
    part!(mut cache; .., 3).copy_from(&key);
    println!("{cache:?}");
}
