//! Reads the 360 digits that the perceptron has not seen, and compares what it finds with PyTorch: on a Cortex-M4, or on the machine
//! that builds it, where the lines about the digits are the same.

#![cfg_attr(target_os = "none", no_std, no_main)]

use bare_metal::{Picture, digit, scores};
use core::fmt::{self, Write};
use shaped::prelude::*;

static IMAGES: Inline<u8, shape![1797, 8, 8]> = include_tensor!("../../data/digits_images.npy");
static LABELS: Inline<u8, shape![1797]> = include_tensor!("../../data/digits_labels.npy");
static EXPECTED: Inline<f32, shape![360, 10]> = include_tensor!("../../data/digits_mlp.safetensors", "expected_logits");
/// The first digit that the perceptron has not seen.
const FIRST: usize = 1437;

/// The picture of this number.
fn picture(i: usize) -> Picture<'static> {
    IMAGES.view().index_axis(Axis::<0>, i)
}

/// What it finds in all of them; and a hash of all scores, bit by bit.
fn report(to: &mut impl Write) -> fmt::Result {
    let (mut right, mut farthest, mut bits) = (0, 0.0f32, 0xcbf2_9ce4_8422_2325u64);
    for i in 0..360 {
        let scores = scores(picture(FIRST + i));
        right += usize::from(digit(&scores) == usize::from(LABELS[[FIRST + i]]));
        let expected = EXPECTED.view().index_axis(Axis::<0>, i);
        farthest = scores.iter().zip(expected.iter()).fold(farthest, |far, (a, b)| far.max((a - b).abs()));
        bits = scores.iter().fold(bits, |bits, x| (bits ^ u64::from(x.to_bits())).wrapping_mul(0x100_0000_01b3));
    }
    writeln!(
        to,
        "{right} of 360 digits are right, scores at most {farthest:.1e} from PyTorch's, their bits {bits:016x}"
    )?;
    if farthest < 1e-4 { Ok(()) } else { Err(fmt::Error) }
}

#[cfg(not(target_os = "none"))]
fn main() {
    let mut text = String::new();
    let result = report(&mut text);
    print!("{text}");
    result.expect("scores as PyTorch's");
}

#[cfg(target_os = "none")]
mod device {
    use super::{FIRST, picture, report};
    use core::fmt::Write;
    use cortex_m::peripheral::{Peripherals, syst::SystClkSource};
    use cortex_m_semihosting::{debug, hio};

    /// QEMU's timer of this machine ticks 25 million times a second, and a second is as many instructions as it has nanoseconds.
    const INSTRUCTIONS_PER_TICK: u32 = 40;

    #[cortex_m_rt::entry]
    fn main() -> ! {
        let mut out = hio::hstdout().expect("a host that prints");
        let mut timer = Peripherals::take().expect("nobody else has it").SYST;
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(0x00ff_ffff);
        timer.clear_current();
        timer.enable_counter();

        let start = cortex_m::peripheral::SYST::get_current();
        let scores = core::hint::black_box(bare_metal::scores(core::hint::black_box(picture(FIRST))));
        let ticks = start.wrapping_sub(cortex_m::peripheral::SYST::get_current()) & 0x00ff_ffff;
        core::hint::black_box(&scores);
        // Before anything is printed, which takes more.
        let stack = used_stack();
        let result = report(&mut out);
        let all = used_stack();
        let _ = writeln!(
            out,
            "one digit: {} instructions, {stack} bytes of stack; with the report {all}",
            ticks * INSTRUCTIONS_PER_TICK
        );
        debug::exit(if result.is_ok() { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
        loop {
            cortex_m::asm::wfi();
        }
    }

    /// How much of the stack was ever written to, since it was painted when the processor started.
    fn used_stack() -> usize {
        unsafe extern "C" {
            static _stack_start: u32;
            static _stack_end: u32;
        }
        let (top, mut at) = (&raw const _stack_start, &raw const _stack_end);
        // SAFETY: what lies between the two is the stack's memory, whole words of it.
        while at < top && unsafe { at.read_volatile() } == cortex_m_rt::STACK_PAINT_VALUE {
            at = at.wrapping_add(1);
        }
        top as usize - at as usize
    }

    #[panic_handler]
    fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
        if let Ok(mut out) = hio::hstderr() {
            let _ = writeln!(out, "{info}");
        }
        debug::exit(debug::EXIT_FAILURE);
        loop {
            cortex_m::asm::wfi();
        }
    }
}
