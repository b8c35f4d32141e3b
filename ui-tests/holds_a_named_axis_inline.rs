// An inline tensor's sizes are known when the program is compiled.
use shaped::prelude::*;

axis!(Batch);

#[expect(unused)]
struct Colours(Inline<f32, shape![Batch, 3]>);

fn main() {}
