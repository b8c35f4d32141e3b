//! Texts for names and numbers of axes: `rename`, `fix`, `free`, and chunks of a run-time axis.

use super::texts::texts;
use crate::shape::list::Exactly;
use crate::shape::number::True;
use crate::shape::verdict::Good;

texts! {
    /// Two shapes have the same numbers, whatever their axes are called.
    message "cannot rename shape {From} to shape {To}"
    label "without names: {Numbers} against {Self}"
    note "numbers stay, `Channels` is `DIM<3>` and `Batch` goes to `Seq`; `x.fix::<…>()?` makes a run-time axis static, `x.free::<…>()` the reverse"
    pub trait SameNumbers<Numbers, From, To>: Exactly<Numbers> {}
    /// Two shapes have as many axes.
    message "shape {From} cannot become shape {To}"
    label "one has more axes than the other"
    note "`fix` and `free` change how the size of an axis is known, and nothing else; see `reshape`, `unsqueeze` and `squeeze`"
    pub trait SameRank<R, From, To>: Exactly<R> {}
    /// Pairs the axes of `Self` with those of `From`, from the last on: always a verdict, for sizes that are known.
    message "nothing is known yet of how one shape becomes the other: some of their sizes are generic"
    label "state what is needed of the shapes"
    note "code in which a generic size stays as it is names the trait once: `where shape![Batch, D]: Fix<shape![32, D]>`, or `Free`"
    pub trait Pairs<How, From> {
        /// That they go together, or that they clash.
        type Verdict;
    }
    /// Each axis is the same, or run-time on the left and static on the right.
    message "cannot fix shape {From} as shape {To}"
    label "{Axes}: {Left} cannot become {Right}"
    note "`fix` makes run-time axes static, and all others stay as they are; `x.rename::<…>()` changes names, `x.free::<…>()` is the reverse"
    pub trait FixTo<From, To, Left, Right, Axes>: Good {}
    /// Each axis is the same, or static on the left and run-time on the right.
    message "cannot free shape {From} to shape {To}"
    label "{Axes}: {Left} cannot become {Right}"
    note "`free` makes static axes run-time ones, and all others stay as they are; `x.rename::<…>()` changes names, `x.fix::<…>()?` is the reverse"
    pub trait FreeTo<From, To, Left, Right, Axes>: Good {}
    /// The outermost axis is a run-time one.
    message "cannot cut shape {Of} into chunks of {Chunk}"
    label "the outermost axis, {Size}, is static"
    note "`chunks_of` cuts a run-time axis; of a static one, take parts with `narrow`, or free it first: `x.free::<shape![Batch, 784]>()`"
    pub trait ChunkOfRunTime<Size, Chunk, Of>: True {}
    /// A chunk is not empty.
    message "cannot cut shape {Of} into chunks of {Chunk}"
    label "a chunk has at least one element"
    note "the size of a chunk is a value: `x.chunks_of(Dim::<32>)`"
    pub trait SomeElements<Chunk, Of>: True {}
}
