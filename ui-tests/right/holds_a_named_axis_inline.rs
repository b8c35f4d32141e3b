use shaped::prelude::*;

struct Colours(Inline<f32, shape![32, 3]>);

#[test]
fn compiles_and_runs() {
    assert_eq!(Colours(Inline::zeros()).0.sizes(), [32, 3]);
}
