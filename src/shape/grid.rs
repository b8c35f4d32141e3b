//! The shapes of pictures and volumes that are read at places.

use super::Shape;
use super::axes::Axis;
use super::diagnostics::{
    GridFor, GridMaps, GridPlaces, KnownShape, MapSize, PairOfPlaces, SampledPicture, SampledVolume, TripleOfPlaces,
    VolumeGridFor, VolumeMapSize, VolumeMaps, VolumePlaces,
};
use super::last_axes::behind;
use super::results::results;
use super::size::{Dim, Size};

type Lead<X, By> = <By as SampledPicture<X, <X as Shape>::Shown>>::Leading;
type Channels<X, By> = <By as SampledPicture<X, <X as Shape>::Shown>>::Channels;
type Rows<G> = <G as GridPlaces<G, <G as Shape>::Shown>>::Rows;
type Columns<G> = <G as GridPlaces<G, <G as Shape>::Shown>>::Columns;

results! {
    /// Pictures of shape `Self`, `[…, C, H, W]`, that are read at places of shape `G`, `[…, OH, OW, 2]`: what `grid_sample` gives, `[…, C, OH, OW]`. Axes in
    /// front, channels and sizes can be generic without a bound.
    pub trait SampleBy<G: Shape>: Shape;
    /// The shape of `x.grid_sample(&grid, …)`: `SampledBy<shape![3, 32, 32], shape![20, 10, 2]>` is `shape![3, 20, 10]`.
    pub type SampledBy;
}

impl<X: KnownShape + Shape, G: KnownShape + Shape, L: Shape, M, P, V> SampleBy<G> for X
where
    G: SampledPicture<X, X::Shown, Leading = L> + GridPlaces<G, G::Shown, Leading = M, Pair = P>,
    P: PairOfPlaces<Dim<2>, G::Shown, Then<M> = V>,
    V: GridFor<L, X::Shown, G::Shown>,
{
    type Output = (((Lead<X, G>, Channels<X, G>), Rows<G>), Columns<G>);
}

type MapLead<X> = <Axis<-1> as GridMaps<X, <X as Shape>::Shown>>::Leading;
type MapRows<X> = <Axis<-1> as GridMaps<X, <X as Shape>::Shown>>::Rows;
type MapColumns<X> = <Axis<-1> as GridMaps<X, <X as Shape>::Shown>>::Columns;

results! {
    /// Affine maps of shape `Self`, `[…, 2, 3]`, of which grids of height `H` and width `W` are made: what `affine_grid` gives, `[…, H, W, 2]`.
    #[diagnostic::on_unimplemented(
        message = "cannot make a grid by maps of shape `{Self}`",
        label = "the last axes of maps of a plane are of size 2 and 3"
    )]
    pub trait AffineGrid<H: Size, W: Size>: Shape;
    /// The shape of `theta.affine_grid((h, w), …)`: `AffineGridOf<shape![8, 2, 3], dim!(20), dim!(10)>` is `shape![8, 20, 10, 2]`.
    pub type AffineGridOf;
}

impl<X: KnownShape + Shape, H: Size, W: Size> AffineGrid<H, W> for X
where
    Axis<-1>: GridMaps<X, X::Shown>,
    (MapRows<X>, MapColumns<X>): MapSize<(Dim<2>, Dim<3>), X::Shown>,
{
    type Output = (((MapLead<X>, H), W), Dim<2>);
}

type VolumeLead<X, By> = <By as SampledVolume<X, <X as Shape>::Shown>>::Leading;

results! {
    /// Volumes of shape `Self`, `[…, C, D, H, W]`, that are read at places of shape `G`, `[…, OD, OH, OW, 3]`: what `grid_sample3d` gives, `[…, C, OD, OH, OW]`.
    /// Axes in front, channels and sizes can be generic without a bound.
    pub trait SampleBy3d<G: Shape>: Shape;
    /// The shape of `x.grid_sample3d(&grid, …)`: `SampledBy3d<shape![3, 16, 32, 32], shape![4, 20, 10, 3]>` is `shape![3, 4, 20, 10]`.
    pub type SampledBy3d;
}

impl<X: KnownShape + Shape, G: KnownShape + Shape, L: Shape, M, P, V> SampleBy3d<G> for X
where
    G: SampledVolume<X, X::Shown, Leading = L> + VolumePlaces<G, G::Shown, Leading = M, Triple = P>,
    P: TripleOfPlaces<Dim<3>, G::Shown, Then<M> = V>,
    V: VolumeGridFor<L, X::Shown, G::Shown>,
{
    type Output = behind!(
        [VolumeLead<X, G>] [<G as SampledVolume<X, X::Shown>>::Channels] [<G as VolumePlaces<G, G::Shown>>::Planes]
        [<G as VolumePlaces<G, G::Shown>>::Rows] [<G as VolumePlaces<G, G::Shown>>::Columns]
    );
}

results! {
    /// Affine maps of shape `Self`, `[…, 3, 4]`, of which grids of depth `D`, height `H` and width `W` are made: what `affine_grid3d` gives,
    /// `[…, D, H, W, 3]`.
    #[diagnostic::on_unimplemented(
        message = "cannot make a grid by maps of shape `{Self}`",
        label = "the last axes of maps of space are of size 3 and 4"
    )]
    pub trait AffineGrid3d<D: Size, H: Size, W: Size>: Shape;
    /// The shape of `theta.affine_grid3d((d, h, w), …)`: `AffineGridOf3d<shape![8, 3, 4], dim!(4), dim!(20), dim!(10)>` is `shape![8, 4, 20, 10, 3]`.
    pub type AffineGridOf3d;
}

impl<X: KnownShape + Shape, D: Size, H: Size, W: Size> AffineGrid3d<D, H, W> for X
where
    Axis<-1>: VolumeMaps<X, X::Shown>,
    (<Axis<-1> as VolumeMaps<X, X::Shown>>::Rows, <Axis<-1> as VolumeMaps<X, X::Shown>>::Columns):
        VolumeMapSize<(Dim<3>, Dim<4>), X::Shown>,
{
    type Output = behind!([<Axis<-1> as VolumeMaps<X, X::Shown>>::Leading] [D] H W [Dim<3>]);
}
