"""NumPy and PyTorch on one thread and the same buffers: each case of cases/*.hpp as the statement
that a user would write, and as faster calls with the same result.

Started by measure.py: reads requests from stdin, one JSON object per line ({"names": [...],
"min_time": seconds}), and answers each with one line in the format of Google Benchmark's JSON. The
names, and with them the shapes, come from the C++ programs.
"""

import json
import sys
import time
import timeit

import numpy as np

try:
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
except ImportError:
    torch = None

# ---- Inputs, identical to those of support/data.hpp.

PERIOD = 1000003


def empty(size, dtype):
    """Aligned like Buffer; NumPy requests huge pages itself."""
    dtype = np.dtype(dtype)
    bytes = size * dtype.itemsize
    alignment = 2 << 20 if bytes >= 4 << 20 else 64
    memory = np.empty(bytes + alignment, np.uint8)
    start = -memory.ctypes.data % alignment
    return memory[start : start + bytes].view(dtype)


def hash(seed, count):
    x = np.arange(count, dtype=np.uint64) + np.uint64((seed << 40) + 1)
    x *= np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def draw(limit, seed, count):
    return ((hash(seed, count) >> np.uint64(32)) * np.uint64(limit) >> np.uint64(32)).astype(np.int64)


def repeated(size, elements, dtype):
    result = empty(size, dtype)
    period = elements(min(size, PERIOD)).astype(dtype)
    for start in range(0, size, PERIOD):
        result[start : start + PERIOD] = period[: size - start]
    return result


def floats(shape, seed):
    size = int(np.prod(shape))
    make = lambda count: (hash(seed, count) >> np.uint64(56)).astype(np.float32) / np.float32(256)
    return repeated(size, make, np.float32).reshape(shape)


def bits(size, seed):
    return repeated(size, lambda count: hash(seed, count) >> np.uint64(63), np.float32)


def numbers(dtype, n, order, seed):
    """Random, ascending or equal numbers, as in support/data.hpp."""
    dtype = np.dtype(dtype)
    if order != 0:
        result = empty(n, dtype)
        result[...] = np.arange(n) if order == 1 else 3
        return result
    if dtype.kind == "i":
        return repeated(n, lambda count: (hash(seed, count) >> np.uint64(64 - 8 * dtype.itemsize)).astype(np.uint64), dtype)
    digits = np.finfo(dtype).nmant + 1
    return repeated(n, lambda count: (hash(seed, count) >> np.uint64(64 - digits)) * 2.0**-digits, dtype)


def zeros(shape):
    result = empty(int(np.prod(shape)), np.float32).reshape(shape)
    result.fill(0)
    return result


def mask(shape, percent, seed):
    size = int(np.prod(shape))
    return repeated(size, lambda count: draw(100, seed, count) < percent, np.bool_).reshape(shape)


class Sets(list):
    """Index tensors that the calls use in turn."""


def indices(source_size, limit, count, seed, sets=None):
    sets = sets or (4 if source_size > 1 << 22 else 1)
    result = Sets()
    for i in range(sets):
        one = empty(count, np.int64)
        one[:] = draw(limit, seed + 100 * i, count)
        result.append(one)
    return result


def checksum(result, rounded=False):
    """The same as checksum in support/harness.hpp."""
    if isinstance(result, tuple):  # NumPy's nonzero: one row per element, like the others
        result = np.stack(result, axis=1)
    elif torch is not None and isinstance(result, torch.Tensor):
        if result.dtype == torch.bfloat16:  # which NumPy has not
            result = result.view(torch.int16)
        result = result.numpy()
    elif isinstance(result, int):
        result = np.int64(result)
    result = np.ascontiguousarray(result).reshape(-1)
    if result.dtype.kind == "c":
        result = result.view(np.float32)
    if rounded:
        result = np.rint(result * np.float32(1024))
    bits = result.view({1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[result.itemsize])
    total = bits.size
    for start in range(0, bits.size, PERIOD):
        part = bits[start : start + PERIOD].astype(np.uint64) + np.uint64(1)
        part *= 2 * np.arange(start, start + part.size, dtype=np.uint64) + np.uint64(1)
        total += int(part.sum())
    return float(total & ((1 << 52) - 1))


# ---- The cases. Each function makes the inputs for a shape and returns (elements, inputs, NumPy's
# statements, PyTorch's statements, target). Statements are keyed by the name of the variant. The
# target is the input that the statements write to, or None if they are expressions.

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


@case
def View():
    statement = {"": "x[1:3, ::2, None]"}
    return 1, dict(x=floats((3, 4, 5), 1)), statement, statement, None


@case
def Select():
    return 1, dict(x=floats((3, 4, 5), 1)), {"": "x[2]"}, {"": "x[2]", "select": "x.select(0, 2)"}, None


@case
def At():
    numpy = {"": "x[3, 4]", "item": "np.float32(x.item(3, 4))"}
    return 1, dict(x=floats((12, 5), 1)), numpy, {"": "x[3, 4]"}, None


@case
def TinyGather():
    inputs = dict(x=floats(10, 1), i=indices(10, 10, 3, 2))
    return 1, inputs, {"": "x[i]", "take": "x.take(i)"}, {"": "x[i]", "index_select": "x.index_select(0, i)"}, None


@case
def TinyPut():
    inputs = dict(x=zeros((3, 3)), r=indices(9, 3, 3, 2), c=indices(9, 3, 3, 3))
    return 1, inputs, {"": "x[r, c] = 10"}, {"": "x[r, c] = 10"}, "x"


@case
def TinyPutElement():
    return 1, dict(x=zeros((3, 3))), {"": "x[1, 2] = 10"}, {"": "x[1, 2] = 10"}, "x"


GATHER = (
    {"": "x[i]", "take": "x.take(i)"},
    {"": "x[i]", "index_select": "x.index_select(0, i)", "gather": "x.gather(0, i)", "take": "x.take(i)"},
)


@case
def Gather(source, count):
    return count, dict(x=floats(source, 1), i=indices(source, source, count, 2)), *GATHER, None


@case
def GrowthGather(n):
    count = min(n, 1 << 20)
    return count, dict(x=floats(n, 1), i=indices(n, n, count, 2)), *GATHER, None


@case
def GatherInto(source, count):
    inputs = dict(x=floats(source, 1), i=indices(source, source, count, 2), out=zeros(count))
    numpy = {"": "np.take(x, i, out=out)", "clip": "np.take(x, i, out=out, mode='clip')"}
    pytorch = {
        "index_select": "torch.index_select(x, 0, i, out=out)",
        "gather": "torch.gather(x, 0, i, out=out)",
    }
    return count, inputs, numpy, pytorch, "out"


@case
def GatherPairs(side, count):
    n = side * side
    inputs = dict(x=floats((side, side), 1), i=indices(n, side, count, 2), j=indices(n, side, count, 3))
    return count, inputs, {"": "x[i, j]"}, {"": "x[i, j]"}, None


@case
def GatherRows(rows, inner, count):
    inputs = dict(x=floats((rows, inner), 1), i=indices(rows * inner, rows, count, 2))
    numpy = {"": "x[i]", "take": "x.take(i, axis=0)"}
    pytorch = {
        "": "x[i]",
        "index_select": "x.index_select(0, i)",
        "embedding": "torch.nn.functional.embedding(i, x)",
    }
    return count * inner, inputs, numpy, pytorch, None


@case
def GatherRowsInto(rows, inner, count):
    inputs = dict(x=floats((rows, inner), 1), i=indices(rows * inner, rows, count, 2), out=zeros((count, inner)))
    numpy = {"": "np.take(x, i, axis=0, out=out)", "clip": "np.take(x, i, axis=0, out=out, mode='clip')"}
    return count * inner, inputs, numpy, {"index_select": "torch.index_select(x, 0, i, out=out)"}, "out"


@case
def SumBags(rows, inner, bags, size):
    inputs = dict(x=floats((rows, inner), 1), i=indices(rows * inner, rows, bags * size, 2))
    ids = f"i.reshape({bags}, {size})"
    gather_first = f"x[{ids}].sum(1)"
    bag = f"torch.nn.functional.embedding_bag({ids}, x, mode='sum')"
    return bags * inner, inputs, {"": gather_first}, {"": bag, "gather_first": gather_first}, None


@case
def GatherColumns(side, count):
    inputs = dict(x=floats((side, side), 1), i=indices(side * side, side, count, 2))
    numpy = {"": "x[:, i]", "take": "x.take(i, axis=1)"}
    return side * count, inputs, numpy, {"": "x[:, i]", "index_select": "x.index_select(1, i)"}, None


@case
def GatherTrailing(outer, side, count):
    n = outer * side * side
    x = floats((outer // 64, 64, side, side), 1)
    inputs = dict(x=x, i=indices(n, side, count, 2), j=indices(n, side, count, 3))
    return outer * count, inputs, {"": "x[:, :, i, j]"}, {"": "x[:, :, i, j]"}, None


@case
def GatherSplit(side, middle, count):
    n = side * middle * side
    inputs = dict(x=floats((side, middle, side), 1), i=indices(n, side, count, 2), j=indices(n, side, count, 3))
    return middle * count, inputs, {"": "x[i, :, j]"}, {"": "x[i, :, j]"}, None


@case
def GatherOuter(side, count):
    n = side * side
    inputs = dict(x=floats((side, side), 1), i=indices(n, side, count, 2), j=indices(n, side, count, 3))
    numpy = {"": "x[np.ix_(i, j)]", "take": "x.take(i, axis=0).take(j, axis=1)"}
    pytorch = {"": "x[i[:, None], j]", "index_select": "x.index_select(0, i).index_select(1, j)"}
    return count * count, inputs, numpy, pytorch, None


@case
def TokenProbabilities(batch, steps, words):
    token = indices(0, words, batch * steps, 2, sets=256)
    token = Sets(t.reshape(batch, steps) for t in token)
    b, s = np.arange(batch)[:, None], np.arange(steps)
    inputs = dict(x=floats((batch, steps, words), 1), b=b, s=s, t=token)
    numpy = {"": "x[b, s, t]", "take_along_axis": "np.take_along_axis(x, t[..., None], 2)"}
    return batch * steps, inputs, numpy, {"": "x[b, s, t]", "gather": "x.gather(2, t[..., None])"}, None


MASK_READ = (
    {"": "x[m]", "compress": "x.compress(m)"},
    {"": "x[m]", "masked_select": "x.masked_select(m)"},
)


@case
def MaskRead(n, percent):
    return n, dict(x=floats(n, 1), m=mask(n, percent, 2)), *MASK_READ, None


@case
def GrowthMaskRead(n):
    return n, dict(x=floats(n, 1), m=mask(n, 50, 2)), *MASK_READ, None


@case
def MaskFill(n, percent):
    numpy = {
        "": "x[m] = 0.5",
        "putmask": "np.putmask(x, m, 0.5)",
        "copyto": "np.copyto(x, 0.5, where=m)",
        "place": "np.place(x, m, 0.5)",
    }
    pytorch = {"": "x[m] = 0.5", "masked_fill_": "x.masked_fill_(m, 0.5)"}
    return n, dict(x=floats(n, 1), m=mask(n, percent, 2)), numpy, pytorch, "x"


@case
def MaskPut(n, percent):
    m = mask(n, percent, 2)
    inputs = dict(x=floats(n, 1), m=m, v=floats(int(m.sum()), 3))
    numpy = {"": "x[m] = v", "place": "np.place(x, m, v)"}
    return n, inputs, numpy, {"": "x[m] = v", "masked_scatter_": "x.masked_scatter_(m, v)"}, "x"


@case
def MaskCount(n, percent):
    numpy = {"": "np.count_nonzero(m)", "sum": "m.sum()"}
    return n, dict(m=mask(n, percent, 2)), numpy, {"": "m.count_nonzero()", "sum": "m.sum()"}, None


@case
def MaskSum(n, percent):
    inputs = dict(x=bits(n, 1), m=mask(n, percent, 2))
    return n, inputs, {"": "x[m].sum()", "where": "x.sum(where=m)"}, {"": "x[m].sum()"}, None


@case
def Where(n, percent):
    inputs = dict(m=mask(n, percent, 2), a=floats(n, 1), b=floats(n, 3))
    return n, inputs, {"": "np.where(m, a, b)"}, {"": "torch.where(m, a, b)"}, None


@case
def Nonzero(rows, columns):
    m = mask(columns if rows == 1 else (rows, columns), 50, 2)
    numpy = {"": "m.nonzero()", "argwhere": "np.argwhere(m)"}
    return rows * columns, dict(m=m), numpy, {"": "m.nonzero()"}, None


SCATTER = (
    {"": "x[i] = v", "put": "x.put(i, v)"},
    {"": "x[i] = v", "scatter_": "x.scatter_(0, i, v)", "index_copy_": "x.index_copy_(0, i, v)"},
    "x",
)


@case
def Scatter(target, count):
    return count, dict(x=zeros(target), i=indices(target, target, count, 2), v=floats(count, 1)), *SCATTER


@case
def GrowthScatter(n):
    count = min(n, 1 << 20)
    return count, dict(x=zeros(n), i=indices(n, n, count, 2), v=floats(count, 1)), *SCATTER


ACCUMULATE = (
    {"": "np.add.at(x, i, v)"},
    {
        "": "x.index_put_((i,), v, accumulate=True)",
        "index_add_": "x.index_add_(0, i, v)",
        "scatter_add_": "x.scatter_add_(0, i, v)",
    },
    "x",
)


@case
def Accumulate(target, count):
    return count, dict(x=zeros(target), i=indices(target, target, count, 2), v=floats(count, 1)), *ACCUMULATE


@case
def AccumulateHot(target, count):
    return count, dict(x=zeros(target), i=indices(target, 1, count, 2), v=floats(count, 1)), *ACCUMULATE


def written_rows(rows, inner, count):
    i = indices(rows * inner, rows, count, 2)
    return count * inner, dict(x=zeros((rows, inner)), i=i, v=floats((count, inner), 1))


@case
def RowsPut(rows, inner, count):
    pytorch = {"": "x[i] = v", "index_copy_": "x.index_copy_(0, i, v)"}
    return *written_rows(rows, inner, count), {"": "x[i] = v"}, pytorch, "x"


@case
def RowsAccumulate(rows, inner, count):
    pytorch = {"": "x.index_put_((i,), v, accumulate=True)", "index_add_": "x.index_add_(0, i, v)"}
    return *written_rows(rows, inner, count), {"": "np.add.at(x, i, v)"}, pytorch, "x"


COPY = {"": "x.copy()"}, {"": "x.contiguous()"}, None


@case
def CopyEveryOther(side):
    return side * side // 2, dict(x=floats((side, side), 1)[:, ::2]), *COPY


@case
def CopyReversed(n):  # PyTorch has no negative strides
    numpy, _, target = COPY
    return n, dict(x=floats(n, 1)), {"": "x[::-1].copy()"}, {"flip": "x.flip(0)"}, target


@case
def CopyTransposed(side):
    return side * side, dict(x=floats((side, side), 1).T), *COPY


@case
def CopyTransposedInto(side):
    inputs = dict(x=floats((side, side), 1).T, out=zeros((side, side)))
    return side * side, inputs, {"": "np.copyto(out, x)"}, {"": "out.copy_(x)"}, "out"


@case
def CopyChannelsLast(images, channels, side):
    x = floats((images, channels, side, side), 1).transpose(0, 2, 3, 1)
    return x.size, dict(x=x), *COPY


# Results are row-major, as ours are: without more words they lie in memory like the operand.


@case
def AddTransposed(side):
    inputs = dict(x=floats((side, side), 1).T, y=floats((side, side), 2))
    return side * side, inputs, {"": "x + y"}, {"": "x + y"}, None


@case
def ScalePlanes(planes, rows, columns):
    x = floats((planes, rows, columns), 1).transpose(0, 2, 1)
    return x.size, dict(x=x), {"": "np.multiply(x, 2, order='C')"}, {"": "(x * 2).contiguous()"}, None


@case
def GatherTransposed(side, count):
    inputs = dict(x=floats((side, side), 1).T, i=indices(side * side, side, count, 2))
    numpy = {"": "np.ascontiguousarray(x[:, i])", "take": "x.take(i, 1)"}
    return side * count, inputs, numpy, {"": "x[:, i].contiguous()"}, None


@case
def PutTransposed(side, count):
    memory = zeros((side, side))
    inputs = dict(x=memory.T, v=floats((side, count), 1), i=indices(side * side, side, count, 2), memory=memory)
    return side * count, inputs, {"": "x[:, i] = v"}, {"": "x[:, i] = v"}, "memory"


@case
def SumTransposed(planes, rows, columns):
    x = bits(planes * rows * columns, 1).reshape(planes, rows, columns).transpose(2, 0, 1)
    return x.size, dict(x=x), {"": "x.sum(0)"}, {"": "x.sum(0)"}, None


@case
def GrowthCopy(n):
    return n, dict(x=floats(n, 1)), {"": "x.copy()"}, {"": "x.clone()"}, None


ADD = {"": "a + b"}, {"": "a + b"}, None


@case
def Add(n):
    return n, dict(a=floats(n, 1), b=floats(n, 2)), *ADD


@case
def GrowthAdd(n):
    return Add(n)


@case
def AddInPlace(n):
    inputs = dict(a=floats(n, 1), b=floats(n, 2))
    return n, inputs, {"": "np.add(a, b, out=a)"}, {"": "a.add_(b)"}, "a"


@case
def AddBroadcast(side):
    return side * side, dict(a=floats((side, 1), 1), b=floats((1, side), 2)), *ADD


@case
def Greater(n):
    return n, dict(a=floats(n, 1)), {"": "a > 0.5"}, {"": "a > 0.5"}, None


@case
def FloatToHalf(n):
    return n, dict(x=floats(n, 1)), {"": "x.astype(np.float16)"}, {"": "x.half()"}, None


@case
def HalfToFloat(n):
    x = empty(n, np.float16)
    x[:] = floats(n, 1)
    return n, dict(x=x), {"": "x.astype(np.float32)"}, {"": "x.float()"}, None


@case
def FloatToBfloat(n):
    return n, dict(x=floats(n, 1)), {}, {"": "x.bfloat16()"}, None


@case
def BfloatToFloat(n):  # the numbers have no more bits than a bfloat16
    x = empty(n, np.int16)
    x[:] = (floats(n, 1).view(np.uint32) >> np.uint32(16)).view(np.int32)
    return n, dict(x=x), {}, {"": "x.view(torch.bfloat16).float()"}, None


@case
def Sum(n):
    return n, dict(a=bits(n, 1)), {"": "a.sum()"}, {"": "a.sum()"}, None


@case
def SumAxis(rows, columns):
    return rows * columns, dict(a=floats((rows, columns), 1)), {"": "a.sum(0)"}, {"": "a.sum(0)"}, None


def signs(n):
    return 2 * bits(n, 1) - 1


def with_extremes(n):
    result = floats(n, 1)
    result[n // 4 * 3] = 2
    result[n // 8 * 7] = -2
    return result


def column_maxima(rows, columns):
    result = floats((rows, columns), 1)
    result[np.arange(columns) % rows, np.arange(columns)] = 2
    return result


def row_maxima(rows, columns):
    result = floats((rows, columns), 1)
    result[np.arange(rows), np.arange(rows) % columns] = 2
    return result


@case
def Mean(n):
    return n, dict(a=bits(n, 1)), {"": "a.mean()"}, {"": "a.mean()"}, None


@case
def Variance(n):
    return n, dict(a=(np.arange(n) % 2).astype(np.float32)), {"": "a.var()"}, {"": "a.var(unbiased=False)"}, None


@case
def Maximum(n):
    return n, dict(a=with_extremes(n)), {"": "a.max()"}, {"": "a.max()"}, None


@case
def Minimum(n):
    return n, dict(a=with_extremes(n)), {"": "a.min()"}, {"": "a.min()"}, None


@case
def Argmax(n):
    return n, dict(a=with_extremes(n)), {"": "a.argmax()"}, {"": "a.argmax()"}, None


@case
def Product(n):
    return n, dict(a=signs(n)), {"": "a.prod()"}, {"": "a.prod()"}, None


@case
def Norm(n):
    return n, dict(a=signs(n)), {"": "np.linalg.norm(a)"}, {"": "a.norm()"}, None


@case
def Norm3(n):
    return n, dict(a=signs(n)), {"": "np.linalg.norm(a, 3)"}, {"": "a.norm(3)"}, None


@case
def Median(n):
    return n, dict(a=floats(n, 1)), {"": "np.median(a)"}, {"": "a.median()"}, None


@case
def HistogramOf64(n):
    return n, dict(a=floats(n, 1)), {"": "np.histogram(a, 64, (0, 1))[0]"}, {"": "torch.histc(a, 64, 0, 1).to(torch.int64)"}, None


@case
def Cumsum(n):
    return n, dict(a=bits(n, 1)), {"": "a.cumsum()"}, {"": "a.cumsum(0)"}, None


@case
def Dot(n):
    return n, dict(a=bits(n, 1), b=bits(n, 2)), {"": "a.dot(b)"}, {"": "a.dot(b)"}, None


@case
def CumsumAxis(rows, columns):
    a = bits(rows * columns, 1).reshape(rows, columns)
    return rows * columns, dict(a=a), {"": "a.cumsum(0)"}, {"": "a.cumsum(0)"}, None


@case
def ArgmaxAxis(rows, columns):
    inputs = dict(a=column_maxima(rows, columns))
    return rows * columns, inputs, {"": "a.argmax(0)"}, {"": "a.argmax(0)"}, None


@case
def MeanOfRows(rows, columns):
    a = bits(rows * columns, 1).reshape(rows, columns)
    return rows * columns, dict(a=a), {"": "a.mean(1)"}, {"": "a.mean(1)"}, None


@case
def MaximumOfRows(rows, columns):
    a = floats(rows * columns, 1).reshape(rows, columns)
    return rows * columns, dict(a=a), {"": "a.max(1)"}, {"": "a.amax(1)"}, None


@case
def ArgmaxOfRows(rows, columns):
    inputs = dict(a=row_maxima(rows, columns))
    return rows * columns, inputs, {"": "a.argmax(1)"}, {"": "a.argmax(1)"}, None


SORTS = {
    "Sort": ({"": "np.sort(x)"}, {"": "x.sort().values"}),
    "Argsort": ({"": "x.argsort(kind='stable')"}, {"": "x.sort(stable=True).indices"}),
    "Topk": ({"partition": "np.sort(np.partition(x, N - 10)[N - 10:])[::-1]"}, {"": "x.topk(10).values"}),
    "Partition": (
        {"": "np.partition(x, N // 2)[N // 2:N // 2 + 1]"},
        {"": "x.kthvalue(N // 2 + 1, keepdim=True).values"},
    ),
    "Median": ({"": "np.float64(np.median(x))"}, {"": "x.median().double()"}),
    "Unique": ({"": "np.unique(x)"}, {"": "x.unique()"}),
    "Searchsorted": ({"": "np.searchsorted(s, x)"}, {"": "torch.searchsorted(s, x)"}),
}


def add_sort(operation, word, dtype):
    def inputs(n, order):
        numpy, pytorch = ({v: c.replace("N", str(n)) for v, c in way.items()} for way in SORTS[operation])
        x = numbers(dtype, n, order, 1)
        return n, dict(x=x, s=np.sort(x)), numpy, pytorch, None

    CASES[operation + word] = inputs


for operation in SORTS:
    for word, dtype in [("Int32", np.int32), ("Int64", np.int64), ("Float", np.float32), ("Double", np.float64)]:
        add_sort(operation, word, dtype)


def of_each(name, expression, pytorch=None, dtype=np.float32):
    CASES[name] = lambda n: (
        n,
        dict(a=floats(n, 1).astype(dtype), b=floats(n, 2).astype(dtype)),
        {"": "np." + expression},
        {"": "torch." + (pytorch or expression)},
        None,
    )


for function in ["exp", "log", "sin", "tanh", "sqrt"]:
    of_each(function.capitalize(), function + "(a)")
of_each("MaximumOfTwo", "maximum(a, b)")
of_each("Pow", "power(a, b)", "pow(a, b)")
of_each("Clamp", "clip(a, 0.25, 0.75)")
of_each("IsNan", "isnan(a)")

for function in ["exp", "log", "sin"]:
    of_each(function.capitalize() + "Double", function + "(a)", dtype=np.float64)
of_each("PowDouble", "power(a, b)", "pow(a, b)", np.float64)

# As kRounded in cases/*.hpp.
ROUNDED = {"Norm3", "ComplexTimes", "ComplexExp", "ComplexAbs", "ComplexSum", "ComplexProduct"}
ROUNDED |= {"Exp", "ExpMasked", "Log", "Sin", "Tanh", "Sqrt", "Pow", "ExpDouble", "LogDouble", "SinDouble", "PowDouble"}


@case
def ExpMasked(n):
    a = floats(n, 1)
    a[bits(n, 2) == 0] = -1000
    return n, dict(a=a), {"": "np.exp(a)"}, {"": "torch.exp(a)"}, None


@case
def IsIn(n):
    inputs = dict(a=indices(1, 100, n, 1)[0], b=indices(1, 100, 8, 2)[0])
    return n, inputs, {"": "np.isin(a, b)"}, {"": "torch.isin(a, b)"}, None


@case
def Remainder(n):
    return n, dict(a=indices(1, 1000, n, 1)[0]), {"": "a % 7"}, {"": "a % 7"}, None


@case
def FloorDivide(n):
    inputs = dict(a=indices(1, 1000, n, 1)[0])
    return n, inputs, {"": "a // 7"}, {"": "torch.div(a, 7, rounding_mode='floor')"}, None


of_each("IsClose", "isclose(a, b)")


def complex_numbers(n, seed):
    return floats(n, seed) * np.complex64(3 + 4j)


def complex_units(n, seed):
    return np.where(bits(n, seed) != 0, np.complex64(1j), np.complex64(1))


def of_complex(name, numpy, pytorch=None):
    reduced = name in ("Sum", "Product")
    CASES["Complex" + name] = lambda n: (
        n,
        dict(a=complex_units(n, 1) if reduced else complex_numbers(n, 1), b=complex_units(n, 2)),
        {"": numpy},
        {"": pytorch or numpy.replace("np.", "torch.")},
        None,
    )


of_complex("Times", "a * b")
of_complex("Exp", "np.exp(a)")
of_complex("Abs", "np.abs(a)")
of_complex("Sum", "np.sum(a)")
of_complex("Product", "np.prod(a) + np.complex64(0)", "torch.prod(a) + 0")


# ---- Timing.


def statement_with_turns(statement, variables):
    """Replaces a set of index tensors by a variable that takes the next tensor before each call."""
    turns = ""
    for name, value in list(variables.items()):
        if not isinstance(value, Sets):
            continue
        if len(value) == 1:
            variables[name] = value[0]
        else:
            variables[name + "_turns"] = endless(value)
            turns += f"{name} = next({name}_turns); "
            variables[name] = value[0]
    return turns + statement


def endless(values):
    while True:
        yield from values


def to_torch(value):
    if isinstance(value, Sets):
        return Sets(torch.from_numpy(v) for v in value)
    return torch.from_numpy(value)


def answer_of(statement, variables, target, rounded):
    if target is None:
        return checksum(eval(statement, variables), rounded)
    exec(statement, variables)
    return checksum(variables[target])


def time_per_call(statement, variables, min_time):
    timer = timeit.Timer(statement, timer=time.thread_time, globals=variables)
    calls = 1
    while True:
        seconds = timer.timeit(calls)
        if seconds >= min_time:
            return seconds / calls * 1e9
        calls = int(calls * min(10, max(1.5, 1.4 * min_time / max(seconds, 1e-9)))) + 1


def run(name, min_time):
    operation, *arguments = name.removeprefix("BM_").split("/")
    if operation not in CASES:
        return
    shape = {key: int(value) for key, value in (argument.split(":") for argument in arguments)}
    elements, inputs, numpy, pytorch, target = CASES[operation](**shape)
    untouched = None if target is None else inputs[target].copy()
    libraries = [("NumPy", numpy, lambda value: value)]
    if torch is not None:
        libraries.append(("PyTorch", pytorch, to_torch))
    for library, statements, convert in libraries:
        for variant, statement in statements.items():
            if target is not None:
                inputs[target][...] = untouched
            variables = {key: convert(value) for key, value in inputs.items()}
            variables.update(np=np, torch=torch)
            timed = statement_with_turns(statement, variables)
            answer = answer_of(statement, variables, target, operation in ROUNDED)
            yield {
                "contestant": library,
                "name": name.replace(operation, operation + ("@" + variant if variant else ""), 1),
                "cpu_time": time_per_call(timed, variables, min_time),
                "time_unit": "ns",
                "elements": elements,
                "answer": answer,
            }


def main():
    for line in sys.stdin:
        request = json.loads(line)
        benchmarks = []
        for name in request["names"]:
            benchmarks.extend(run(name, request["min_time"]))
        print(json.dumps({"benchmarks": benchmarks}), flush=True)


if __name__ == "__main__":
    main()
