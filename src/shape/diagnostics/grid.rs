//! Texts of pictures and volumes that are read at places.

use super::texts::texts;
use crate::shape::Shape;
use crate::shape::last_axes::last_axes;
use crate::shape::list::Exactly;
use crate::shape::size::Size;

texts! {
    /// A shape `S` has axes for channels, height and width. `Self` is the grid's shape: the compiler waits until it is known.
    message "cannot read a picture of shape {X} at places"
    label "it has fewer than three axes"
    note "`grid_sample`: pictures […, C, H, W] at places […, OH, OW, 2] -> […, C, OH, OW]"
    pub trait SampledPicture<S, X> {
        last_axes!(Channels Height Width);
    }
    /// A shape `S` has axes for rows, columns, and a place of each.
    message "cannot read a picture at places of shape {G}"
    label "a grid has at least three axes: rows, columns, and the place of each"
    note "`grid_sample`: pictures […, C, H, W] at places […, OH, OW, 2] -> […, C, OH, OW]"
    pub trait GridPlaces<S, G> {
        last_axes!(Rows Columns Pair);
    }
    /// A place is two numbers. `Self` is the last axis of the grid.
    message "cannot read a picture at places of shape {G}"
    label "a place is {D} numbers, and the last axis has {Self}; volumes are read by `grid_sample3d`"
    note "`grid_sample`: pictures […, C, H, W] at places […, OH, OW, 2], a column and a row each, from -1 to 1"
    pub trait PairOfPlaces<D, G>: Exactly<D> {
        /// `T`, once that is clear.
        type Then<T>;
    }
    /// Pictures and grids have the same axes in front.
    message "cannot read pictures of shape {X} at places of shape {G}"
    label "in front of the last three axes are {L} and {Self}, which would have to be the same: `grid.broadcast_to::<…>()` gives all pictures one grid"
    note "each picture has a grid of its own; to broadcast copies nothing"
    pub trait GridFor<L, X, G>: Exactly<L> {}
    /// A shape `S` has axes for a matrix.
    message "cannot make a grid of maps of shape {X}"
    label "it has fewer than two axes"
    note "`affine_grid`: maps […, 2, 3] -> […, H, W, 2]"
    pub trait GridMaps<S, X> {
        last_axes!(Rows Columns);
    }
    /// An affine map of a plane. `Self` is its sizes.
    message "cannot make a grid of maps of shape {X}"
    label "the last two axes are {Self}, and would have to be {D}"
    note "`affine_grid`: maps […, 2, 3] -> […, H, W, 2], each a matrix of 2 by 2, and behind it what is added; maps of space have `affine_grid3d`"
    pub trait MapSize<D, X>: Exactly<D> {}
    /// A shape `S` has axes for channels, depth, height and width. `Self` is the grid's shape: the compiler waits until it is known.
    message "cannot read a volume of shape {X} at places"
    label "it has fewer than four axes"
    note "`grid_sample3d`: volumes […, C, D, H, W] at places […, OD, OH, OW, 3] -> […, C, OD, OH, OW]"
    pub trait SampledVolume<S, X> {
        last_axes!(Channels Depth Height Width);
    }
    /// A shape `S` has axes for planes, rows, columns, and a place of each.
    message "cannot read a volume at places of shape {G}"
    label "a grid has at least four axes: planes, rows, columns, and the place of each"
    note "`grid_sample3d`: volumes […, C, D, H, W] at places […, OD, OH, OW, 3] -> […, C, OD, OH, OW]"
    pub trait VolumePlaces<S, G> {
        last_axes!(Planes Rows Columns Triple);
    }
    /// A place is three numbers. `Self` is the last axis of the grid.
    message "cannot read a volume at places of shape {G}"
    label "a place is {D} numbers, and the last axis has {Self}; pictures are read by `grid_sample`"
    note "`grid_sample3d`: volumes […, C, D, H, W] at places […, OD, OH, OW, 3], a column, a row and a plane each, from -1 to 1"
    pub trait TripleOfPlaces<D, G>: Exactly<D> {
        /// `T`, once that is clear.
        type Then<T>;
    }
    /// Volumes and grids have the same axes in front.
    message "cannot read volumes of shape {X} at places of shape {G}"
    label "in front of the last four axes are {L} and {Self}, which would have to be the same: `grid.broadcast_to::<…>()` gives all volumes one grid"
    note "each volume has a grid of its own; to broadcast copies nothing"
    pub trait VolumeGridFor<L, X, G>: Exactly<L> {}
    /// A shape `S` has axes for a matrix.
    message "cannot make a grid of maps of shape {X}"
    label "it has fewer than two axes"
    note "`affine_grid3d`: maps […, 3, 4] -> […, D, H, W, 3]"
    pub trait VolumeMaps<S, X> {
        last_axes!(Rows Columns);
    }
    /// An affine map of space. `Self` is its sizes.
    message "cannot make a grid of maps of shape {X}"
    label "the last two axes are {Self}, and would have to be {D}"
    note "`affine_grid3d`: maps […, 3, 4] -> […, D, H, W, 3], each a matrix of 3 by 3, and behind it what is added; maps of a plane have `affine_grid`"
    pub trait VolumeMapSize<D, X>: Exactly<D> {}
}
