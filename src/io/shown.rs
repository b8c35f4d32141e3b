//! What errors print of a file. A file can say megabytes, and an error is read by a person: names and sizes are cut where they
//! stand, so that what follows them is still said, and at the end the whole text.

use alloc::string::String;
use core::fmt::{self, Write};

/// The most letters of a name.
const NAME: usize = 120;
/// The most sizes of a shape: as many as a shape of this crate has.
const SIZES: usize = crate::shape::dims::MAX_RANK;
/// The most letters of an error, without the path.
const TEXT: usize = 2000;

/// A text from a file, in quotes; of a long one the beginning, and how long it is.
pub(super) struct Name<'a>(pub &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(NAME) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => write!(f, "{:?}… ({} bytes)", &self.0[..end], self.0.len()),
        }
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The sizes of a tensor in a file; of many the first, and how many they are.
pub(super) struct ShownSizes<'a>(pub &'a [usize]);

impl fmt::Display for ShownSizes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        for (axis, size) in self.0.iter().take(SIZES).enumerate() {
            write!(f, "{}{size}", if axis == 0 { "" } else { ", " })?;
        }
        match self.0.len() {
            rank if rank > SIZES => write!(f, ", … ({rank} axes)]"),
            _ => f.write_char(']'),
        }
    }
}

/// The beginning of a text, on one line: what would steer a terminal is escaped. All that an error prints goes through here.
pub(super) struct Short<W> {
    to: W,
    left: usize,
}

impl<W: Write> Short<W> {
    pub(super) fn new(to: W) -> Self {
        Short { to, left: TEXT }
    }
}

impl<W: Write> Write for Short<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match self.left {
                0 => return Ok(()),
                1 => self.to.write_char('…')?,
                _ if letter.is_control() => write!(self.to, "{}", letter.escape_debug())?,
                _ => self.to.write_char(letter)?,
            }
            self.left -= 1;
        }
        Ok(())
    }
}

/// The beginning of a text.
pub(super) fn short(text: impl fmt::Display) -> String {
    let mut short = Short::new(String::new());
    // Writing to a `String` does not fail.
    let _ = write!(short, "{text}");
    short.to
}
