//! Windows over axes whose sizes are known only when the program runs.

use shaped::nn::{BatchNorm2d, Conv2d, Module};
use shaped::prelude::*;
use shaped::size::{Minus, Over, OverUp, Plus, Product, Quotient, QuotientUp, Times};

axis!(Batch);
axis!(Height);
axis!(Width);

type T<S> = Tensor<f32, S>;

#[test]
fn types() {
    let x = T::<shape![2, 3, Height, Width]>::ones_with((Height(9), Width(8)));
    let w = T::<shape![4, 3, 3, 3]>::ones();
    let y: T<shape![2, 4, Minus<Height, Dim<2>>, Minus<Width, Dim<2>>]> = x.conv2d(&w, Conv::new());
    assert_eq!(y.sizes(), [2, 4, 7, 6]);
    let y: T<shape![2, 4, Height, Width]> = x.conv2d(&w, Conv::same());
    let y: T<shape![2, 4, Height, Width]> = x.conv2d(&w, Conv::new().padding(One));
    let y: T<shape![2, 4, OverUp<Height, Dim<2>>, Width]> = x.conv2d(&w, Conv::new().padding(One).stride((Dim::<2>, One)));
    assert_eq!(y.sizes(), [2, 4, 5, 8]);
    let y: T<shape![2, 3, Over<Height, Dim<2>>, Over<Width, Dim<2>>]> = x.max_pool2d(Pool::new(Dim::<2>));
    let y: T<shape![2, 3, Over<Height, Dim<6>>, Over<Width, Dim<6>>]> = y.max_pool2d(Pool::tiles(Dim::<3>));
    assert_eq!(y.sizes(), [2, 3, 1, 1]);
    println!("{y:?}");
    let y: T<shape![2, 3, Times<Height, Dim<2>>, Times<Width, Dim<2>>]> = x.upsample_nearest2d(Dim::<2>);
    let y: T<shape![2, 3, Height, Width]> = y.max_pool2d(Pool::new(Dim::<2>));
    assert_eq!(y, x);
}
