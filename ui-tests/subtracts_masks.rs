use shaped::prelude::*;

fn main() {
    let (late, early) = (tensor![true, false], tensor![true, true]);
    let _ = early - late;
}
