//! Tensors to be looked at: heat maps and histograms in a terminal, pictures in files.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use num_traits::{Float, NumCast, ToPrimitive};

use super::colours::colour;
use crate::shape::Shape;
#[cfg(feature = "std")]
use crate::shape::diagnostics::Drawn;
use crate::shape::diagnostics::DrawnMatrix;
use crate::view::Values;

/// Tensors as pictures and as text.
pub trait Pictures: Values<Elem: NumCast + Copy> {
    /// Writes the tensor as a picture in PNG's format: a matrix `[H, W]` in colours from dark violet, its smallest number, to yellow, its largest;
    /// `[H, W, 1]` in grey and `[H, W, 3]` in red, green and blue, floats from 0 to 1 and integers from 0 to 255. What is no number, or beyond, is grey in
    /// a matrix, and cut elsewhere. Nothing is compressed. Matplotlib's `plt.imsave(path, x)`, torchvision's `save_image(x, path)`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// # let path = std::env::temp_dir().join(format!("shaped_{}.png", std::process::id()));
    /// # let path = path.to_str().unwrap();
    /// let x = Tensor::<f32, shape![32, 64]>::from_fn(|[i, j]| (i as f32 / 4.0).sin() * (j as f32 / 8.0).cos());
    /// x.to_image(path)?; // "waves.png"
    /// # assert!(std::fs::metadata(path).unwrap().len() > 32 * 64);
    /// # std::fs::remove_file(path).unwrap();
    /// # Ok::<(), shaped::io::FileError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// Tensor::<f32, shape![3, 32, 64]>::zeros().to_image("colours_first.png");
    /// ```
    ///
    /// # Errors
    /// If the file can't be written, there are no places, or more than 2^30.
    #[cfg(feature = "std")]
    fn to_image(&self, path: impl AsRef<std::path::Path>) -> Result<(), super::FileError>
    where
        Self::Shape: Drawn<<Self::Shape as Shape>::Shown>,
    {
        let sizes = self.sizes();
        let (height, width) = (sizes.as_ref()[0], sizes.as_ref()[1]);
        let path = path.as_ref();
        super::png::check(height, width).map_err(|error| error.at(Some(&super::path::shown(path))))?;
        let png = match sizes.as_ref().get(2) {
            None => {
                let numbers = numbers(self);
                let of = Range::of(&numbers);
                let places = numbers.iter().map(|&x| of.level(x, 254).map_or(255, |level| level as u8));
                super::png::png(width, height, super::png::Colour::Map, &places.collect::<Vec<u8>>())
            }
            Some(colours) => {
                let float = <Self::Elem as NumCast>::from(0.5).and_then(|x| x.to_f64()) == Some(0.5);
                let most = if float { 255.0 } else { 1.0 };
                let bytes: Vec<u8> = numbers(self).iter().map(|x| (x * most).round() as u8).collect();
                let colour = if *colours == 1 { super::png::Colour::Grey } else { super::png::Colour::Three };
                super::png::png(width, height, colour, &bytes)
            }
        };
        super::save(path, &[&png])
    }

    /// A matrix `[H, W]` as shades of a terminal's characters when it is printed, from its smallest number, a blank, to its largest, a full block; `{:#}` prints it in
    /// 24 bits of colour, as [`to_image`](Self::to_image) has them. What has more than 80 columns is made smaller by means. NumPy and PyTorch have no word
    /// for it.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![3, 3]> = Tensor::eye();
    /// assert_eq!(x.heat_map().to_string(), "██    \n  ██  \n    ██\nblank is 0, full is 1\n");
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// println!("{}", tensor![1.0, 2.0].heat_map());
    /// ```
    fn heat_map(&self) -> HeatMap
    where
        Self::Shape: Shape<Shown: DrawnMatrix<Self::Shape>>,
    {
        let sizes = self.sizes();
        let (height, width) = (sizes.as_ref()[0], sizes.as_ref()[1]);
        let numbers = numbers(self);
        let step = width.div_ceil(COLUMNS).max(1);
        let mut rows = Vec::new();
        for top in (0..height).step_by(step) {
            let row = (0..width).step_by(step).map(|left| {
                let bottom = (top + step).min(height);
                let lines = (top..bottom).map(|i| &numbers[i * width + left..i * width + (left + step).min(width)]);
                let (sum, count) =
                    lines.fold((0.0, 0), |(sum, count), line| (sum + line.iter().sum::<f64>(), count + line.len()));
                sum / count as f64
            });
            rows.push(row.collect());
        }
        HeatMap { of: Range::of(&numbers), rows }
    }

    /// How many numbers lie in each of so many equal parts between the smallest and the largest: bars when it is printed. Of any shape. NumPy's
    /// `np.histogram(x, bins)`, which gives the counts and the edges.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[0.0, 1.0, 1.5], [2.0, 3.5, 4.0]];
    /// assert_eq!(x.histogram(4).counts(), [1, 2, 1, 2]);
    /// assert!(x.histogram(4).to_string().starts_with("0 to 1  ███"));
    /// ```
    ///
    /// # Panics
    /// If there are to be no parts.
    fn histogram(&self, bins: usize) -> Histogram {
        assert!(bins > 0, "a histogram has at least one part");
        let numbers = numbers(self);
        let of = Range::of(&numbers);
        let mut counts = alloc::vec![0; bins];
        let mut left = 0;
        for x in numbers {
            // As in NumPy, the last part has its upper edge.
            match of.share(x) {
                Some(share) => counts[((share * bins as f64) as usize).min(bins - 1)] += 1,
                None => left += 1,
            }
        }
        Histogram { of, counts, left }
    }
}

impl<X: Values<Elem: NumCast + Copy>> Pictures for X {}

/// The most columns of a heat map, each of two characters.
const COLUMNS: usize = 40;

fn numbers<X: Values<Elem: ToPrimitive> + ?Sized>(x: &X) -> Vec<f64> {
    x.iter().map(|x| x.to_f64().unwrap_or(f64::NAN)).collect()
}

/// The smallest and the largest of the finite numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range {
    least: f64,
    most: f64,
}

impl Range {
    fn of(numbers: &[f64]) -> Range {
        let finite = numbers.iter().copied().filter(|x| x.is_finite());
        let none = Range { least: f64::INFINITY, most: f64::NEG_INFINITY };
        let of = finite.fold(none, |of, x| Range { least: of.least.min(x), most: of.most.max(x) });
        if of.least > of.most { Range { least: 0.0, most: 0.0 } } else { of }
    }

    /// Where a number lies between the smallest, 0, and the largest, 1; 0 where they are the same, nothing for what is not finite.
    fn share(self, x: f64) -> Option<f64> {
        // Halves, since the difference of the two may be no number.
        let width = self.most / 2.0 - self.least / 2.0;
        x.is_finite().then(|| if width > 0.0 { (x / 2.0 - self.least / 2.0) / width } else { 0.0 })
    }

    fn level(self, x: f64, levels: usize) -> Option<usize> {
        self.share(x).map(|share| Float::round(share * levels as f64) as usize)
    }

    /// The edge below a part of so many.
    fn edge(self, part: usize, bins: usize) -> f64 {
        let share = part as f64 / bins as f64;
        self.least * (1.0 - share) + self.most * share
    }
}

/// What [`heat_map`](crate::methods::Pictures::heat_map) gives.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    of: Range,
    rows: Vec<Vec<f64>>,
}

impl fmt::Display for HeatMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            for &x in row {
                match self.of.level(x, 254) {
                    None => f.write_str("??")?,
                    Some(level) if f.alternate() => {
                        let [red, green, blue] = colour(level);
                        write!(f, "\x1b[48;2;{red};{green};{blue}m  \x1b[0m")?;
                    }
                    Some(level) => f.write_str(["  ", "░░", "▒▒", "▓▓", "██"][(level * 4 + 127) / 254])?,
                }
            }
            writeln!(f)?;
        }
        let (least, most) = if f.alternate() { ("violet", "yellow") } else { ("blank", "full") };
        writeln!(f, "{least} is {}, {most} is {}", Short(self.of.least), Short(self.of.most))
    }
}

/// What [`histogram`](crate::methods::Pictures::histogram) gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    of: Range,
    counts: Vec<usize>,
    left: usize,
}

impl Histogram {
    /// How many numbers lie in each part.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The edges of the parts, one more than there are parts.
    pub fn edges(&self) -> Vec<f64> {
        (0..=self.counts.len()).map(|part| self.of.edge(part, self.counts.len())).collect()
    }

    /// How many numbers are not finite, and in no part.
    pub fn not_finite(&self) -> usize {
        self.left
    }
}

/// The most characters of a bar.
const BAR: usize = 40;

impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edges: Vec<String> = self.edges().into_iter().map(|edge| alloc::format!("{}", Short(edge))).collect();
        let width = edges.iter().map(String::len).max().unwrap_or(0);
        let most = self.counts.iter().copied().max().unwrap_or(0).max(1);
        for (count, edge) in self.counts.iter().zip(edges.windows(2)) {
            let eighths = (*count as f64 / most as f64 * 8.0 * BAR as f64) as usize;
            let full = "█".repeat(eighths / 8);
            let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
            writeln!(f, "{:>width$} to {:<width$}  {full}{rest} {count}", edge[0], edge[1])?;
        }
        if self.left > 0 {
            writeln!(f, "not finite: {}", self.left)?;
        }
        Ok(())
    }
}

/// A number in four digits or so.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size != 0.0 && !(1e-3..1e6).contains(&size) {
            return write!(f, "{:.2e}", self.0);
        }
        let digits = if size >= 100.0 { 1 } else { 3 };
        let text = alloc::format!("{:.digits$}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
