#!/usr/bin/env bash
# Measures what several threads gain, and prints a table: nanoseconds an element on one thread, how many times as fast
# two threads and all are, and the times of PyTorch, where python3 has it, as multiples of ours.
#
#   bash bench/threads.sh [NUMBER...]    other numbers of threads than 2 and that of the processors
#
# Environment variables: CXX, NDX_THREADS_FLAGS (instead of -O2), NDX_THREADS_SMALL=1 (small tensors, which say nothing
# but that it works), NDX_THREADS_PROGRAM (a program that is built).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
export CXX=${CXX:-g++}
build=${NDX_BUILD_DIR:-build/threads}
mkdir -p "$build"
numbers=("$@")
if ((!$#)); then
  numbers=(2)
  (($(nproc) <= 2)) || numbers+=("$(nproc)")
fi
program=${NDX_THREADS_PROGRAM:-$build/threads}
if [[ -z ${NDX_THREADS_PROGRAM:-} ]]; then
  need "$CXX=${CXX/clang++/clang}"
  # shellcheck disable=SC2086  # several flags
  "$CXX" -std=c++20 ${NDX_THREADS_FLAGS:--O2} -DNDEBUG -I include -I bench bench/threads/threads.cpp -o "$program" -pthread
fi
"$program" "${numbers[@]}" >"$build/ours.txt"
: >"$build/theirs.txt"
if python3 -c 'import torch' 2>/dev/null; then
  python3 bench/threads/peer.py "${numbers[@]}" >"$build/theirs.txt"
fi
awk -F '\t' -v numbers="${numbers[*]}" '
  BEGIN {
    count = split("1 " numbers, threads, " ")
    printf "| | ns, 1 thread |"
    for (k = 2; k <= count; ++k) printf " %d threads |", threads[k]
    for (k = 1; k <= count; ++k) printf " PyTorch, %d |", threads[k]
    printf "\n|---|"
    for (k = 1; k <= 2 * count; ++k) printf "---|"
    print ""
  }
  FILENAME ~ /theirs.txt$/ { for (k = 1; k <= count; ++k) theirs[$1, k] = $(k + 1); next }
  {
    printf "| %s | %.3f |", $1, $2
    for (k = 2; k <= count; ++k) printf " %.2f |", $2 / $(k + 1)
    for (k = 1; k <= count; ++k)
      if (($1, k) in theirs) printf " %.2f |", theirs[$1, k] / $(k + 1)
      else printf " not installed |"
    print ""
  }' "$build/theirs.txt" "$build/ours.txt"
