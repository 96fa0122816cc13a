#!/usr/bin/python3
"""Makes tests/data/npy/*.npy and examples/data/*.npy: files that NumPy itself wrote.

Run it as `/usr/bin/python3 tests/make_npy_files.py`; it needs python3-numpy and always writes the same bytes.
What stands in the files for the tests is said again, by hand, in tests/io/npy_test.cpp.
"""

import os
import warnings

import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TESTS = os.path.join(ROOT, "tests", "data", "npy")
EXAMPLES = os.path.join(ROOT, "examples", "data")


def for_tests(name, array, version=None):
    with open(os.path.join(TESTS, name + ".npy"), "wb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy warns of the versions above 1.0
        np.lib.format.write_array(file, array, version=version)


def every_type():
    """Two rows of three: zero, one and small numbers, then the extremes of the type."""
    for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        limits = np.iinfo(name)
        both_orders(name, np.array([[0, 1, 2], [limits.min, limits.max, 100]], dtype=name))
    for name in ("float16", "float32", "float64"):
        limits = np.finfo(name)
        both_orders(name, np.array([[0, 1.5, -0.1], [limits.max, np.inf, np.nan]], dtype=name))
    for name in ("complex64", "complex128"):
        both_orders(name, np.array([[0, 1.5 - 2j, 0.1j], [-1, complex(0, np.inf), 3 + 4j]], dtype=name))
    bfloat16("bfloat16", "<")
    bfloat16("bfloat16_big", ">")
    for_tests("bool", np.array([[True, False, True], [False, False, True]]))
    for_tests("void3", np.frombuffer(bytes(range(1, 19)), dtype="V3").reshape(2, 3))


def bfloat16(name, order):
    """The same numbers as of float32, as the package ml_dtypes writes them: NumPy itself has no such type."""
    bits = np.array([[0, 0x3FC0, 0xBDCD], [0x7F7F, 0x7F80, 0x7FC0]], dtype=order + "u2")
    with open(os.path.join(TESTS, name + ".npy"), "wb") as file:
        header = {"descr": order + "V2", "fortran_order": False, "shape": bits.shape}
        np.lib.format.write_array_header_1_0(file, header)
        file.write(bits.tobytes())


def both_orders(name, array):
    for_tests(name, array.astype(array.dtype.newbyteorder("<")))
    if array.itemsize > 1:
        for_tests(name + "_big", array.astype(array.dtype.newbyteorder(">")))


def every_form():
    cube = np.arange(24, dtype="<i4").reshape(2, 3, 4)
    for major in (1, 2, 3):
        for_tests(f"version{major}", cube, (major, 0))
    for_tests("fortran", np.asfortranarray(cube))
    for_tests("fortran_big", np.asfortranarray(cube.astype(">i4")))
    for_tests("rank0", np.array(2.5, dtype="<f8"))
    for_tests("rank0_bool", np.array(True))
    for_tests("rank32", np.arange(2, dtype="<i8").reshape((1,) * 31 + (2,)))
    for_tests("size0", np.zeros(0, dtype="<f4"))
    for_tests("size0_rank3", np.zeros((2, 0, 3), dtype="<i8"))
    for_tests("bool_bytes", np.array([0, 1, 2, 128, 255], dtype="u1").view(bool))


def fields():
    """Structs: packed, with a field of every kind; aligned; in Fortran order; without dims, without elements."""
    packed = np.zeros(3, [("x", "<f4"), ("y", "<i8", (2,)), ("name", "<U2"), ("ok", "?"),
                          ("p", [("a", "<f4"), ("b", "<u2")], (2,)), ("z", ">f8"), ("t", "<m8[s]"),
                          (("A title", "c"), "<c8"), ("h", "<f2"), ("raw", "V3")])
    packed["x"] = [0.5, 1.5, 2.5]
    packed["y"] = np.arange(6).reshape(3, 2) - 3
    packed["ok"] = [True, False, True]
    packed["p"]["a"] = np.arange(6).reshape(3, 2)
    packed["p"]["b"] = np.arange(6).reshape(3, 2) + 10
    packed["z"] = [1, 2, 3.25]
    packed["c"] = [1j, 2, 3 - 1j]
    packed["h"] = [1, 2, 3]
    packed["raw"] = np.frombuffer(b"abcdefghi", "V3")
    for_tests("fields_packed", packed)
    aligned = np.zeros((2, 3), np.dtype([("x", "<f4"), ("y", "<f8"), ("n", "<i2"), ("ok", "?")], align=True))
    for name in ("x", "y", "n"):
        aligned[name] = np.arange(6).reshape(2, 3)
    aligned["ok"] = aligned["n"] > 3
    for_tests("fields_aligned", aligned)
    cells = np.zeros((2, 3), [("id", "<i4"), ("p", [("a", "<i4"), ("b", "<i4")], (2, 2))])
    cells["id"] = np.arange(6).reshape(2, 3)
    cells["p"]["b"] = np.arange(24).reshape(2, 3, 2, 2)
    for_tests("fields_fortran", np.asfortranarray(cells))
    for_tests("fields_rank0", cells[1, 2])
    for_tests("fields_size0", cells[:0])


def several():
    """One file into which several arrays were saved, one after another."""
    with open(os.path.join(TESTS, "several.npy"), "wb") as file:
        for array in (np.arange(6, dtype="<i4").reshape(2, 3), np.array([1.5, 2.5], "<f8"), np.array(True),
                      np.zeros((0, 3), "<f4"), np.array([1 - 2j], "<c8")):
            np.save(file, array)


def refused():
    """Well-formed files of types that ndx does not read."""
    for_tests("refused_object", np.array([None, 1], dtype=object))
    for_tests("refused_text", np.array(["ab", "c"]))
    for_tests("refused_time", np.array([1], dtype="<m8[s]"))
    for_tests("refused_struct", np.zeros(2, dtype=[("x", "<i4"), ("y", "<f4")]))


def examples():
    """A cube of integers, a year of temperatures, an index and a mask to read them with."""
    save = lambda name, array: np.save(os.path.join(EXAMPLES, name + ".npy"), array)
    save("cube", np.arange(24, dtype="<i8").reshape(2, 3, 4))
    months, days = np.arange(12)[:, None], np.arange(31)[None, :]
    year = 9.5 - 9.5 * np.cos(2 * np.pi * (months * 30.4 + days - 20) / 365)
    year = np.round(year + 3 * np.random.RandomState(1).standard_normal((12, 31)), 1)
    lengths = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[:, None]
    year[days >= lengths + 0 * months] = np.nan
    save("temperature", year)  # month by day; NaN where the month has no such day
    save("summer", np.array([5, 6, 7], dtype="<i8"))
    with np.errstate(invalid="ignore"):
        save("frost", year < 0)


if __name__ == "__main__":
    for folder in (TESTS, EXAMPLES):
        os.makedirs(folder, exist_ok=True)
    every_type()
    every_form()
    fields()
    several()
    refused()
    examples()
