//! Reading Python's pickles, and doing nothing of what they say: what would call a function becomes a note that it would have been
//! called, and of what.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::FileError;

/// The number of a value in [`Pickle::values`].
pub(super) type Id = u32;

/// What a pickle says.
pub(super) enum Value<'a> {
    /// Nothing that is looked at: `None`, a float, bytes, an integer of more than 64 bits.
    Other,
    Bool(bool),
    Int(i64),
    Text(&'a str),
    /// A list, a tuple or a set.
    List(Vec<Id>),
    /// The keys and the values in turn.
    Dict(Vec<Id>),
    /// A function or a class: its module, and its name.
    Global(&'a str, &'a str),
    /// What the program that wrote it keeps elsewhere, and how it calls that.
    Persistent(Id),
    Called(Call),
}

/// An object that a function or a class would have made.
pub(super) struct Call {
    pub function: Id,
    /// A list, if the pickle is right.
    pub arguments: Id,
    pub state: Option<Id>,
    /// As of a dictionary: what is put into it afterwards.
    pub items: Vec<Id>,
}

/// A pickle, read to its end.
pub(super) struct Pickle<'a> {
    values: Vec<Value<'a>>,
    pub root: Id,
    /// Its length in bytes: others may follow.
    pub length: usize,
}

impl<'a> Pickle<'a> {
    /// The pickle at the beginning of these bytes.
    ///
    /// # Errors
    /// If there is none, or it is cut off.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, FileError> {
        let mut machine =
            Machine { left: bytes, values: Vec::new(), stack: Vec::new(), marks: Vec::new(), memo: BTreeMap::new() };
        loop {
            let at = bytes.len() - machine.left.len();
            let step = machine.step();
            let wrong = |what: Wrong| FileError::malformed(format_args!("the pickle, byte {at}: {what}"));
            if let Some(root) = step.map_err(wrong)? {
                let length = bytes.len() - machine.left.len();
                return Ok(Pickle { values: machine.values, root, length });
            }
        }
    }

    pub(super) fn value(&self, id: Id) -> &Value<'a> {
        &self.values[id as usize]
    }

    pub(super) fn list(&self, id: Id) -> Option<&[Id]> {
        match self.value(id) {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    pub(super) fn text(&self, id: Id) -> Option<&'a str> {
        match *self.value(id) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn global(&self, id: Id) -> Option<(&'a str, &'a str)> {
        match *self.value(id) {
            Value::Global(module, name) => Some((module, name)),
            _ => None,
        }
    }

    /// An integer that is a size or a place.
    pub(super) fn count(&self, id: Id) -> Option<usize> {
        match *self.value(id) {
            Value::Int(number) => usize::try_from(number).ok(),
            _ => None,
        }
    }

    /// How many values there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }
}

/// Why bytes are no pickle.
enum Wrong {
    CutOff,
    /// It takes a value from an empty stack, or one that is not of the kind that is needed.
    Misplaced,
    NoInstruction(u8),
    Unknown(u32),
    NoText,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::CutOff => f.write_str("it is cut off"),
            Wrong::Misplaced => f.write_str("the values before it are not those that it takes"),
            Wrong::NoInstruction(byte) => write!(f, "{byte:#04x} is no instruction that is known here"),
            Wrong::Unknown(place) => write!(f, "nothing was kept under the number {place}"),
            Wrong::NoText => f.write_str("a text is not UTF-8"),
        }
    }
}

/// The machine that a pickle is the program of.
struct Machine<'a> {
    left: &'a [u8],
    values: Vec<Value<'a>>,
    stack: Vec<Id>,
    /// How high the stack was at each mark.
    marks: Vec<usize>,
    memo: BTreeMap<u32, Id>,
}

impl<'a> Machine<'a> {
    /// The next instruction; the last one gives the value that was made.
    fn step(&mut self) -> Result<Option<Id>, Wrong> {
        let instruction = self.bytes(1)?[0];
        match instruction {
            // How new it is, and how long a frame: of no use here.
            0x80 => drop(self.bytes(1)?),
            0x95 => drop(self.bytes(8)?),
            b'.' => return self.pop().map(Some),

            b'(' => self.marks.push(self.stack.len()),
            b'0' => match self.marks.last() {
                Some(&mark) if mark == self.stack.len() => drop(self.marks.pop()),
                _ => drop(self.pop()?),
            },
            b'1' => drop(self.marked()?),
            b'2' => {
                let top = *self.stack.last().ok_or(Wrong::Misplaced)?;
                self.stack.push(top);
            }

            b'N' => self.push(Value::Other),
            0x88 => self.push(Value::Bool(true)),
            0x89 => self.push(Value::Bool(false)),
            b'J' => {
                let number = self.little(4)? as u32 as i32;
                self.push(Value::Int(number.into()));
            }
            b'K' | b'M' => {
                let number = self.little(if instruction == b'K' { 1 } else { 2 })?;
                self.push(Value::Int(number as i64));
            }
            0x8a | 0x8b => {
                let length = self.length(if instruction == 0x8a { 1 } else { 4 })?;
                let bytes = self.bytes(length)?;
                self.push(long(bytes));
            }
            b'I' | b'L' => {
                let line = self.line()?;
                let number = line.strip_suffix('L').unwrap_or(line).parse();
                self.push(match (line, number) {
                    ("00" | "01", _) => Value::Bool(line == "01"),
                    (_, Ok(number)) => Value::Int(number),
                    _ => Value::Other,
                });
            }
            b'F' => {
                self.line()?;
                self.push(Value::Other);
            }
            b'G' => {
                self.bytes(8)?;
                self.push(Value::Other);
            }

            b'X' | 0x8c | 0x8d => {
                let length = self.length(match instruction {
                    b'X' => 4,
                    0x8c => 1,
                    _ => 8,
                })?;
                let text = str::from_utf8(self.bytes(length)?).map_err(|_| Wrong::NoText)?;
                self.push(Value::Text(text));
            }
            // Texts of Python 2, of any bytes.
            b'T' | b'U' => {
                let length = self.length(if instruction == b'T' { 4 } else { 1 })?;
                let text = str::from_utf8(self.bytes(length)?);
                self.push(text.map_or(Value::Other, Value::Text));
            }
            b'V' => {
                let line = self.line()?;
                self.push(Value::Text(line));
            }
            b'S' => {
                let line = self.line()?;
                let quoted = |quote| line.strip_prefix(quote)?.strip_suffix(quote);
                let text = quoted('\'').or_else(|| quoted('"')).ok_or(Wrong::NoText)?;
                self.push(Value::Text(text));
            }
            b'B' | b'C' | 0x8e | 0x96 => {
                let length = self.length(match instruction {
                    b'B' => 4,
                    b'C' => 1,
                    _ => 8,
                })?;
                self.bytes(length)?;
                self.push(Value::Other);
            }
            0x97 => self.push(Value::Other),
            // A buffer that can't be written to is one.
            0x98 => {}

            b'}' => self.push(Value::Dict(Vec::new())),
            b']' | b')' | 0x8f => self.push(Value::List(Vec::new())),
            b'l' | b't' | 0x91 => {
                let items = self.marked()?;
                self.push(Value::List(items));
            }
            b'd' => {
                let items = self.marked()?;
                if items.len() % 2 != 0 {
                    return Err(Wrong::Misplaced);
                }
                self.push(Value::Dict(items));
            }
            0x85..=0x87 => {
                let start = self.stack.len().checked_sub(usize::from(instruction - 0x84));
                let items = self.above(start.ok_or(Wrong::Misplaced)?)?;
                self.push(Value::List(items));
            }
            b'a' | b'e' | 0x90 => {
                let items = if instruction == b'a' { [self.pop()?].into() } else { self.marked()? };
                match self.top()? {
                    Value::List(list) => list.extend(items),
                    // A list of a program's own kind.
                    Value::Called(_) => {}
                    _ => return Err(Wrong::Misplaced),
                }
            }
            b's' | b'u' => {
                let items = if instruction == b's' {
                    let start = self.stack.len().checked_sub(2);
                    self.above(start.ok_or(Wrong::Misplaced)?)?
                } else {
                    self.marked()?
                };
                if items.len() % 2 != 0 {
                    return Err(Wrong::Misplaced);
                }
                match self.top()? {
                    Value::Dict(list) | Value::Called(Call { items: list, .. }) => list.extend(items),
                    _ => return Err(Wrong::Misplaced),
                }
            }

            b'c' => {
                let (module, name) = (self.line()?, self.line()?);
                self.push(Value::Global(module, name));
            }
            0x93 => {
                let (name, module) = (self.pop()?, self.pop()?);
                let text = |id: Id| match self.values[id as usize] {
                    Value::Text(text) => Ok(text),
                    _ => Err(Wrong::Misplaced),
                };
                let global = Value::Global(text(module)?, text(name)?);
                self.push(global);
            }
            b'R' | 0x81 => {
                let (arguments, function) = (self.pop()?, self.pop()?);
                self.call(function, arguments);
            }
            0x92 => {
                let (_named, arguments, function) = (self.pop()?, self.pop()?, self.pop()?);
                self.call(function, arguments);
            }
            b'i' | b'o' => {
                let mut items = self.marked()?;
                let function = if instruction == b'i' {
                    let (module, name) = (self.line()?, self.line()?);
                    self.make(Value::Global(module, name))
                } else if items.is_empty() {
                    return Err(Wrong::Misplaced);
                } else {
                    items.remove(0)
                };
                let arguments = self.make(Value::List(items));
                self.call(function, arguments);
            }
            b'b' => {
                let made = self.pop()?;
                match self.top()? {
                    Value::Called(call) => call.state = Some(made),
                    Value::Dict(_) | Value::List(_) | Value::Global(..) | Value::Persistent(_) => {}
                    _ => return Err(Wrong::Misplaced),
                }
            }

            b'P' => {
                let name = self.line()?;
                let name = self.make(Value::Text(name));
                self.push(Value::Persistent(name));
            }
            b'Q' => {
                let name = self.pop()?;
                self.push(Value::Persistent(name));
            }

            b'p' | b'q' | b'r' | 0x94 => {
                let place = match instruction {
                    b'p' => self.number()?,
                    b'q' => self.little(1)? as u32,
                    b'r' => self.little(4)? as u32,
                    // As many as there are keep their numbers: each takes a byte of the pickle at least.
                    _ => self.memo.len() as u32,
                };
                let top = *self.stack.last().ok_or(Wrong::Misplaced)?;
                self.memo.insert(place, top);
            }
            b'g' | b'h' | b'j' => {
                let place = match instruction {
                    b'g' => self.number()?,
                    b'h' => self.little(1)? as u32,
                    _ => self.little(4)? as u32,
                };
                let kept = *self.memo.get(&place).ok_or(Wrong::Unknown(place))?;
                self.stack.push(kept);
            }
            other => return Err(Wrong::NoInstruction(other)),
        }
        Ok(None)
    }

    fn call(&mut self, function: Id, arguments: Id) {
        self.push(Value::Called(Call { function, arguments, state: None, items: Vec::new() }));
    }

    fn make(&mut self, value: Value<'a>) -> Id {
        self.values.push(value);
        // A pickle has a byte at least for each, and fewer bytes than that (`LIMIT` of its readers).
        (self.values.len() - 1) as Id
    }

    fn push(&mut self, value: Value<'a>) {
        let made = self.make(value);
        self.stack.push(made);
    }

    /// The lowest place of the stack that may be taken from: what is below a mark is not part of what is above.
    fn floor(&self) -> usize {
        self.marks.last().copied().unwrap_or(0)
    }

    fn pop(&mut self) -> Result<Id, Wrong> {
        if self.stack.len() <= self.floor() {
            return Err(Wrong::Misplaced);
        }
        self.stack.pop().ok_or(Wrong::Misplaced)
    }

    /// The value on top of the stack, to be changed.
    fn top(&mut self) -> Result<&mut Value<'a>, Wrong> {
        let top = *self.stack.last().ok_or(Wrong::Misplaced)?;
        Ok(&mut self.values[top as usize])
    }

    /// All that lies above a place of the stack, taken from it.
    fn above(&mut self, start: usize) -> Result<Vec<Id>, Wrong> {
        if start < self.floor() {
            return Err(Wrong::Misplaced);
        }
        Ok(self.stack.split_off(start))
    }

    /// All that lies above the last mark, taken from the stack with the mark.
    fn marked(&mut self) -> Result<Vec<Id>, Wrong> {
        let mark = self.marks.pop().ok_or(Wrong::Misplaced)?;
        if mark > self.stack.len() {
            return Err(Wrong::Misplaced);
        }
        self.above(mark)
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Wrong> {
        let (bytes, left) = self.left.split_at_checked(count).ok_or(Wrong::CutOff)?;
        self.left = left;
        Ok(bytes)
    }

    /// A number of so many bytes, little end first.
    fn little(&mut self, bytes: usize) -> Result<u64, Wrong> {
        Ok(self.bytes(bytes)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
    }

    /// As [`little`](Self::little): how many bytes follow.
    fn length(&mut self, bytes: usize) -> Result<usize, Wrong> {
        usize::try_from(self.little(bytes)?).map_err(|_| Wrong::CutOff)
    }

    /// The text up to the end of the line.
    fn line(&mut self) -> Result<&'a str, Wrong> {
        let length = self.left.iter().position(|&byte| byte == b'\n').ok_or(Wrong::CutOff)?;
        let line = self.bytes(length + 1)?;
        str::from_utf8(&line[..length]).map_err(|_| Wrong::NoText)
    }

    fn number(&mut self) -> Result<u32, Wrong> {
        self.line()?.parse().map_err(|_| Wrong::Misplaced)
    }
}

/// An integer of any length, little end first, negative by its last bit.
fn long(bytes: &[u8]) -> Value<'_> {
    let fill = if bytes.last().is_some_and(|last| last & 0x80 != 0) { 0xff } else { 0 };
    let mut number = [fill; 8];
    let (low, high) = bytes.split_at(bytes.len().min(8));
    number[..low.len()].copy_from_slice(low);
    let number = i64::from_le_bytes(number);
    // What is beyond 64 bits must be the sign.
    let whole = high.iter().all(|&byte| byte == fill) && (number < 0) == (fill == 0xff);
    if whole { Value::Int(number) } else { Value::Other }
}
