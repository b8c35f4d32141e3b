// An inline tensor's sizes are known when the program is compiled.
use shaped::prelude::*;

axis!(Batch);

fn main() {
    let _: Option<Inline<f32, shape![Batch, 3]>> = None;
}
