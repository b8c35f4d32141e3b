"""Coefficients of the polynomials in `src/kernels/by_double.rs` and of some in `src/kernels/simd_math.rs`, and the digits of 2/pi: printed as Rust takes them.

Polynomials have the least largest relative error, by Remez's exchange in 60 digits. Needs mpmath.
"""
from mpmath import mp, mpf, matrix, lu_solve, sin, cos, log, pi, sqrt, floor, exp, erf, erfc

mp.dps = 60


def remez(f, low, high, degree, weight):
    """The polynomial of this degree in z for which the largest `|weight(z) * (p(z) - f(z))|` is the least."""
    n = degree + 2
    middle, half = (low + high) / 2, (high - low) / 2
    at = [middle - half * cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    for _ in range(12):
        a = matrix(n, n)
        b = matrix(n, 1)
        for i, z in enumerate(at):
            for j in range(degree + 1):
                a[i, j] = z**j
            a[i, degree + 1] = (-1) ** i / weight(z)
            b[i] = f(z)
        c = list(lu_solve(a, b))[: degree + 1]
        error = lambda z: weight(z) * (sum(x * z**j for j, x in enumerate(c)) - f(z))
        # The largest error between each two zeros of it, which lie between neighbouring points.
        grid = [low + (high - low) * mpf(k) / 4000 for k in range(4001)]
        values = [error(z) for z in grid]
        best, start = [], 0
        for k in range(1, len(grid) + 1):
            if k == len(grid) or (values[k] > 0) != (values[start] > 0):
                best.append(max(range(start, k), key=lambda m: abs(values[m])))
                start = k
        if len(best) != n:
            break
        at = [grid[k] for k in best]
    return c, max(abs(v) for v in values)


def quotient(f, low, high, above, below):
    """Polynomials of these degrees in z, the second one with 1 in front, whose quotient has nearly the least largest relative error: by least squares
    that weigh more where the error is large."""
    at = [(low + high - (high - low) * cos(pi * (2 * i + 1) / 300)) / 2 for i in range(150)]
    values = [f(z) for z in at]
    weights, under, best = [mpf(1)] * len(at), [mpf(1)] * len(at), None
    for _ in range(300):
        n = above + 1 + below
        a, b = matrix(n, n), matrix(n, 1)
        for z, y, w, q in zip(at, values, weights, under):
            row = [z**i for i in range(above + 1)] + [-y * z**i for i in range(1, below + 1)]
            w /= (y * q) ** 2
            for i in range(n):
                b[i] += w * row[i] * y
                for j in range(n):
                    a[i, j] += w * row[i] * row[j]
        c = list(lu_solve(a, b))
        p, q = c[: above + 1], [mpf(1)] + c[above + 1 :]
        of = lambda c, z: sum(x * z**i for i, x in enumerate(c))
        under = [of(q, z) for z in at]
        errors = [abs(of(p, z) / d / y - 1) for z, y, d in zip(at, values, under)]
        if best is None or max(errors) < best[0]:
            best = max(errors), p, q
        weights = [w * (e / max(errors) + mpf("1e-3")) for w, e in zip(weights, errors)]
        weights = [w / sum(weights) for w in weights]
    return best


def show(name, c, error):
    print(name, "within 2^%.1f:" % float(log(error, 2)), ", ".join(repr(float(x)) for x in reversed(c)))


def series(f, z, first):
    """Where the formula cancels, its limit."""
    return first if z == 0 else f(z)


quarter = (pi / 4 * mpf("1.0001")) ** 2
# sin(r) = r + r z S(z), cos(r) = 1 + z C(z), of z = r^2.
show("SIN", *remez(lambda z: series(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, z, mpf(-1) / 6), mpf(0), quarter, 3,
    lambda z: z / series(lambda z: sin(sqrt(z)) / sqrt(z), z, mpf(1))))
show("COS", *remez(lambda z: series(lambda z: (cos(sqrt(z)) - 1) / z, z, mpf(-1) / 2), mpf(0), quarter, 3, lambda z: z / cos(sqrt(z))))
# The same of |r| <= pi / 2, so that the sine of what is left without multiples of pi is one polynomial.
half = (pi / 2 * mpf("1.0001")) ** 2
show("WIDE", *remez(lambda z: series(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, z, mpf(-1) / 6), mpf(0), half, 4,
    lambda z: z / series(lambda z: sin(sqrt(z)) / sqrt(z), z, mpf(1))))
# log2(m) = s L(z), of s = (m - 1) / (m + 1) and z = s^2, from the root of 1/2 to that of 2.
edge = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * mpf("1.0001")
atanh2 = lambda z: series(lambda z: log((1 + sqrt(z)) / (1 - sqrt(z)), 2) / sqrt(z), z, 2 / log(mpf(2)))
show("LOG2", *remez(atanh2, mpf(0), edge, 5, lambda z: 1 / atanh2(z)))
# 2^f.
show("EXP2", *remez(lambda f: mpf(2) ** f, mpf("-0.5001"), mpf("0.5001"), 7, lambda f: mpf(2) ** -f))

# exp(r) = 1 + r + r^2 E(r).
e_tail = lambda r: series(lambda r: (exp(r) - 1 - r) / r**2, r, mpf(1) / 2)
show("EXP", *remez(e_tail, mpf("-0.405"), mpf("0.4051"), 4, lambda r: r**2 / exp(r) + mpf("1e-12")))
# The same up to ln(2) / 2, in `src/kernels/exp.rs`. (Near 0 the formula cancels all of 60 digits.)
e_near = lambda r: sum(r**k / mp.factorial(k + 2) for k in range(12)) if abs(r) < mpf("1e-3") else e_tail(r)
half = log(mpf(2)) / 2
show("TAIL", *remez(e_tail, -half * mpf("1.0005"), half * mpf("1.0005"), 4, lambda r: r**2 / exp(r) + mpf("1e-14")))
show("TAIL_DOUBLE", *remez(e_near, -half * mpf("1.0005"), half * mpf("1.0093"), 9, lambda r: r**2 / exp(r) + mpf("1e-24")))
# The whole exponential, for floats of 16 bits.
show("SIXTEEN", *remez(exp, -half * mpf("1.0005"), half * mpf("1.0005"), 4, lambda r: exp(-r)))
# The normal distribution's tail is exp(-t^2 / 2) v G(v - 0.15), of v = 1 / (t + 3.5), from t = 0.69 to 14.5.
mills = lambda w: (lambda t: erfc(t / sqrt(mpf(2))) / 2 * exp(t * t / 2) * (t + mpf("3.5")))(1 / (w + mpf("0.15")) - mpf("3.5"))
show("GELU", *remez(mills, 1 / mpf("18") - mpf("0.15"), 1 / mpf("4.19") - mpf("0.15"), 8, lambda w: 1 / mills(w)))
# For floats of 16 bits of v itself, from t = 0 on.
show("GELU_SIXTEEN", *remez(lambda v: mills(v - mpf("0.15")), 1 / mpf("18.1"), 1 / mpf("3.5"), 6, lambda v: 1 / mills(v - mpf("0.15"))))
# erf(x) = x P(z) / Q(z), of z = x^2, up to x = 3.2, for floats of 16 bits.
error, above, below = quotient(lambda z: erf(sqrt(z)) / sqrt(z), mpf(0), mpf("10.24"), 3, 3)
show("ERF_SIXTEEN, above", above, error)
show("ERF_SIXTEEN, below", below, error)
# And up to t = 0.7 it is 1/2 - t H(t^2).
near = lambda z: series(lambda z: erf(sqrt(z / 2)) / 2 / sqrt(z), z, 1 / sqrt(2 * pi))
show("NEAR", *remez(near, mpf(0), mpf("0.4901"), 4, lambda z: 1 / near(z)))

# 2/pi times 2^26k, without its multiples of 4: in parts of 29, 29 and 53 bits.
for k in range(4):
    p = 2 / pi * mpf(2) ** (26 * k)
    p -= 4 * floor(p / 4 + mpf(1) / 2)
    first = floor(p * 2**27 + mpf(1) / 2) / 2**27
    second = floor((p - first) * mpf(2) ** 56 + mpf(1) / 2) / mpf(2) ** 56
    print(f"    [{float(first)!r}, {float(second)!r}, {float(p - first - second)!r}],")
# pi/2 in parts, of which the first three have 33 bits: in `src/kernels/circle.rs`, whose polynomials are those of FreeBSD's `k_sin.c` and `k_cos.c`.
left, parts = pi / 2, []
for bits in (33, 33, 33, 53):
    unit = mpf(2) ** (mp.frexp(left)[1] - bits)
    parts.append(floor(left / unit) * unit if bits < 53 else left)
    left -= parts[-1]
print("PIO2:", [float(part) for part in parts])
