//! As much of zip as the archives of NumPy and PyTorch need: entries that are stored or deflated, of any number and size.
//!
//! The central directory counts; local headers only say where an entry's bytes begin.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::shown::Name;
use super::{FileError, FileErrorKind};

const LOCAL: u32 = u32::from_le_bytes(*b"PK\x03\x04");
const CENTRAL: u32 = u32::from_le_bytes(*b"PK\x01\x02");
const END: u32 = u32::from_le_bytes(*b"PK\x05\x06");
const END_64: u32 = u32::from_le_bytes(*b"PK\x06\x06");
const LOCATOR_64: u32 = u32::from_le_bytes(*b"PK\x06\x07");
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The version that knows 64-bit sizes.
const VERSION: u16 = 45;
/// The newest version of the format that Python's `zipfile` reads, and so NumPy.
const NEWEST: u64 = 63;
/// Flags of an entry: encrypted, once or strongly; a change of another file; its name is UTF-8.
const ENCRYPTED: u16 = 0x41;
const PATCH: u16 = 0x20;
const UTF_8: u16 = 0x800;
/// In place of a number that stands among the extra fields.
const ELSEWHERE: u32 = u32::MAX;

/// An entry of an archive, its place in the file checked.
#[derive(Clone, Copy)]
pub struct Member {
    method: u16,
    flags: u16,
    crc: u32,
    /// Bytes once decompressed, as the archive says.
    pub size: u64,
    start: usize,
    end: usize,
}

impl Member {
    /// The first bytes, at most `limit`.
    pub fn head<'a>(&self, file: &'a [u8], limit: usize) -> Result<Cow<'a, [u8]>, FileError> {
        let bytes = &file[self.start..self.end];
        match self.method {
            _ if self.flags & ENCRYPTED != 0 => Err(FileError::malformed("it is encrypted")),
            _ if self.flags & PATCH != 0 => Err(FileError::malformed("it is a change of another file")),
            STORED => Ok(Cow::Borrowed(&bytes[..bytes.len().min(limit)])),
            DEFLATED => match decompress_to_vec_with_limit(bytes, limit) {
                Ok(all) => Ok(Cow::Owned(all)),
                // What there is of it; a header that is cut off is found out by its reader.
                Err(error) => Ok(Cow::Owned(error.output)),
            },
            method => Err(FileError::malformed(format!("compression method {method} is not known (deflate is)"))),
        }
    }

    /// Where its bytes begin in the file, and the bytes, which must be there as they are.
    #[cfg(feature = "pth")]
    pub fn stored<'a>(&self, file: &'a [u8]) -> Result<(usize, &'a [u8]), FileError> {
        match self.method {
            _ if self.flags & (ENCRYPTED | PATCH) != 0 => {
                Err(FileError::malformed("it is encrypted, or a change of another file"))
            }
            STORED => Ok((self.start, &file[self.start..self.end])),
            _ => Err(FileError::malformed("it is compressed, which PyTorch does not do")),
        }
    }

    /// All bytes, from `skip` on, compared with the checksum. Memory is taken as bytes come, and for at most `limit` of them.
    pub fn bytes<'a>(&self, file: &'a [u8], skip: usize, limit: u64) -> Result<Cow<'a, [u8]>, FileError> {
        if self.size > limit {
            let part = "what is compressed".into();
            return Err(FileError::new(FileErrorKind::TooLarge { part, bytes: self.size, limit }));
        }
        let bytes = &file[self.start..self.end];
        let all = if self.method == DEFLATED {
            // `size` fits, unless there is less memory than that.
            let inflated = decompress_to_vec_with_limit(bytes, usize::try_from(self.size).unwrap_or(usize::MAX));
            Cow::Owned(inflated.map_err(|error| {
                let why = match error.status {
                    TINFLStatus::HasMoreOutput => format!("it decompresses to more than its {} bytes", self.size),
                    TINFLStatus::FailedCannotMakeProgress => "its compressed bytes are cut off".into(),
                    _ => "its compressed bytes are damaged".into(),
                };
                FileError::malformed(why)
            })?)
        } else {
            Cow::Borrowed(bytes)
        };
        if all.len() as u64 != self.size {
            let (found, size) = (all.len(), self.size);
            return Err(FileError::malformed(format!("it has {found} bytes, and the archive says {size}")));
        }
        if crc32fast::hash(&all) != self.crc {
            return Err(FileError::malformed("its checksum is wrong: the file is damaged"));
        }
        Ok(match all {
            Cow::Borrowed(all) => Cow::Borrowed(&all[skip..]),
            Cow::Owned(mut all) => {
                all.drain(..skip);
                Cow::Owned(all)
            }
        })
    }
}

/// Numbers at places of a file, little end first.
#[derive(Clone, Copy)]
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn number<const N: usize>(self, place: usize) -> Option<u64> {
        let bytes: &[u8; N] = self.0.get(place..)?.first_chunk()?;
        Some(bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
    }
    fn u16(self, place: usize) -> Option<u16> {
        self.number::<2>(place).map(|x| x as u16)
    }
    fn u32(self, place: usize) -> Option<u32> {
        self.number::<4>(place).map(|x| x as u32)
    }
    fn u64(self, place: usize) -> Option<u64> {
        self.number::<8>(place)
    }
}

/// The entries of an archive, by name.
pub(super) fn read(file: &[u8]) -> Result<BTreeMap<String, Member>, FileError> {
    let Directory { count, start, end, shift } = directory(file)?;
    let mut members = BTreeMap::new();
    let mut ranges = Vec::new();
    let mut place = start;
    for i in 0..count {
        let damaged = || FileError::malformed(format!("entry {i} of the archive, at byte {place}, is no entry"));
        let Entry { name, member, local, next } = entry(file, place, start, shift).ok_or_else(damaged)?;
        ranges.push((local, member.end));
        let name = self::name(name)
            .map_err(|why| FileError::malformed(format!("the name of entry {i} of the archive {why}")))?;
        if members.contains_key(name) {
            return Err(FileError::malformed(format!("two entries of the archive are called {}", Name(name))));
        }
        members.insert(name.into(), member);
        place = next;
    }
    if place != end {
        return Err(FileError::malformed(format!(
            "the list of entries ends at byte {place}, and not {end} as it says"
        )));
    }
    // Entries that share their bytes are how a small file becomes an endless one.
    ranges.sort_unstable();
    match ranges.windows(2).find(|pair| pair[0].1 > pair[1].0) {
        Some(pair) => {
            let (end, start) = (pair[0].1, pair[1].0);
            Err(FileError::malformed(format!("an entry of the archive ends at byte {end}, the next begins at {start}")))
        }
        None => Ok(members),
    }
}

/// The name of an entry as text, or why it cannot be one.
pub(super) fn name(name: &[u8]) -> Result<&str, &'static str> {
    let name = str::from_utf8(name).map_err(|_| "is not UTF-8")?;
    // NumPy's reader takes the name to end there.
    if name.contains('\0') { Err("holds a zero byte") } else { Ok(name) }
}

/// The list of entries, as the record at the end of an archive says it.
struct Directory {
    /// How many entries there are.
    count: u64,
    start: usize,
    end: usize,
    /// How much farther behind everything is than the archive says: as much as stands in front of it in the file.
    shift: i128,
}

/// Where the list of entries is. As Python's `zipfile`, on which NumPy relies, so that no file has other tensors there: the last record of an
/// end decides, whatever comes after it, and the list stands right before it.
fn directory(file: &[u8]) -> Result<Directory, FileError> {
    let fields = Fields(file);
    let none = || FileError::malformed("no archive, or cut off: it does not end as a zip file does");
    let last = file.len().checked_sub(22).ok_or_else(none)?;
    let is_end = |&place: &usize| fields.u32(place) == Some(END);
    // At the end of the file, but for a comment of up to 65535 bytes.
    let end = if is_end(&last) && fields.u16(last + 20) == Some(0) {
        last
    } else {
        (last.saturating_sub(1 << 16)..file.len()).rev().find(is_end).filter(|&end| end <= last).ok_or_else(none)?
    };
    let old = || Some((fields.u16(end + 10)?.into(), fields.u32(end + 12)?.into(), fields.u32(end + 16)?.into(), end));
    let locator = end.checked_sub(20).filter(|&place| fields.u32(place) == Some(LOCATOR_64));
    if locator.is_some_and(|place| fields.u32(place + 4) != Some(0) || fields.u32(place + 16) > Some(1)) {
        return Err(FileError::malformed("the archive is one of several parts"));
    }
    let new = || {
        locator?;
        let place = end.checked_sub(20 + 56).filter(|&place| fields.u32(place) == Some(END_64))?;
        Some((fields.u64(place + 32)?, fields.u64(place + 40)?, fields.u64(place + 48)?, place))
    };
    let (count, size, offset, end): (u64, u64, u64, usize) = new().or_else(old).ok_or_else(none)?;
    let start = usize::try_from(size).ok().and_then(|size| end.checked_sub(size)).ok_or_else(|| {
        FileError::malformed(format!("the list of entries, {size} bytes, does not fit before byte {end}, its end"))
    })?;
    Ok(Directory { count, start, end, shift: start as i128 - i128::from(offset) })
}

struct Entry<'a> {
    name: &'a [u8],
    member: Member,
    /// Where its local header begins.
    local: usize,
    /// Where the next entry of the list begins.
    next: usize,
}

/// The entry of the list at a place, if it is one and its bytes lie in front of the list, so much farther behind than it says.
fn entry(file: &[u8], place: usize, directory: usize, shift: i128) -> Option<Entry<'_>> {
    let fields = Fields(file.get(place..)?);
    if fields.u32(0)? != CENTRAL {
        return None;
    }
    if fields.number::<1>(6)? > NEWEST {
        return None;
    }
    let (name_end, extra) = (46 + usize::from(fields.u16(28)?), usize::from(fields.u16(30)?));
    let (extra_end, comment) = (name_end + extra, usize::from(fields.u16(32)?));
    let name = fields.0.get(46..name_end)?;
    let mut large = large_numbers(fields.0.get(name_end..extra_end)?)?;
    let mut number = |small: u32| if small == ELSEWHERE { large.u64_next() } else { Some(u64::from(small)) };
    let (size, packed, local) = (number(fields.u32(24)?)?, number(fields.u32(20)?)?, number(fields.u32(42)?)?);

    let local = usize::try_from(i128::from(local) + shift).ok().filter(|&local| local < directory)?;
    let at_local = Fields(&file[local..directory]);
    let local_name_end = 30 + usize::from(at_local.u16(26)?);
    // Readers that go by the local headers are to see the same entries.
    if at_local.u32(0)? != LOCAL || at_local.0.get(30..local_name_end)? != name {
        return None;
    }
    let start = local + local_name_end + usize::from(at_local.u16(28)?);
    let end = start.checked_add(usize::try_from(packed).ok()?).filter(|&end| end <= directory)?;
    let (method, flags, crc) = (fields.u16(10)?, fields.u16(8)?, fields.u32(16)?);
    // The same bytes are two names if they are read in two ways.
    if !name.is_ascii() && (at_local.u16(6)? ^ flags) & UTF_8 != 0 {
        return None;
    }
    let next = place + extra_end + comment;
    Some(Entry { name, member: Member { method, flags, crc, size, start, end }, local, next })
}

/// Numbers of 64 bits, one after the other.
struct Large<'a>(&'a [u8]);

impl Large<'_> {
    fn u64_next(&mut self) -> Option<u64> {
        let number = Fields(self.0).u64(0)?;
        self.0 = &self.0[8..];
        Some(number)
    }
}

/// The field of the extra ones that holds numbers of 64 bits, if all of them are whole.
fn large_numbers(mut extra: &[u8]) -> Option<Large<'_>> {
    let mut large = None;
    while let (Some(id), Some(length)) = (Fields(extra).u16(0), Fields(extra).u16(2)) {
        let field = extra.get(4..4 + usize::from(length))?;
        if id == 1 {
            large = large.or(Some(Large(field)));
        }
        extra = &extra[4 + field.len()..];
    }
    Some(large.unwrap_or(Large(&[])))
}

/// An archive of these entries; all numbers have 64 bits, so that there is one form for all sizes.
pub(super) fn write<'a>(entries: impl Iterator<Item = (&'a str, &'a [u8])>, compressed: bool) -> Vec<u8> {
    let (mut file, mut list) = (Vec::new(), Vec::new());
    let mut count = 0u64;
    for (name, bytes) in entries {
        let packed = match compressed {
            true => Cow::Owned(miniz_oxide::deflate::compress_to_vec(bytes, 6)),
            false => Cow::Borrowed(bytes),
        };
        let method = if compressed { DEFLATED } else { STORED };
        let local = file.len() as u64;
        let mut put = Put(&mut file);
        put.u32(LOCAL);
        put.description(method, bytes, name, 20);
        put.large(&[bytes.len() as u64, packed.len() as u64], name);
        file.extend_from_slice(&packed);

        let mut put = Put(&mut list);
        put.u32(CENTRAL);
        put.u16(VERSION); // made by
        put.description(method, bytes, name, 28);
        put.u16(0); // comment
        put.u16(0); // disk
        put.u16(0);
        put.u32(0);
        put.u32(ELSEWHERE);
        put.large(&[bytes.len() as u64, packed.len() as u64, local], name);
        count += 1;
    }
    let (start, size) = (file.len() as u64, list.len() as u64);
    file.append(&mut list);
    let end = file.len() as u64;
    let mut put = Put(&mut file);
    // NumPy knows an archive without entries by its first bytes, which are those of the old record.
    if count > 0 {
        put.u32(END_64);
        put.u64(44); // what follows of this record
        put.u16(VERSION);
        put.u16(VERSION);
        put.u32(0); // disks
        put.u32(0);
        [count, count, size, start].into_iter().for_each(|number| put.u64(number));
        put.u32(LOCATOR_64);
        put.u32(0); // disk
        put.u64(end);
        put.u32(1); // disks
    }
    put.u32(END);
    put.u32(0); // disks
    let short = count.min(0xffff) as u16;
    put.u16(short);
    put.u16(short);
    [size, start].into_iter().for_each(|number| put.u32(number.min(ELSEWHERE.into()) as u32));
    put.u16(0); // comment
    file
}

/// Appends numbers, little end first.
struct Put<'a>(&'a mut Vec<u8>);

impl Put<'_> {
    fn u16(&mut self, number: u16) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn u32(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    fn u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }
    /// What both headers of an entry say of it, but for its numbers of 64 bits, which take `extra` bytes.
    fn description(&mut self, method: u16, bytes: &[u8], name: &str, extra: u16) {
        self.u16(VERSION); // needed
        self.u16(UTF_8);
        self.u16(method);
        self.u16(0); // midnight
        self.u16(0x21); // of 1 January 1980: the same tensors give the same bytes
        self.u32(crc32fast::hash(bytes));
        self.u32(ELSEWHERE);
        self.u32(ELSEWHERE);
        self.u16(name.len() as u16); // checked as it was added
        self.u16(extra);
    }
    /// The name, and numbers of 64 bits as an extra field.
    fn large(&mut self, numbers: &[u64], name: &str) {
        self.0.extend_from_slice(name.as_bytes());
        self.u16(1);
        self.u16(8 * numbers.len() as u16);
        numbers.iter().for_each(|&number| self.u64(number));
    }
}
