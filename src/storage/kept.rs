//! Blocks that nobody uses, kept for the next tensor of about their size.

use super::block::{ALIGN, Block};

/// As many blocks as a word has bits.
const MOST: usize = 64;
/// Smaller blocks than two to the power of this come from the allocator as fast.
pub(super) const SMALLEST_LOG: u32 = 10;
/// From two to the power of this on there is one class.
const LARGEST_LOG: u32 = if usize::BITS > 40 { 40 } else { usize::BITS - 1 };
/// Classes of sizes: four from each power of two to the next.
const CLASSES: usize = (LARGEST_LOG - SMALLEST_LOG) as usize * 4 + 1;
/// Blocks that nobody wanted while so many others came and went are given back.
const PATIENCE: u32 = 1 << 16;

/// Blocks that nobody uses, sorted by size.
///
/// It holds no promise that memory safety rests on: a block owns its memory wherever it is, and who takes one reads its layout.
pub(super) struct Kept {
    /// The block that came last, for the next tensor of just its size: a chain of operations finds it here without a search.
    last: Option<Block>,
    /// All others, each in a place of its own.
    blocks: [Option<Block>; MOST],
    /// When each came, as `clock` counts.
    came: [u32; MOST],
    /// The places that hold a block, a bit each.
    full: u64,
    /// The places whose blocks are of a class; behind the last one there are two without.
    of_class: [u64; CLASSES + 2],
    /// How many blocks of each class have been handed out and have not come back, as far as places go.
    out: [u8; CLASSES],
    /// The bytes of all blocks but the last.
    bytes: usize,
    /// How many blocks have been searched for, and have come to the others.
    clock: u32,
}

/// The class of blocks of so many bytes: a power of two, and one of the four parts up to the next. What is smaller than all classes is of
/// the first.
#[inline(always)]
const fn class(size: usize) -> usize {
    let size = if size < 1 << SMALLEST_LOG { 1 << SMALLEST_LOG } else { size };
    let class = quarter(size) - SMALLEST_LOG as usize * 4;
    if class < CLASSES { class } else { CLASSES - 1 }
}

/// Which of the four parts from a power of two to the next holds a number from 4 on, counted from the number 1.
#[inline(always)]
pub(super) const fn quarter(size: usize) -> usize {
    let log = size.ilog2();
    // The shift leaves three digits, of which the first is one.
    log as usize * 4 + (size >> (log - 2)) - 4
}

impl Kept {
    pub(super) const fn new() -> Self {
        Kept {
            last: None,
            blocks: [const { None }; MOST],
            came: [0; MOST],
            full: 0,
            of_class: [0; CLASSES + 2],
            out: [0; CLASSES],
            bytes: 0,
            clock: 0,
        }
    }

    /// The bytes of all blocks that are kept.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.last.as_ref().map_or(0, |block| block.layout().size())
    }

    /// The smallest block from `size` bytes to a quarter more that fits; of several the one that came last, whose memory is more likely
    /// in a cache. If there is none, how many bytes to make one of.
    #[inline]
    pub(super) fn take(&mut self, size: usize, fits: impl Fn(&Block) -> bool) -> Result<Block, usize> {
        let least = class(size);
        if let Some(last) = self.last.take_if(|last| last.layout().size() == size && fits(last)) {
            self.count_out(least);
            return Ok(last);
        }
        self.search(size, least, fits)
    }

    /// Takes a block from a class on, or says how many bytes to make one of.
    #[inline]
    fn search(&mut self, size: usize, least: usize, fits: impl Fn(&Block) -> bool) -> Result<Block, usize> {
        self.tick();
        let (mut best, mut key) = (None, (size.saturating_add(size / 4), u32::MAX));
        if let Some(last) = &self.last {
            let has = (last.layout().size(), 0);
            if has.0 >= size && has <= key && fits(last) {
                (best, key) = (Some(MOST), has);
            }
        }
        // A quarter more is in the next class, or in the one behind it.
        let mut places = self.of_class[least] | self.of_class[least + 1] | self.of_class[least + 2];
        while places != 0 {
            let place = places.trailing_zeros() as usize % MOST;
            places &= places - 1;
            if let Some(block) = &self.blocks[place] {
                let has = (block.layout().size(), self.age(place));
                if has.0 >= size && has < key && fits(block) {
                    (best, key) = (Some(place), has);
                }
            }
        }
        let block = match best {
            Some(MOST) => self.last.take(),
            Some(place) => self.remove(place),
            None => None,
        };
        let Some(block) = block else {
            // Where blocks of a little less are kept, sizes may be growing, as those of a text that is written on do: then some room
            // to grow is worth more than it takes.
            let smaller = |last: &Block| (size - size / 4..size).contains(&last.layout().size());
            let grows = self.of_class[least] | self.of_class[least.saturating_sub(1)] != 0
                || self.last.as_ref().is_some_and(smaller);
            let size = if grows { size.saturating_add(size / 8 / ALIGN * ALIGN) } else { size };
            self.count_out(class(size));
            return Err(size);
        };
        self.count_out(class(block.layout().size()));
        Ok(block)
    }

    #[inline(always)]
    fn count_out(&mut self, class: usize) {
        self.out[class] = (self.out[class] + 1).min(MOST as u8);
    }

    /// Keeps a block, unless no block of its class is missing, or `most` bytes are fewer than it has; what has been there longest goes
    /// to make room. A block that is not kept is given back.
    #[inline]
    pub(super) fn put(&mut self, block: Block, most: usize) {
        let size = block.layout().size();
        let class = class(size);
        // What this thread has not asked for, it would not ask for again: results of other threads, vectors of the program.
        let wanted = self.out[class] > 0;
        self.out[class] -= u8::from(wanted);
        if !wanted || size > most {
            return self.shrink(most);
        }
        let most = most - size;
        if let Some(last) = self.last.replace(block) {
            self.insert(last);
        }
        while self.bytes > most {
            self.remove_oldest();
        }
    }

    /// Keeps a block among the others.
    #[inline]
    fn insert(&mut self, block: Block) {
        self.tick();
        if self.full == u64::MAX {
            self.remove_oldest();
        }
        let (place, size) = (self.full.trailing_ones() as usize % MOST, block.layout().size());
        self.blocks[place] = Some(block);
        self.came[place] = self.clock;
        self.full |= 1 << place;
        self.of_class[class(size)] |= 1 << place;
        self.bytes += size;
    }

    /// Gives back the blocks that came first, until at most so many bytes are kept.
    pub(super) fn shrink(&mut self, most: usize) {
        while self.bytes() > most {
            if self.bytes == 0 {
                self.last = None;
            } else {
                self.remove_oldest();
            }
        }
    }

    /// Counts what comes and goes, and now and then gives back what has been here for long.
    #[inline(always)]
    fn tick(&mut self) {
        self.clock = self.clock.wrapping_add(1);
        if self.clock.is_multiple_of(PATIENCE) {
            self.remove_old();
        }
    }

    /// How long the block of a place has been there.
    fn age(&self, place: usize) -> u32 {
        self.clock.wrapping_sub(self.came[place])
    }

    #[cold]
    fn remove_old(&mut self) {
        for place in 0..MOST {
            if self.blocks[place].is_some() && self.age(place) >= PATIENCE {
                drop(self.remove(place));
            }
        }
    }

    #[cold]
    fn remove_oldest(&mut self) {
        let full = (0..MOST).filter(|&place| self.blocks[place].is_some());
        if let Some(place) = full.max_by_key(|&place| self.age(place)) {
            drop(self.remove(place));
        }
    }

    #[inline(always)]
    fn remove(&mut self, place: usize) -> Option<Block> {
        let block = self.blocks[place].take()?;
        self.full &= !(1 << place);
        self.of_class[class(block.layout().size())] &= !(1 << place);
        self.bytes -= block.layout().size();
        Some(block)
    }
}
