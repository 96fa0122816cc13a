"""The element types of files, and small arrays of them, for the Python side of the tests of files."""
import numpy as np

TYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
         "float16", "float32", "float64", "complex64", "complex128"]


def numbers(name):
    x = np.arange(6).reshape(2, 3)
    return (x % 2 if name == "bool" else x).astype(name)
