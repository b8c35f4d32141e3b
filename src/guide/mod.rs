//! Pages to read.

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
