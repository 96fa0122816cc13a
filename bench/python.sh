#!/usr/bin/env bash
# Measures the Python package of examples/python: gathers, masks and np.add.at beside NumPy's, and what a
# call from Python costs beside NumPy's and beside the same call in C++. Debian's NumPy is 1.24, whose
# add.at is slower than that of 1.25 and later.
#
#   bash bench/python.sh [ROUNDS] [COMPILER FLAGS…]
#
# Without flags: -O2, and -O3 -march=native. The contestants take turns in one process on one core, and
# each line shows the least time of each: name, NumPy, ndx from Python, their ratio, and for small calls
# ndx from C++ and the difference.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CXX=${CXX:-g++}
rounds=${1:-20}
shift || true
build=${NDX_BUILD_DIR:-build/bench-python}

# The same small calls in C++: prints the nanoseconds of each.
mkdir -p "$build"
cat >"$build/calls.cpp" <<'CPP'
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <ndx/ndx.hpp>
using namespace ndx;

template <class Call>
double nanoseconds(const Call& call) {
  constexpr int kCalls = 2000;
  double least = 1e9;
  for (int round = 0; round < 200; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i) call();
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    least = std::min(least, spent.count() / kCalls);
  }
  return least;
}

int main() {
  const auto x = arange<float>(10).clone();
  const auto table = zeros<float>({3, 3});
  const Tensor<index_t> i = tensor<index_t>({0, 7, 3});
  const Tensor<index_t> r = tensor<index_t>({0, 2, 1});
  const volatile index_t one = 1;
  std::printf("%g %g %g %g\n", nanoseconds([&] { static_cast<void>(x.index({i})); }),
              nanoseconds([&] { static_cast<void>(table.index({Slice(one, 3), Slice(None, None, 2)})); }),
              nanoseconds([&] { static_cast<void>(table.index({r, r})); }),
              nanoseconds([&] { table.index_put_({r, r}, 10); }));
}
CPP

cat >"$build/measure.py" <<'PY'
import subprocess
import sys
import time

import ndx
import numpy as np

rounds, calls = int(sys.argv[1]), [float(t) for t in subprocess.run(
    sys.argv[2], capture_output=True, text=True, check=True).stdout.split()]


def least(contestants, repeat):
    """The least seconds of each, which take turns."""
    best = [float("inf")] * len(contestants)
    for _ in range(rounds):
        for k, call in enumerate(contestants):
            start = time.perf_counter()
            for _ in range(repeat):
                call()
            best[k] = min(best[k], (time.perf_counter() - start) / repeat)
    return best


def large(name, ours, numpys):
    got, wanted = ours(), numpys()
    assert (got == wanted).all(), name
    mine, theirs = least([ours, numpys], 1)
    print(f"  {name:44} {theirs * 1e3:8.2f} ms {mine * 1e3:8.2f} ms  {theirs / mine:5.2f} x", flush=True)


def small(name, ours, numpys, in_cpp):
    mine, theirs = least([ours, numpys], 2000)
    print(f"  {name:44} {theirs * 1e9:8.0f} ns {mine * 1e9:8.0f} ns  {theirs / mine:5.2f} x"
          f"  in C++ {in_cpp:4.0f} ns: + {mine * 1e9 - in_cpp:.0f} ns", flush=True)


generator = np.random.default_rng(1)
n = 4 << 20
x = generator.random(n, np.float32)
i = generator.integers(0, n, n)
i32, ordered = i.astype(np.int32), np.sort(i)
table = generator.random((1 << 16, 64), np.float32)
rows = generator.integers(0, 1 << 16, 1 << 16)
mask = generator.random(n) < 0.5
counts = np.zeros(1 << 16)
places = generator.integers(0, 1 << 16, n)
print(f"                                           NumPy {np.__version__:>8}      ndx")
large("x[i], 4 M floats, int64", lambda: ndx.index(x, i), lambda: x[i])
large("the same, beside np.take", lambda: ndx.index(x, i), lambda: np.take(x, i))
large("x[i], 4 M floats, int32", lambda: ndx.index(x, i32), lambda: x[i32])
large("x[i], 4 M floats, i in order", lambda: ndx.index(x, ordered), lambda: x[ordered])
large("table[rows], 64 K rows of 64 floats", lambda: ndx.index(table, rows), lambda: table[rows])
large("x[mask], 4 M floats, half", lambda: ndx.index(x, mask), lambda: x[mask])


def add_at(add):
    counts[:] = 0
    add()
    return counts


large("np.add.at, 4 M into 64 K doubles",
      lambda: add_at(lambda: ndx.index_put_(counts, places, 1.0, reduce="add")),
      lambda: add_at(lambda: np.add.at(counts, places, 1.0)))

x10, i3 = np.arange(10, dtype=np.float32), np.array([0, 7, 3])
x33, r = np.zeros((3, 3), np.float32), np.array([0, 2, 1])
small("x10[i3]", lambda: ndx.index(x10, i3), lambda: x10[i3], calls[0])
part = (slice(1, 3), slice(None, None, 2))
small("x33[1:3, ::2]", lambda: ndx.index(x33, part), lambda: x33[part], calls[1])
small("x33[r, r]", lambda: ndx.index(x33, (r, r)), lambda: x33[r, r], calls[2])
small("x33[r, r] = 10", lambda: ndx.index_put_(x33, (r, r), 10), lambda: x33.__setitem__((r, r), 10),
      calls[3])
PY

measure() {
  local out=$build/$(tr -dc 'A-Za-z0-9' <<<"$*")
  mkdir -p "$out"
  echo "$CXX $*"
  "$CXX" -std=c++20 "$@" -DNDEBUG -I include "$build/calls.cpp" -o "$out/calls"
  NDX_BUILD_DIR=$out NDX_CXX_FLAGS="$*" taskset -c "${NDX_CPU:-0}" \
    bash examples/python/run.sh "$build/measure.py" "$rounds" "$out/calls" | tail -n +2
}

if (($# > 0)); then
  measure "$@"
else
  measure -O2
  measure -O3 -march=native
fi
