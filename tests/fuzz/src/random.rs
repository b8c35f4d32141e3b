//! Random numbers, the same on every machine.

pub struct Random(pub u64);

impl Random {
    /// SplitMix64.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
    /// A number below a limit, or 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit.max(1)
    }
    /// Once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
    pub fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
    /// The number, or, once in a while, one that is wrong in a way that hurts.
    pub fn lie(&mut self, number: u64) -> u64 {
        if !self.once_in(30) {
            return number;
        }
        let bit = 1u64 << self.below(64);
        let lies = [
            0,
            1,
            number.wrapping_add(1),
            number.wrapping_sub(1),
            number.wrapping_neg(),
            bit,
            bit.wrapping_sub(1),
            u64::MAX,
        ];
        lies[self.below(lies.len())]
    }
    /// So many bytes, most of them ordinary.
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| [0, 1, 1, 2, 0x3f, 0x7f, 0x80, 0xff][self.below(8)]).collect()
    }
}
