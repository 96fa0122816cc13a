"""NumPy's side of npz_test.cpp: python3 npz_numpy.py write|check|write_large FOLDER"""
import io
import sys
import zipfile

import numpy as np

from numpy_arrays import TYPES, numbers


def write(folder):
    arrays = {name: numbers(name) for name in TYPES}
    arrays |= {"fortran": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
               "big": np.arange(3, dtype=">i4"), "scalar": np.array(2.5), "empty": np.zeros((0, 3)),
               "layer/ü": np.arange(2)}
    np.savez(folder + "/numpy.npz", **arrays)
    np.savez_compressed(folder + "/numpy_compressed.npz", **arrays)
    np.savez(folder + "/numpy_object.npz", a=np.array([None]), b=np.arange(2))
    plain(folder + "/numpy_plain.npz")


def npy(a):
    file = io.BytesIO()
    np.save(file, a)
    return file.getvalue()


def plain(path):
    """Arrays whose names do not end in .npy, which np.load reads, beside others and what is no array."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in {"x": npy(np.arange(3)), "folder/": b"", "notes.txt": b"\x93NUMP, almost",
                              "x.npy": npy(np.arange(3) + 10), "y.npy": npy(np.arange(3) + 20),
                              "folder/z.bin": npy(np.arange(3) + 30), "none": b"", "bad.npy": b"bad"}.items():
            file.writestr(name, content)
    with np.load(path) as arrays:
        assert arrays["x"].tolist() == [0, 1, 2] and arrays["x.npy"].tolist() == [10, 11, 12]
        assert arrays["y"].tolist() == [20, 21, 22] and arrays["folder/z.bin"].tolist() == [30, 31, 32]


class Sparse:
    """A file in which long runs of zeros are a hole."""

    def __init__(self, path):
        self.file = open(path, "wb", buffering=0)
        self.seek, self.tell, self.flush, self.read = (
            self.file.seek, self.file.tell, self.file.flush, self.file.read)

    def write(self, data):
        data = bytes(data)
        if len(data) < 65536 or data.count(0) != len(data):
            return self.file.write(data)
        self.file.seek(len(data), 1)
        return len(data)


def write_large(folder):
    large = np.zeros(2**32 + 1000, np.uint8)
    large[-1] = 7
    np.savez(Sparse(folder + "/large.npz"), large=large, x=np.arange(3.0))


def check(folder):
    for file in ("/ndx.npz", "/ndx_compressed.npz"):
        with np.load(folder + file) as arrays:
            assert list(arrays) == TYPES + ["turned", "every_other", "scalar", "empty", "layer/ü"], list(arrays)
            for name in TYPES:
                assert arrays[name].dtype == name, (file, name)
                np.testing.assert_array_equal(arrays[name], numbers(name), file + name)
            np.testing.assert_array_equal(arrays["turned"], np.arange(60000).reshape(200, 300).T)
            np.testing.assert_array_equal(arrays["every_other"], np.arange(60000)[::-2])
            assert arrays["scalar"].shape == () and arrays["scalar"] == 2.5
            assert arrays["empty"].shape == (0, 3)
            assert arrays["layer/ü"].tolist() == [0, 1]
    with np.load(folder + "/none.npz") as arrays:
        assert list(arrays) == []


{"write": write, "check": check, "write_large": write_large}[sys.argv[1]](sys.argv[2])
