#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the examples for this very machine and runs them
# on the data in examples/data.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
build=${NDX_BUILD_DIR:-build/examples}
export CXX=${CXX:-g++}

echo "ndx examples: install what is missing, build for this machine, run on examples/data"
need "$CXX=${CXX/clang++/clang}" cmake=cmake ninja=ninja-build xsimd/xsimd.hpp=libxsimd-dev
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS=-O3 -march=native" \
  -DNDX_BUILD_TESTS=OFF -DNDX_BUILD_BENCH=OFF
cmake --build "$build" -j "$(nproc)"

run() { printf '\n$ %s' "$1"; printf " '%s'" "${@:2}"; echo; "$build/examples/$@"; }
run tour
for file in examples/data/*.npy; do run npyidx "$file" '[::-1, ..., None]'; done
run answer_scoring examples/data/text.txt examples/data/questions.txt
