//! Tensors cut over devices: which part each has.

use shaped::graph::{HostTensor, Slot};

/// A device's part of a tensor: where it begins along each axis, and how long it is.
pub(crate) struct Part {
    starts: Vec<usize>,
    pub(crate) sizes: Vec<usize>,
}

/// Each device's part. Devices are numbered row by row of the mesh.
pub(crate) fn parts(slot: &Slot, mesh: &[(String, usize)], devices: usize) -> Vec<Part> {
    let part = |device: usize| {
        let (mut starts, mut sizes) = (vec![], vec![]);
        for (size, cut) in slot.sizes.iter().zip(&slot.cuts) {
            let (mut step, mut place, mut count) = (1, 0, 1);
            for (name, n) in mesh.iter().rev() {
                if Some(name) == cut.as_ref() {
                    (place, count) = (device / step % n, *n);
                }
                step *= n;
            }
            sizes.push(size / count);
            starts.push(size / count * place);
        }
        Part { starts, sizes }
    };
    (0..devices).map(part).collect()
}

impl Part {
    pub(crate) fn is_all(&self, slot: &Slot) -> bool {
        self.sizes == slot.sizes
    }

    /// Where each of the part's rows begins in the whole, in bytes; and how long a row is.
    fn rows(&self, sizes: &[usize], width: usize) -> (impl Iterator<Item = usize>, usize) {
        let (rank, outer) = (sizes.len(), sizes.len().saturating_sub(1));
        let (starts, mine, all) = (self.starts.clone(), self.sizes.clone(), sizes.to_vec());
        let row = mine[outer..].iter().product::<usize>() * width;
        let count = if row == 0 { 0 } else { mine[..outer].iter().product() };
        let begin = move |mut row: usize| {
            let (mut step, mut at) = (width, 0);
            for axis in (0..rank).rev() {
                let mut place = starts[axis];
                if axis < outer {
                    place += row % mine[axis];
                    row /= mine[axis];
                }
                at += place * step;
                step *= all[axis];
            }
            at
        };
        ((0..count).map(begin), row)
    }

    /// This part of a tensor.
    pub(crate) fn of(&self, whole: &HostTensor) -> HostTensor {
        let (begins, row) = self.rows(&whole.sizes, whole.dtype.size());
        let bytes = begins.flat_map(|at| whole.bytes.get(at..at + row).unwrap_or_default()).copied().collect();
        HostTensor { dtype: whole.dtype, sizes: self.sizes.clone(), bytes }
    }

    /// Puts this part where it belongs.
    pub(crate) fn put_in(&self, whole: &mut HostTensor, part: &HostTensor) {
        let (begins, row) = self.rows(&whole.sizes, whole.dtype.size());
        for (at, bytes) in begins.zip(part.bytes.chunks(row.max(1))) {
            whole.bytes[at..at + row].copy_from_slice(bytes);
        }
    }
}
