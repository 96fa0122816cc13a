#!/usr/bin/env bash
# Measures what several threads gain, and prints a table: nanoseconds an element on one thread, how many times as fast
# two threads and all are, and the times of PyTorch, where python3 has it, as multiples of ours.
#
#   bash bench/threads.sh [NUMBER...]    other numbers of threads than 2 and that of the processors
#
# Environment variables: CXX, NDX_THREADS_FLAGS (instead of -O2), NDX_THREADS_SMALL=1 (small tensors, which say nothing
# but that it works), NDX_THREADS_PROGRAM (a program that is built).
source "$(dirname "${BASH_SOURCE[0]}")/support/build.sh" threads
numbers=("$@")
if ((!$#)); then
  numbers=(2)
  (($(nproc) <= 2)) || numbers+=("$(nproc)")
fi
program=${NDX_THREADS_PROGRAM:-$build/threads}
if [[ -z ${NDX_THREADS_PROGRAM:-} ]]; then
  # shellcheck disable=SC2086  # several flags
  compile bench/threads/threads.cpp "$program" ${NDX_THREADS_FLAGS:--O2}
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
