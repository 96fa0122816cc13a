#!/usr/bin/env bash
# Measures the gathers and scatters of four applications (bench/spatter/patterns.txt, the figures of Spatter's traces)
# beside loops written by hand, at -O2 and at -O3 -march=native.
#
#   bash bench/spatter.sh           a row for each application and kernel
#   bash bench/spatter.sh --each    and a row for each pattern
#
# GB/s are those of the elements that are moved, and of several patterns their harmonic mean. "least" is the least ratio
# of a pattern. Environment variables: CXX, NDX_SPATTER_MB (most megabytes of a tensor, default 256), NDX_NUM_THREADS.
source "$(dirname "${BASH_SOURCE[0]}")/support/build.sh" spatter
for flags in -O2 "-O3 -march=native"; do
  # shellcheck disable=SC2086  # several flags
  compile bench/spatter/spatter.cpp "$build/spatter" $flags
  printf '\n%s\n\n| | patterns | loop, GB/s | ndx, GB/s | ratio | least | all threads, GB/s | ratio |\n|---|---|---|---|---|---|---|---|\n' "$flags"
  "$build/spatter" bench/spatter/patterns.txt "$@"
done
