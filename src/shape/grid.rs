//! The shapes of pictures that are read at places.

use super::Shape;
use super::diagnostics::{GridFor, GridMaps, GridPlaces, KnownShape, MapSize, PairOfPlaces, SampledPicture};
use super::last_axes::taken_apart;
use super::size::{Dim, Size};

taken_apart! {
    SampledPicture: Channels Height Width;
    GridPlaces: Rows Columns Pair;
    GridMaps: Rows Columns;
}

type Lead<X, By> = <By as SampledPicture<X, <X as Shape>::Shown>>::Leading;
type Channels<X, By> = <By as SampledPicture<X, <X as Shape>::Shown>>::Channels;
type GridLead<G> = <G as GridPlaces<G, <G as Shape>::Shown>>::Leading;
type Rows<G> = <G as GridPlaces<G, <G as Shape>::Shown>>::Rows;
type Columns<G> = <G as GridPlaces<G, <G as Shape>::Shown>>::Columns;
type Pair<G> = <G as GridPlaces<G, <G as Shape>::Shown>>::Pair;

/// Pictures of shape `Self`, `[…, C, H, W]`, that are read at places of shape `G`, `[…, OH, OW, 2]`: what `grid_sample` gives, `[…, C, OH, OW]`. Axes in
/// front, channels and sizes can be generic without a bound.
pub trait SampleBy<G: Shape>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of `x.grid_sample(&grid, …)`: `SampledBy<shape![3, 32, 32], shape![20, 10, 2]>` is `shape![3, 20, 10]`.
pub type SampledBy<X, G> = <X as SampleBy<G>>::Output;

impl<X: KnownShape + Shape, G: KnownShape + Shape> SampleBy<G> for X
where
    G: SampledPicture<X, X::Shown> + GridPlaces<G, G::Shown>,
    Pair<G>: PairOfPlaces<Dim<2>, G::Shown>,
    GridLead<G>: GridFor<Lead<X, G>, X::Shown, G::Shown>,
{
    type Output = (((Lead<X, G>, Channels<X, G>), Rows<G>), Columns<G>);
}

#[diagnostic::do_not_recommend]
impl<D, G> PairOfPlaces<D, G> for D {}
#[diagnostic::do_not_recommend]
impl<L, X, G> GridFor<L, X, G> for L {}

type MapLead<X, By> = <By as GridMaps<X, <X as Shape>::Shown>>::Leading;
type MapRows<X, By> = <By as GridMaps<X, <X as Shape>::Shown>>::Rows;
type MapColumns<X, By> = <By as GridMaps<X, <X as Shape>::Shown>>::Columns;

/// Affine maps of shape `Self`, `[…, 2, 3]`, of which grids of height `H` and width `W` are made: what `affine_grid` gives, `[…, H, W, 2]`.
pub trait AffineGrid<H: Size, W: Size>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shape of `theta.affine_grid((h, w), …)`: `AffineGridOf<shape![8, 2, 3], dim!(20), dim!(10)>` is `shape![8, 20, 10, 2]`.
pub type AffineGridOf<X, H, W> = <X as AffineGrid<H, W>>::Output;

impl<X: KnownShape + Shape, H: Size, W: Size> AffineGrid<H, W> for X
where
    (H, W): GridMaps<X, X::Shown>,
    MapRows<X, (H, W)>: MapSize<Dim<2>, X::Shown>,
    MapColumns<X, (H, W)>: MapSize<Dim<3>, X::Shown>,
{
    type Output = (((MapLead<X, (H, W)>, H), W), Dim<2>);
}

#[diagnostic::do_not_recommend]
impl<D, X> MapSize<D, X> for D {}
