use shaped::prelude::*;

fn main() {
    let _ = tensor![true, false] % tensor![true, true];
}
