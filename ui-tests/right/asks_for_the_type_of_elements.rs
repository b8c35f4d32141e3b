use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    fn bytes<X: Operand>(_: &X) -> usize {
        size_of::<X::Elem>()
    }
    assert_eq!(bytes(&tensor![1.0f32, 2.0]), 4);
}
