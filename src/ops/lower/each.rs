//! Functions of elements.

use super::{lanes, widened};
use crate::hlo::{Element, Id, Notes, Relation};
use crate::kind::Lower;
use crate::ops::each::{Each, Pair, With};
use crate::ops::math_of_two::LerpBack;
use crate::ops::prelu::PreluBack;
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

impl<T> Lower<T> for PreluBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [x, slopes] = [x[0], x[1]].map(|x| widened(notes, x));
        let one_for_all = self.channels == 1;
        let x = if one_for_all { x } else { lanes(notes, x, [self.channels, self.inner]) };
        let sizes = [self.channels, 1];
        let slopes = notes.reshape(slopes, if one_for_all { &[] } else { &sizes });
        let below = notes.binary("multiply", x, slopes);
        let zero = notes.like(0.0, x);
        let above = notes.compare(Relation::Greater, x, zero);
        notes.select(above, x, below)
    }
}
