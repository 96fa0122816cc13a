"""h5py's side of hdf5_tensor_file_test.cpp: python3 hdf5_files.py make|make_filtered|check FOLDER"""
import sys

import h5py
import numpy as np

SHAPE = (23, 17, 5)
STORED = {
    "contiguous": {},
    "chunks": {"chunks": (4, 6, 5)},
    "one_chunk": {"chunks": (32, 17, 5), "maxshape": (None, 17, 5)},
    "deflated": {"chunks": (4, 6, 2), "compression": "gzip", "shuffle": True, "fletcher32": True},
    "big_endian": {"dtype": ">i4"},
    "big_endian_chunks": {"dtype": ">i4", "chunks": (5, 5, 5)},
}


def numbers():
    return np.arange(np.prod(SHAPE), dtype="i4").reshape(SHAPE)


def make(folder):
    for version in ("earliest", "latest"):
        with h5py.File(f"{folder}/{version}.h5", "w", libver=version) as file:
            for name, how in STORED.items():
                file.create_dataset(name, SHAPE, **{"dtype": "i4", **how})[...] = numbers()
            for name, how in STORED.items():  # but for the rows written, and the others' chunks
                half = file.create_dataset("half/" + name, SHAPE, fillvalue=-7, **{"dtype": "i4", **how})
                half[8:10] = numbers()[8:10]
                file.create_dataset("never/" + name, SHAPE, fillvalue=9, **{"dtype": "i4", **how})
            file["scalar"] = np.int32(7)
            file.create_dataset("empty", (0, 3), "i4", chunks=(1, 3), maxshape=(None, 3))
            file["bools"] = numbers() % 3 == 0
            file["complex"] = numbers() * (1 + 2j)
    with h5py.File(f"{folder}/behind.h5", "w", userblock_size=512) as file:
        file["x"] = numbers()
    with h5py.File(f"{folder}/lzf.h5", "w") as file:  # a filter of h5py's own
        file.create_dataset("x", data=numbers(), chunks=(4, 6, 5), compression="lzf")


FILTERED = {
    "deflate": {"compression": "gzip", "compression_opts": 9},
    "shuffle": {"shuffle": True},
    "checksum": {"fletcher32": True},
    "shuffle_deflate": {"compression": "gzip", "shuffle": True},
    "deflate_checksum": {"compression": "gzip", "fletcher32": True},
    "all": {"compression": "gzip", "shuffle": True, "fletcher32": True},
    "scaled": {"scaleoffset": 0},
}


def make_filtered(folder):
    """Chunks by all filters; and those of which some have skipped one."""
    for version in ("earliest", "latest"):
        with h5py.File(f"{folder}/{version}.h5", "w", libver=version) as file:
            for name, how in FILTERED.items():
                file.create_dataset(name, data=numbers(), chunks=(4, 5, 3), **how)
            for dtype in ("f8", "i2", "c16"):
                x = numbers().astype(dtype)
                for name in ("all", "checksum"):
                    file.create_dataset(f"{dtype}/{name}", data=x, chunks=(5, 17, 2), **FILTERED[name])
            x = file.create_dataset("skipped", data=numbers(), chunks=(4, 17, 5), **FILTERED["all"])
            for row in range(0, 23, 8):
                chunk = np.zeros((4, 17, 5), "i4")
                chunk[:len(x[row:row + 4])] = x[row:row + 4]
                x.id.write_direct_chunk((row, 0, 0), chunk.tobytes(), filter_mask=7)


def put(x):
    """What the test writes."""
    x[[22, 3, 22], 1::4] = -1
    np.add.at(x, ([0, 9, 9, 22], [16, 2, 2, 0]), [[10], [20], [30], [40]])
    x[(numbers() % 11 == 4)] = 0
    x[5] = np.arange(5)


def check(folder):
    for version in ("earliest", "latest"):
        with h5py.File(f"{folder}/{version}.h5", "r") as file:
            for name, how in STORED.items():
                for group, x in (("", numbers()), ("half/", np.full(SHAPE, -7, "i4")),
                                 ("never/", np.full(SHAPE, 9, "i4"))):
                    if group == "half/":
                        x[8:10] = numbers()[8:10]
                    put(x)
                    np.testing.assert_array_equal(file[group + name], x, version + group + name)
                    assert file[name].chunks == how.get("chunks")


{"make": make, "make_filtered": make_filtered, "check": check}[sys.argv[1]](sys.argv[2])
