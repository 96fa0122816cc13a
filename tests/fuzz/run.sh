#!/usr/bin/env bash
# Fuzzes the library: run.sh SECONDS [NAME...] builds every body tests/fuzz/<NAME>_fuzz.cpp with
# libFuzzer, ASan and UBSan, runs each for SECONDS, and keeps the inputs that matter as its corpus.
#
# A growing corpus and the findings stay under build/fuzz; a few inputs that reach the same code become
# tests/fuzz/corpus/<NAME>.hex, which is committed and replayed by the unit tests (corpus.sh packs it). From the environment:
# NDX_FUZZ_JOBS (bodies at the same time, default 1), NDX_FUZZ_MAX_LEN (bytes of an input, default 512)
# and CXX (default clang++). Ends with one line for each body; fails if there are findings.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
source cmake/need.sh
export CXX=${CXX:-clang++}
max_len=${NDX_FUZZ_MAX_LEN:-512} jobs=${NDX_FUZZ_JOBS:-1} out=build/fuzz
max_files=200 max_bytes=100000 max_findings=20 # of one body: of its committed corpus, of one run

[[ ${1:-} =~ ^[0-9]+$ ]] || { echo "usage: bash tests/fuzz/run.sh SECONDS [NAME...]" >&2; exit 2; }
seconds=$1
shift
names=("$@")
((${#names[@]})) || names=($(basename -a -s _fuzz.cpp tests/fuzz/*_fuzz.cpp))
need "$CXX=${CXX/clang++/clang}" && need "sanitizers=libclang-rt${CXX#clang++}-dev" zip.h=libzip-dev nlohmann/json.hpp=nlohmann-json3-dev \
  pkg-config=pkg-config /usr/include/hdf5/serial/hdf5.h=libhdf5-dev zlib.h=zlib1g-dev libdeflate.h=libdeflate-dev || exit 1

# Too large an allocation is refused and not an error: the library answers with std::bad_alloc.
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=64 UBSAN_OPTIONS=print_stacktrace=1
limits=(-timeout=20 -rss_limit_mb=4096 "-max_len=$max_len" -len_control=0)

sources_of() { # NAME: what else its fuzzer is made of
  echo tests/fuzz/allocation.cpp
  [[ $1 != functions ]] || ls tests/hostile/promises.cpp tests/same_bits/same_bits.cpp tests/public_functions/*.cpp | grep -v _test.cpp
}

libraries_of() { # NAME: what its fuzzer is compiled with and links
  [[ $1 != npz ]] || echo -lzip
  [[ $1 != hdf5 ]] || pkg-config --cflags --libs hdf5 zlib libdeflate
}

build() { # NAME, unless the fuzzer is newer than every source
  local fuzzer=$out/bin/$1
  [[ -x $fuzzer && -z $(find include examples/explorer tests/{support,fuzz,hostile,same_bits,public_functions} -name '*.[ch]pp' -newer "$fuzzer") ]] && return
  echo "-- building the fuzzer of $1"
  "$CXX" -std=c++20 -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all \
    -fsanitize=fuzzer,address,undefined,float-cast-overflow -Wno-pass-failed \
    -I include -I tests "tests/fuzz/$1_fuzz.cpp" $(sources_of "$1") $(libraries_of "$1") -o "$fuzzer"
}

# fuzz NAME: runs until the time is over, again after each finding; writes "executions findings".
fuzz() {
  local end=$((SECONDS + seconds)) executions=0 findings=0 log=$out/log/$1 count
  : >"$log.all"
  while ((SECONDS < end && findings < max_findings)); do
    "$out/bin/$1" "${limits[@]}" -max_total_time=$((end - SECONDS)) -print_final_stats=1 \
      -artifact_prefix="$out/findings/$1-" "$out/corpus/$1" "$out/committed/$1" 2>&1 |
      grep -v 'AddressSanitizer failed to allocate' >"$log" || ((findings += 1))
    cat "$log" >>"$log.all"
    count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    [[ -n $count ]] || { ((findings += 1)); break; } # it did not start
    ((executions += count))
  done
  echo "$executions $findings" >"$log.sum"
}

# keep NAME: the committed corpus becomes inputs that reach the edges that any input reaches: of those,
# ordered by size, every n-th, since the smallest alone would be refused before they reach the engine.
# Counts of how often an edge was taken are left out: they would keep thousands.
keep() {
  local committed=$out/committed/$1 merged=$out/merged/$1 kept=$out/kept/$1 file
  rm -rf "$merged" && mkdir -p "$merged"
  "$out/bin/$1" "${limits[@]}" -set_cover_merge=1 -use_counters=0 -artifact_prefix="$out/findings/$1-" \
    "$merged" "$committed" "$out/corpus/$1" >"$out/log/$1.merge" 2>&1 || return
  [[ -n $(ls "$merged") ]] || return
  rm -rf "$kept" && mkdir -p "$kept"
  while read -r file; do
    cp "$merged/$file" "$kept/$file"
  done < <(find "$merged" -type f -printf '%s %f\n' | sort -n |
    awk -v max_files=$max_files -v max_bytes=$max_bytes '
      { name[NR] = $2; bytes += $1 }
      END {
        step = NR > max_files ? NR / max_files : 1
        if (bytes > max_bytes * step) step = bytes / max_bytes
        for (k = step; k < NR + 0.5; k += step) print name[int(k)]
      }')
  bash tests/fuzz/corpus.sh pack "$kept" "tests/fuzz/corpus/$1.hex"
}

one() {
  mkdir -p "$out"/{bin,log,findings,merged} "$out/corpus/$1" "$out/committed/$1"
  [[ ! -f tests/fuzz/corpus/$1.hex ]] || bash tests/fuzz/corpus.sh unpack "tests/fuzz/corpus/$1.hex" "$out/committed/$1"
  touch "$out/log/$1.start"
  build "$1" || { echo "0 1" >"$out/log/$1.sum"; return; }
  fuzz "$1"
  keep "$1"
}

echo "-- fuzzing ${names[*]} for $seconds s each, $jobs at the same time"
mkdir -p "$out/log"
for name in "${names[@]}"; do
  rm -f "$out/log/$name.sum"
  while (($(jobs -rp | wc -l) >= jobs)); do wait -n; done
  one "$name" &
done
wait

failed=0
for name in "${names[@]}"; do
  executions=0 findings=1 # of a body that did not get so far
  [[ ! -f $out/log/$name.sum ]] || read -r executions findings <"$out/log/$name.sum"
  ((failed += findings))
  echo "$name: $seconds s, $executions executions, $findings findings," \
    "$(wc -l <"tests/fuzz/corpus/$name.hex") inputs kept"
  ((findings == 0)) || find "$out/findings" -name "$name-*" -newer "$out/log/$name.start" -printf '  %p\n'
  ((findings == 0)) || echo "  log: $out/log/$name.all"
done
((failed == 0))
