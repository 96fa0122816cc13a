#!/usr/bin/env bash
# Measures the gathers and scatters of four applications (bench/spatter/patterns.txt, the figures of Spatter's traces)
# beside loops written by hand, at -O2 and at -O3 -march=native.
#
#   bash bench/spatter.sh           a row for each application and kernel
#   bash bench/spatter.sh --each    and a row for each pattern
#
# GB/s are those of the elements that are moved, and of several patterns their harmonic mean. "least" is the least ratio
# of a pattern. Environment variables: CXX, NDX_SPATTER_MB (most megabytes of a tensor, default 256), NDX_NUM_THREADS.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
export CXX=${CXX:-g++}
build=${NDX_BUILD_DIR:-build/spatter}
mkdir -p "$build"
need "$CXX=${CXX/clang++/clang}"
for flags in -O2 "-O3 -march=native"; do
  # shellcheck disable=SC2086  # several flags
  "$CXX" -std=c++20 $flags -DNDEBUG -I include -I bench bench/spatter/spatter.cpp -o "$build/spatter" -pthread
  printf '\n%s\n\n| | patterns | loop, GB/s | ndx, GB/s | ratio | least | all threads, GB/s | ratio |\n|---|---|---|---|---|---|---|---|\n' "$flags"
  "$build/spatter" bench/spatter/patterns.txt "$@"
done
