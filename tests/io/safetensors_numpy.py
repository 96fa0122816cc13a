"""The other side of safetensors_test.cpp: python3 safetensors_numpy.py write|check FOLDER

Written from the format's description, with NumPy and json alone.
"""
import json
import struct
import sys

import numpy as np

from numpy_arrays import TYPES, numbers

# How the format names them: "F32" for float32. It has no complex128.
NAMES = {name: "BOOL" if name == "bool" else name[0].upper() + name.lstrip("abcdefghijklmnopqrstuvwxyz")
         for name in TYPES if name != "complex128"}


def write(folder):
    arrays = {name: numbers(name) for name in NAMES}
    arrays |= {"scalar": np.array(2.5, np.float32), "empty": np.zeros((0, 3), np.float32),
               "layer/ü": np.arange(2)}
    codes = np.arange(256, dtype=np.uint8).reshape(2, 128)  # of types that NumPy has not
    foreign = {"e4m3": "F8_E4M3", "e5m2": "F8_E5M2", "e8m0": "F8_E8M0"}
    arrays |= {name: codes for name in foreign}
    header, end, data = {"__metadata__": {"format": "np"}}, 0, b""
    for name, a in sorted(arrays.items(), key=lambda item: (-item[1].itemsize, item[0])):
        header[name] = {"dtype": foreign.get(name, NAMES[a.dtype.name]), "shape": list(a.shape),
                        "data_offsets": [end, end + a.nbytes]}
        end += a.nbytes
        data += a.astype(a.dtype.newbyteorder("<")).tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(folder + "/numpy.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def check(folder):
    with open(folder + "/ndx.safetensors", "rb") as file:
        bytes_ = file.read()
    length, = struct.unpack("<Q", bytes_[:8])
    header, data = json.loads(bytes_[8:8 + length]), bytes_[8 + length:]
    assert header.pop("__metadata__") == {"format": "ndx"}
    codes = header.pop("codes")
    assert codes["dtype"] == "F8_E5M2" and codes["shape"] == [2, 128], codes
    assert data[slice(*codes["data_offsets"])] == bytes(range(256))
    assert set(header) == set(NAMES) | {"turned"}, set(header)
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        kind = {v: k for k, v in NAMES.items()}[entry["dtype"]]
        dtype = np.dtype(kind).newbyteorder("<")
        assert (8 + length + begin) % dtype.itemsize == 0, name
        a = np.frombuffer(data[begin:end], dtype).reshape(entry["shape"])
        np.testing.assert_array_equal(a, numbers("float64").T if name == "turned" else numbers(name))
        assert kind == (name if name != "turned" else "float64")


{"write": write, "check": check}[sys.argv[1]](sys.argv[2])
