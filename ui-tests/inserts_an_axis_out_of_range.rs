// The new axis is counted in the result: 0 or 1 here.
use shaped::prelude::*;

fn main() {
    tensor![1.0, 2.0].unsqueeze(Axis::<2>);
}
