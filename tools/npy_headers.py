r"""Headers of npy files, right and wrong in many ways, and what NumPy makes of them: tests/data/files/npy_headers.txt.

    python3 tools/npy_headers.py        (from the repository's root; needs NumPy, and nothing else here does)

A line for each: NumPy's verdict, a tab, and the file without its elements, its odd bytes escaped as in Rust, many spaces as their number, `\s100;`. The verdict is `refused`,
or what NumPy reads, `<f4 (2, 3) C`; with a `+` in front where NumPy itself writes such a header, so that it has to be read.
"""

import io
import itertools
import pathlib
import re
import warnings

import numpy as np
from numpy.lib import _format_impl as format

DESCRS = ["'<f4'", "'>f8'", "'|b1'", "'|u1'", "'<i2'", "'<c16'", "'=f4'", "'f4'", "'|f4'", "'<b1'", "'>u1'", '"<f4"', "u'<f4'", "b'<f4'", "r'<f4'",
          "'<f3'", "'<f5'", "'f'", "''", "'<'", "'!f4'", "'<f4 '", "' <f4'", "'<F4'", "'<f04'", "'<f44'", "'<i16'", "'|O'", "'<U5'", "'float32'", "'é'", "'<f4\n'",
          "'<f4\\n'", "'<f\\x34'", "'<f4\0'", "'<f' '4'", "'''<f4'''", "('<f4')", "('<f4',)", "['<f4']", "[('a', '<f4')]", "[('a', '<f4'), ('a', '<f4')]", "[", "None", "4",
          "{'a': 1}", "'<f4"]
ORDERS = ["False", "True", "false", "0", "1", "None", "'False'", "Falsee", "not True", "(False)", ""]
SHAPES = ["()", "(2,)", "(2, 3)", "(2,3)", "(2,3,)", "( 2 , 3 )", "(2,\n3)", "(0, 3)", "(0,)", "(1, 1, 1)", "(2)", "2", "[2]", "(,)", "(2,,)", "(2 3)", "(-1,)", "(-2, -3)",
          "(+2,)", "(02,)", "(00,)", "(2L,)", "(2L, 3L)", "(2l,)", "(2LL,)", "(2 L,)", "(2.0,)", "(2e0,)", "(0x2,)", "(0b10,)", "(1_0,)", "(True,)", "(None,)", "('2',)",
          "(9223372036854775807,)", "(9223372036854775808,)", "(18446744073709551615,)", "(18446744073709551616,)", "(4611686018427387904, 4)", "(4294967296, 4294967296)",
          "(0, 9223372036854775807)", "(0, 9223372036854775808)", "(9223372036854775807, 0, 2)", "(1000000, 1000000, 0)", "((2,),)", "(2, 3", "2, 3)", "(1+1,)", "(2,) * 2",
          "(" + "1, " * 16 + ")", "(" + "1, " * 32 + ")", "(" + "1, " * 64 + ")", "(" + "1, " * 65 + ")", "(٢,)", "(²,)", "(2j,)"]
WHOLES = ["{%s, %s, %s, }", "{%s, %s, %s}", "{%s,%s,%s}", " {%s, %s, %s}", "\t{%s, %s, %s}", "\n{%s, %s, %s}", "\n {%s, %s, %s}", "\f{%s, %s, %s}", "\r\n{%s,\r\n %s, %s}", "\v{%s, %s, %s}",
          "{%s,\n%s,\n%s\n}", "{%s,\f%s,\v%s}", "{%s, %s, %s,, }", "{, %s, %s, %s}", "{%s; %s; %s}", "{%s %s %s}", "{%s, %s, %s, 'more': 1}", "{%s, %s, %s} x", "{%s, %s, %s}}",
          "{%s, %s, %s} # more", "{%s, %s, %s # more\n}", "{%s, %s, %s}\0", "{%s, %s, %s};", "({%s, %s, %s})", "[{%s, %s, %s}]", "{%s, %s, %s", "dict(%s, %s, %s)", "\ufeff{%s, %s, %s}",
          "{%s, %s, %s}\n\n\n", "{%s, %s, %s}\\\n", "{\\\n%s, %s, %s}", "", " ", "{}", "None"]
KEYS = ["'descr'", '"descr"', "u'descr'", "b'descr'", "'descr '", "'Descr'", "'de' 'scr'", "'de\\x73cr'", "'''descr'''", "descr", "1", "'descr\0'"]


def file(text, version=(1, 0), length=None):
    text = text.encode("utf-8" if version[0] == 3 else "latin1", "surrogateescape" if version[0] == 3 else "replace") if isinstance(text, str) else text
    size = len(text) if length is None else length
    return b"\x93NUMPY" + bytes(version) + size.to_bytes(2 if version[0] == 1 else 4, "little") + text


def header(descr="'<f4'", order="False", shape="(2, 3)", whole="{%s, %s, %s, }", key="'descr'", colon=": "):
    parts = f"{key}{colon}{descr}", f"'fortran_order'{colon}{order}", f"'shape'{colon}{shape}"
    return whole % parts if "%" in whole else whole


def cases():
    for version in [(1, 0), (2, 0), (3, 0)]:
        for shape in SHAPES:
            yield file(header(shape=shape), version)
        for whole in WHOLES:
            yield file(header(whole=whole), version)
    for descr, order in itertools.product(DESCRS, ["False", "True"]):
        yield file(header(descr=descr, order=order))
    for order in ORDERS:
        yield file(header(order=order))
    for key in KEYS:
        yield file(header(key=key))
    for colon in [":", " : ", ":\n", "", "=", "::", ":\\\n"]:
        yield file(header(colon=colon))
    parts = ["'descr': '<f4'", "'fortran_order': False", "'shape': (2, 3)"]
    for count in range(5):
        for chosen in itertools.product(parts, repeat=count):
            if count < 4 or len(set(chosen)) == 3:
                yield file("{" + ", ".join(chosen) + "}")
    for version in itertools.product(range(5), range(3)):
        yield file(header(), version)
    # Longer than NumPy allows, and just as long.
    for length in [9_999, 10_000, 10_001, 20_000, 65_535]:
        yield file(header().ljust(length))
        yield file(header().ljust(length), (2, 0))
    # Not UTF-8, which version 3 is.
    for version in [(1, 0), (2, 0), (3, 0)]:
        for odd in [b"\xe9", b"\xc3\xa9", b"\xff", b"\xc3("]:
            yield file(b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" + odd, version)
            yield file(b"{'descr': [('" + odd + b"', '<f4')], 'fortran_order': False, 'shape': (2, 3), }", version)


def numpy_writes():
    for kind in ["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8", "c8", "c16"]:
        for order, axes, version in itertools.product("<>", "CF", [(1, 0), (2, 0), (3, 0)]):
            x = np.zeros((2, 3), np.dtype(kind).newbyteorder(order), order=axes)
            out = io.BytesIO()
            format.write_array(out, x, version=version)
            yield out.getvalue()[: -x.nbytes]
    for rank in [0, 1, 4, 16, 32, 64]:
        out = io.BytesIO()
        format.write_array(out, np.zeros((1,) * rank, "<f4"))
        yield out.getvalue()[:-4]


def verdict(start):
    """What NumPy reads of a header, all of whose elements follow."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            file = io.BytesIO(start)
            version = format.read_magic(file)
            format._check_version(version)
            shape, fortran, dtype = format._read_array_header(file, version)
            count = int(np.multiply.reduce(shape, dtype=np.int64))
            if count * dtype.itemsize >= 1 << 63:
                return "refused"
            if count * dtype.itemsize < 1 << 20:
                data = bytes(max(count, 0) * dtype.itemsize)
                format.read_array(io.BytesIO(start + data), allow_pickle=False)
            return f"{dtype.str} {tuple(int(size) for size in shape)} {'F' if fortran else 'C'}"
    except Exception:
        return "refused"


def escaped(data):
    text = "".join(chr(b) if 32 <= b < 127 and b != 92 else f"\\x{b:02x}" for b in data)
    return re.sub(" {16,}", lambda spaces: f"\\s{len(spaces[0])};", text)


def main():
    seen, lines = set(), []
    for plus, source in [("+", numpy_writes()), ("", cases())]:
        for data in source:
            if data not in seen:
                seen.add(data)
                lines.append(f"{plus}{verdict(data)}\t{escaped(data)}\n")
    pathlib.Path("tests/data/files/npy_headers.txt").write_text("".join(lines))
    refused = sum(line.startswith("refused") for line in lines)
    print(f"{len(lines)} headers, NumPy {np.__version__} refuses {refused}")


if __name__ == "__main__":
    main()
