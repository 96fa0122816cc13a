#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the benchmarks of ndx and of its peers, runs
# them in turn and writes one report, build/bench/report.md with its chart.
#
#   bench/run.sh                       everything, over an hour; Ctrl-C: a report of what is measured
#   bench/run.sh --short               one quick round, less than five
#   bench/run.sh --only '^Mask'        only matching cases; --contestants 'ours|hand' likewise
#   bench/run.sh --rounds 3 --min-time 0.02
#   bench/run.sh --against COMMIT      also the library at that commit, in the same rounds
#
# Environment variables: CXX, NDX_BUILD_DIR (default build/bench), NDX_BENCH_MAX_MB (the largest
# tensor; default an eighth of the memory). Peers are optional: if one is missing, its column is
# empty.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
build=${NDX_BUILD_DIR:-build/bench}
export CXX=${CXX:-g++}

echo "ndx benchmarks: install what is missing, build, run beside the peers that are there, write $build/report.md"
need "$CXX=${CXX/clang++/clang}" cmake=cmake ninja=ninja-build python3=python3 $(headers_need) \
  benchmark/benchmark.h=libbenchmark-dev
for peer in xtensor/xtensor_config.hpp=libxtensor-dev xsimd/xsimd.hpp=libxsimd-dev \
  eigen3/Eigen/src/Core/util/Macros.h=libeigen3-dev torch/csrc/api/include/torch/version.h=libtorch-dev hwy/contrib/sort/vqsort.h=libhwy-dev \
  python:numpy=python3-numpy python:torch=python3-torch; do
  need "$peer" || echo "-- going on without ${peer#*=}"
done
python=$(command -v python3)
[[ ! -x /usr/bin/python3 ]] || python=/usr/bin/python3  # the one that has Debian's packages

arguments=() against=
while (($#)); do
  if [[ $1 == --against ]]; then against=${2:?a commit} && shift; else arguments+=("$1"); fi
  shift
done
set -- ${arguments[@]+"${arguments[@]}"}
against_include=
if [[ -n $against ]]; then
  against=$(git rev-parse --short --verify "$against^{commit}")
  against_include=$(realpath -m "$build/against/$against")/include
  mkdir -p "${against_include%/*}"
  git archive "$against" include | tar -x -C "${against_include%/*}"
  set -- "$@" --against "$against"
fi

cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DNDX_BUILD_TESTS=OFF -DNDX_BUILD_EXAMPLES=OFF \
  -DNDX_BENCH_ALL=ON "-DNDX_BENCH_AGAINST=$against_include"
cmake --build "$build" -j "${NDX_JOBS:-$(nproc)}"

[[ " $* " != *" --only "* ]] && whole=true || whole=false
rm -f "$build"/{compile_time,peak_memory,element_sizes}.txt
if $whole; then
  echo "-- compile time"
  runs=3
  [[ " $* " != *" --short "* ]] || runs=1
  bash bench/compile_time.sh "$runs" >"$build/compile_time.txt"
  echo "-- peak memory"
  "$build/bench/peak_memory" >"$build/peak_memory.txt"
  echo "-- element sizes"
  "$build/bench/element_sizes" >"$build/element_sizes.txt"
fi

code=0
export PYTHONDONTWRITEBYTECODE=1
"$python" bench/report/measure.py "$build/bench" "$build/results.json" "$@" || code=$?
"$python" bench/report/report.py "$build"
echo "-- wrote $build/report.md and $build/report.svg"
exit $code
