"""Calls of the module of examples/python by hostile code: python3 python_hostile.py FOLDER

FOLDER holds the module. Conversions of arguments run code of the caller, which here changes the arrays of
the same call: their dtype, shape, strides, flags and memory. A call then returns or raises an exception;
that it stays within its arrays is seen if the module is instrumented by AddressSanitizer.
"""
import ctypes
import sys
import warnings

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

import ndx
import numpy as np

calls = 0


def attack(call, *arguments, **options):
    """Whatever a call returns can be read to its end."""
    global calls
    calls += 1
    try:
        result = call(*arguments, **options)
    except (ArithmeticError, AttributeError, BufferError, IndexError, MemoryError, RecursionError, TypeError,
            ValueError) as error:
        str(error)
        return None
    if isinstance(result, np.ndarray) and result.size < 1 << 20:
        result.tobytes()
    return result


def check(truth, what):
    if not truth:
        raise AssertionError(f"is not so: {what}")


def fails(kind, text, call, *arguments, **options):
    global calls
    calls += 1
    try:
        call(*arguments, **options)
    except kind as error:
        check(text in str(error), f"{error}, want {text}")
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")


# The arrays of a call. They take more than 1 KB: NumPy keeps smaller blocks, whose use after they are
# freed AddressSanitizer would not see.

def table():
    return np.arange(4096.0).reshape(64, 64).copy()  # of its own memory, which resize moves


def places(count=2048):
    return np.arange(count) % 64


# Changes of an array.

def shrink(a):
    a.resize(1, refcheck=False)


def grow(a):
    a.resize(1 << 18, refcheck=False)


def replace(a):
    a.__setstate__((1, (2,), a.dtype, False, bytes(2 * a.itemsize)))


def narrow(a):
    a.dtype = "u1"


def widen(a):
    a.dtype = "c16"


def retype(a):
    a.dtype = "f8" if a.dtype.kind == "i" else "i8"


def become_objects(a):
    a.__setstate__((1, (2,), np.dtype(object), False, [None, None]))


def flatten(a):
    a.shape = (a.size,)


def stretch(a):
    a.strides = (0,) * a.ndim


def swap_strides(a):
    a.strides = a.strides[::-1]


def lock(a):
    a.flags.writeable = False


CHANGES = [shrink, grow, replace, narrow, widen, retype, become_objects, flatten, stretch, swap_strides, lock]


class Hook:
    """Changes an array when it is converted, by whichever way."""

    def __init__(self, change, array, result=0):
        self.change, self.array, self.result = change, array, result

    def run(self):
        try:
            self.change(self.array)
        except (AttributeError, TypeError, ValueError):
            pass  # this array cannot be changed so
        return self.result


class Index(Hook):
    def __index__(self):
        return self.run()


class Float(Hook):
    def __float__(self):
        return float(self.run())


class Array(Hook):
    def __array__(self, *_arguments, **_options):
        return np.asarray(self.run())


class Sequence(Hook):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i >= 2:
            raise IndexError
        return self.run()


class Interface(Hook):
    @property
    def __array_interface__(self):
        return np.asarray(self.run()).__array_interface__


class Bool(Hook):
    def __bool__(self):
        return bool(self.run())


Truth = type("numpy.bool_", (Bool,), {})  # of a class named as NumPy's


def keys(change, a):
    """Parts of an index whose conversion changes a."""
    yield Index(change, a)
    yield slice(Index(change, a, 1), None)
    yield slice(None, None, Index(change, a, 1))
    yield Array(change, a, [0])
    yield Sequence(change, a)
    yield [Index(change, a), 0]
    yield Interface(change, a, [0])
    yield Truth(change, a)


def values(change, a):
    """Values, also for fill, whose conversion changes a."""
    yield Float(change, a)
    yield Array(change, a, 1.5)
    yield [Float(change, a)]
    yield np.array([Float(change, a)], object)


def check_keys():
    """A part of an index changes the array, or the index array before it."""
    for change in CHANGES:
        for number in range(8):
            for rule in ("views_first", "numpy", "outer", "vectorized"):
                x, i = table(), places()
                attack(ndx.index, x, (i, list(keys(change, i))[number]), rule=rule)
                i = places()
                attack(ndx.index_put_, x, (i, list(keys(change, i))[number]), 1, rule=rule)
            x, i = table(), places()
            attack(ndx.index, x, (list(keys(change, x))[number], i))
            x = table()
            attack(ndx.index_put_, x, (list(keys(change, x))[number], i), 1.0, reduce="add")
            x = table()
            attack(ndx.index_put, x, (list(keys(change, x))[number], i), 1.0)
            x = table()
            attack(ndx.plan, x, (list(keys(change, x))[number], i))
            i = places()
            attack(ndx.plan, table(), (i, list(keys(change, i))[number]))
            x = table()
            attack(ndx.explain, x, (list(keys(change, x))[number], i))
            x = table()
            attack(ndx.take_along_axis, x, list(keys(change, x))[number], None)
            attack(ndx.scatter_reduce, np.zeros(64), Index(change, i), i, i, "sum")


def check_values():
    """A value changes the target, the index array, or the values before it."""
    for change in CHANGES:
        for number in range(4):
            for victim in ("x", "i"):
                x, i = table(), places()
                array = {"x": x, "i": i}[victim]
                attack(ndx.index_put_, x, (i, i), list(values(change, array))[number])
                x, i = table(), places()
                array = {"x": x, "i": i}[victim]
                attack(ndx.index_put_, x, (i, i), list(values(change, array))[number], reduce="add")
                x, i = table(), places()
                array = {"x": x, "i": i}[victim]
                attack(ndx.index, x, (i, 70), bounds="fill", fill=list(values(change, array))[number])
                x, i = table(), np.zeros((64, 64), int)
                array = {"x": x, "i": i}[victim]
                attack(ndx.take_along_axis, x, i, 1, bounds="fill", fill=list(values(change, array))[number])
                x, i = np.arange(4096.0), np.zeros(4096, int)
                array = {"x": x, "i": i}[victim]
                attack(ndx.scatter_reduce, x, 0, i, [list(values(change, array))[number]] * 2, "sum")
            x = table().astype(">f8")
            attack(ndx.index_put_, x, places(), list(values(change, x))[number], reduce="add")
            x = packed()
            attack(ndx.index_put_, x, places(), list(values(change, x))[number])


def packed():
    """Elements that are misaligned."""
    whole = np.zeros(4096, np.dtype([("a", "u1"), ("x", "<f8")]))
    return whole["x"]


def check_plans():
    for change in CHANGES:
        for number in range(4):
            for victim in ("x", "out"):
                x, out = table(), np.zeros((2048, 64))
                plan = ndx.plan(x, places() + 1, bounds="fill")
                array = {"x": x, "out": out}[victim]
                attack(plan.read_into, out, x, fill=list(values(change, array))[number])
                x = table()
                attack(plan.read, x, fill=list(values(change, x))[number])
                x = table()
                attack(plan.write_, x, list(values(change, x))[number])
                x = table()
                attack(plan.write_, x, list(values(change, x))[number], reduce="maximum")
            out = np.zeros((2048, 64))
            attack(plan.read_into, out, Array(change, out, table()))
    x, out = np.zeros(8), np.zeros(8)
    plan = ndx.plan(x, slice(None))
    fails(ValueError, "dtype was changed", plan.read_into, out, x, fill=Float(retype, out))
    out = np.zeros(8)
    fails(ValueError, "dtype was changed", plan.read_into, out, x, fill=Float(narrow, out))
    out = np.zeros(8)
    fails(ValueError, "read-only", plan.read_into, out, x, fill=Float(lock, out))
    check(not out.any(), "nothing is written")
    for make in (lambda: ndx.Plan.__new__(ndx.Plan), lambda: type("P", (ndx.Plan,), {}).__new__(ndx.Plan)):
        empty = make()
        fails(TypeError, "holds no plan", empty.read, x)
        fails(TypeError, "holds no plan", empty.read_into, out, x)
        fails(TypeError, "holds no plan", empty.write_, x, 1)
        fails(TypeError, "holds no plan", lambda: empty.result_shape)
        fails(TypeError, "holds no plan", lambda: empty.is_view)
    fails(TypeError, "", ndx.Plan)


class Subclass(np.ndarray):
    """Its methods, which NumPy calls for copies, views and assignments, change another array."""
    hook = None

    def run(self):
        if Subclass.hook is not None:
            hook, Subclass.hook = Subclass.hook, None
            hook.run()

    def __array_finalize__(self, _source):
        self.run()

    def copy(self, order="C"):
        self.run()
        return np.zeros(2, "u1")

    ravel = flatten = reshape = copy

    def __setitem__(self, key, value):
        self.run()
        raise ValueError("not assigned")


def check_subclasses():
    for change in CHANGES:
        for kind in ("f8", ">f8", "misaligned"):
            def made():
                source = packed() if kind == "misaligned" else np.arange(4096).astype(kind)
                return source.copy().view(Subclass) if kind != "misaligned" else source.view(Subclass)

            for number in range(5):
                i = places()
                x = made()
                Subclass.hook = Hook(change, i)
                attack((lambda: ndx.index(x, i), lambda: ndx.index_put_(x, i, 1),
                        lambda: ndx.index_put_(x, i, 1, reduce="add"), lambda: ndx.take_along_axis(x, i, None),
                        lambda: ndx.scatter_reduce(x, 0, i, i, "sum"))[number])
                Subclass.hook = None
    x = packed().view(Subclass)
    ndx.index_put_(x, [1, 1], [2, 3], reduce="add")
    check(np.asarray(x)[:3].tolist() == [0, 5, 0], "written whatever __setitem__ does")


def check_names():
    """Names as bytearrays, which conversions empty."""
    for name, others in (("rule", b"outer"), ("bounds", b"clip"), ("reduce", b"maximum")):
        for number in range(2):
            text = bytearray(others * 100 if number else others)

            def clear():
                text[:] = b""
                return 0

            class Clear:
                def __index__(self):
                    return clear()

                def __float__(self):
                    return float(clear())

            x = table()
            if name != "reduce":
                attack(ndx.index, x, (Clear(), places()), **{name: text})
                attack(ndx.plan, x, (Clear(), places()), **{name: text})
            text[:] = others
            attack(ndx.index_put_, x, (Clear(), places()), Clear(), **{name: text})


def check_warnings():
    """NumPy's warnings and its handler of floating-point errors run the caller's code, too."""
    for change in CHANGES:
        for number in range(3):
            x, i = table(), places()
            array = (x, i, x)[number]

            def shown(*_arguments, **_options):
                Hook(change, array).run()

            with warnings.catch_warnings():
                warnings.simplefilter("always")
                warnings.showwarning = shown
                attack(ndx.index_put_, x, i, 1 + 2j)
                attack(ndx.index, x, (i, 99), bounds="fill", fill=np.array(1j))
            x = table().astype("i4")
            array = (x, i, x)[number]
            before = np.seterrcall(shown)
            with np.errstate(all="call"):
                attack(ndx.index_put_, x, i, np.array(np.nan))
            np.seterrcall(before)


def check_what_is_read():
    """A call that goes on uses what the arrays hold once all is converted."""
    i = places()
    got = ndx.index(table(), (i, Index(grow, i, 3)))
    check(i.size == 1 << 18 and np.array_equal(got, table()[i, 3]), "the resized index array is read")
    x = table()
    got = ndx.index(x, Index(grow, x, 4095))
    check(x.ndim == 1 and got == 4095, "the resized array is read")
    x = table()
    plan = ndx.plan(x, (slice(None), [1, 2]))
    fails(ValueError, "the plan is for shape", plan.read, x, fill=Float(grow, x))
    i = places()
    fails(ValueError, "index array was changed", ndx.index, table(), (i, Index(retype, i)))
    x = table()
    fails(ValueError, "dtype was changed", ndx.index_put_, x, (Index(retype, x), 0), 1)
    x = table()
    fails(ValueError, "read-only", ndx.index_put_, x, (Index(lock, x), 0), 9)
    check(x[0, 0] == 0, "nothing is written")

    class Refuses:
        def __bool__(self):
            raise ValueError("says nothing")

    fails(ValueError, "says nothing", ndx.index, table(), type("numpy.bool_", (Refuses,), {})())
    counts = np.zeros(4)
    once = iter([1.0, 2.0])

    class Once:
        def __array__(self, *_arguments):
            return np.array(next(once))

    foreign = counts.astype(">f8")
    ndx.index_put_(foreign, [0, 0], Once(), reduce="add")
    check(foreign.tolist() == [2, 0, 0, 0], "a value is converted once")


def check_strange_arguments():
    """What no conversion changes, but nobody passes."""
    x, n = np.arange(12.0).reshape(3, 4), np.arange(3)
    recursive = []
    recursive.append(recursive)
    deep = 0
    for _ in range(200):
        deep = [deep]
    for key in (recursive, deep, (0,) * 70, (None,) * 70, [None] * 70, (np.array(2**64 - 1, "u8"),),
                (np.array([2**63], "u8"),), -2**63, 2**63, 2**64, slice(-2**63, 2**63 - 1, -2**63),
                slice(2**63 - 1, -2**63, 2**63 - 1), slice(None, None, -2**200), slice(None, None, 0),
                np.ma.array([0, 1], mask=[0, 1]), np.asmatrix([[0, 1]]), memoryview(b"\1\0"), bytearray(b"\1"),
                b"\1", (ctypes.c_int * 2)(0, 1), range(0), range(2**62), iter([0]), {0: 1}, {0}, Ellipsis,
                (..., ...), np.datetime64("NaT"), np.void(b"\1"), np.str_("0"), float("nan"), 1j, object(), int,
                np.zeros((0, 7), bool), np.zeros((3, 4, 0), int), np.broadcast_to(0, (2,) * 32),
                np.lib.stride_tricks.as_strided(n, (3,), (0,)), np.zeros(3, "V8"), np.zeros(1, "O")):
        attack(ndx.index, x, key)
        attack(ndx.index_put_, x.copy(), key, 0)
        attack(ndx.plan, x, key)
        attack(ndx.explain, x, key)
        attack(ndx.take_along_axis, x, key, 0)
    mask = np.array([0, 2, 128, 255, 1, 0, 3, 0, 0, 64, 0, 7] * 400, "u1")
    values = np.arange(4800.0)
    wanted = values[mask != 0]
    check(np.array_equal(ndx.index(values, mask.view(bool)), wanted), "any byte but 0 is true")
    check(np.array_equal(ndx.vindex(values, mask.view(bool)), wanted), "any byte but 0 is true")
    check(np.array_equal(ndx.index(values[::-1], mask.view(bool)[::-1]), wanted[::-1]), "in any order")
    attack(ndx.index, values, (mask.view(bool),) * 2)
    attack(ndx.index_put_, values.copy(), mask.view(bool), wanted)
    check(ndx.index(values, np.array(2, "u1").view(bool)).shape == (1, 4800), "also of rank 0")
    flags = np.array([0, 2, 255, 0], "u1").view(bool)
    check(ndx.scatter_reduce(flags, 0, [0, 1, 3], flags[:3], "prod").tolist() == [False, True, True, False],
          "or element")
    ndx.index_put_(flags, [0, 3], flags[[1, 0]], reduce="add")
    check(flags.tolist() == [True, True, True, False], "or value")
    for shape in ((-1,), (-2**63, 2), (2**62, 2**62), (2**63, 1), (2,) * 70, (1.5,), ("a",), (None,), ((1,),), ()):
        attack(ndx.explain, shape, 0)
        attack(ndx.explain_svg, shape, (slice(None),))
    wide = np.broadcast_to(0.0, (2**30, 2**20))
    check(ndx.index(wide, (2**30 - 1, [0, -1])).tolist() == [0, 0], "a stretched array")
    attack(ndx.index_put_, wide, 0, 1)
    apart = np.lib.stride_tricks.as_strided(np.zeros(4), (1, 4), (2**62 + 1, 8))
    check(ndx.index(apart, (0, [0, 3])).tolist() == [0, 0], "a stride that is never used")
    check(ndx.index(apart, (slice(None), slice(1, 3))).shape == (1, 2), "or kept by a view")
    for axis in (-2**63, 2**63 - 1, 2, -3, 2**70, None, 1.5):
        attack(ndx.take_along_axis, x, n[:, None], axis)
        attack(ndx.scatter_reduce, x, axis, n[:, None], x, "mean")
    for fill in (2**70, "text", b"bytes", None, [], [1, 2], {}, object(), np.void(b"12345678"), np.datetime64(0, "s"), 1j):
        attack(ndx.index, x, [9], bounds="fill", fill=fill)
        attack(ndx.index, x.astype("i1"), [9], bounds="fill", fill=fill)
        attack(ndx.index_put_, x.copy(), 0, fill)
    for name in (b"\xff", "\ud800", "", "a" * 10000, None, 0, [], "raise\0"):
        attack(ndx.index, x, 0, rule=name)
        attack(ndx.index, x, 0, bounds=name)
        attack(ndx.index_put_, x, 0, 1, reduce=name)
    for array in (np.array([None]), np.zeros(3, "O,f8"), np.zeros(3, "V0"), np.zeros(3, "S0"), np.zeros(3, "U0"),
                  np.zeros(0), np.zeros((0, 2**40)), np.float64(1), 1, None, "text", [], [[]], {}, object()):
        for key in (0, [0], ..., slice(None), []):
            attack(ndx.index, array, key)
            attack(ndx.index_put, array, key, 1)
            attack(ndx.index_put_, array, key, 1)
            attack(ndx.plan, array, key)
    plan = ndx.plan(x, [0, 2])
    for other in (x.T, x[::-1], x[:, ::-1], x[:2], x.astype("f4"), x.astype("c16"), x[None], np.zeros(12), 1, None,
                  np.broadcast_to(0.0, (3, 4)), x.astype(">f8")):
        attack(plan.read, other)
        attack(plan.read_into, np.zeros((2, 4)), other)
        attack(plan.read_into, other, x)
        attack(plan.write_, other, 1)
    attack(plan.read_into, x[:2], x)


check_keys()
check_values()
check_plans()
check_subclasses()
check_names()
check_warnings()
check_what_is_read()
check_strange_arguments()
check(calls >= 150, f"{calls} calls are enough")
print(f"{calls} hostile calls")
