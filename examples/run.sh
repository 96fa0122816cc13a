#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the examples for this machine and runs them on
# the data in examples/data.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
build=${NDX_BUILD_DIR:-build/examples}
export CXX=${CXX:-g++}

echo "ndx examples: install what is missing, build for this machine, run on examples/data"
need "$CXX=${CXX/clang++/clang}" cmake=cmake ninja=ninja-build $(headers_need)
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-march=native \
  -DNDX_BUILD_TESTS=OFF -DNDX_BUILD_BENCH=OFF
cmake --build "$build" -j "$(nproc)"

data=examples/data
run() { printf '\n$ %s' "$1"; (($# == 1)) || printf " '%s'" "${@:2}"; echo; "$build/examples/$1" "${@:2}"; }
run tour
run npyidx $data/cube.npy '[::-1, [0, 2], ..., None]'
run npyidx $data/temperature.npy "[@$data/summer.npy, :5]"
run npyidx $data/temperature.npy "[@$data/frost.npy]"
run npyidx $data/cube.npy '[0, :, [0, 2]]' --rule numpy_index --explain
run explain "$build/explain.svg"
run answer_scoring $data/text.txt $data/questions.txt

printf '\n$ bash examples/python/run.sh\n'
NDX_BUILD_DIR=${NDX_BUILD_DIR:+$NDX_BUILD_DIR/python} bash examples/python/run.sh ||
  echo "-- going on without the Python module"
