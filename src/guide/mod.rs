//! Pages to read.
//!
//! | | |
//! |---|---|
//! | [`tutorial`](tutorial/index.html) | from an empty folder to a trained and saved model |
//! | [`numpy`](numpy/index.html), [`pytorch`](pytorch/index.html) | the words that you know beside those that are here |
//! | [`choosing`](choosing/index.html) | when another library is the better one |
//! | [`broadcasting`](broadcasting/index.html) | the rule in pictures |
//! | [`cookbook`](cookbook/index.html) | whole programs of one page |
//! | [`models`](models/index.html), [`training`](training/index.html) | networks beside PyTorch's |
//! | [`generic`](generic/index.html) | code over sizes and shapes that are not known yet |
//! | [`looking`](looking/index.html) | models as tables, tensors as text and as pictures |
//! | [`constants`](constants/index.html) | weights that lie in the program, without an allocator |
//! | [`engines`](engines/index.html) | GPUs and other machines |
//! | [`errors`](errors/index.html) | mistakes, and what the compiler says of them |
//! | [`how_it_works`](how_it_works/index.html) | for contributors: the type level, loops, kinds |

#[cfg(feature = "alloc")]
pub mod broadcasting {
    #![doc = include_str!("broadcasting.md")]
}

pub mod choosing {
    #![doc = include_str!("choosing.md")]
}

pub mod constants {
    #![doc = include_str!("constants.md")]
}

#[cfg(feature = "alloc")]
pub mod cookbook {
    #![doc = include_str!("cookbook.md")]
}

#[cfg(feature = "graph")]
pub mod engines {
    #![doc = include_str!("engines.md")]
}

#[cfg(feature = "alloc")]
pub mod errors {
    #![doc = include_str!("errors.md")]
}

#[cfg(feature = "alloc")]
pub mod generic {
    #![doc = include_str!("generic.md")]
}

#[cfg(feature = "alloc")]
pub mod how_it_works {
    #![doc = include_str!("how_it_works.md")]
}

#[cfg(feature = "std")]
pub mod looking {
    #![doc = include_str!("looking.md")]
}

#[cfg(feature = "alloc")]
pub mod models {
    #![doc = include_str!("models.md")]
}

#[cfg(feature = "alloc")]
pub mod numpy {
    #![doc = include_str!("numpy.md")]
}

#[cfg(feature = "alloc")]
pub mod pytorch {
    #![doc = include_str!("pytorch.md")]
}

#[cfg(feature = "alloc")]
pub mod training {
    #![doc = include_str!("training.md")]
}

#[cfg(feature = "safetensors")]
pub mod tutorial {
    #![doc = include_str!("tutorial.md")]
}
