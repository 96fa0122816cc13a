#!/usr/bin/env bash
# Measures what several threads gain, and prints the table of the guide's speed page: nanoseconds an element on one
# thread, how many times as fast two threads and all are, and how many times as fast ndx is as PyTorch with as many
# threads, where python3 has it. It takes two to three minutes.
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
python=$(command -v python3 || true)
[[ ! -x /usr/bin/python3 ]] || python=/usr/bin/python3  # the one that has Debian's packages
if [[ -n $python ]] && "$python" -c 'import torch' 2>/dev/null; then
  # Memory of results is used again, as in ndx: malloc gives large ones back to the system each time.
  MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=68719476736 \
    "$python" bench/threads/peer.py "${numbers[@]}" >"$build/theirs.txt"
fi
awk -F '\t' -v numbers="${numbers[*]}" '
  function times_as_fast(x) { return sprintf(x < 10 ? " %.2f× |" : " %.1f× |", x) }
  BEGIN {
    count = split("1 " numbers, threads, " ")
    printf "| |"
    for (k = 2; k <= count; ++k) printf " %d threads |", threads[k]
    for (k = 1; k <= count; ++k) printf " PyTorch, %d thread%s |", threads[k], (threads[k] > 1 ? "s" : "")
    printf "\n|"
    for (k = 1; k <= 2 * count; ++k) printf "---|"
    print ""
  }
  FILENAME ~ /theirs.txt$/ { for (k = 1; k <= count; ++k) theirs[$1, k] = $(k + 1); next }
  {
    printf $2 < .1 ? "| %s, %.3f ns |" : "| %s, %.2f ns |", $1, $2
    for (k = 2; k <= count; ++k) printf "%s", times_as_fast($2 / $(k + 1))
    for (k = 1; k <= count; ++k)
      printf "%s", ($1, k) in theirs ? times_as_fast(theirs[$1, k] / $(k + 1)) : " not installed |"
    print ""
  }' "$build/theirs.txt" "$build/ours.txt"
