//! The shapes of attention.

use typenum::U2;

use super::Size;
use super::axes::Axis;
use super::broadcast::Explain;
use super::diagnostics::{
    InPairs, KeyWidth, KnownShape, LeadingKnown, LeadingMeet, LeavesMeeting, MEETS, Opens, PairedSteps, SameLeading,
    SequenceOf, StatesLeading, ValueSteps,
};
use super::given::Given;
use super::list::{LeavesOpen, Shape};
use super::number::Nat;
use super::parts::{NumberOf, OrNamed};
use super::verdict::HasSize;

/// Queries of shape `Self`, `[…, Tq, D]`, which attend to keys of shape `K`, `[…, Tk, D]`, and values of shape `V`, `[…, Tk, E]`.
///
/// The leading axes are the same ones; nothing is stretched. Code generic over sizes and leading axes needs no bound:
///
/// ```
/// use shaped::prelude::*;
/// fn attend<L: Shape, T: Size, D: Size>(q: &Tensor<f32, ((L, T), D)>, kv: &Tensor<f32, ((L, T), D)>) -> Tensor<f32, ((L, T), D)> {
///     q.attention(kv, kv)
/// }
/// ```
pub trait Attend<K: Shape, V: Shape>: Shape {
    /// The shape of the result: `[…, Tq, E]`.
    type Output: Shape;
    /// The shape of the scores: `[…, Tq, Tk]`.
    type Scores: Shape;
}

/// The shape of `q.attention(&k, &v)`: `Attended<shape![8, 5, 64], shape![8, 7, 64], shape![8, 7, 32]>` is `shape![8, 5, 32]`.
pub type Attended<Q, K, V> = <Q as Attend<K, V>>::Output;

type Lead<S, By> = <By as SequenceOf<S, <S as Shape>::Shown>>::Leading;
type Number<S, By> = <By as SequenceOf<S, <S as Shape>::Shown>>::Number;
type Width<S, By> = <By as SequenceOf<S, <S as Shape>::Shown>>::Width;

/// How the leading axes `R` of keys or values meet the queries', `L`.
type Meeting<L, R> = <R as MEETS<L>>::Verdict;
type Unmet<L, R> = <R as LeavesMeeting<L>>::Open;
type Pairs<L, R> = <R as MEETS<L>>::AND<()>;
type Open<L, R> = <R as Opens<L>>::Open;
type Outcome<L, R> = <Meeting<L, R> as Explain<Axis<-3>>>::Outcome;
type Left<L, R> = <Meeting<L, R> as Explain<Axis<-3>>>::Left;
type Right<L, R> = <Meeting<L, R> as Explain<Axis<-3>>>::Right;
type Axes<L, R> = <Meeting<L, R> as Explain<Axis<-3>>>::Axes;

/// One size, asked about once both are known: of the only implementation the compiler would take them to be equal.
type Once<A, B> = <B as Given>::Then<<A as Given>::Then<HasSize<A>>>;

// One after the other, so that the first of what does not fit is the one error; and the result is made through all of them.
impl<
    Q: KnownShape + Shape,
    K: KnownShape + Shape,
    V: KnownShape + Shape,
    QL: Shape,
    QW,
    KL: Shape,
    KN: Size,
    KW,
    VL: Shape,
    VN,
    ByWidth,
    MeetingKeys,
    ByMeeting,
    ByKeys,
    MeetingValues,
    ByValues,
    OtherWidth,
    OtherNumber,
> Attend<K, V> for Q
where
    K: SequenceOf<Q, Q::Shown, Leading = QL, Width = QW>
        + SequenceOf<K, K::Shown, Leading = KL, Number = KN, Width = KW>,
    V: SequenceOf<V, V::Shown, Leading = VL, Number = VN>,
    Once<KW, QW>: KeyWidth<HasSize<QW>, QW, KW, Q::Shown, K::Shown, OtherWidth, Whole<KL> = ByWidth>
        + LeavesOpen<HasSize<QW>, Open = OtherWidth>,
    ByWidth: LeadingKnown<QL, Q::Shown, K::Shown, Unmet<QL, ByWidth>>,
    ByWidth: StatesLeading<
            QL,
            Q::Shown,
            K::Shown,
            Pairs<QL, ByWidth>,
            Open<QL, ByWidth>,
            Then<Outcome<QL, ByWidth>> = MeetingKeys,
        >,
    MeetingKeys:
        LeadingMeet<Q::Shown, K::Shown, Left<QL, ByWidth>, Right<QL, ByWidth>, Axes<QL, ByWidth>, Then<KL> = ByMeeting>,
    ByMeeting: SameLeading<QL, Q::Shown, K::Shown, Whole<VL> = ByKeys>,
    ByKeys: LeadingKnown<QL, Q::Shown, V::Shown, Unmet<QL, ByKeys>>,
    ByKeys: StatesLeading<
            QL,
            Q::Shown,
            V::Shown,
            Pairs<QL, ByKeys>,
            Open<QL, ByKeys>,
            Then<Outcome<QL, ByKeys>> = MeetingValues,
        >,
    MeetingValues:
        LeadingMeet<Q::Shown, V::Shown, Left<QL, ByKeys>, Right<QL, ByKeys>, Axes<QL, ByKeys>, Then<VL> = ByValues>,
    ByValues: SameLeading<QL, Q::Shown, V::Shown>,
    Once<VN, KN>:
        ValueSteps<HasSize<KN>, KN, VN, K::Shown, V::Shown, OtherNumber> + LeavesOpen<HasSize<KN>, Open = OtherNumber>,
{
    type Output = <Once<VN, KN> as ValueSteps<HasSize<KN>, KN, VN, K::Shown, V::Shown, OtherNumber>>::Whole<
        <ByValues as SameLeading<QL, Q::Shown, V::Shown>>::Whole<((Lead<Q, K>, Number<Q, K>), Width<V, V>)>,
    >;
    type Scores = <ByMeeting as SameLeading<QL, Q::Shown, K::Shown>>::Whole<((Lead<Q, K>, Number<Q, K>), Number<K, K>)>;
}

/// A shape of steps whose numbers come in pairs, `[…, N, D]` with an even `D`: what `rotary` turns.
pub trait TurnPairs: Shape {}

impl<X: KnownShape + Shape, D: Size> TurnPairs for X
where
    Axis<-1>: PairedSteps<X, X::Shown, Width = D>,
    OrNamed<D, <<NumberOf<D> as Nat>::Rem<U2> as Nat>::IsZero>: InPairs<D, X::Shown>,
{
}
