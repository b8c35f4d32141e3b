//! What a file holds of a tensor.

use super::element::width;
use super::text::Text;

/// The most axes of a tensor that is included.
pub(super) const AXES: usize = 8;

/// What a file holds of a tensor, and where.
#[derive(Clone, Copy)]
pub struct Contents {
    /// The type of its elements, by the number of its `Code`.
    pub code: usize,
    /// How many axes it has.
    pub rank: usize,
    /// Outermost axis first; 0 beyond the rank.
    pub sizes: [usize; AXES],
    pub(super) start: usize,
    /// How many bytes the elements have.
    pub bytes: usize,
    /// Bytes of an element stand in another order than this machine's.
    pub(super) swap: bool,
    /// The first axis is contiguous, and not the last: Fortran's order.
    pub(super) columns: bool,
}

impl Contents {
    /// The same, once it is clear that its elements take the bytes that there are.
    #[track_caller]
    pub(super) const fn counted(mut self, path: &str, there: usize) -> Contents {
        let mut bytes = Some(width(self.code));
        let mut axis = 0;
        while axis < self.rank {
            bytes = match bytes {
                Some(bytes) => bytes.checked_mul(self.sizes[axis]),
                None => None,
            };
            axis += 1;
        }
        match bytes {
            Some(bytes) if bytes == there => {
                self.bytes = bytes;
                self
            }
            Some(bytes) => {
                let text = Text::of(path)
                    .and("its header asks for ")
                    .and_number(bytes)
                    .and(" bytes of elements, and there are ");
                text.and_number(there).raise()
            }
            None => Text::of(path).and("more elements than can be counted").raise(),
        }
    }

    /// Where the element of this place, row by row, lies column by column.
    pub(super) const fn by_columns(&self, place: usize) -> usize {
        let (mut rest, mut stride, mut axis) = (place, 1, 0);
        while axis < self.rank {
            stride *= self.sizes[axis];
            axis += 1;
        }
        let mut from = 0;
        while axis > 0 {
            axis -= 1;
            stride /= self.sizes[axis];
            from += rest % self.sizes[axis] * stride;
            rest /= self.sizes[axis];
        }
        from
    }
}
