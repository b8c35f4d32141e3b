//! The loops that one would write by hand for just these sizes, compiled for each vector width that the CPU may have.

/// Vector widths that a loop is compiled for.
pub const WIDTHS: [&str; 3] = ["baseline", "avx2", "avx512"];

/// Whether this machine runs what is compiled for a width.
pub fn runs(width: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        match width {
            "avx2" => std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma"),
            "avx512" => {
                std::is_x86_feature_detected!("avx512f")
                    && std::is_x86_feature_detected!("avx512bw")
                    && std::is_x86_feature_detected!("avx512dq")
                    && std::is_x86_feature_detected!("avx512vl")
                    && std::is_x86_feature_detected!("fma")
            }
            _ => true,
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        width == "baseline"
    }
}

/// `a * b + c`, in one instruction where there is one.
#[inline(always)]
fn mul_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// Each loop becomes a module with one function per width.
macro_rules! loops {
    ($($(#[$doc:meta])* fn $name:ident<$fma:ident>($($arg:ident: $type:ty),*) $body:block)*) => { $(
        $(#[$doc])*
        pub mod $name {
            #[allow(unused_imports)]
            use super::*;
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            fn body<const $fma: bool>($($arg: $type),*) $body
            #[inline(never)]
            pub fn baseline($($arg: $type),*) {
                body::<false>($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "avx2,fma,bmi1,bmi2")]
            pub fn avx2($($arg: $type),*) {
                body::<true>($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2")]
            pub fn avx512($($arg: $type),*) {
                body::<true>($($arg),*)
            }
            /// The loop compiled for one of [`WIDTHS`] that this machine [`runs`].
            pub fn of_width(width: &str) -> fn($($type),*) {
                // SAFETY (all): the caller asks for widths that the machine has.
                match width {
                    #[cfg(target_arch = "x86_64")]
                    "avx2" => |$($arg),*| unsafe { avx2($($arg),*) },
                    #[cfg(target_arch = "x86_64")]
                    "avx512" => |$($arg),*| unsafe { avx512($($arg),*) },
                    _ => baseline,
                }
            }
        }
    )* };
}

loops! {
    /// `[4, 32, 14, 14] + [32, 1, 1]`
    fn channels<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b, out): (&[f32; 25088], &[f32; 32], &mut [f32; 25088]) =
            (a.try_into().unwrap(), b.try_into().unwrap(), out.try_into().unwrap());
        for n in 0..128 {
            let bias = b[n % 32];
            for (y, x) in out[n * 196..(n + 1) * 196].iter_mut().zip(&a[n * 196..(n + 1) * 196]) {
                *y = x + bias;
            }
        }
    }

    /// `[4, 32, 14, 14] + [14, 14]`
    fn image<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b, out): (&[f32; 25088], &[f32; 196], &mut [f32; 25088]) =
            (a.try_into().unwrap(), b.try_into().unwrap(), out.try_into().unwrap());
        for n in 0..128 {
            for ((y, x), b) in out[n * 196..(n + 1) * 196].iter_mut().zip(&a[n * 196..(n + 1) * 196]).zip(b) {
                *y = x + b;
            }
        }
    }

    /// `[4, 32, 8] + scalar`
    fn scalar<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, out): (&[f32; 1024], &mut [f32; 1024]) = (a.try_into().unwrap(), out.try_into().unwrap());
        let b = b[0];
        for i in 0..1024 {
            out[i] = a[i] + b;
        }
    }

    /// `[8, 1, 6, 1] + [7, 1, 5]`: four loops, as they are written down
    fn both<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b, out): (&[f32; 48], &[f32; 35], &mut [f32; 1680]) =
            (a.try_into().unwrap(), b.try_into().unwrap(), out.try_into().unwrap());
        for i in 0..8 {
            for j in 0..7 {
                for k in 0..6 {
                    for l in 0..5 {
                        out[((i * 7 + j) * 6 + k) * 5 + l] = a[i * 6 + k] + b[j * 5 + l];
                    }
                }
            }
        }
    }

    /// `[8, 1, 6, 1] + [7, 1, 5]`: both sides spread to rows of 30 first
    fn both_spread<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b, out): (&[f32; 48], &[f32; 35], &mut [f32; 1680]) =
            (a.try_into().unwrap(), b.try_into().unwrap(), out.try_into().unwrap());
        let (mut left, mut right) = ([[0.0f32; 30]; 8], [[0.0f32; 30]; 7]);
        for i in 0..8 {
            for k in 0..30 {
                left[i][k] = a[i * 6 + k / 5];
            }
        }
        for j in 0..7 {
            for k in 0..30 {
                right[j][k] = b[j * 5 + k % 5];
            }
        }
        for (n, out) in out.chunks_exact_mut(30).enumerate() {
            let (l, r) = (&left[n / 7], &right[n % 7]);
            for k in 0..30 {
                out[k] = l[k] + r[k];
            }
        }
    }

    /// `[256, 256, 3] * [3]`: the three factors repeated to whole vectors
    fn colours<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let mut factors = [0.0f32; 96];
        for (i, factor) in factors.iter_mut().enumerate() {
            *factor = b[i % 3];
        }
        for (y, x) in out.chunks_exact_mut(96).zip(a.chunks_exact(96)) {
            for i in 0..96 {
                y[i] = x[i] * factors[i];
            }
        }
    }

    /// `[4, 1] + [3]`
    fn small<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (a, b, out): (&[f32; 4], &[f32; 3], &mut [f32; 12]) =
            (a.try_into().unwrap(), b.try_into().unwrap(), out.try_into().unwrap());
        for i in 0..4 {
            for j in 0..3 {
                out[i * 3 + j] = a[i] + b[j];
            }
        }
    }

    /// `[1024, 1] + [1024]`
    fn outer<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        let b: &[f32; 1024] = b.try_into().unwrap();
        for (row, x) in out.chunks_exact_mut(1024).zip(a) {
            for i in 0..1024 {
                row[i] = x + b[i];
            }
        }
    }

    /// `[64, 64, 112, 112] + [64, 1, 1]`
    fn large<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        for (n, (out, a)) in out.chunks_exact_mut(12544).zip(a.chunks_exact(12544)).enumerate() {
            let bias = b[n % 64];
            for i in 0..12544 {
                out[i] = a[i] + bias;
            }
        }
    }

    /// `a += b`, `[4, 32, 14, 14] += [32, 1, 1]`
    fn channels_assign<_F>(a: &mut [f32], b: &[f32]) {
        let (a, b): (&mut [f32; 25088], &[f32; 32]) = (a.try_into().unwrap(), b.try_into().unwrap());
        for n in 0..128 {
            let bias = b[n % 32];
            for y in &mut a[n * 196..(n + 1) * 196] {
                *y += bias;
            }
        }
    }

    /// `a += b`, `[256, 256, 3] += [3]`
    fn colours_assign<_F>(a: &mut [f32], b: &[f32]) {
        let mut terms = [0.0f32; 96];
        for (i, term) in terms.iter_mut().enumerate() {
            *term = b[i % 3];
        }
        for y in a.chunks_exact_mut(96) {
            for i in 0..96 {
                y[i] += terms[i];
            }
        }
    }

    /// `a += b`, `[64, 64, 112, 112] += [64, 1, 1]`
    fn large_assign<_F>(a: &mut [f32], b: &[f32]) {
        for (n, a) in a.chunks_exact_mut(12544).enumerate() {
            let bias = b[n % 64];
            for y in a {
                *y += bias;
            }
        }
    }

    /// `relu(x * scale + shift)`, `[32, 64, 28, 28]`, `[64, 1, 1]` twice
    fn scale_shift_relu<FMA>(x: &[f32], scale: &[f32], shift: &[f32], out: &mut [f32]) {
        for (n, (out, x)) in out.chunks_exact_mut(784).zip(x.chunks_exact(784)).enumerate() {
            let (a, b) = (scale[n % 64], shift[n % 64]);
            for i in 0..784 {
                out[i] = mul_add::<FMA>(x[i], a, b).max(0.0);
            }
        }
    }

    /// `[4, 4] x [4, 4]`
    fn matmul4<FMA>(a: &[f32], b: &[f32], out: &mut [f32]) {
        square::<FMA, 4>(a, b, out);
    }

    /// `[16, 16] x [16, 16]`
    fn matmul16<FMA>(a: &[f32], b: &[f32], out: &mut [f32]) {
        square::<FMA, 16>(a, b, out);
    }

    /// `[m, k] x [k, n]` in register tiles of 4 x 32
    fn matmul<FMA>(a: &[f32], b: &[f32], out: &mut [f32], m: usize, k: usize, n: usize) {
        product::<FMA>(a, b, out, m, k, n);
    }

    /// As many products of `[64, 64] x [64, 64]` as `a` has matrices; `b` has as many, or one for all
    fn matmuls64<FMA>(a: &[f32], b: &[f32], out: &mut [f32]) {
        for (i, (a, out)) in a.chunks_exact(4096).zip(out.chunks_exact_mut(4096)).enumerate() {
            let b = if b.len() == 4096 { b } else { &b[i * 4096..(i + 1) * 4096] };
            product::<FMA>(a, b, out, 64, 64, 64);
        }
    }

    /// `[512, 512]` summed over the first axis
    fn sum_rows<_F>(a: &[f32], out: &mut [f32]) {
        let out: &mut [f32; 512] = out.try_into().unwrap();
        for (part, out) in out.chunks_exact_mut(128).enumerate() {
            let mut lanes = [0.0f32; 128];
            for row in a.chunks_exact(512) {
                let row = &row[part * 128..(part + 1) * 128];
                for i in 0..128 {
                    lanes[i] += row[i];
                }
            }
            out.copy_from_slice(&lanes);
        }
    }

    /// `[512, 512]` summed over the last axis
    fn sum_columns<_F>(a: &[f32], out: &mut [f32]) {
        for (row, out) in a.chunks_exact(512).zip(out) {
            *out = lanes_sum(row);
        }
    }

    /// `[512, 512]` summed
    fn sum_all<_F>(a: &[f32], out: &mut [f32]) {
        out[0] = lanes_sum(a);
    }

    /// softmax of `[128, 1000]` over the last axis
    fn softmax<FMA>(x: &[f32], out: &mut [f32]) {
        for (x, y) in x.chunks_exact(1000).zip(out.chunks_exact_mut(1000)) {
            let mut peaks = [f32::NEG_INFINITY; 40];
            for x in x.chunks_exact(40) {
                for i in 0..40 {
                    peaks[i] = if x[i] > peaks[i] { x[i] } else { peaks[i] };
                }
            }
            let peak = peaks.iter().fold(f32::NEG_INFINITY, |a, &b| if b > a { b } else { a });
            for i in 0..1000 {
                y[i] = exp::<FMA>(x[i] - peak);
            }
            let mut sums = [0.0f32; 40];
            for y in y.chunks_exact(40) {
                for i in 0..40 {
                    sums[i] += y[i];
                }
            }
            let factor = 1.0 / sums.iter().sum::<f32>();
            for y in y {
                *y *= factor;
            }
        }
    }

    /// layer norm of `[128, 768]`
    fn layer_norm<FMA>(x: &[f32], weight: &[f32], bias: &[f32], out: &mut [f32]) {
        let (weight, bias): (&[f32; 768], &[f32; 768]) = (weight.try_into().unwrap(), bias.try_into().unwrap());
        for (x, y) in x.chunks_exact(768).zip(out.chunks_exact_mut(768)) {
            let mean = lanes_sum(x) / 768.0;
            let mut lanes = [0.0f32; 64];
            for x in x.chunks_exact(64) {
                for i in 0..64 {
                    lanes[i] = mul_add::<FMA>(x[i] - mean, x[i] - mean, lanes[i]);
                }
            }
            let factor = 1.0 / (lanes.iter().sum::<f32>() / 768.0 + 1e-5).sqrt();
            for i in 0..768 {
                y[i] = mul_add::<FMA>((x[i] - mean) * factor, weight[i], bias[i]);
            }
        }
    }

    /// `relu(x w + b)`, or without the relu
    fn dense<FMA>(x: &[f32], w: &[f32], b: &[f32], out: &mut [f32], k: usize, n: usize, relu: bool) {
        product::<FMA>(x, w, out, x.len() / k, k, n);
        for out in out.chunks_exact_mut(n) {
            for (y, b) in out.iter_mut().zip(b) {
                *y = if relu { (*y + b).max(0.0) } else { *y + b };
            }
        }
    }

    /// conv2d of `[8, 3, 32, 32]` by `[16, 3, 3, 3]`, padding 1: rows of 32 results of four filters in registers
    fn conv2d<FMA>(x: &[f32], w: &[f32], out: &mut [f32]) {
        let mut padded = [0.0f32; 3 * 34 * 34];
        for n in 0..8 {
            for c in 0..3 {
                for i in 0..32 {
                    let from = ((n * 3 + c) * 32 + i) * 32;
                    let to = (c * 34 + i + 1) * 34 + 1;
                    padded[to..to + 32].copy_from_slice(&x[from..from + 32]);
                }
            }
            for o in (0..16).step_by(4) {
                for i in 0..32 {
                    let mut sums = [[0.0f32; 32]; 4];
                    for c in 0..3 {
                        for ky in 0..3 {
                            for kx in 0..3 {
                                let from = (c * 34 + i + ky) * 34 + kx;
                                let row: &[f32; 32] = padded[from..from + 32].try_into().unwrap();
                                for (f, sums) in sums.iter_mut().enumerate() {
                                    let w = w[(((o + f) * 3 + c) * 3 + ky) * 3 + kx];
                                    for j in 0..32 {
                                        sums[j] = mul_add::<FMA>(row[j], w, sums[j]);
                                    }
                                }
                            }
                        }
                    }
                    for (f, sums) in sums.iter().enumerate() {
                        let to = ((n * 16 + o + f) * 32 + i) * 32;
                        out[to..to + 32].copy_from_slice(sums);
                    }
                }
            }
        }
    }

    /// `[512, 512] + [512, 512]^T` in tiles of 16 x 16
    fn transposed<_F>(a: &[f32], b: &[f32], out: &mut [f32]) {
        for (ti, tj) in (0..32).flat_map(|ti| (0..32).map(move |tj| (ti, tj))) {
            let mut tile = [[0.0f32; 16]; 16];
            for j in 0..16 {
                let row: &[f32; 16] = b[(tj * 16 + j) * 512 + ti * 16..][..16].try_into().unwrap();
                for i in 0..16 {
                    tile[i][j] = row[i];
                }
            }
            for i in 0..16 {
                let at = (ti * 16 + i) * 512 + tj * 16;
                let (x, y): (&[f32; 16], &mut [f32]) = (a[at..at + 16].try_into().unwrap(), &mut out[at..at + 16]);
                for j in 0..16 {
                    y[j] = x[j] + tile[i][j];
                }
            }
        }
    }
}

/// The sum in 64 lanes.
#[inline(always)]
fn lanes_sum(x: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 64];
    for x in x.chunks_exact(64) {
        for i in 0..64 {
            lanes[i] += x[i];
        }
    }
    lanes.iter().sum()
}

/// `[N, N] x [N, N]`, all sizes known.
#[inline(always)]
fn square<const FMA: bool, const N: usize>(a: &[f32], b: &[f32], out: &mut [f32]) {
    for i in 0..N {
        let mut row = [0.0f32; N];
        for k in 0..N {
            let (x, b): (f32, &[f32; N]) = (a[i * N + k], b[k * N..(k + 1) * N].try_into().unwrap());
            for j in 0..N {
                row[j] = mul_add::<FMA>(x, b[j], row[j]);
            }
        }
        out[i * N..(i + 1) * N].copy_from_slice(&row);
    }
}

#[inline(always)]
fn product<const FMA: bool>(a: &[f32], b: &[f32], out: &mut [f32], m: usize, k: usize, n: usize) {
    assert!(a.len() == m * k && b.len() == k * n && out.len() == m * n && m.is_multiple_of(4));
    let whole = n / 32 * 32;
    for j in (0..whole).step_by(32) {
        for i in (0..m).step_by(4) {
            let mut sums = [[0.0f32; 32]; 4];
            for p in 0..k {
                let row: &[f32; 32] = b[p * n + j..p * n + j + 32].try_into().unwrap();
                for (r, sums) in sums.iter_mut().enumerate() {
                    let x = a[(i + r) * k + p];
                    for l in 0..32 {
                        sums[l] = mul_add::<FMA>(x, row[l], sums[l]);
                    }
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                out[(i + r) * n + j..(i + r) * n + j + 32].copy_from_slice(sums);
            }
        }
    }
    if whole == n {
        return;
    }
    for i in 0..m {
        let mut sums = [0.0f32; 32];
        for p in 0..k {
            let x = a[i * k + p];
            for (sum, b) in sums.iter_mut().zip(&b[p * n + whole..(p + 1) * n]) {
                *sum = mul_add::<FMA>(x, *b, *sum);
            }
        }
        out[i * n + whole..(i + 1) * n].copy_from_slice(&sums[..n - whole]);
    }
}

/// e to the x, as Cephes computes it, without branches. Of what is not above 0, as in softmax.
#[inline(always)]
fn exp<const FMA: bool>(x: f32) -> f32 {
    let x = if x < -87.0 { -87.0 } else { x };
    // The sum has no bits for a fraction: it is rounded to the nearest integer.
    let shifted = mul_add::<FMA>(x, std::f32::consts::LOG2_E, 12_582_912.0);
    let n = shifted - 12_582_912.0;
    let r = mul_add::<FMA>(n, 2.121_944_4e-4, mul_add::<FMA>(n, -0.693_359_4, x));
    let mut p = 1.987_569_1e-4;
    for c in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_65, 0.5] {
        p = mul_add::<FMA>(p, r, c);
    }
    let p = mul_add::<FMA>(p * r, r, r) + 1.0;
    let exponent = shifted.to_bits().wrapping_sub(0x4b40_0000).wrapping_add(127) << 23;
    p * f32::from_bits(exponent)
}
