//! What both headers, Python's dictionary and JSON's objects, are read by: places in bytes.

use super::bytes::part;
use super::contents::{AXES, Contents};
use super::text::Text;

/// A place in a header.
pub(super) struct Scan<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// The file, as the program names it.
    pub(super) path: &'a str,
}

impl<'a> Scan<'a> {
    /// The next byte that is no space; 0 at the end.
    pub(super) const fn next(&mut self) -> u8 {
        while self.at < self.bytes.len() && matches!(self.bytes[self.at], b' ' | b'\n' | b'\t' | b'\r') {
            self.at += 1;
        }
        if self.at < self.bytes.len() { self.bytes[self.at] } else { 0 }
    }

    /// Passes this byte, if it is the next one.
    pub(super) const fn pass(&mut self, byte: u8) -> bool {
        let is = self.next() == byte;
        if is {
            self.at += 1;
        }
        is
    }

    /// This byte comes next, and is passed.
    #[track_caller]
    pub(super) const fn expect(&mut self, byte: u8) {
        if !self.pass(byte) {
            self.wrong();
        }
    }

    /// The header can't be read.
    #[track_caller]
    pub(super) const fn wrong(&self) -> ! {
        Text::of(self.path).and("its header cannot be read, from byte ").and_number(self.at).and(" on").raise()
    }

    /// What stands between quotes, as it stands there.
    #[track_caller]
    pub(super) const fn quoted(&mut self) -> &'a [u8] {
        let quote = self.next();
        if !matches!(quote, b'"' | b'\'') {
            self.wrong();
        }
        let start = self.at + 1;
        let mut end = start;
        while end < self.bytes.len() && self.bytes[end] != quote {
            end += if self.bytes[end] == b'\\' { 2 } else { 1 };
        }
        if end >= self.bytes.len() {
            self.wrong();
        }
        self.at = end + 1;
        part(self.bytes, start, end)
    }

    /// A number without a sign.
    #[track_caller]
    pub(super) const fn number(&mut self) -> usize {
        if !self.next().is_ascii_digit() {
            self.wrong();
        }
        let mut number = 0usize;
        while self.at < self.bytes.len() && self.bytes[self.at].is_ascii_digit() {
            let digit = (self.bytes[self.at] - b'0') as usize;
            number = match number.checked_mul(10) {
                Some(tens) => match tens.checked_add(digit) {
                    Some(number) => number,
                    None => self.wrong(),
                },
                None => self.wrong(),
            };
            self.at += 1;
        }
        number
    }

    /// Numbers between two brackets, which are sizes.
    #[track_caller]
    pub(super) const fn sizes(&mut self, open: u8, close: u8, found: &mut Contents) {
        self.expect(open);
        found.rank = 0;
        while !self.pass(close) {
            if found.rank == AXES {
                Text::of(self.path).and("a tensor of more than 8 axes, which `include_tensor!` does not take").raise();
            }
            found.sizes[found.rank] = self.number();
            found.rank += 1;
            if !self.pass(b',') && self.next() != close {
                self.wrong();
            }
        }
    }
}
