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

results! {
    /// Pictures of shape `Self`, `[…, C, H, W]`, that are read at places of shape `G`, `[…, OH, OW, 2]`: what `grid_sample` gives, `[…, C, OH, OW]`. Axes in
    /// front, channels and sizes can be generic without a bound.
    pub trait SampleBy<G: Shape>: Shape;
    /// The shape of `x.grid_sample(&grid, …)`: `SampledBy<shape![3, 32, 32], shape![20, 10, 2]>` is `shape![3, 20, 10]`.
    pub type SampledBy;

    /// Volumes of shape `Self`, `[…, C, D, H, W]`, that are read at places of shape `G`, `[…, OD, OH, OW, 3]`: what `grid_sample3d` gives, `[…, C, OD, OH, OW]`.
    /// Axes in front, channels and sizes can be generic without a bound.
    pub trait SampleBy3d<G: Shape>: Shape;
    /// The shape of `x.grid_sample3d(&grid, …)`: `SampledBy3d<shape![3, 16, 32, 32], shape![4, 20, 10, 3]>` is `shape![3, 4, 20, 10]`.
    pub type SampledBy3d;

    /// Affine maps of shape `Self`, `[…, 2, 3]`, of which grids of height `H` and width `W` are made: what `affine_grid` gives, `[…, H, W, 2]`.
    #[diagnostic::on_unimplemented(
        message = "cannot make a grid by maps of shape `{Self}`",
        label = "the last axes of maps of a plane are of size 2 and 3"
    )]
    pub trait AffineGrid<H: Size, W: Size>: Shape;
    /// The shape of `theta.affine_grid((h, w), …)`: `AffineGridOf<shape![8, 2, 3], dim!(20), dim!(10)>` is `shape![8, 20, 10, 2]`.
    pub type AffineGridOf;

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

/// Pictures and volumes at places: each of these has as many numbers as there are axes to read along, and the same axes in front.
macro_rules! samples {
    ($($trait:ident: $input:ident at $places:ident of $each:ident, $numbers:ident $n:literal, $lead:ident; $($axis:ident)+;)*) => { $(
        impl<X: KnownShape + Shape, G: KnownShape + Shape, L: Shape, M, P, V> $trait<G> for X
        where
            G: $input<X, X::Shown, Leading = L> + $places<G, G::Shown, Leading = M, $each = P>,
            P: $numbers<Dim<$n>, G::Shown, Then<M> = V>,
            V: $lead<L, X::Shown, G::Shown>,
        {
            type Output = behind!(
                [<G as $input<X, X::Shown>>::Leading] [<G as $input<X, X::Shown>>::Channels] $([<G as $places<G, G::Shown>>::$axis])+
            );
        }
    )* };
}
samples! {
    SampleBy: SampledPicture at GridPlaces of Pair, PairOfPlaces 2, GridFor; Rows Columns;
    SampleBy3d: SampledVolume at VolumePlaces of Triple, TripleOfPlaces 3, VolumeGridFor; Planes Rows Columns;
}

/// Grids by affine maps of as many rows as a place has numbers.
macro_rules! grids {
    ($($trait:ident: $maps:ident, $size:ident $rows:literal $columns:literal; $($axis:ident)+;)*) => { $(
        impl<X: KnownShape + Shape, $($axis: Size),+> $trait<$($axis),+> for X
        where
            Axis<-1>: $maps<X, X::Shown>,
            (<Axis<-1> as $maps<X, X::Shown>>::Rows, <Axis<-1> as $maps<X, X::Shown>>::Columns):
                $size<(Dim<$rows>, Dim<$columns>), X::Shown>,
        {
            type Output = behind!([<Axis<-1> as $maps<X, X::Shown>>::Leading] $([$axis])+ [Dim<$rows>]);
        }
    )* };
}
grids! {
    AffineGrid: GridMaps, MapSize 2 3; H W;
    AffineGrid3d: VolumeMaps, VolumeMapSize 3 4; D H W;
}
