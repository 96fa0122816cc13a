"""The functions of the module of examples/python beside NumPy's: python3 python_module.py FOLDER

FOLDER holds the module. Stops at the first difference.
"""
import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import weakref

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import ndx
import numpy as np

TYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
         "float32", "float64", "complex64", "complex128"]


def same(got, wanted):
    got, wanted = np.asarray(got), np.asarray(wanted)
    if got.dtype != wanted.dtype or got.shape != wanted.shape or not np.array_equal(got, wanted):
        raise AssertionError(f"got {got!r}, want {wanted!r}")


def check(truth):
    if not truth:
        raise AssertionError("is not so")


def fails(kind, text, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except kind as error:
        if text not in str(error):
            raise AssertionError(f"got {error}, want {text}")
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


def made(dtype):
    """60 elements, of the numbers 0…59 where they can be."""
    try:
        return np.arange(60).astype(dtype).reshape(3, 4, 5)
    except TypeError:
        return np.arange(60 * np.dtype(dtype).itemsize, dtype="u1").view(dtype).reshape(3, 4, 5)


def check_reads():
    i, j = [2, 0, -1], np.array([[1], [3]], np.uint8)
    for dtype in TYPES + [">f4", ">i8", "M8[s]", "S4", "V2", "f4,i4", "U4", "longdouble"]:
        x = made(dtype)
        for view in (x, x[::-1, :, ::-1], x.T.copy().T):
            for key in ((), 0, (0, slice(None), i), (slice(None), i, j), [True, False, True]):
                same(ndx.numpy_index(view, key), view[key])
        same(ndx.oindex(x, (i, slice(None), [0, 1])), x[i][:, :, [0, 1]])
        same(ndx.vindex(x, (slice(None), i, [0, 1, 2])), np.moveaxis(x[:, i, [0, 1, 2]], 1, 0))
        same(ndx.index(x, (0, slice(None), [0, 1])), x[0][:, [0, 1]])
        same(ndx.index(x, (0, slice(None), [0, 1]), rule="numpy"), x[0, :, [0, 1]])
    x = np.arange(12.0).reshape(3, 4)
    for mode in ("wrap", "clip"):
        same(ndx.index(x, [-5, 7, 1], bounds=mode), np.take(x, [-5, 7, 1], 0, mode=mode))
    same(ndx.index(x, [-4, 3, -1], bounds="wrap_clip"), x[[0, 2, 2]])
    same(ndx.index(x, ([0, 5], 1), bounds="fill", fill=np.nan)[0], np.asarray(1.0))
    same(ndx.index(x.astype("c8"), 9, bounds="fill", fill=2j), np.full(4, 2j, "c8"))
    same(ndx.index(x, [-1, 2], bounds="fill_negative", fill=7), np.stack([np.full(4, 7.0), x[2]]))
    fails(IndexError, "index -1 at [1]", ndx.index, x, [0, -1], bounds="raise_negative")
    same(ndx.index(x.astype(">i4"), [9], bounds="fill", fill=7), np.full((1, 4), 7, ">i4"))
    same(ndx.index([[1, 2], [3, 4]], (slice(None), 0)), [1, 3])  # a list is read as an array
    for axis in (0, 1, -1, None):
        order = np.argsort(-x, axis)
        same(ndx.take_along_axis(x, order, axis), np.take_along_axis(x, order, axis))
    same(ndx.take_along_axis(x, np.array([[9], [0], [1]], "u4"), 1, bounds="fill", fill=-1),
         np.array([[-1.0], [4.0], [9.0]]))
    fails(IndexError, "index 3 is out of bounds for dimension 0", ndx.index, x, 3)
    fails(IndexError, "valid indices, not 1.5", ndx.index, x, 1.5)
    fails(IndexError, "valid indices, not (0, 'a')", ndx.index, x, (0, "a"))
    fails(ValueError, "cannot be broadcast together", ndx.index, x, ([0, 1], [0, 1, 2]))
    fails(ValueError, 'rule "inner" is none of "views_first"', ndx.index, x, 0, rule="inner")
    fails(ValueError, 'bounds "assume" is none of', ndx.index, x, 0, bounds="assume")
    fails(ValueError, "only for writes", ndx.index, x, [0], bounds="drop")
    fails(ValueError, "step", ndx.index, x, slice(None, None, 0))
    fails(TypeError, "Python objects", ndx.index, np.array([None]), 0)
    fails(TypeError, "elements of no bytes", ndx.index, np.zeros(2, "V0"), 0)


def check_small_reads():
    """What is read without conversion, and what is nearly so."""
    x = np.arange(12.0).reshape(3, 4).copy()
    one = np.arange(10, dtype=np.float32)
    for dtype in ("i1", "i4", "u2", "u8", ">i8"):
        same(ndx.index(one, np.array([0, 7, 3], dtype)), one[[0, 7, 3]])
    for dtype in TYPES + ["M8[s]", "S4", "U4"]:
        values = made(dtype).reshape(-1)
        for view in (values, values[::-1], values[1::3]):
            same(ndx.index(view, np.array([0, -1, 3])), view[[0, -1, 3]])
            same(ndx.index(view, slice(-2, None, -3)), view[-2::-3])
    for rule in (ndx.index, ndx.numpy_index, ndx.vindex):
        same(rule(x, ([0, 2], np.array([-1, 0]))), [3.0, 8.0])
    same(ndx.oindex(x, ([0, 2], [-1, 0])), [[3.0, 0.0], [11.0, 8.0]])
    for key in (1, (1, 2), (None, 1, ..., slice(2, None)), (..., None), slice(5, 2), [], ()):
        got = ndx.index(x, key)
        same(got, x[key] if key != [] else np.zeros((0, 4)))
        check(got.size == 0 or got.base is x)
    check(ndx.index(one, [1]).flags.owndata and ndx.index(one, [1]).flags.writeable)
    one.flags.writeable = False
    check(not ndx.index(one, slice(3)).flags.writeable and ndx.index(one, [1]).flags.writeable)
    fails(IndexError, "index 10", ndx.index, one, np.array([0, 10]))
    fails(IndexError, "index 10", ndx.index, one, 10)
    fails(IndexError, "too many indices", ndx.index, one, (0, 0))
    fails(IndexError, "", ndx.index, one, 1 << 70)
    fails(TypeError, "slice indices must be integers", ndx.index, one, slice(0.5, None))
    fails(TypeError, "", ndx.index, one)
    fails(TypeError, "", ndx.index, one, 0, "numpy", "raise", 0, 0)
    same(ndx.index(key=[1], x=one), one[[1]])
    before = sys.getrefcount(x), sys.getrefcount(x.dtype), sys.getrefcount(None)
    for _ in range(1000):
        ndx.index(x, ([0, 2], [1, 3])), ndx.index(x, (None, 1)), ndx.index(x, slice(1, 1))
    after = sys.getrefcount(x), sys.getrefcount(x.dtype), sys.getrefcount(None)
    check(all(abs(b - a) < 100 for a, b in zip(before, after)))


def check_elements_of_any_size():
    for dtype in ("S3", "V12", "V24", "S7", "U3", "f4,i4,f4", "u1,f8", "clongdouble"):
        base = np.arange(60 * np.dtype(dtype).itemsize, dtype=np.int64).astype("u1").reshape(3, 4, 5, -1)
        x = np.zeros((3, 4, 5), dtype) if dtype == "clongdouble" else base.view(dtype)[..., 0]
        if dtype == "U3":
            x = np.array([f"{k:03}" for k in range(60)], "U3").reshape(3, 4, 5)
        bytes_of = lambda a: np.ascontiguousarray(a).view(f"V{a.dtype.itemsize}").tobytes()  # noqa: E731
        for view in (x, x[::-1, :, ::2], x.T):
            for key in ((), 0, (..., [2, 0]), (0, slice(None), [1, 2]), ([1, 0], slice(None), [1, 1]), view == view,
                        (None, 1, ..., 0)):
                got, wanted = ndx.numpy_index(view, key), view[key]
                check(got.dtype == view.dtype and got.shape == wanted.shape)
                check(bytes_of(got) == bytes_of(np.asarray(wanted)))
            got = ndx.vindex(view, (slice(None), [0, 1], [1, 2]))
            check(bytes_of(got) == bytes_of(np.moveaxis(view[:, [0, 1], [1, 2]], 1, 0)))
        view = ndx.index(x, (1, slice(None, None, -1)))
        check(np.shares_memory(view, x) and view.flags.writeable)
        places = np.arange(3)[::-1][:, None, None]
        check(bytes_of(ndx.take_along_axis(x, places, -3)) == bytes_of(np.take_along_axis(x, places, 0)))
        check(bytes_of(ndx.take_along_axis(x, np.array([3, -1]), None)) ==
              bytes_of(x.reshape(-1)[[3, -1]]))
        check(not any(bytes_of(ndx.index(x.reshape(-1), [99], bounds="fill", fill=np.zeros((), dtype)))))
        y, z = x.copy(), x.copy()
        y[:, [0, 2]] = x[1, 1, 1]
        check(ndx.index_put_(z, (slice(None), [0, 2]), x[1, 1, 1]) is z and bytes_of(y) == bytes_of(z))
        y[x == x[0, 0, 0]] = x[2, 2, 2]
        ndx.index_put_(z, x == x[0, 0, 0], x[2, 2, 2])
        check(bytes_of(y) == bytes_of(z))
        plan = pickle.loads(pickle.dumps(ndx.plan(x, (..., [4, 0]))))
        check(plan.result_shape == (3, 4, 2) and bytes_of(plan.read(x)) == bytes_of(x[..., [4, 0]]))
        out = np.zeros((3, 4, 2), dtype)
        plan.read_into(out, x)
        check(bytes_of(out) == bytes_of(x[..., [4, 0]]))
        fails(IndexError, "", ndx.index, x, (0, 0, 0, 0))
        fails(IndexError, "axis", ndx.take_along_axis, x, places, 3)
    texts = np.array(["abc", "de", ""])
    same(ndx.index(texts, [2, 0]), ["", "abc"])
    same(ndx.index_put(texts, [0, 1], ["x", "long"]), ["x", "lon", ""])
    fails(TypeError, "zero bytes alone", ndx.index, texts, [9], bounds="fill", fill="abc")
    fails(TypeError, "cannot calculate", ndx.index_put_, texts, [0], "a", reduce="add")


def check_other_objects():
    """Objects with __dlpack__, and the subclasses of arrays that are refused."""
    class Exported:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    x, i = np.arange(12.0).reshape(3, 4), np.array([2, 0])
    view = ndx.index(Exported(x), 1)
    check(np.shares_memory(view, x))
    same(ndx.index(Exported(x), Exported(i)), x[i])
    same(ndx.index(x, (Exported(i), Exported(i))), x[i, i])
    same(ndx.index_put(x, Exported(i), Exported(x[0])), [x[0], x[1], x[0]])
    fails(TypeError, "must be a NumPy array", ndx.index_put_, Exported(x), 0, 1)  # read-only to NumPy

    masked, matrix = np.ma.array([1, 2, 3], mask=[0, 1, 0]), np.matrix([[0, 1], [2, 3]])
    for call in (ndx.index, ndx.plan, ndx.explain):
        fails(TypeError, "mask", call, masked, 0)
        fails(TypeError, "np.matrix", call, matrix, 0)
        fails(TypeError, "mask", call, np.arange(9), masked)
        fails(TypeError, "np.matrix", call, np.arange(9), (matrix,))
    for call in (ndx.index_put, ndx.index_put_):
        fails(TypeError, "mask", call, masked, 0, 1)
        fails(TypeError, "np.matrix", call, matrix, 0, 1)
        fails(TypeError, "mask", call, np.arange(3), slice(None), masked)
    fails(TypeError, "mask", ndx.take_along_axis, np.arange(9), masked, 0)


def check_views():
    x = np.arange(24).reshape(2, 3, 4)
    key = (0, slice(None), [0, 2])
    view = ndx.view(x)
    same(view[key], ndx.index(x, key))
    for rule in ("oindex", "vindex"):
        same(getattr(view, rule)[key], getattr(ndx, rule)(x, key))
    same(view.numpy[key], x[key])
    same(view.oindex[0, [0, 2], [1, 3]], x[0][np.ix_([0, 2], [1, 3])])
    y, z = x.copy(), x.copy()
    y[0, :, [0, 2]] = [[1], [2]]
    ndx.view(z).numpy[0, :, [0, 2]] = [[1], [2]]
    same(z, y)
    y[1][np.ix_([0, 2], [1, 3])] += 5
    ndx.view(z).oindex[1, [0, 2], [1, 3]] += 5
    same(z, y)
    y[1, [0, 2], [1, 3]] = 0
    ndx.view(z).vindex[1, [0, 2], [1, 3]] = 0
    same(z, y)
    ndx.view(z)[z > 3] = 3
    same(z, np.minimum(y, 3))


def check_memory():
    x = np.arange(12.0).reshape(3, 4).copy()
    view = ndx.index(x, (slice(None, None, -1), 1))
    check(view.base is x and np.shares_memory(view, x) and view.flags.writeable)
    x.flags.writeable = False
    check(not ndx.index(x, 0).flags.writeable and ndx.index(x, [0]).flags.writeable)
    fails(ValueError, "read-only", ndx.index_put_, x, 0, 1)
    fails(TypeError, "must be a NumPy array", ndx.index_put_, [1, 2], 0, 1)

    class Tracked(np.ndarray):
        pass

    x = Tracked(1000)
    x[...] = 0
    gone = weakref.ref(x)
    view, copy = ndx.index(x, slice(3, None)), ndx.index(x, [1, 2])
    del x
    gc.collect()
    check(gone() is not None and view.sum() == 0)
    del view
    gc.collect()
    check(gone() is None and copy.tolist() == [0, 0])
    key = np.array([1, 2])
    before = sys.getrefcount(key)
    plan = ndx.plan(np.zeros(5), key)
    ndx.index(np.zeros(5), (key,))
    check(sys.getrefcount(key) == before)
    key[:] = 99  # a plan is independent of it
    same(plan.read(np.arange(5.0)), [1.0, 2.0])

    packed = np.zeros(3, np.dtype([("a", "u1"), ("x", "<f8")]))
    packed["x"] = [1, 2, 3]
    same(ndx.index(packed["x"], slice(1, None)), [2.0, 3.0])
    ndx.index_put_(packed["x"], [0, 0], [5, 6])
    ndx.index_put_(packed["x"], [0, 0], [5, 6], reduce="add")
    same(packed["x"], [17.0, 2.0, 3.0])
    pairs = np.lib.stride_tricks.as_strided(np.arange(6, dtype="f4").view("c8"), (2,), (12,))
    same(ndx.index(pairs, [1, 0]), pairs[[1, 0]])
    same(ndx.index(np.broadcast_to(np.arange(3), (2, 3)), ([0, 1], 2)), [2, 2])


def check_writes():
    i, v = [1, 3, 1, 1], [1, 2, 3, 1]
    functions = {"add": np.add, "multiply": np.multiply, "minimum": np.minimum, "maximum": np.maximum,
                 "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or,
                 "bitwise_xor": np.bitwise_xor}
    for dtype in TYPES + [">f4", ">i2"]:
        kind = np.dtype(dtype).kind
        for base in (np.arange(6), np.arange(12)[::-2]):
            x = base.astype(dtype)
            y, z = x.copy(), x.copy()
            y[i] = v
            same(ndx.index_put(x, i, v), y)
            same(x, z)  # unchanged
            ndx.index_put_(z, i, v)
            same(z, y)
            for name, function in functions.items():
                if kind in "fc" and name.startswith("bitwise"):
                    fails(TypeError, "is not for this dtype", ndx.index_put, x, i, v, reduce=name)
                    continue
                y = x.astype(x.dtype.newbyteorder("="))
                function.at(y, i, np.array(v).astype(y.dtype))
                same(ndx.index_put(x, i, v, reduce=name), y.astype(dtype))
    x = np.zeros((3, 4))
    ndx.index_put_(x, (0, [0]), 1.0)
    ndx.index_put_(x, ([0, 2], [1, 3]), [[5, 6], [7, 8]], rule="outer")
    same(x, [[1.0, 5, 0, 6], [0, 0, 0, 0], [0, 7, 0, 8]])
    ndx.index_put_(x, x > 5, 0)
    same(x, [[1.0, 5, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    ndx.index_put_(x, [7, 1], 3, bounds="drop")
    same(x[1], [3.0] * 4)
    ndx.index_put_(x, [-1, 1], 4, bounds="drop_negative")
    same(x[1:], [[4.0] * 4, [0.0] * 4])
    fails(IndexError, "index 7 at [1]", ndx.index_put_, x, [0, 7], 9)
    check(9 not in x)  # nothing is written
    fails(ValueError, "cannot be broadcast", ndx.index_put_, x, 0, [1, 2, 3])
    fails(ValueError, 'reduce "most" is none of', ndx.index_put_, x, 0, 1, reduce="most")
    fails(ValueError, 'reduce "mean" is for scatter_reduce', ndx.index_put_, x, 0, 1, reduce="mean")
    same(ndx.index_put(np.arange(3), [1, 1], 5, reduce="sum"), [0, 11, 2])
    for name in ("assign", "add", "sum"):
        same(ndx.index_put(np.arange(3), [1, 1], 5, reduce=name, accumulate=True), [0, 11, 2])
    fails(ValueError, 'accumulate=True adds, but reduce is "maximum"', ndx.index_put, x, 0, 1, reduce="maximum",
          accumulate=True)
    check(ndx.index_put_(x, 0, 1) is x)
    fails(ValueError, "could not convert", ndx.index_put_, x, 0, "text")
    fails(ValueError, "share memory", ndx.index_put_, np.lib.stride_tricks.as_strided(x, (2, 4), (0, 8)),
          (slice(None), 0), 1)
    y = np.arange(6)
    ndx.index_put_(y, slice(1, None), y[:-1])  # overlaps
    same(y, [0, 0, 1, 2, 3, 4])
    y = np.array([0, 1, 2])
    ndx.index_put_(y, y[::-1], y)
    same(y, [2, 1, 0])

    src, index = np.array([1.0, 5, 3, 4]), [0, 2, 0, 0]
    for dtype in TYPES[1:]:
        values = src.astype(dtype)
        wanted = np.zeros(3, dtype)
        np.add.at(wanted, index, values)
        same(ndx.scatter_reduce(np.zeros(3, dtype), 0, index, src, "sum"), wanted)
    swapped = np.zeros(3, np.dtype(np.int32).newbyteorder())
    found = ndx.scatter_reduce(swapped, 0, index, src.astype(np.dtype(np.float64).newbyteorder()), "sum")
    same(found, np.array([8, 0, 5], swapped.dtype))
    check(not swapped.any())
    same(ndx.scatter_reduce(np.full(3, 10.0), 0, index, src, "amax", include_self=False), [4.0, 10, 5])
    same(ndx.scatter_reduce(np.full((1, 3), 4), 1, [[0, 0]], [[5, 3]], "mean"), [[4, 4, 4]])
    same(ndx.scatter_reduce(np.full(3, 10.0), 0, index, src, "minimum"), [1.0, 10, 5])
    fails(ValueError, 'reduce "most" is none', ndx.scatter_reduce, src, 0, index, src, "most")
    fails(IndexError, "indices must be integers", ndx.scatter_reduce, src, 0, [0.5], src, "sum")
    fails(TypeError, "uint64", ndx.scatter_reduce, src, 0, np.array([0], "u8"), src, "sum")


def check_plans():
    table = np.arange(12.0).reshape(3, 4)
    plan = ndx.plan(table, (slice(None), [0, 3, 3]))
    check(plan.result_shape == (3, 3) and not plan.is_view and ndx.plan(table, 0).is_view)
    same(plan.read(table), table[:, [0, 3, 3]])
    out = np.zeros((3, 3))
    plan.read_into(out, table + 1)
    same(out, (table + 1)[:, [0, 3, 3]])
    plan.write_(table, 0)
    check(table[:, [0, 3]].sum() == 0)
    plan.write_(table, 1, reduce="add")
    same(table[:, 3], [2.0, 2, 2])
    skips = ndx.plan(table, [0, 8], bounds="fill")
    same(skips.read(table, fill=-1)[1], np.full(4, -1.0))
    fails(ValueError, "the plan is for shape (3, 4)", plan.read, table.T)
    fails(ValueError, "the plan is for elements of 8 bytes", plan.read, table.astype("f4"))
    fails(ValueError, "same dtype", plan.read_into, out.astype(int), table)
    fails(ValueError, "out has shape", plan.read_into, out[:2], table)
    fails(ValueError, "read-only", plan.read_into, np.broadcast_to(0.0, (3, 3)), table)
    fails(IndexError, "index 9", ndx.plan, table, [9])
    rows = np.array([2, 0])
    for key in ((slice(None), [0, 3]), (rows, slice(None, None, -2)), (None, 1, ...), table > 0, (True, rows)):
        for rule in ("views_first", "numpy", "outer", "vectorized"):
            plan = pickle.loads(pickle.dumps(ndx.plan(table, key, rule)))
            same(plan.read(table), ndx.index(table, key, rule))
    plan = ndx.plan(table, (rows, -9), bounds="fill")
    rows[:] = 1
    same(pickle.loads(pickle.dumps(plan)).read(table, fill=5), [5.0, 5.0])
    same(copy.deepcopy(ndx.plan(table[::-1], [0])).read(table[::-1]), table[[2]])
    made, state = ndx.plan(table, [0]).__reduce_ex__(2)[1][0], ndx.plan(table, [0]).__getstate__()
    for wrong in ((), state[:5], (*state[:2], 0, *state[3:]), ([1 << 62, 8], *state[1:]), ([-1, 4], *state[1:]),
                  (state[0], [1 << 62, 1 << 62], *state[2:]), (*state[:3], ([9],), *state[4:]),
                  (*state[:4], "no", "raise")):
        fails((ValueError, IndexError), "", made.__new__(made).__setstate__, wrong)


def check_explanations():
    x = np.zeros((2, 3, 4))
    told = ndx.explain(x, (0, slice(None), [0, 2]))
    check(told == ndx.explain((2, 3, 4), (0, slice(None), [0, 2])))
    check("result   shape (3, 2); a copy" in told and "numpy_index  (2, 3)" in told)
    check("<svg" in told._repr_svg_() and repr(told) == str(told) and pickle.loads(pickle.dumps(told)).svg == told.svg)
    check("<svg" in ndx.explain_svg((2, 3, 4), (0, slice(None), [0, 2]), rule="numpy"))
    fails(IndexError, "explain: ", ndx.explain, (2, 3), 5)
    fails(TypeError, "a shape is a tuple of integers, not (2, 'a')", ndx.explain, (2, "a"), 0)
    for name in ("index", "oindex", "vindex", "numpy_index", "index_put", "index_put_", "plan", "Plan",
                 "explain", "explain_svg", "take_along_axis", "scatter_reduce"):
        check(len(getattr(ndx, name).__doc__) > 60)


def check_number_of_threads():
    asked = os.environ.get("NDX_NUM_THREADS", "1")
    check(ndx.get_num_threads() == int(asked))
    x = np.random.default_rng(1).random((2000, 50))
    rows = np.random.default_rng(2).integers(-2000, 2000, 30000)
    for threads in (3, 1, 2):
        ndx.set_num_threads(threads)
        check(ndx.get_num_threads() == threads)
        same(ndx.index(x, rows), x[rows])
        fails(IndexError, "index 2000", ndx.index, x, np.append(rows, 2000))
    for threads in (0, -1, 1025):
        fails(ValueError, "there must be from 1 to 1024", ndx.set_num_threads, threads)
    check(ndx.get_num_threads() == 2)
    fails(TypeError, "set_num_threads", ndx.set_num_threads, "two")
    if hasattr(os, "fork"):  # a forked process has threads of its own
        child = os.fork()
        if child == 0:
            os._exit(0 if np.array_equal(ndx.index(x, rows), x[rows]) else 1)
        check(os.waitpid(child, 0)[1] == 0)
    told = subprocess.run([sys.executable, "-c", "import ndx; print(ndx.get_num_threads())"], text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": sys.argv[1], "NDX_NUM_THREADS": "3"})
    check(told.stdout == "3\n")
    told = subprocess.run([sys.executable, "-c", "import ndx"], text=True, capture_output=True,
                          env={**os.environ, "PYTHONPATH": sys.argv[1], "NDX_NUM_THREADS": "none"})
    check(told.returncode != 0 and 'NDX_NUM_THREADS is "none"' in told.stderr)


def check_threads():
    """Large calls run side by side; errors arrive in the thread that made them."""
    x, i = np.arange(100_000.0), np.arange(100_000)[::-3]
    wrong = []

    def work():
        for _ in range(20):
            y = np.zeros_like(x)
            ndx.index_put_(y, i, ndx.index(x, i), reduce="add")
            if not np.array_equal(y[i], x[i]):
                wrong.append("values")
            try:
                ndx.index(x, i + 1)
                wrong.append("no error")
            except IndexError:
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(not wrong)


check_reads()
check_small_reads()
check_elements_of_any_size()
check_other_objects()
check_views()
check_memory()
check_writes()
check_plans()
check_explanations()
check_number_of_threads()
check_threads()
print("all as in NumPy")
