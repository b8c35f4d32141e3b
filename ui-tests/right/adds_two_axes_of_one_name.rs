use shaped::prelude::*;

axis!(Hidden = 4096);

macro_rules! mean_of_two_layers {
    () => {{
        let x = { Tensor::<f32, shape![Hidden]>::ones() };
        let y = { Tensor::<f32, shape![Hidden]>::ones() };
        (&x + &y) / 2.0
    }};
}

#[test]
fn main() {
    assert_eq!(mean_of_two_layers!().sizes(), [4096]);
}
