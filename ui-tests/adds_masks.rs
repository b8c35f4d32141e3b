use shaped::prelude::*;

fn main() {
    let (late, early) = (tensor![true, false], tensor![false, true]);
    let _ = &late + &early;
}
