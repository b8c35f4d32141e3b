//! Functions of elements.

use crate::hlo::{Element, Id, Notes};
use crate::kind::Lower;
use crate::ops::each::{Each, Pair, With};
use crate::ops::math_of_two::LerpBack;
use crate::ops::slope::{Slope, Slopes};

impl<T, F: Slope<T>> Lower<T> for Each<F> {
    const LOWERED: bool = F::LOWERED;

    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        self.0.lower(notes, x[0])
    }
}

impl<T, F: Slopes<T>> Lower<T> for Pair<F> {
    const LOWERED: bool = F::LOWERED;

    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        self.0.lower(notes, x[0], x[1])
    }
}

impl<T, F: Slopes<T>> Lower<T> for With<T, F> {
    const LOWERED: bool = F::LOWERED;

    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let value = notes.constant(&[self.0], alloc::vec![]);
        self.1.lower(notes, x[0], value)
    }
}

impl<T> Lower<T> for LerpBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let way = notes.binary("subtract", x[1], x[0]);
        let part = notes.binary("multiply", x[2], way);
        notes.binary("add", x[0], part)
    }
}
