//! What a window does at the ends of an axis: a number of zeros, or a rule of which the result's size follows without a condition.

use super::computed::{Arithmetic, Len, Padded, SizeOf, Span, WindowsUp};
use super::diagnostics::{PadsEach, PadsEach3d, PerAxis, PerAxis3d};
use super::number::{Bool, Nat, Yes};
use super::parts::{NumberOf, OrNamed};
use super::size::{Dim, One, Quotient, QuotientUp, Size, StaticSize};
use super::verdict::Ours;

/// The padding of [`Conv::same`](crate::Conv::same) and of [`Pool::same`](crate::Pool::same): as many zeros on either side as give an axis of
/// size `H`, in steps of `S`, `H / S` places, rounded up.
///
/// ```
/// use shaped::{SamePadding, prelude::*};
/// let options: Conv<Dim<2>, SamePadding> = Conv::same().stride(Dim::<2>);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SamePadding;

/// In place of a padding, that of [`Pool::tiles`](crate::Pool::tiles): windows next to each other, and what is left over at the end is left
/// out.
#[derive(Clone, Copy, Debug, Default)]
pub struct WholeTiles;

/// A rule for the ends of one axis, of size `H`, over which a kernel of size `K` and dilation `D` goes in steps of `S`.
///
/// The loops read what these numbers say, and so does the result's shape: whatever a rule says of one, it says of the other.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a size for the one axis of a signal",
    label = "in one dimension an option is one size: `Dim::<2>`, `One`"
)]
pub trait PadRule: Copy + 'static + Ours {
    /// The step.
    type Step<S: StaticSize, K: StaticSize>: StaticSize;
    /// The step within the kernel.
    type Dilation<D: StaticSize>: StaticSize;
    /// How many zeros there are on either side.
    type Amount<K: StaticSize, D: StaticSize>: StaticSize;
    /// Can the rule be kept with this kernel?
    type Suits<K: StaticSize, D: StaticSize>: Bool;
    /// Is no window all padding?
    type Half<K: StaticSize, D: StaticSize>: Bool;
    /// The size with the zeros, where it can be too small.
    type Padded<H: StaticSize>: StaticSize;
    /// Is it large enough for the kernel? Of a run-time axis that is seen when the program runs.
    type Holds<H: Size, K: StaticSize, D: StaticSize>: Bool;
    /// At how many places the kernel stands.
    type Places<H: Size, K: StaticSize, S: StaticSize, D: StaticSize>: Size;
    /// The same where the last window may end beyond the padding.
    type PlacesUp<H: Size, K: StaticSize, S: StaticSize, D: StaticSize>: Size;
    /// Does the rule hold for an axis of any size?
    const TOTAL: bool;
}

/// `D (K - 1)`: what a kernel reaches over besides the one place.
type Besides<K, D> = <<Len<K> as Nat>::Pred as Nat>::Mul<Len<D>>;
type Both<P> = <<P as StaticSize>::Len as Nat>::Double;
/// Do `P` zeros on either side make up for what a kernel reaches over? Then it fits an axis of any size, though its number is not known.
type Covers<P, K, D> = <Besides<K, D> as Nat>::Le<Both<P>>;
/// Just so, as of a kernel of 3 with padding 1, or of 1 without: what `SamePadding` would choose.
type Centred<P, K, D> = <Covers<P, K, D> as Bool>::And<<Both<P> as Nat>::Le<Besides<K, D>>>;

#[diagnostic::do_not_recommend]
impl<P: StaticSize> PadRule for P {
    type Step<S: StaticSize, K: StaticSize> = S;
    type Dilation<D: StaticSize> = D;
    type Amount<K: StaticSize, D: StaticSize> = P;
    type Suits<K: StaticSize, D: StaticSize> = Yes;
    type Half<K: StaticSize, D: StaticSize> = <<P::Len as Nat>::Double as Nat>::Le<Span<K, D>>;
    type Padded<H: StaticSize> = SizeOf<Padded<H, P>>;
    type Holds<H: Size, K: StaticSize, D: StaticSize> = <Covers<P, K, D> as Bool>::Or<
        OrNamed<H, <Span<K, D> as Nat>::Le<<<NumberOf<H> as Nat>::Add<P::Len> as Nat>::Add<P::Len>>>,
    >;
    type Places<H: Size, K: StaticSize, S: StaticSize, D: StaticSize> =
        <Centred<P, K, D> as Bool>::IfSize<QuotientUp<H, S>, <H::IsStatic as Arithmetic>::Windows<H, K, S, P, D>>;
    type PlacesUp<H: Size, K: StaticSize, S: StaticSize, D: StaticSize> = WindowsUp<H, K, S, P, D>;
    const TOTAL: bool = false;
}

/// A rule that an axis of any size keeps, on all axes of a window alike.
macro_rules! rule {
    ($rule:ident: step $step:ty, dilation $dilation:ty, amount $amount:ty, suits $suits:ty, places $places:ty) => {
        #[diagnostic::do_not_recommend]
        impl PadRule for $rule {
            type Step<S: StaticSize, K: StaticSize> = $step;
            type Dilation<D: StaticSize> = $dilation;
            type Amount<K: StaticSize, D: StaticSize> = $amount;
            type Suits<K: StaticSize, D: StaticSize> = $suits;
            type Half<K: StaticSize, D: StaticSize> = Yes;
            type Padded<H: StaticSize> = H;
            type Holds<H: Size, K: StaticSize, D: StaticSize> = Yes;
            type Places<H: Size, K: StaticSize, S: StaticSize, D: StaticSize> = $places;
            type PlacesUp<H: Size, K: StaticSize, S: StaticSize, D: StaticSize> = $places;
            const TOTAL: bool = true;
        }
        impl Ours for $rule {}
        #[diagnostic::do_not_recommend]
        impl PadsEach for $rule {
            type Height = $rule;
            type Width = $rule;
        }
        #[diagnostic::do_not_recommend]
        impl PadsEach3d for $rule {
            type Depth = $rule;
            type Height = $rule;
            type Width = $rule;
        }
    };
}
rule!(
    SamePadding: step S, dilation D, amount SizeOf<<Besides<K, D> as Nat>::Quot<typenum::U2>>,
    suits <<Besides<K, D> as Nat>::Rem<typenum::U2> as Nat>::IsZero, places QuotientUp<H, S>
);
rule!(WholeTiles: step K, dilation One, amount Dim<0>, suits Yes, places Quotient<H, K>);

#[diagnostic::do_not_recommend]
impl<P: PerAxis> PadsEach for P {
    type Height = P::Height;
    type Width = P::Width;
}

#[diagnostic::do_not_recommend]
impl<P: PerAxis3d> PadsEach3d for P {
    type Depth = P::Depth;
    type Height = P::Height;
    type Width = P::Width;
}
