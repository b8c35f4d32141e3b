//! What this core can do at most: how fast it moves memory and how many operations of floating point it does, measured in the run whose rows are
//! compared to it. And what a row needs at least.

use std::hint::black_box;
use std::time::Instant;

use crate::peers::{Case, View};

/// Bytes in each nanosecond, by a loop that only reads, only writes, or copies (what it reads and what it writes, together).
#[derive(Clone, Copy, Default)]
pub struct Bandwidth {
    pub read: f64,
    pub write: f64,
    pub copy: f64,
}

impl Bandwidth {
    fn best(self, other: Self) -> Self {
        Bandwidth {
            read: self.read.max(other.read),
            write: self.write.max(other.write),
            copy: self.copy.max(other.copy),
        }
    }
}

/// A level of memory.
pub struct Level {
    pub name: &'static str,
    /// What fits, but for a fifth: the rest stays there, and a loop over it would be faster than one that finds nothing.
    pub holds: usize,
    /// The bytes that were moved to measure it.
    pub measured: usize,
    pub bandwidth: Bandwidth,
}

pub struct Ceilings {
    pub levels: Vec<Level>,
    /// The vectors in which arithmetic was the fastest.
    pub width: &'static str,
    /// Operations in each nanosecond, of which a fused multiply-add is two.
    pub f32: f64,
    pub f64: f64,
    /// With sums of f32, where the CPU has vector instructions for it.
    pub bf16: Option<f64>,
    /// The same by its unit for matrices (AMX), which no row is measured by.
    pub matrices: Option<f64>,
}

/// What a row takes at least, and why.
pub struct Floor {
    pub ns: f64,
    pub by: String,
}

impl Ceilings {
    pub fn measure() -> Self {
        let (second, third) = (cache(2).unwrap_or(1 << 20), cache(3).unwrap_or(16 << 20));
        let third_measured = (third / 2).min(16 << 20).max(2 * second);
        let level = |name, holds, measured| Level { name, holds, measured, bandwidth: Bandwidth::default() };
        let levels = vec![
            level("L2", second + second / 4, second / 2),
            level("L3", (third + third / 4).max(second), third_measured),
            level("memory", usize::MAX, (2 * third).clamp(256 << 20, 1 << 30)),
        ];
        let mut made = Ceilings { levels, width: "", f32: 0.0, f64: 0.0, bf16: None, matrices: None };
        made.again();
        made
    }

    /// Measures once more: the best counts, as the least time of a row does.
    pub fn again(&mut self) {
        for level in &mut self.levels {
            level.bandwidth = level.bandwidth.best(bandwidth(level.measured));
        }
        for (width, [f32, f64]) in arithmetic::widths() {
            if f32 > self.f32 {
                self.width = width;
            }
            (self.f32, self.f64) = (self.f32.max(f32), self.f64.max(f64));
        }
        self.bf16 = arithmetic::bf16().map(|peak| peak.max(self.bf16.unwrap_or(0.0)));
        self.matrices = arithmetic::matrices().map(|peak| peak.max(self.matrices.unwrap_or(0.0)));
    }

    /// What the row takes at least: the time in which memory moves its bytes, or arithmetic its products, whichever is longer.
    pub fn floor(&self, case: &Case, result: usize) -> Floor {
        let need = Need::of(case, result);
        let level =
            self.levels.iter().find(|level| need.read + need.written <= level.holds).expect("the last holds all");
        let (bandwidth, moved) = (level.bandwidth, (need.read + need.written) as f64);
        let (speed, how) = match (need.read, need.written) {
            (read, written) if written <= read / 8 => (bandwidth.read, "read"),
            (read, written) if read <= written / 8 => (bandwidth.write, "write"),
            _ => (bandwidth.copy, "copy"),
        };
        let moving = Floor { ns: moved / speed, by: format!("{how}, {}", level.name) };
        let (peak, name) = match (case.kind, self.bf16) {
            ("f64", _) => (self.f64, "f64"),
            // Some CPUs sum pairs of bf16 slower than they sum f32.
            ("bf16", Some(peak)) if peak > self.f32 => (peak, "bf16"),
            _ => (self.f32, "f32"),
        };
        let computing = Floor { ns: need.operations as f64 / peak, by: format!("arithmetic, {name}") };
        if computing.ns > moving.ns { computing } else { moving }
    }
}

/// What a row has to do at least.
struct Need {
    read: usize,
    written: usize,
    /// Of products and convolutions only: an addition and a product each.
    operations: usize,
}

impl Need {
    fn of(case: &Case, written: usize) -> Self {
        let size = match case.kind {
            "f64" => 8,
            "f32" => 4,
            _ => 2,
        };
        let of = |elements: usize| elements * size;
        let operand = of(case.elements());
        // What is read beside the operand, and the products.
        let (others, products) = match case.operation {
            "matmul" | "linear" => (of(1024 * 512), case.elements() * 512),
            "conv2d 3 x 3" => (of(32 * 32 * 9), 8 * 32 * 32 * taps(3, 1).pow(2)),
            "conv2d 3 x 3, stride 2" => (of(32 * 32 * 9), 8 * 32 * 32 * taps(3, 2).pow(2)),
            "conv2d depthwise 3 x 3, stride 2" => (of(32 * 9), 8 * 32 * taps(3, 2).pow(2)),
            "conv2d depthwise 7 x 7" => (of(32 * 49), 8 * 32 * taps(7, 1).pow(2)),
            "matmul of the transpose" => (of(1024 * 512), 512 * 1024 * 512),
            "matmul in batches" => (operand, case.elements() * 128),
            "linear with bias" => (of(1024 * 512), case.elements() * 512),
            "matrix by vector" => (of(1024), case.elements()),
            "vector by matrix" => (of(1024 * 1024), 1024 * 1024),
            "dot" => (operand, case.elements()),
            "einsum of scores" => (operand, case.elements() * 128),
            "attention" | "attention, masked" => (2 * operand, 2 * case.elements() * 128),
            "attention, causal" => (2 * operand, case.elements() * 128),
            "lstm" => (of(8 * 128 * 128), case.elements() * 8 * 128),
            "gru" => (of(6 * 128 * 128), case.elements() * 6 * 128),
            "conv2d 1 x 1" => (of(32 * 32), case.elements() * 32),
            "conv2d 5 x 5" => (of(32 * 32 * 25), 8 * 32 * 32 * taps(5, 1).pow(2)),
            "conv2d 3 x 3, 4 groups" => (of(32 * 8 * 9), 8 * 32 * 8 * taps(3, 1).pow(2)),
            // Of each size of the windows 54 + 56 + 54 places meet elements.
            "conv2d 3 x 3, dilation 2" => (of(32 * 32 * 9), 8 * 32 * 32 * 164 * 164),
            // All but the borders' padding, which is little here.
            "conv2d 7 x 7, stride 2" => (of(64 * 3 * 49), 2 * 64 * 3 * 49 * 111 * 111),
            "conv1d 3" => (of(64 * 64 * 3), 8 * 64 * 64 * (3 * 512 - 2)),
            "conv3d 3 x 3 x 3" => (of(16 * 16 * 27), 16 * 16 * (3 * 16 - 2) * (3 * 32 - 2) * (3 * 32 - 2)),
            "conv_transpose2d 2 x 2, stride 2" => (of(32 * 16 * 4), case.elements() * 16 * 4),
            "conv_transpose2d 4 x 4, stride 2" => (of(32 * 16 * 16), 8 * 32 * 16 * 110 * 110),
            "mse"
            | "subtract"
            | "multiply"
            | "divide"
            | "maximum"
            | "lerp"
            | "swiglu"
            | "l1_loss"
            | "huber_loss"
            | "smooth_l1_loss"
            | "kl_div"
            | "binary_cross_entropy_with_logits"
            | "cosine_similarity"
            | "concat, last axis"
            | "concat, first axis"
            | "stack, last axis" => (operand, 0),
            "multiply and add" => (2 * operand, 0),
            // A byte for each element of the mask.
            "where" => (operand + (1 << 20), 0),
            "masked_fill" => (1 << 20, 0),
            "rotary" => (of(2 * 128 * 32), 0),
            // Indices are 64 bits.
            "gather, first axis" | "gather, last axis" => (8 << 20, 0),
            "scatter_add" => (operand + (8 << 20), 0),
            "index_add" => (operand / 2, 0),
            _ => (0, 0),
        };
        let read = match case.operation {
            "gather rows" | "gather columns" | "embedding" => operand / 2,
            "tril" | "triu" => operand / 2,
            // One element of each row.
            "nll_loss" => of(256),
            // Of each line of the cache that has an element of the column.
            "outer" if case.view == View::Column => 2 * operand,
            _ => operand,
        };
        Need { read: read + others, written, operations: 2 * products }
    }
}

/// Of windows of this size over 56 elements with as much padding as keeps their number: the elements that they meet.
fn taps(window: usize, stride: usize) -> usize {
    let padding = window / 2;
    (0..56).step_by(stride).map(|at| (at..at + window).filter(|i| (padding..padding + 56).contains(i)).count()).sum()
}

/// The bytes of this core's cache of data.
fn cache(level: usize) -> Option<usize> {
    let folder = |i: usize| format!("/sys/devices/system/cpu/cpu0/cache/index{i}");
    let read = |i: usize, name: &str| std::fs::read_to_string(format!("{}/{name}", folder(i))).ok();
    let index = (0..8).find(|&i| {
        read(i, "level").is_some_and(|is| is.trim() == level.to_string())
            && read(i, "type").is_some_and(|kind| kind.trim() != "Instruction")
    })?;
    let size = read(index, "size")?;
    let size = size.trim();
    let (number, unit) = size.split_at(size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len()));
    Some(
        number.parse::<usize>().ok()?
            * match unit {
                "K" => 1 << 10,
                "M" => 1 << 20,
                _ => 1,
            },
    )
}

/// The least nanoseconds of some calls: as many as take a twentieth of a second, and three.
fn least(mut f: impl FnMut()) -> f64 {
    let start = Instant::now();
    let (mut calls, mut least) = (0, f64::INFINITY);
    while calls < 3 || start.elapsed().as_millis() < 50 {
        let start = Instant::now();
        f();
        least = least.min(start.elapsed().as_nanos() as f64);
        calls += 1;
    }
    least
}

/// By the fastest of some loops, of so many bytes in all.
fn bandwidth(bytes: usize) -> Bandwidth {
    let bytes = bytes / 128 * 128;
    // From the start of a line of the cache: loads that lie in two lines take twice the time.
    let mut memory = vec![1u64; bytes / 8 + 8];
    let start = memory.as_ptr().align_offset(64);
    let memory = &mut memory[start..start + bytes / 8];
    // Short loops are called often, so that the clock costs nothing.
    let calls = ((1 << 22) / bytes).max(1);
    let speed = |f: &mut dyn FnMut()| {
        (bytes * calls) as f64
            / least(|| {
                for _ in 0..calls {
                    f();
                }
            })
    };
    let mut best = Bandwidth::default();
    for read in streams::READ {
        if let Some(read) = read() {
            best.read = best.read.max(speed(&mut || _ = black_box(read(black_box(memory)))));
        }
    }
    for write in streams::WRITE {
        best.write = best.write.max(speed(&mut || write(black_box(memory))));
    }
    for copy in streams::COPY {
        best.copy = best.copy.max(speed(&mut || {
            let (from, to) = black_box(&mut *memory).split_at_mut(bytes / 16);
            copy(from, to);
        }));
    }
    best
}

/// Loops over memory: the library's of C, and, for what is larger than the caches, one past them.
mod streams {
    pub type Read = fn(&[u64]) -> u64;

    #[inline(always)]
    fn read(x: &[u64]) -> u64 {
        let mut sums = [0u64; 64];
        for x in x.chunks_exact(64) {
            for (sum, x) in sums.iter_mut().zip(x) {
                *sum ^= x;
            }
        }
        sums.iter().fold(0, |a, b| a ^ b)
    }

    #[cfg(target_arch = "x86_64")]
    mod wide {
        #[target_feature(enable = "avx2")]
        pub fn avx2(x: &[u64]) -> u64 {
            super::read(x)
        }
        #[target_feature(enable = "avx512f")]
        pub fn avx512(x: &[u64]) -> u64 {
            super::read(x)
        }
    }

    pub const READ: &[fn() -> Option<Read>] = &[
        || Some(|x| read(x)),
        #[cfg(target_arch = "x86_64")]
        || {
            // SAFETY: the CPU has the instructions.
            is_x86_feature_detected!("avx2").then_some(|x| unsafe { wide::avx2(x) })
        },
        #[cfg(target_arch = "x86_64")]
        || {
            // SAFETY: the CPU has the instructions.
            is_x86_feature_detected!("avx512f").then_some(|x| unsafe { wide::avx512(x) })
        },
    ];

    pub const WRITE: &[fn(&mut [u64])] = &[
        |x| x.fill(0),
        |x| x.fill(0x0102_0304_0506_0708),
        #[cfg(target_arch = "x86_64")]
        |x| past(None, x),
    ];

    pub const COPY: &[fn(&[u64], &mut [u64])] = &[
        |x, y| y.copy_from_slice(x),
        |x, y| {
            for (y, x) in y.chunks_exact_mut(16).zip(x.chunks_exact(16)) {
                y.copy_from_slice(x);
            }
        },
        #[cfg(target_arch = "x86_64")]
        |x, y| past(Some(x), y),
    ];

    /// Stores that do not fetch the lines that they write to.
    #[cfg(target_arch = "x86_64")]
    fn past(from: Option<&[u64]>, to: &mut [u64]) {
        use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_set1_epi64x, _mm_sfence, _mm_stream_si128};
        // Stores are of 16 bytes that start at a multiple of 16.
        let skipped = to.as_ptr().align_offset(16);
        let n = (to.len() - skipped) / 2;
        let stores = to[skipped..].as_mut_ptr().cast::<__m128i>();
        let loads = from.map(|from| from[skipped..].as_ptr().cast::<__m128i>());
        for i in 0..n {
            // SAFETY: the loads' and stores' 16 bytes each are inside of the slices, which are equally long, and the stores' start is aligned.
            unsafe {
                let x = loads.map_or_else(|| _mm_set1_epi64x(7), |loads| _mm_loadu_si128(loads.add(i)));
                _mm_stream_si128(stores.add(i), x);
            }
        }
        // SAFETY: every x86-64 has it.
        unsafe { _mm_sfence() };
    }
}

/// Chains of multiply-adds, as many as keep the units busy. All numbers stay what they are, so that none overflows.
mod arithmetic {
    use std::hint::black_box;

    use super::least;

    const ROUNDS: usize = 100_000;

    /// Operations in each nanosecond of a loop that does so many in a round.
    fn speed(operations: usize, mut f: impl FnMut(usize)) -> f64 {
        (ROUNDS * operations) as f64 / least(|| f(black_box(ROUNDS)))
    }

    /// The vectors that the CPU has, with operations of f32 and f64.
    #[cfg(target_arch = "x86_64")]
    pub fn widths() -> Vec<(&'static str, [f64; 2])> {
        let mut all = vec![("baseline", [speed(8 * 2 * 4, x86::sse_f32), speed(8 * 2 * 2, x86::sse_f64)])];
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the CPU has the instructions.
            let f32 = speed(12 * 2 * 8, |rounds| unsafe { x86::avx2_f32(rounds) });
            // SAFETY: as for f32.
            let f64 = speed(12 * 2 * 4, |rounds| unsafe { x86::avx2_f64(rounds) });
            all.push(("AVX2", [f32, f64]));
        }
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the CPU has the instructions.
            let f32 = speed(16 * 2 * 16, |rounds| unsafe { x86::avx512_f32(rounds) });
            // SAFETY: as for f32.
            let f64 = speed(16 * 2 * 8, |rounds| unsafe { x86::avx512_f64(rounds) });
            all.push(("AVX-512", [f32, f64]));
        }
        all
    }

    #[cfg(target_arch = "x86_64")]
    pub fn bf16() -> Option<f64> {
        // SAFETY: the CPU has the instructions.
        is_x86_feature_detected!("avx512bf16").then(|| speed(16 * 2 * 32, |rounds| unsafe { x86::bf16(rounds) }))
    }

    /// By the unit for matrices, if the CPU has it and Linux lets this process use it.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    pub fn matrices() -> Option<f64> {
        let of = std::arch::x86_64::__cpuid_count(7, 0).edx;
        // A product of two tiles is 16 x 16 sums of 32 products.
        (of & (1 << 22) != 0 && of & (1 << 24) != 0 && x86::ask_for_tiles()).then(|| {
            // SAFETY: the CPU has the unit, and Linux allowed its use.
            speed(4 * 2 * 16 * 16 * 32, |rounds| unsafe { x86::tiles(rounds / 10) }) / 10.0
        })
    }

    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    pub fn matrices() -> Option<f64> {
        None
    }

    #[cfg(target_arch = "x86_64")]
    mod x86 {
        use std::arch::asm;
        use std::arch::x86_64::*;
        use std::hint::black_box;

        macro_rules! chains {
            ($($(#[$feature:meta])? $name:ident [$chains:literal] $of:ident($one:expr) |$sum:ident, $x:ident, $y:ident| $step:expr;)*) => { $(
                $(#[$feature])?
                pub fn $name(rounds: usize) {
                    #[allow(unused_unsafe)] // where the feature is every x86-64's
                    // SAFETY: the function's features are those of the instructions.
                    let (zero, $x, $y) = unsafe { black_box(($of(0.0), $of($one), $of($one))) };
                    let mut sums = [zero; $chains];
                    for _ in 0..rounds {
                        for sum in &mut sums {
                            let $sum = *sum;
                            #[allow(unused_unsafe)]
                            // SAFETY: the step is one instruction, of the function's features.
                            let next = unsafe { $step };
                            *sum = next;
                        }
                    }
                    black_box(sums);
                }
            )* };
        }
        chains! {
            sse_f32[8] _mm_set1_ps(1e-3) |sum, x, y| _mm_add_ps(_mm_mul_ps(sum, x), y);
            sse_f64[8] _mm_set1_pd(1e-3) |sum, x, y| _mm_add_pd(_mm_mul_pd(sum, x), y);
            #[target_feature(enable = "avx2,fma")]
            avx2_f32[12] _mm256_set1_ps(1e-3) |sum, x, y| _mm256_fmadd_ps(sum, x, y);
            #[target_feature(enable = "avx2,fma")]
            avx2_f64[12] _mm256_set1_pd(1e-3) |sum, x, y| _mm256_fmadd_pd(sum, x, y);
            #[target_feature(enable = "avx512f")]
            avx512_f32[16] _mm512_set1_ps(1e-3) |sum, x, y| _mm512_fmadd_ps(sum, x, y);
            #[target_feature(enable = "avx512f")]
            avx512_f64[16] _mm512_set1_pd(1e-3) |sum, x, y| _mm512_fmadd_pd(sum, x, y);
        }

        #[target_feature(enable = "avx512f,avx512bf16")]
        pub fn bf16(rounds: usize) {
            let pairs = _mm512_cvtne2ps_pbh(_mm512_set1_ps(1e-9), _mm512_set1_ps(1e-9));
            let (zero, x) = black_box((_mm512_set1_ps(0.0), pairs));
            let mut sums = [zero; 16];
            for _ in 0..rounds {
                for sum in &mut sums {
                    *sum = _mm512_dpbf16_ps(*sum, x, x);
                }
            }
            black_box(sums);
        }

        /// Linux keeps the tiles' registers for those who asked.
        #[cfg(target_os = "linux")]
        pub fn ask_for_tiles() -> bool {
            const ARCH_PRCTL: i64 = 158;
            const ASK_FOR_STATE: u64 = 0x1023;
            const TILES: u64 = 18;
            let mut answer = ARCH_PRCTL;
            // SAFETY: the call asks for room in this process's saved registers, and touches no memory.
            unsafe {
                asm!("syscall", inout("rax") answer, in("rdi") ASK_FOR_STATE, in("rsi") TILES, out("rcx") _, out("r11") _);
            }
            answer == 0
        }

        /// Four sums of tiles in turn, of zeros.
        ///
        /// # Safety
        /// The CPU has AMX with bf16, and Linux was asked.
        #[cfg(target_os = "linux")]
        pub unsafe fn tiles(rounds: usize) {
            // Palette 1; eight tiles of 16 rows of 64 bytes.
            let mut shapes = [0u8; 64];
            shapes[0] = 1;
            for tile in 0..8 {
                shapes[16 + 2 * tile] = 64;
                shapes[48 + tile] = 16;
            }
            // SAFETY: the caller's; the tiles' shapes are 64 bytes, and nothing else is read.
            unsafe {
                asm!(
                    "ldtilecfg [{shapes}]",
                    "tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3", "tilezero tmm4", "tilezero tmm5",
                    "2:",
                    "tdpbf16ps tmm0, tmm4, tmm5",
                    "tdpbf16ps tmm1, tmm4, tmm5",
                    "tdpbf16ps tmm2, tmm4, tmm5",
                    "tdpbf16ps tmm3, tmm4, tmm5",
                    "dec {rounds}",
                    "jnz 2b",
                    "tilerelease",
                    shapes = in(reg) shapes.as_ptr(),
                    rounds = inout(reg) rounds.max(1) => _,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _, out("tmm4") _, out("tmm5") _,
                );
            }
        }
    }

    /// Elsewhere the compiler chooses the vectors.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn widths() -> Vec<(&'static str, [f64; 2])> {
        macro_rules! chains {
            ($t:ident $n:literal) => {
                speed(2 * $n, |rounds| {
                    let (x, mut sums) = (black_box(1e-3), [black_box(0.0); $n]);
                    for _ in 0..rounds {
                        for sum in &mut sums {
                            *sum = $t::mul_add(*sum, x, x);
                        }
                    }
                    black_box(sums);
                })
            };
        }
        vec![("the compiler's vectors", [chains!(f32 64), chains!(f64 32)])]
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn bf16() -> Option<f64> {
        None
    }
}
