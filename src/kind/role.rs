//! `Role`: of which numbers of a model a gradient is asked.

/// What numbers of a model are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Learned, by gradients: a [`Param`](crate::nn::Param).
    Learned,
    /// Kept beside what is learned, such as running statistics: a [`Buffer`](crate::nn::Buffer). Its gradient is its next value.
    Statistic,
    /// A plain tensor: it has a gradient, such as that of a picture, and no optimizer changes it.
    Plain,
}
