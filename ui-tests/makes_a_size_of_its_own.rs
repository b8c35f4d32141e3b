use shaped::prelude::*;

#[derive(Clone, Copy, Debug)]
struct Now;

impl Size for Now {
    fn get(self) -> usize {
        std::process::id() as usize
    }
}

fn main() {
    println!("{}", Tensor::<u8, shape![Now]>::zeros_with(Now));
}
