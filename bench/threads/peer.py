"""The rows of threads.cpp by PyTorch, in the same form: peer.py NUMBER..."""
import os
import sys
import time

import torch

SMALL = "NDX_THREADS_SMALL" in os.environ
MILLION = 1 << 20


def size(elements):
    return elements // 256 if SMALL else elements


def row(name, elements, call):
    times = []
    for threads in [1] + [int(number) for number in sys.argv[1:]]:
        torch.set_num_threads(threads)
        least, calls, end = float("inf"), 0, time.perf_counter() + (0 if SMALL else 0.5)
        while not calls or (calls < 9 and time.perf_counter() + least < end):
            start = time.perf_counter()
            call()
            least = min(least, time.perf_counter() - start)
            calls += 1
        times.append("%.4f" % (least * 1e9 / elements))
    print(name, *times, sep="\t", flush=True)


def measure_indices():
    far = torch.zeros(size(64 * MILLION))
    near = far[: size(2 * MILLION)]
    count = size(MILLION)
    i = torch.randint(0, far.numel(), (count,))
    j = torch.randint(0, near.numel(), (count // 4,))
    v = torch.rand(count)
    row("gather 1 M from 256 MB", count, lambda: torch.take(far, i))
    row("gather 256 K from 8 MB", count // 4, lambda: torch.take(near, j))
    row("put 1 M into 256 MB", count, lambda: far.scatter_(0, i, v))
    row("add 1 M to 256 MB", count, lambda: far.scatter_add_(0, i, v))
    rows = far.reshape(-1, 64)
    k = torch.randint(0, rows.size(0), (size(16 << 10),))
    w = torch.rand(k.numel(), 64)
    row("gather rows of 64 from 256 MB", w.numel(), lambda: torch.index_select(rows, 0, k))
    bags = k.reshape(-1, 8)
    bag_sums = torch.nn.functional.embedding_bag
    row("embedding_bag of 8 rows of 64", w.numel(), lambda: bag_sums(bags, rows, mode="sum"))
    row("sum(view, 1) of 8 rows of 64", w.numel(), lambda: rows[bags].sum(1))
    row("put rows of 64", w.numel(), lambda: rows.index_copy_(0, k, w))
    row("add rows of 64", w.numel(), lambda: rows.index_add_(0, k, w))
    square = far.reshape(-1, 512 if SMALL else 8192)
    side = 64 if SMALL else 1024
    a = torch.randint(0, square.size(0), (side, 1))
    b = torch.randint(0, square.size(1), (side,))
    z = torch.rand(side, side)
    row("put x[ix_(i, j)], 1024 by 1024", z.numel(), lambda: square.index_put_((a, b), z))


def measure_masks():
    count = size(16 * MILLION)
    x, y, target = torch.rand(count), torch.rand(count), torch.zeros(count)
    mask = x > 0.5
    values = y[mask]
    row("`x[mask]`, 16 M", count, lambda: torch.masked_select(y, mask))
    row("`x[mask] = 1`", count, lambda: target.masked_fill_(mask, 1))
    row("`x[mask] = values`", count, lambda: target.masked_scatter_(mask, values))
    row("nonzero", count, lambda: torch.nonzero(mask))
    row("where", count, lambda: torch.where(mask, x, y))


def measure_lines():
    count = size(16 * MILLION)
    x, y = torch.rand(count), torch.rand(count)
    n = torch.randint(0, 1 << 30, (count,), dtype=torch.int32)
    groups = n % 1000
    square = x.reshape(-1, 256 if SMALL else 4096)
    row("a + b, 16 M", count, lambda: x + y)
    row("exp", count, lambda: torch.exp(x))
    row("sum", count, lambda: torch.sum(x))
    row("max", count, lambda: torch.max(x))
    row("sum of columns, 4096 by 4096", count, lambda: torch.sum(square, 0))
    row("softmax of rows, 4096 by 4096", count, lambda: torch.softmax(square, 1))
    row("cumsum of 16 M", count, lambda: torch.cumsum(x, 0))
    row("sort of 16 M int32", count, lambda: torch.sort(n))
    row("argsort of 16 M int32", count, lambda: torch.argsort(n))
    row("bincount of 16 M", count, lambda: torch.bincount(groups))
    row("histogram of 16 M, 100 bins", count, lambda: torch.histc(x, 100, 0, 1))
    row("unique of 16 M", count, lambda: torch.unique(n))
    row("dot of 16 M", count, lambda: torch.dot(x, y))
    rows = x.reshape(-1, 64)
    labels = groups[: rows.size(0)].long()
    row("segment_sum of rows of 64", count, lambda: torch.zeros(1000, 64).index_add_(0, labels, rows))
    matrix = x[: size(MILLION)].reshape(-1, 64 if SMALL else 1024)
    row("matmul, 1024 by 1024", matrix.numel() * matrix.size(1), lambda: torch.matmul(matrix, matrix))


measure_indices()
measure_masks()
measure_lines()
