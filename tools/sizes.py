#!/usr/bin/env python3
"""Writes src/shape/table.rs: the sizes 0 to 1023 as literals.

Literals on purpose: the same table from computed constants compiles ten times slower, and the arms of `dim!` let a
literal such as `784` name its type without evaluating any constant. Run with --check to compare instead of writing.
"""
import pathlib
import sys

TARGET = pathlib.Path(__file__).resolve().parent.parent / "src" / "shape" / "table.rs"
LIMIT = 1024


def rows(cells, per_line, indent):
    return "\n".join(indent + " ".join(cells[i : i + per_line]) for i in range(0, len(cells), per_line))


sizes = [n for n in range(LIMIT) if n != 1]


def node(n):
    """Where the bits of n lead."""
    return "Large" if n >= LIMIT else "One" if n == 1 else f"Dim<{n}>"


table = rows([f"U{n} {n} [{' '.join('N' + d for d in str(n))}] {node(2 * n)}, {node(2 * n + 1)};" for n in sizes], 4, "    ")
arms = rows([f"({n}) => {{ {'$crate::One' if n == 1 else f'$crate::Dim::<{n}>'} }};" for n in range(LIMIT)], 5, "    ")

text = f"""// Written by tools/sizes.py; change it there.

use super::*;

sizes! {{
{table}
}}

/// The type of a size: `dim!(784)` is `Dim<784>`, `dim!(1)` is `One`, `dim!(4096)` is `Digits4<4, 0, 9, 6>`. A literal below 1024 is the value as well:
/// `x.narrow(Axis::<0>, 0, dim!(3))`.
///
/// Takes a literal, a constant expression in braces (`dim!({{BATCH * 2}})`), or any type that is already a size. There is
/// no limit short of `usize`.
///
/// ```
/// use shaped::prelude::*;
/// const HEADS: usize = 12;
/// assert_eq!(<dim!(784)>::SIZE, 784);
/// assert_eq!(<dim!({{ HEADS * 64 }})>::SIZE, 768);
/// assert_eq!(<dim!(1000000000)>::SIZE, 1_000_000_000);
/// assert_eq!(tensor![1, 2, 3].narrow(Axis::<0>, 1, dim!(2)), tensor![2, 3]);
/// ```
#[macro_export]
macro_rules! dim {{
{arms}
    ({{ $($n:tt)+ }}) => {{ $crate::__dim_of_bits!({{ $($n)+ }}) }};
    ($n:literal) => {{ $crate::__dim_of_bits!($n) }};
    ($t:ty) => {{ $t }};
    ($($rest:tt)*) => {{
        <$crate::__private::Countable<{{
            compile_error!("a size is a number, a constant expression in braces, or a type: `dim!(784)`, `dim!({{ 2 * N }})`, `dim!(Batch)`; of generic sizes `Product<H, E>` and `Sum<H, E>`, from `shaped::size`")
        }}> as $crate::__private::Is>::Type<$crate::One>
    }};
}}
"""

if "--check" in sys.argv:
    sys.exit(0 if TARGET.read_text() == text else f"{TARGET} is not what tools/sizes.py writes")
TARGET.write_text(text)
