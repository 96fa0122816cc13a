"""The goal of each case, and the limit that it is compared with.

A limit is the time that the machine needs to move the necessary bytes and to reach the necessary
positions, measured by the probes of limits.cpp in the same run. A goal is a ratio: within `to_limit`
times the limit, or at least `to_peer` times as fast as the fastest peer that checks its indices.
Only the overhead of a call has a goal in absolute time, `ns`. report.py decides what is reached.
"""

from dataclasses import dataclass
from typing import Callable, Optional

KILO, MEGA = 1 << 10, 1 << 20
FLOAT, HALF, INDEX, BOOL, LINE = 4, 2, 8, 1, 64
NEAR_LIMIT = 1.15  # a row within this multiple of its limit is reached, whatever the peers do


class Limits:
    """The probes' times, as limits in ns. Bytes are per element; `where` is the working set of the
    call in bytes, which determines the cache that holds it."""

    def __init__(self, times):
        self.times = times

    def probe(self, name, bytes):
        """The least time of a probe for that working set: streaming, prefetching or neither."""
        sizes = [16 * KILO, 256 * KILO, 8 * MEGA, 256 * MEGA]
        upto = [48 * KILO, 768 * KILO, 24 * MEGA, float("inf")]
        size = next(size for size, most in zip(sizes, upto) if bytes <= most)
        return self.least(name, size)

    def least(self, name, size):
        forms = ("", "Streaming", "Prefetched", "PrefetchedToL2")
        forms = [f"BM_Limit{name}{form}/bytes:{size}" for form in forms]
        return min(self.times[form] for form in forms if form in self.times)

    def stream(self, read, written, where):
        """The time to read and write that many bytes."""
        return max(
            read * self.probe("Read", where),
            written * self.probe("Write", where),
            (read + written) * self.probe("Copy", where),
        )

    def random(self, bytes):
        """One load at a random position in that much memory."""
        if bytes > 768 * MEGA:
            return self.least("Random", 1200 * MEGA)
        return self.probe("Random", bytes)

    def gather(self, bytes):
        """The same by a 64-bit index, with the element stored."""
        return self.probe("Gather", bytes)

    def strided(self):
        """One load per cache line, the lines in order."""
        return self.times[f"BM_LimitStrided/bytes:{256 * MEGA}"]


@dataclass
class Goal:
    name: str
    title: str
    limit: Optional[Callable[[Limits], float]] = None
    to_peer: Optional[float] = None
    to_limit: float = NEAR_LIMIT
    ns: Optional[float] = None
    to_index_put: Optional[float] = None  # PyTorch's index_put_(accumulate=True)

    def text(self):
        peers = []
        if self.to_peer is not None:
            peers.append("parity" if self.to_peer == 1 else f"≥ {self.to_peer:g}× peer")
        if self.to_index_put is not None:
            peers.append(f"≥ {self.to_index_put:g}× index_put_")
        ways = [f"≤ {self.ns:g} ns"] if self.ns is not None else []
        if self.limit is not None:
            ways.append(f"≤ {self.to_limit:g}× limit")
        if peers:
            ways.append(" and ".join(peers))
        return " or ".join(ways)


def touched(count, places):
    """The expected fraction of `places` that `count` random draws hit."""
    return 1 - (1 - 1 / places) ** count


def gather(source, count):
    return lambda m: max(
        m.gather(source * FLOAT),
        m.stream(INDEX + FLOAT, FLOAT, source * FLOAT + count * (INDEX + FLOAT)),
    )


def pairs(side, count):
    return lambda m: max(
        m.gather(side * side * FLOAT),
        m.stream(2 * INDEX + FLOAT, FLOAT, side * side * FLOAT + count * (2 * INDEX + FLOAT)),
    )


def rows(rows, inner, count, read=FLOAT, written=FLOAT):
    where = (rows + count) * inner * FLOAT
    return lambda m: max(
        m.random(rows * inner * FLOAT) / inner, m.stream(read + INDEX / inner, written, where)
    )


def bags(rows, inner, bags, size):
    where = (rows + bags) * inner * FLOAT
    read = lambda m: max(m.random(rows * inner * FLOAT) / inner, m.stream(FLOAT + INDEX / inner, 0, where))
    return lambda m: size * read(m)


def columns(side, count):
    lines = side * FLOAT // LINE
    read = lines * touched(count, lines) * LINE / count
    return lambda m: max(
        m.random(side * FLOAT), m.stream(read, FLOAT, side * (side + count) * FLOAT)
    )


def trailing(side, count):
    """The faster of two ways: read each plane as a whole, then pick its elements from cache; or
    load each element at random."""
    plane = side * side * FLOAT
    return lambda m: min(
        m.random(256 * MEGA), max(m.stream(plane / count, FLOAT, 256 * MEGA), m.random(plane))
    )


def outer(side, count):
    lines = side * FLOAT // LINE
    read = lines * touched(count, lines) * LINE / count
    return lambda m: max(m.random(side * FLOAT), m.stream(read, FLOAT, 256 * MEGA))


def lines_named(percent):
    """The fraction of cache lines in which a mask is true for at least one element."""
    return 1 - (1 - percent / 100) ** (LINE // FLOAT)


def mask_read(n, percent):
    written = FLOAT * percent / 100
    return stream(BOOL + FLOAT * lines_named(percent), written, n)


def mask_fill(n, percent):
    lines = FLOAT * lines_named(percent)
    return stream(BOOL + lines, lines, n)


def mask_put(n, percent):
    lines = FLOAT * lines_named(percent)
    return stream(BOOL + lines + FLOAT * percent / 100, lines, n)


def stream(read, written, elements):
    return lambda m: m.stream(read, written, elements * (read + written))


def goals():
    k64, m16, m64 = 1 << 16, 1 << 24, 1 << 26
    result = [
        Goal("View", "view from a run-time list, `x[1:3, ::2, None]`", ns=20),
        Goal("At", "element, checked, `x[3, 4]`", ns=2.5),
        Goal("Select", "`x[2]`, select", ns=8),
        Goal("TinyGather", "`x10[i3]`", ns=40),
        Goal("TinyPut", "`x33[r, c] = 10`, index tensors", ns=15),
        Goal("TinyPutElement", "`x33[1, 2] = 10`, integers", ns=15),
    ]

    for source, count, where, goal in [
        (4096, 4096, "L1", dict(to_peer=1.5)),
        (k64, 16384, "L2", dict(to_limit=1.35)),
        (1 << 21, 1 << 18, "8 MB", dict(to_limit=1.35)),
        (m64, 1 << 20, "256 MB", dict(to_limit=1.2)),
    ]:
        shape = f"source:{source}/count:{count}"
        result.append(Goal(f"Gather/{shape}", f"`x[i]`, {where}", gather(source, count), **goal))
        result.append(Goal(f"GatherInto/{shape}", f"`x[i]` into, {where}", gather(source, count), **goal))
    for side, count, goal in [(64, 4096, 5), (8192, 1 << 20, 3)]:
        name = f"GatherPairs/side:{side}/count:{count}"
        result.append(Goal(name, f"pairs `x[i, j]`, {side}²", pairs(side, count), to_peer=goal))
    for count_rows, inner, count, where, goal in [
        (1024, 4, 4096, "small table", 1.4),
        (1024, 16, 4096, "small table", 1.4),
        (1024, 64, 4096, "small table", 1.4),
        (1 << 24, 4, 1 << 19, "256 MB", 1.5),
        (1 << 22, 16, 1 << 18, "256 MB", 3.5),
        (1 << 20, 64, 1 << 16, "256 MB", 2),
        (1 << 18, 256, 1 << 14, "256 MB", 1.3),
    ]:
        shape = f"rows:{count_rows}/inner:{inner}/count:{count}"
        limit = rows(count_rows, inner, count)
        title = f"rows of {inner}, {where}"
        result.append(Goal(f"GatherRows/{shape}", title, limit, to_peer=goal))
        result.append(Goal(f"GatherRowsInto/{shape}", title + ", into", limit, to_peer=goal))
    for table, where in ((1 << 19, "2 MB"), (1 << 26, "256 MB")):
        for inner, count, size in [(8, 1 << 15, 8), (8, 1 << 15, 32), (64, 1 << 13, 8), (64, 1 << 13, 32)]:
            count = count // size * (1 if table < 1 << 20 else 8)
            name = f"SumBags/rows:{table // inner}/inner:{inner}/bags:{count}/size:{size}"
            title = f"bags of {size} rows of {inner}, {where}"
            result.append(Goal(name, title, bags(table // inner, inner, count, size), to_peer=1))
    for side, count, goal in [(256, 256, 1.25), (4096, 1024, 1.8), (4096, 64, 1.8)]:
        name = f"GatherColumns/side:{side}/count:{count}"
        title = f"{count} columns `x[:, i]`, {side}²"
        result.append(Goal(name, title, columns(side, count), to_peer=goal))
    result += [
        Goal("GatherTrailing/outer:1024/side:256/count:4096", "`x[:, :, i, j]`", trailing(256, 4096)),
        Goal("GatherSplit/side:512/middle:256/count:4096", "`x[i, :, j]`", Limits.strided),
        Goal("GatherOuter/side:8192/count:1024", "outer `x[ix_(i, j)]`", outer(8192, 1024), to_peer=2),
        Goal(
            "TokenProbabilities/batch:8/steps:768/words:50257",
            "token probabilities `pred[b, s, t]`, 1.2 GB, cold",
            lambda m: m.random(1200 * MEGA),
        ),
    ]

    for n, where, goal in [(k64, "64 K", dict(to_peer=5)), (m16, "16 M", dict(to_limit=1.2))]:
        for percent in (1, 10, 50, 90):
            limit = mask_read(n, percent)
            name = f"MaskRead/n:{n}/percent:{percent}"
            result.append(Goal(name, f"`x[mask]`, {where}, {percent} %", limit, **goal))
    for n, percent, where in [(k64, 1, "64 K"), (k64, 50, "64 K"), (k64, 90, "64 K"), (m16, 50, "16 M")]:
        name = f"MaskFill/n:{n}/percent:{percent}"
        result.append(Goal(name, f"`x[mask] = s`, {where}, {percent} %", mask_fill(n, percent)))
    for n, where in [(k64, "64 K"), (m16, "16 M")]:
        shape = f"n:{n}/percent:50"
        chosen = stream(BOOL + 2 * FLOAT, FLOAT, n)
        result += [
            Goal(f"MaskPut/{shape}", f"`x[mask] = values`, {where}, 50 %", mask_put(n, 50), to_limit=1.5),
            Goal(f"MaskCount/{shape}", f"count of a mask, {where}", stream(BOOL, 0, n), to_limit=2),
            Goal(f"MaskSum/{shape}", f"sum of `x.indexed({{mask}})`, {where}", stream(BOOL + FLOAT, 0, n), to_peer=2),
            Goal(f"Where/{shape}", f"`where(m, a, b)`, {where}", chosen),
        ]
    result += [
        Goal("Nonzero/rows:1/columns:65536", "nonzero, 1-D, 50 %", stream(BOOL, INDEX / 2, k64), to_peer=3),
        Goal("Nonzero/rows:1/columns:16777216", "nonzero, 1-D, 16 M, 50 %", stream(BOOL, INDEX / 2, m16), to_peer=3),
        Goal("Nonzero/rows:256/columns:256", "nonzero, 2-D, 50 %", stream(BOOL, INDEX, k64), to_peer=10),
    ]

    for target, count, where in [(4096, 4096, "L1"), (m64, 1 << 20, "256 MB")]:
        shape = f"target:{target}/count:{count}"
        limit = gather(target, count)
        result.append(Goal(f"Scatter/{shape}", f"`x[i] = v`, {where}", limit, to_peer=1))
        result.append(
            Goal(f"Accumulate/{shape}", f"`x[i] += v`, {where}", limit, to_peer=1.1, to_index_put=5)
        )
    hot = stream(INDEX + FLOAT, 0, k64)
    result.append(Goal("AccumulateHot/target:4096/count:65536", "`x[i] += v`, one hot index", hot, to_peer=5))
    for count_rows, count, where, put, added in [
        (1024, 1024, "small table", 1, 1),
        (1 << 20, 1 << 16, "256 MB", 2, 1.8),
    ]:
        shape = f"rows:{count_rows}/inner:64/count:{count}"
        put_limit = rows(count_rows, 64, count)
        added_limit = rows(count_rows, 64, count, read=2 * FLOAT)
        result.append(Goal(f"RowsPut/{shape}", f"rows of 64 put, {where}", put_limit, to_peer=put))
        result.append(Goal(f"RowsAccumulate/{shape}", f"rows of 64 added, {where}", added_limit, to_peer=added))

    for name, title, read, elements, goal in [
        ("CopyEveryOther/side:256", "copy of `x[:, ::2]`, 256²", 2 * FLOAT, k64, 1.3),
        ("CopyEveryOther/side:4096", "copy of `x[:, ::2]`, 4096²", 2 * FLOAT, m16, 1.3),
        ("CopyReversed/n:16384", "copy of `x[::-1]`, 16 K", FLOAT, 1 << 14, 1.3),
        ("CopyReversed/n:16777216", "copy of `x[::-1]`, 16 M", FLOAT, m16, 1.3),
        ("CopyTransposed/side:128", "copy of a transpose, 128²", FLOAT, 1 << 14, 6),
        ("CopyTransposed/side:4096", "copy of a transpose, 4096²", FLOAT, m16, 2.2),
        ("CopyTransposedInto/side:128", "transpose into, 128²", FLOAT, 1 << 14, 6),
        ("CopyTransposedInto/side:4096", "transpose into, 4096²", FLOAT, m16, 2.2),
        ("CopyChannelsLast/images:16/channels:3/side:512", "NCHW→NHWC, 3 channels", FLOAT, m16, 2),
        ("CopyChannelsLast/images:64/channels:64/side:56", "NCHW→NHWC, 64 channels", FLOAT, m16, 2),
    ]:
        result.append(Goal(name, title, stream(read, FLOAT, elements), to_peer=goal))

    for name, title, limit, goal in [
        ("AddTransposed/side:256", "`x.T + y`, 256²", stream(2 * FLOAT, FLOAT, k64), 1),
        ("AddTransposed/side:4096", "`x.T + y`, 4096²", stream(2 * FLOAT, FLOAT, m16), 1),
        ("ScalePlanes/planes:85/rows:12/columns:64", "transposes of (12, 64) × 2", stream(FLOAT, FLOAT, k64), 1),
        ("ScalePlanes/planes:16/rows:1024/columns:1024", "transposes of 1024² × 2", stream(FLOAT, FLOAT, m16), 1),
        ("GatherTransposed/side:256/count:64", "`x.T[:, i]`, 256²", stream(FLOAT, FLOAT, k64), 1),
        ("GatherTransposed/side:4096/count:1024", "`x.T[:, i]`, 4096²", stream(FLOAT, FLOAT, m16), 1),
        ("PutTransposed/side:256/count:64", "`x.T[:, i] = v`, 256²", stream(FLOAT, FLOAT, k64), 1),
        ("PutTransposed/side:4096/count:1024", "`x.T[:, i] = v`, 4096²", stream(FLOAT, FLOAT, m16), 1),
        ("SumTransposed/planes:16/rows:64/columns:64", "sum over dim 0 of a transpose, 64 K", stream(FLOAT, 0, k64), 1),
        ("SumTransposed/planes:16/rows:1024/columns:1024", "the same, 16 M", stream(FLOAT, 0, m16), 1),
        ("ExpMasked/n:65536", "exp, half of -1000, 64 K", stream(FLOAT, FLOAT, k64), 1),
        ("ExpMasked/n:16777216", "exp, half of -1000, 16 M", stream(FLOAT, FLOAT, m16), 1),
        ("IsIn/n:65536", "isin eight others, 64 K", stream(INDEX, BOOL, k64), 1),
        ("IsIn/n:8388608", "isin eight others, 8 M", stream(INDEX, BOOL, m16 // 2), 1),
        ("Add/n:8192", "`a + b`, in cache", stream(2 * FLOAT, FLOAT, 8192), 1),
        ("Add/n:16777216", "`a + b`, 64 MB", stream(2 * FLOAT, FLOAT, m16), 1.5),
        ("AddInPlace/n:8192", "`a += b`, in cache", stream(2 * FLOAT, FLOAT, 8192), 1),
        ("AddInPlace/n:16777216", "`a += b`, 64 MB", stream(2 * FLOAT, FLOAT, m16), 1),
        ("AddBroadcast/side:512", "`(n, 1) + (1, n)`", stream(0, FLOAT, 512 * 512), 1.5),
        ("Greater/n:65536", "`a > s`, in cache", stream(FLOAT, BOOL, k64), 1.3),
        ("Greater/n:16777216", "`a > s`, 64 MB", stream(FLOAT, BOOL, m16), 1),
        ("FloatToHalf/n:65536", "float to float16, in cache", stream(FLOAT, HALF, k64), 1),
        ("FloatToHalf/n:16777216", "float to float16, 64 MB", stream(FLOAT, HALF, m16), 1),
        ("HalfToFloat/n:65536", "float16 to float, in cache", stream(HALF, FLOAT, k64), 1),
        ("HalfToFloat/n:16777216", "float16 to float, 64 MB", stream(HALF, FLOAT, m16), 1),
        ("FloatToBfloat/n:65536", "float to bfloat16, in cache", stream(FLOAT, HALF, k64), 1),
        ("FloatToBfloat/n:16777216", "float to bfloat16, 64 MB", stream(FLOAT, HALF, m16), 1),
        ("BfloatToFloat/n:65536", "bfloat16 to float, in cache", stream(HALF, FLOAT, k64), 1),
        ("BfloatToFloat/n:16777216", "bfloat16 to float, 64 MB", stream(HALF, FLOAT, m16), 1),
        ("Sum/n:65536", "sum, in cache", stream(FLOAT, 0, k64), 1.3),
        ("Sum/n:16777216", "sum, 64 MB", stream(FLOAT, 0, m16), 1),
        ("SumAxis/rows:256/columns:256", "sum over an axis, in cache", stream(FLOAT, 0, k64), 1.3),
        ("SumAxis/rows:4096/columns:4096", "sum over an axis, 64 MB", stream(FLOAT, 0, m16), 1),
        ("Mean/n:65536", "mean, 64 K", stream(FLOAT, 0, k64), 1),
        ("Mean/n:16777216", "mean, 16 M", stream(FLOAT, 0, m16), 1),
        ("Variance/n:65536", "var, 64 K", stream(FLOAT, 0, k64), 1),
        ("Variance/n:16777216", "var, 16 M", stream(FLOAT, 0, m16), 1),
        ("Maximum/n:65536", "max, 64 K", stream(FLOAT, 0, k64), 1),
        ("Maximum/n:16777216", "max, 16 M", stream(FLOAT, 0, m16), 1),
        ("Minimum/n:65536", "min, 64 K", stream(FLOAT, 0, k64), 1),
        ("Minimum/n:16777216", "min, 16 M", stream(FLOAT, 0, m16), 1),
        ("Argmax/n:65536", "argmax, 64 K", stream(FLOAT, 0, k64), 1),
        ("Argmax/n:16777216", "argmax, 16 M", stream(FLOAT, 0, m16), 1),
        ("Product/n:65536", "prod, 64 K", stream(FLOAT, 0, k64), 1),
        ("Product/n:16777216", "prod, 16 M", stream(FLOAT, 0, m16), 1),
        ("Norm/n:65536", "norm, 64 K", stream(FLOAT, 0, k64), 1),
        ("Norm/n:16777216", "norm, 16 M", stream(FLOAT, 0, m16), 1),
        ("Norm3/n:65536", "norm(x, 3), 64 K", stream(FLOAT, 0, k64), 1),
        ("Norm3/n:16777216", "norm(x, 3), 16 M", stream(FLOAT, 0, m16), 1),
        ("HistogramOf64/n:65536", "histogram of 64 bins, 64 K", stream(FLOAT, 0, k64), 1),
        ("HistogramOf64/n:16777216", "histogram of 64 bins, 16 M", stream(FLOAT, 0, m16), 1),
        ("Dot/n:65536", "dot, 64 K", stream(2 * FLOAT, 0, k64), 1),
        ("Median/n:65535", "median, 64 K", stream(FLOAT, 0, k64), 1),
        ("Cumsum/n:65536", "cumsum, 64 K", stream(FLOAT, FLOAT, k64), 1),
        ("Dot/n:16777216", "dot, 16 M", stream(2 * FLOAT, 0, m16), 1),
        ("Median/n:16777215", "median, 16 M", stream(FLOAT, 0, m16), 1),
        ("Cumsum/n:16777216", "cumsum, 16 M", stream(FLOAT, FLOAT, m16), 1),
        ("CumsumAxis/rows:256/columns:256", "cumsum over an axis, 64 K", stream(FLOAT, FLOAT, k64), 1),
        ("ArgmaxAxis/rows:256/columns:256", "argmax over an axis, 64 K", stream(FLOAT, 0, k64), 1),
        ("CumsumAxis/rows:4096/columns:4096", "cumsum over an axis, 16 M", stream(FLOAT, FLOAT, m16), 1),
        ("ArgmaxAxis/rows:4096/columns:4096", "argmax over an axis, 16 M", stream(FLOAT, 0, m16), 1),
        ("MeanOfRows/rows:8192/columns:8", "mean of rows of 8, 64 K", stream(FLOAT, FLOAT / 8, k64), 1),
        ("MeanOfRows/rows:262144/columns:64", "mean of rows of 64, 16 M", stream(FLOAT, FLOAT / 64, m16), 1),
        ("MaximumOfRows/rows:8192/columns:8", "max of rows of 8, 64 K", stream(FLOAT, FLOAT / 8, k64), 1),
        ("MaximumOfRows/rows:262144/columns:64", "max of rows of 64, 16 M", stream(FLOAT, FLOAT / 64, m16), 1),
        ("ArgmaxOfRows/rows:8192/columns:8", "argmax of rows of 8, 64 K", stream(FLOAT, INDEX / 8, k64), 1),
        ("ArgmaxOfRows/rows:262144/columns:64", "argmax of rows of 64, 16 M", stream(FLOAT, INDEX / 64, m16), 1),
    ]:
        result.append(Goal(name, title, limit, to_peer=goal))

    orders = ["random", "ascending", "equal"]
    for operation, title in [
        ("Sort", "sort"),
        ("Argsort", "argsort"),
        ("Topk", "top 10"),
        ("Partition", "partition"),
        ("Median", "median"),
        ("Unique", "unique"),
        ("Searchsorted", "searchsorted"),
    ]:
        odd = operation == "Median"
        most = 1 << 22 if operation in ("Unique", "Searchsorted") else m16
        written = 0 if operation in ("Topk", "Partition", "Median") else 1
        for word, size in [("Int32", 4), ("Int64", 8), ("Float", 4), ("Double", 8)]:
            for n, order in [(n, order) for n in (k64, most) for order in range(3)]:
                where = "64 K" if n == k64 else f"{n // MEGA} M"
                name = f"{operation}{word}/n:{n - odd}/order:{order}"
                title_of = f"{title}, {where} {orders[order]} {word.lower()}"
                result.append(Goal(name, title_of, stream(size, written * size, n), to_peer=1))

    for operation, title, read, written in [
        ("Times", "product of two complex", 4 * FLOAT, 2 * FLOAT),
        ("Exp", "exp of complex", 2 * FLOAT, 2 * FLOAT),
        ("Abs", "abs of complex", 2 * FLOAT, FLOAT),
        ("Sum", "sum of complex", 2 * FLOAT, 0),
        ("Product", "prod of complex", 2 * FLOAT, 0),
    ]:
        for n, where in [(k64, "64 K"), (m16 // 2, "8 M")]:
            limit = stream(read, written, n)
            result.append(Goal(f"Complex{operation}/n:{n}", f"{title}, {where}", limit, to_peer=1))

    functions = ["Exp", "Log", "Sin", "Tanh", "Sqrt", "Pow", "MaximumOfTwo", "Clamp", "IsNan", "IsClose"]
    for function in [*functions, "Remainder", "FloorDivide"]:
        two = dict.fromkeys(["MaximumOfTwo", "Pow", "IsClose"], 2 * FLOAT)
        wide = dict.fromkeys(["Remainder", "FloorDivide"], INDEX)
        read = (two | wide).get(function, FLOAT)
        written = ({"IsNan": BOOL, "IsClose": BOOL} | wide).get(function, FLOAT)
        for n, where in [(k64, "64 K"), (m16, "16 M")]:
            limit = stream(read, written, n)
            result.append(Goal(f"{function}/n:{n}", f"{function}, {where}", limit, to_peer=1))
            if function in ("Exp", "Log", "Sin", "Pow"):
                limit = stream(2 * read, 2 * written, n)
                title = f"{function}, {where} double"
                result.append(Goal(f"{function}Double/n:{n}", title, limit, to_peer=1))

    for goal in result:
        goal.name = "BM_" + goal.name
    return result


def threads_goals():
    """The minimum speedup by a second thread, in wall-clock time: for cases that run in parallel,
    and for small ones, which must not get slower."""
    m16 = 1 << 24
    result = {
        "Gather/source:67108864/count:1048576": 1.7,
        "GatherPairs/side:8192/count:1048576": 1.7,
        "TokenProbabilities/batch:8/steps:768/words:50257": 1,
        "GatherRows/rows:4194304/inner:16/count:262144": 1,
        "GatherRows/rows:1048576/inner:64/count:65536": 1,
        "GatherColumns/side:4096/count:1024": 1,
        "GatherOuter/side:8192/count:1024": 1,
        f"CopyReversed/n:{m16}": 1,
        "CopyTransposed/side:4096": 1,
        "CopyChannelsLast/images:64/channels:64/side:56": 1,
        f"Add/n:{m16}": 1,
        f"Where/n:{m16}/percent:50": 1,
        f"Greater/n:{m16}": 1,
        f"Sum/n:{m16}": 1,
        "Gather/source:4096/count:4096": 1,
        "Add/n:8192": 1,
        "TinyGather": 1,
    }
    return {"BM_" + name: goal for name, goal in result.items()}
