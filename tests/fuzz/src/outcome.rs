//! What reading a file led to, and what must hold of it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use shaped::io::{FileError, TensorSource};
use shaped::prelude::*;

axis!(pub N);
axis!(pub M);
axis!(pub K);

/// The results of one file.
#[derive(Default)]
pub struct Outcome {
    /// Of all that happened, without its numbers and names: a file with a new one is worth changing further.
    kind: DefaultHasher,
    /// How many tensors were read.
    pub tensors: usize,
    /// Could it be opened?
    pub opened: bool,
    /// The longest text of an error, in letters.
    pub longest: usize,
}

impl Outcome {
    pub fn kind(&self) -> u64 {
        self.kind.finish()
    }

    /// Opens a file, or sees its error.
    pub fn open<T>(&mut self, result: Result<T, FileError>) -> Option<T> {
        self.opened |= result.is_ok();
        self.see(result)
    }

    /// A tensor, or an error.
    pub fn read<T>(&mut self, result: Result<T, FileError>) -> Option<T> {
        self.tensors += usize::from(result.is_ok());
        self.see(result)
    }

    fn see<T>(&mut self, result: Result<T, FileError>) -> Option<T> {
        result.is_ok().hash(&mut self.kind);
        let error = match result {
            Ok(found) => return Some(found),
            Err(error) => error,
        };
        let text = error.to_string();
        let letters = text.chars().count();
        assert!((1..=2000).contains(&letters), "an error of {letters} letters: {text}");
        assert!(!text.contains(|letter: char| letter.is_control()), "an error that steers the terminal: {text:?}");
        assert_eq!(format!("{error:?}"), format!("FileError({text})"));
        self.longest = self.longest.max(letters);
        // Its words: neither its numbers nor what is in quotes.
        for word in text.split('"').step_by(2).flat_map(|part| part.split(|letter: char| !letter.is_ascii_alphabetic()))
        {
            word.hash(&mut self.kind);
        }
        None
    }

    /// Asks for the first tensors in many types and shapes.
    pub fn read_all(&mut self, file: &impl TensorSource) {
        let names = file.names();
        assert!(names.is_sorted());
        for name in names.iter().take(4) {
            assert!(file.contains(name));
            let info = self.read(file.info(name));
            let x = self.read(file.tensor::<f32, shape![N]>(name));
            assert!(x.is_none() || info.is_some_and(|(_, sizes)| sizes == x.unwrap().sizes()));
            self.read(file.tensor::<f32, shape![N, M]>(name));
            self.read(file.tensor::<bool, shape![N]>(name));
            self.read(file.tensor::<half::bf16, shape![N]>(name));
            self.read(file.tensor_cast::<f64, shape![]>(name));
            self.read(file.tensor_cast::<f64, shape![N, N]>(name));
            self.read(file.tensor_cast::<u8, shape![N, M]>(name));
            self.read(file.tensor_cast::<f32, shape![N, M, K]>(name));
            self.read(file.tensor_cast::<num_complex::Complex<f32>, shape![2, N]>(name));
            let mut there = Tensor::<f32, shape![2, 3]>::full(9.0);
            if self.read(file.read_into(name, &mut there)).is_none() {
                assert_eq!(there, Tensor::full(9.0), "changed by what failed");
            }
            let mut slice = [7i64; 3];
            if self.read(file.read_into_slice(name, &[3], &mut slice)).is_none() {
                assert_eq!(slice, [7; 3], "changed by what failed");
            }
            self.read(file.read_into_slice::<f32>(name, &[usize::MAX, 0], &mut []));
        }
        let missing = "no such tensor";
        assert_eq!(self.read(file.tensor::<f32, shape![]>(missing)).is_some(), file.contains(missing));
    }
}
