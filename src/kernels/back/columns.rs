//! Pictures as columns of windows, and back: which element of a picture is which of its columns.

/// A kernel that goes over planes: heights, then widths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    pub input: [usize; 2],
    /// The places of the kernel.
    pub output: [usize; 2],
    pub kernel: [usize; 2],
    pub stride: [usize; 2],
    pub padding: [usize; 2],
    pub dilation: [usize; 2],
}

impl Sweep {
    /// How many elements a plane has, and how many its columns.
    pub(crate) fn lens(&self) -> [usize; 2] {
        let [output, kernel] = [self.output, self.kernel].map(|[h, w]| h * w);
        [self.input[0] * self.input[1], output * kernel]
    }

    /// Along an axis, the places where a tap of the kernel meets an element, and which one it meets first.
    fn met(&self, axis: usize, tap: usize) -> (core::ops::Range<usize>, usize) {
        let (tap, stride) = (tap * self.dilation[axis], self.stride[axis]);
        let first = self.padding[axis].saturating_sub(tap).div_ceil(stride);
        let end = (self.input[axis] + self.padding[axis]).saturating_sub(tap).div_ceil(stride);
        let end = end.min(self.output[axis]).max(first);
        // Where it meets none, this is no element, and nobody asks for it.
        (first..end, (first * stride + tap).saturating_sub(self.padding[axis]))
    }

    /// Shows `f` the elements of a plane that are elements of columns: in runs, where the first one is in the columns and in the plane, how many there
    /// are, and how far apart they are in the plane.
    fn each_run(&self, mut f: impl FnMut(usize, usize, usize, usize)) {
        let [height, width] = self.output;
        for row in 0..self.kernel[0] {
            let (rows, first_row) = self.met(0, row);
            for column in 0..self.kernel[1] {
                let (columns, first) = self.met(1, column);
                let at = (row * self.kernel[1] + column) * height * width;
                for (i, y) in rows.clone().enumerate() {
                    let from = (first_row + i * self.stride[0]) * self.input[1] + first;
                    f(at + y * width + columns.start, from, columns.len(), self.stride[1]);
                }
            }
        }
    }

    /// Writes the elements of planes into their columns, where there are zeros.
    pub(crate) fn spread<T: Clone>(&self, planes: &[T], columns: &mut [T]) {
        let [plane, column] = self.lens();
        if plane == 0 || column == 0 {
            return;
        }
        for (x, to) in planes.chunks_exact(plane).zip(columns.chunks_exact_mut(column)) {
            self.each_run(|at, from, n, step| {
                let elements = x.get(from..).unwrap_or(&[]).iter().step_by(step);
                to[at..at + n].iter_mut().zip(elements).for_each(|(to, x)| *to = x.clone());
            });
        }
    }

    /// Adds the elements of columns to those of planes that they are of.
    pub(crate) fn gather<T: Clone + core::ops::Add<Output = T>>(&self, columns: &[T], planes: &mut [T]) {
        let [plane, column] = self.lens();
        if plane == 0 || column == 0 {
            return;
        }
        for (x, to) in columns.chunks_exact(column).zip(planes.chunks_exact_mut(plane)) {
            self.each_run(|at, from, n, step| {
                let elements = to.get_mut(from..).unwrap_or(&mut []).iter_mut().step_by(step);
                elements.zip(&x[at..at + n]).for_each(|(to, x)| *to = to.clone() + x.clone());
            });
        }
    }
}
