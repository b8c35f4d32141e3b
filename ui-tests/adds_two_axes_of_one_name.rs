use shaped::prelude::*;

macro_rules! mean_of_two_layers {
    () => {{
        let x = {
            axis!(Hidden = 4096);
            Tensor::<f32, shape![Hidden]>::ones()
        };
        let y = {
            axis!(Hidden = 64);
            Tensor::<f32, shape![Hidden]>::ones()
        };
        (&x + &y) / 2.0
    }};
}

fn main() {
    println!("{}", mean_of_two_layers!());
}
