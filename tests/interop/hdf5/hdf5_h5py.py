"""h5py's side of hdf5_test.cpp: python3 hdf5_h5py.py write|check|add FOLDER"""
import os
import sys

import h5py
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "io"))
from numpy_arrays import TYPES, numbers  # noqa: E402


def write(folder):
    for name, libver in (("h5py.h5", "earliest"), ("h5py_latest.h5", "latest")):
        with h5py.File(f"{folder}/{name}", "w", libver=libver) as file:
            for kind in TYPES:
                file[kind] = numbers(kind)
                big = file.create_dataset("big/" + kind, (2, 3), np.dtype(kind).newbyteorder(">"))
                big[...] = numbers(kind)
            file["scalar"] = 2.5
            file["empty"] = np.zeros((0, 3))
            file["layer/ü"] = np.arange(2)
            x = np.arange(60000.0).reshape(200, 300)
            file.create_dataset("deflated", data=x, chunks=(64, 50), compression="gzip", shuffle=True,
                                fletcher32=True)
            file.create_dataset("growing", data=x, maxshape=(None, 300))
            file.create_dataset("unwritten", (3, 4), "i4", fillvalue=7)
            file.create_dataset("unwritten_chunks", (3, 4), "i4", chunks=(2, 2), fillvalue=-1)
            file["soft"] = h5py.SoftLink("/layer/ü")
            file["dangling"] = h5py.SoftLink("/nowhere")
            file["elsewhere"] = h5py.ExternalLink("other.h5", "/x")
            # What no tensor can hold.
            file["strings"] = ["a", "b"]
            file["fixed_strings"] = np.array([b"a", b"bc"])
            file["structs"] = np.zeros(2, [("x", "f4"), ("y", "i4")])
            lists = file.create_dataset("lists", (2,), h5py.vlen_dtype("i4"))
            lists[0] = [1, 2]
            file.create_dataset("references", (1,), h5py.ref_dtype)[0] = file["layer"].ref
            file.create_dataset("colours", (2,), h5py.enum_dtype({"RED": 0, "GREEN": 1}, "i1"))
            file["opaque"] = np.array([b"abc"], "V3")
            file["nothing"] = h5py.Empty("f4")
            space = h5py.h5s.create_simple((2,))
            h5py.h5d.create(file.id, b"arrays", h5py.h5t.array_create(h5py.h5t.STD_I32LE, (3,)), space)
            twelve = h5py.h5t.STD_I16LE.copy()
            twelve.set_precision(12)
            h5py.h5d.create(file.id, b"twelve", twelve, space)
            # What is in other files.
            with open(folder + "/raw", "wb") as raw:
                np.arange(4, dtype="i4").tofile(raw)
            file.create_dataset("raw", (4,), "i4", external=[(folder + "/raw", 0, 16)])
            layout = h5py.VirtualLayout((4,), "i4")
            layout[:] = h5py.VirtualSource(folder + "/other.h5", "x", (4,), "i4")
            if libver == "latest":
                file.create_virtual_dataset("virtual", layout)
    with h5py.File(folder + "/other.h5", "w") as file:
        file["x"] = np.arange(4, dtype="i4")


def check(folder):
    with h5py.File(folder + "/ndx.h5") as file:
        for kind in TYPES:
            assert file[kind].dtype == kind, kind
            np.testing.assert_array_equal(file[kind], numbers(kind), kind)
        x = np.arange(60000).reshape(200, 300)
        np.testing.assert_array_equal(file["turned"], x.T)
        np.testing.assert_array_equal(file["reversed"], x[::-1, ::-2])
        np.testing.assert_array_equal(file["stretched"], np.full((4, 3), 5))
        assert file["scalar"].shape == () and file["scalar"][()] == 2.5
        assert file["empty"].shape == (0, 3) and file["empty"].dtype == "f4"
        assert file["layer/ü"][...].tolist() == [0, 1]
        np.testing.assert_array_equal(file["chunked"], x)
        assert file["chunked"].chunks == (64, 300) and file["chunked"].compression is None
        np.testing.assert_array_equal(file["group/deflated"], x)
        assert not file["chunked"].id.get_create_plist().get_obj_track_times()
        assert file["group/deflated"].chunks == (64, 50)
        assert file["group/deflated"].compression_opts == 9
        assert file["group/chosen"].compression_opts == 1
        assert file["group/chosen"].id.get_storage_size() < x.nbytes
        assert file["read_only"][...].tolist() == [1, 2]
        names = []
        file.visit(names.append)
        assert len(names) == len(TYPES) + 12, names


def add(folder):  # to a file of ours
    with h5py.File(folder + "/ndx.h5", "a") as file:
        file["from_h5py"] = np.arange(3)
        file["float32"][0, 0] = 9


{"write": write, "check": check, "add": add}[sys.argv[1]](sys.argv[2])
