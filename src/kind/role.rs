//! `Role`: of which numbers of a model a gradient is asked.
#![cfg(feature = "alloc")]

/// What numbers of a model are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Learned, by gradients: a [`Param`](crate::nn::Param), and a tensor that is a model by itself, such as a picture.
    Learned,
    /// Kept beside what is learned, such as running statistics: a [`Buffer`](crate::nn::Buffer). Its gradient is its next value.
    Statistic,
}
