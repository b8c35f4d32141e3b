//! What a size costs that is known at run time only: the same operations on the same data, with all axes static, with the
//! outermost one at run time, and with all of them.
//!
//! `taskset -c 1 cargo bench --bench run_time`; each row is the least of many timings, taken in turn, and its ratios to the static
//! one of the same run. A filter runs some rows: `cargo bench --bench run_time -- '+='`.

use std::hint::black_box;
use std::time::Instant;

use shaped::prelude::*;

axis!(A);
axis!(B);
axis!(C);
axis!(D);
axis!(Hidden);

/// Random numbers between 0 and 1, the same ones each time.
fn random<S: StaticShape>(seed: u64) -> Tensor<f32, S> {
    let mut state = seed;
    Tensor::from_flat_fn(|_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    })
}

/// The least time of a call in nanoseconds, of each function, measured in turn so that the machine's moods meet all alike.
fn least(functions: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; functions.len()];
    // As many calls as take a tenth of a millisecond, or one.
    let start = Instant::now();
    let mut calls = 0u32;
    while start.elapsed().as_micros() < 2000 {
        functions[0]();
        calls += 1;
    }
    let calls = (calls / 20).max(1);
    for _ in 0..400 {
        for (least, f) in least.iter_mut().zip(functions.iter_mut()) {
            let start = Instant::now();
            for _ in 0..calls {
                f();
            }
            *least = least.min(start.elapsed().as_nanos() as f64 / f64::from(calls));
        }
    }
    least
}

fn row(name: &str, functions: &mut [&mut dyn FnMut()]) {
    let mut filters = std::env::args().skip(1).filter(|filter| !filter.starts_with("--")).peekable();
    if filters.peek().is_some() && !filters.any(|filter| name.contains(&filter)) {
        return;
    }
    let times = least(functions);
    let ratios: Vec<_> = times[1..].iter().map(|time| format!("{:5.2}", time / times[0])).collect();
    println!("{name:<34} {:>10.1} ns   {}", times[0], ratios.join("   "));
}

/// One operation on the operands as they are, and with run-time axes in two ways.
macro_rules! rows {
    ($name:literal, |$x:ident, $y:ident| $op:expr; $xs:ty, $ys:ty; $x1:ty, $y1:ty; $x2:ty, $y2:ty) => {{
        let (x0, y0) = (random::<$xs>(1), random::<$ys>(2));
        let (x1, y1) = (x0.free::<$x1>().to_tensor(), y0.free::<$y1>().to_tensor());
        let (x2, y2) = (x0.free::<$x2>().to_tensor(), y0.free::<$y2>().to_tensor());
        row(
            $name,
            &mut [
                &mut || rows!(@ x0, y0, $x, $y, $op),
                &mut || rows!(@ x1, y1, $x, $y, $op),
                &mut || rows!(@ x2, y2, $x, $y, $op),
            ],
        );
    }};
    (@ $from:ident, $with:ident, $x:ident, $y:ident, $op:expr) => {{
        let ($x, $y) = (black_box(&$from), black_box(&$with));
        black_box($op);
    }};
}

/// `x += y`.
macro_rules! assigned {
    ($name:literal; $xs:ty, $ys:ty; $x1:ty, $y1:ty; $x2:ty, $y2:ty) => {{
        let (mut x0, y0) = (random::<$xs>(1), random::<$ys>(2));
        let (mut x1, y1) = (x0.free::<$x1>().to_tensor(), y0.free::<$y1>().to_tensor());
        let (mut x2, y2) = (x0.free::<$x2>().to_tensor(), y0.free::<$y2>().to_tensor());
        row(
            $name,
            &mut [
                &mut || *black_box(&mut x0) += black_box(&y0),
                &mut || *black_box(&mut x1) += black_box(&y1),
                &mut || *black_box(&mut x2) += black_box(&y2),
            ],
        );
    }};
}

fn relu(x: f32) -> f32 {
    x.max(0.0)
}

fn main() {
    println!("{:<34} {:>13}   outer   all at run time", "", "static");
    rows!("[4,32,14,14]+[32,1,1]", |x, y| x + y; shape![4, 32, 14, 14], shape![32, 1, 1];
        shape![A, 32, 14, 14], shape![32, 1, 1]; shape![A, B, C, D], shape![B, 1, 1]);
    rows!("[4,32,14,14]+[14,14]", |x, y| x + y; shape![4, 32, 14, 14], shape![14, 14];
        shape![A, 32, 14, 14], shape![14, 14]; shape![A, B, C, D], shape![C, D]);
    rows!("[1024,1]+[1024]", |x, y| x + y; shape![1024, 1], shape![1024];
        shape![A, 1], shape![1024]; shape![A, 1], shape![B]);
    rows!("[256,256,3]*[3]", |x, y| x * y; shape![256, 256, 3], shape![3];
        shape![A, 256, 3], shape![3]; shape![A, B, C], shape![C]);
    rows!("[8,1,6,1]+[7,1,5]", |x, y| x + y; shape![8, 1, 6, 1], shape![7, 1, 5];
        shape![A, 1, 6, 1], shape![7, 1, 5]; shape![A, 1, C, 1], shape![B, 1, D]);
    rows!("[64,512]+[64,512]", |x, y| x + y; shape![64, 512], shape![64, 512];
        shape![A, 512], shape![A, 512]; shape![A, B], shape![A, B]);
    rows!("[4,1]+[3]", |x, y| x + y; shape![4, 1], shape![3]; shape![A, 1], shape![3]; shape![A, 1], shape![B]);
    assigned!("[4,32,14,14]+=[32,1,1]"; shape![4, 32, 14, 14], shape![32, 1, 1];
        shape![A, 32, 14, 14], shape![32, 1, 1]; shape![A, B, C, D], shape![B, 1, 1]);
    assigned!("[1024,1024]+=[1024]"; shape![1024, 1024], shape![1024];
        shape![A, 1024], shape![1024]; shape![A, B], shape![B]);
    assigned!("[256,256,3]+=[3]"; shape![256, 256, 3], shape![3];
        shape![A, 256, 3], shape![3]; shape![A, B, C], shape![C]);
    rows!("[64,1024] sum over the last", |x, _y| x.sum(Axis::<-1>); shape![64, 1024], shape![1];
        shape![A, 1024], shape![1]; shape![A, B], shape![1]);
    rows!("[64,1024] sum over the first", |x, _y| x.sum(Axis::<0>); shape![64, 1024], shape![1];
        shape![A, 1024], shape![1]; shape![A, B], shape![1]);
    rows!("[4,32,14,14] mean over 0, 2, 3", |x, _y| x.mean((Axis::<0>, Axis::<2>, Axis::<3>));
        shape![4, 32, 14, 14], shape![1]; shape![A, 32, 14, 14], shape![1]; shape![A, B, C, D], shape![1]);
    rows!("[1024,1024] sum of all", |x, _y| x.sum_all(); shape![1024, 1024], shape![1];
        shape![A, 1024], shape![1]; shape![A, B], shape![1]);
    rows!("softmax [128,1000]", |x, _y| x.softmax(Axis::<-1>); shape![128, 1000], shape![1];
        shape![A, 1000], shape![1]; shape![A, B], shape![1]);
    rows!("layer norm [128,768]", |x, y| x.layer_norm(y, y, 1e-5); shape![128, 768], shape![768];
        shape![A, 768], shape![768]; shape![A, B], shape![B]);
    rows!("[64,784]x[784,512]", |x, y| x.matmul(y); shape![64, 784], shape![784, 512];
        shape![A, 784], shape![784, 512]; shape![A, B], shape![B, C]);
    rows!("conv2d [8,3,32,32] by [16,3,3,3]", |x, y| x.conv2d(y, Conv::new().padding(One));
        shape![8, 3, 32, 32], shape![16, 3, 3, 3];
        shape![A, 3, 32, 32], shape![16, 3, 3, 3]; shape![A, 3, C, D], shape![16, 3, 3, 3]);
    rows!("conv2d [8,3,32,32], stride 2", |x, y| x.conv2d(y, Conv::same().stride(Dim::<2>));
        shape![8, 3, 32, 32], shape![16, 3, 3, 3];
        shape![A, 3, 32, 32], shape![16, 3, 3, 3]; shape![A, 3, C, D], shape![16, 3, 3, 3]);
    rows!("conv2d [3,5,5] by [4,3,3,3]", |x, y| x.conv2d(y, Conv::new());
        shape![3, 5, 5], shape![4, 3, 3, 3]; shape![3, 5, 5], shape![4, 3, 3, 3]; shape![3, C, D], shape![4, 3, 3, 3]);
    rows!("conv1d [8,16,400] by [16,16,3]", |x, y| x.conv1d(y, Conv::new());
        shape![8, 16, 400], shape![16, 16, 3]; shape![A, 16, 400], shape![16, 16, 3]; shape![A, 16, C], shape![16, 16, 3]);
    rows!("conv_transpose2d [8,8,14,14]", |x, y| x.conv_transpose2d(y, TransposedConv::new().stride(Dim::<2>));
        shape![8, 8, 14, 14], shape![8, 4, 2, 2];
        shape![A, 8, 14, 14], shape![8, 4, 2, 2]; shape![A, 8, C, D], shape![8, 4, 2, 2]);
    rows!("max_pool2d [8,16,32,32] by 2", |x, _y| x.max_pool2d(Pool::new(Dim::<2>)); shape![8, 16, 32, 32], shape![1];
        shape![A, 16, 32, 32], shape![1]; shape![A, 16, C, D], shape![1]);
    rows!("avg_pool2d [8,16,32,32] by 3", |x, _y| x.avg_pool2d(Pool::same(Dim::<3>)); shape![8, 16, 32, 32], shape![1];
        shape![A, 16, 32, 32], shape![1]; shape![A, 16, C, D], shape![1]);
    rows!("upsample [8,16,16,16] by 2", |x, _y| x.upsample_nearest2d(Dim::<2>); shape![8, 16, 16, 16], shape![1];
        shape![A, 16, 16, 16], shape![1]; shape![A, 16, C, D], shape![1]);
    rows!("pad [8,16,32,32] by 1", |x, _y| x.pad(((One, One), (One, One)), 0.0); shape![8, 16, 32, 32], shape![1];
        shape![A, 16, 32, 32], shape![1]; shape![A, 16, C, D], shape![1]);
    {
        let (w1, w2, w3) = (random::<shape![784, 512]>(3), random::<shape![512, 512]>(4), random::<shape![512, 10]>(5));
        let (b1, b2, b3) = (random::<shape![512]>(6), random::<shape![512]>(7), random::<shape![10]>(8));
        let x = random::<shape![64, 784]>(9);
        let xr = x.free::<shape![A, 784]>();
        let (w1r, w2r, w3r) =
            (w1.free::<shape![B, Hidden]>(), w2.free::<shape![Hidden, C]>(), w3.free::<shape![C, D]>());
        let (b1r, b2r, b3r) = (b1.free::<shape![Hidden]>(), b2.free::<shape![C]>(), b3.free::<shape![D]>());
        let xa = x.free::<shape![A, B]>();
        row(
            "MLP 64x784-512-512-10",
            &mut [
                &mut || {
                    let h = (x.matmul(black_box(&w1)) + &b1).map(relu);
                    let h = (h.matmul(black_box(&w2)) + &b2).map(relu);
                    black_box(h.matmul(black_box(&w3)) + &b3);
                },
                &mut || {
                    let h = (xr.matmul(black_box(&w1)) + &b1).map(relu);
                    let h = (h.matmul(black_box(&w2)) + &b2).map(relu);
                    black_box(h.matmul(black_box(&w3)) + &b3);
                },
                &mut || {
                    let h = (xa.matmul(black_box(&w1r)) + b1r).map(relu);
                    let h = (h.matmul(black_box(&w2r)) + b2r).map(relu);
                    black_box(h.matmul(black_box(&w3r)) + b3r);
                },
            ],
        );
    }
}
