use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![0.0f32, 180.0].to_radians(), tensor![0.0, std::f32::consts::PI]);
}
