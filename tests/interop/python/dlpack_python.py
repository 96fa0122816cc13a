"""DLPack through real capsules: python3 dlpack_python.py LIBRARY numpy|torch

LIBRARY is what dlpack_python.cpp builds. Exits with a message at the first difference.
"""
import ctypes
import gc
import sys

import numpy as np

library, peer = sys.argv[1:]
ndx = ctypes.CDLL(library)
for name in ("ndx_make", "ndx_make_scalar", "ndx_make_empty"):
    getattr(ndx, name).restype = ctypes.c_void_p
ndx.ndx_take.restype = ctypes.c_char_p
ndx.ndx_take.argtypes = ndx.ndx_delete.argtypes = [ctypes.c_void_p]

python = ctypes.pythonapi
DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
python.PyCapsule_New.restype = ctypes.py_object
python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, DESTRUCTOR]
python.PyCapsule_GetPointer.restype = ctypes.c_void_p
python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
python.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
# The same on an object that is being destroyed, which must not be counted again.
is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_IsValid", python))
get_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", python))
UNUSED, USED = b"dltensor", b"used_dltensor"


@DESTRUCTOR
def destroy(capsule):
    if is_valid(capsule, UNUSED):
        ndx.ndx_delete(get_pointer(capsule, UNUSED))


class Exporter:
    """What an array library sees: __dlpack__ and __dlpack_device__."""

    def __init__(self, pointer):
        self.pointer = pointer

    def __dlpack__(self, stream=None):
        return python.PyCapsule_New(self.pointer, UNUSED, destroy)

    def __dlpack_device__(self):
        return (1, 0)


def take(array):
    """Hands an array to ndx; returns what ndx says of it."""
    capsule = array.__dlpack__()
    said = ndx.ndx_take(python.PyCapsule_GetPointer(capsule, UNUSED)).decode()
    if not said.startswith("from_dlpack"):
        python.PyCapsule_SetName(capsule, USED)
    return said


def same(got, wanted):
    if got != wanted:
        raise SystemExit(f"got {got!r}, want {wanted!r}")


def alive(wanted):
    gc.collect()
    same(ndx.ndx_alive(), wanted)


def check_numpy():
    numbers = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
               "float32", "float64", "complex64", "complex128"]
    for name in numbers:
        for transposed in (0, 1):
            a = np.from_dlpack(Exporter(ndx.ndx_make(name.encode(), transposed)))
            wanted = np.arange(6).reshape(2, 3).astype(name)
            wanted = wanted.T if transposed else wanted
            same((a.dtype, a.tolist(), a.strides), (wanted.dtype, wanted.tolist(), wanted.strides))
            alive(1)
            del a
            alive(0)
    np.from_dlpack(Exporter(ndx.ndx_make(b"float32", 0)))[1]
    alive(0)
    Exporter(ndx.ndx_make(b"float32", 0)).__dlpack__()  # a capsule that nobody takes
    alive(0)
    same(np.from_dlpack(Exporter(ndx.ndx_make_scalar())).tolist(), 0.0)
    same(np.from_dlpack(Exporter(ndx.ndx_make_empty())).shape, (3, 0))
    alive(0)

    for name in numbers:
        shown = "0+0j 1+0j 2+0j 3+0j 4+0j 5+0j" if name[0] == "c" else "0 1 2 3 4 5"
        a = np.arange(6).reshape(2, 3).astype(name)
        same(take(a), f"{name} (2, 3) (3, 1): {shown}")
    same(take(np.arange(6.0).reshape(2, 3)[:, ::-2]), "float64 (2, 2) (3, -2): 2 0 5 3")
    same(take(np.arange(6.0).reshape(2, 3).T), "float64 (3, 2) (1, 3): 0 3 1 4 2 5")
    same(take(np.array(5, np.float32)), "float32 () (): 5")
    same(take(np.zeros((3, 0)))[:14], "float64 (3, 0)")
    same(take(np.broadcast_to(np.arange(3.0), (2, 3)).copy()[:1]), "float64 (1, 3) (3, 1): 0 1 2")
    packed = np.zeros(3, dtype=np.dtype([("a", "u1"), ("x", "<f4")], align=False))
    try:
        take(packed["x"])  # 5 bytes apart
        sys.exit("a stride of 5 bytes was taken")
    except BufferError:
        pass
    a = np.arange(4, dtype=np.float32)
    references = sys.getrefcount(a)
    take(a)
    same(sys.getrefcount(a), references + 1)
    ndx.ndx_add_100()
    same(a.tolist(), [100, 101, 102, 103])
    ndx.ndx_drop()
    same(sys.getrefcount(a), references)
    take(np.arange(1000.0))  # whose array is gone now
    ndx.ndx_drop()


def check_torch():
    import torch

    types = ["int8", "int16", "int32", "int64", "uint8", "float16", "bfloat16", "float32",
             "float64", "complex64", "complex128"]
    for name in types:
        for transposed in (0, 1):
            t = torch.from_dlpack(Exporter(ndx.ndx_make(name.encode(), transposed)))
            wanted = torch.arange(6).reshape(2, 3).to(getattr(torch, name))
            wanted = wanted.T if transposed else wanted
            same((t.dtype, t.tolist(), t.stride()),
                 (wanted.dtype, wanted.tolist(), wanted.stride()))
            alive(1)
            del t
            alive(0)
        shown = "0+0j 1+0j 2+0j 3+0j 4+0j 5+0j" if name[0] == "c" else "0 1 2 3 4 5"
        same(take(torch.arange(6).reshape(2, 3).to(getattr(torch, name))),
             f"{name} (2, 3) (3, 1): {shown}")
    same(torch.from_dlpack(Exporter(ndx.ndx_make_scalar())).tolist(), 0.0)
    same(tuple(torch.from_dlpack(Exporter(ndx.ndx_make_empty())).shape), (3, 0))
    alive(0)
    same(take(torch.arange(6.0).reshape(2, 3).T), "float32 (3, 2) (1, 3): 0 3 1 4 2 5")
    same(take(torch.arange(3.0).expand(2, 3)), "float32 (2, 3) (0, 1): 0 1 2 0 1 2")
    same(take(torch.arange(10)[3::2]), "int64 (4) (2): 3 5 7 9")
    same(take(torch.tensor(5)), "int64 () (): 5")
    t = torch.arange(4)
    take(t)
    ndx.ndx_add_100()
    same(t.tolist(), [100, 101, 102, 103])
    take(torch.arange(1000))  # whose tensor is gone now
    ndx.ndx_add_100()
    ndx.ndx_drop()


{"numpy": check_numpy, "torch": check_torch}[peer]()
print(f"{peer}: done")
