#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the tests of ndx and runs every one of them.
#
# With --all, also with the other libraries that are large to install:
# PyTorch, HDF5 with h5py, MPI, OpenCV, xtensor, libc++ 19; the packages of Debian and Bazel; and the index
# explorer in a browser.
# From the environment: CXX (compiler), NDX_BUILD_DIR (default build/tests), NDX_SANITIZE (such as
# address,undefined), NDX_CXX_FLAGS (more compiler flags) and NDX_TESTS (a regular expression: only these
# tests, and nothing is built before). Ends with "N passed, N failed".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source cmake/need.sh
build=${NDX_BUILD_DIR:-build/tests}
all=OFF
[[ ${1:-} != --all ]] || all=ON
export CXX=${CXX:-g++}

echo "ndx tests with $CXX${NDX_SANITIZE:+, $NDX_SANITIZE}: install what is missing, build, run everything"
fail() { echo "$1" >&2; echo "0 passed, 1 failed"; exit 1; }

need "$CXX=${CXX/clang++/clang}" cmake=cmake ninja=ninja-build pkg-config=pkg-config xsimd/xsimd.hpp=libxsimd-dev \
  gtest/gtest.h=libgtest-dev tbb/parallel_for.h=libtbb-dev benchmark/benchmark.h=libbenchmark-dev || fail "cannot build without them"

# The other libraries that tensors are passed to, and the packages of files.
need dlpack/dlpack.h=libdlpack-dev python:numpy=python3-numpy python:pytest=python3-pytest zip.h=libzip-dev \
  /usr/include/pybind11/pybind11.h=pybind11-dev /usr/bin/python3-config=python3-dev \
  nlohmann/json.hpp=nlohmann-json3-dev hwy/contrib/sort/vqsort.h=libhwy-dev \
  /usr/include/eigen3/Eigen/Core=libeigen3-dev ||
  fail "cannot test the doors without them"
[[ $all == OFF ]] || need python:torch=python3-torch python:h5py=python3-h5py \
  /usr/include/hdf5/serial/hdf5.h=libhdf5-dev libdeflate.h=libdeflate-dev zlib.h=zlib1g-dev clang++-19=clang-19 \
  /usr/include/opencv4/opencv2/core.hpp=libopencv-core-dev xtensor/xtensor.hpp=libxtensor-dev \
  mpicxx=libopenmpi-dev mpirun=openmpi-bin \
  /usr/lib/llvm-19/include/c++/v1/mdspan=libc++-19-dev || fail "cannot test the doors without them"
[[ -n ${NDX_SANITIZE:-} ]] || need valgrind=valgrind || echo "-- going on without valgrind"
[[ -n ${NDX_SANITIZE:-} ]] || need meson=meson || fail "cannot test packaging without it"
[[ -n ${NDX_SANITIZE:-} || $all == OFF ]] || need doxygen=doxygen cmark-gfm=cmark-gfm ||
  fail "cannot test the documentation without them"
[[ -n ${NDX_SANITIZE:-} || $all == OFF ]] || need dpkg-buildpackage=dpkg-dev dh=debhelper lintian=lintian \
  bazel=bazel-bootstrap /usr/share/bazel/rules/java=bazel-rules-java || fail "cannot test packaging without them"
[[ -n ${NDX_SANITIZE:-} || $all == OFF ]] || need em++=emscripten chromium=chromium ||
  fail "cannot test the explorer without them"
[[ -n ${NDX_SANITIZE:-} ]] || need gdb=gdb || fail "cannot test what gdb shows without it"
[[ -z ${NDX_SANITIZE:-} || $CXX != clang++* ]] || need "sanitizers=${CXX/clang++/libclang-rt}-dev" || fail "cannot build without them"

options=(-G Ninja -DCMAKE_BUILD_TYPE=None "-DCMAKE_CXX_FLAGS=-O1 ${NDX_CXX_FLAGS:-}")
options+=(-DNDX_TEST_DOORS=ON "-DNDX_TEST_ALL_DOORS=$all")
options+=(-DNDX_WERROR=ON "-DNDX_SANITIZE=${NDX_SANITIZE:-}")
[[ -n ${NDX_SANITIZE:-} ]] || options+=("-DNDX_TEST_EXPLORER=$all")
options+=(-DNDX_TEST_COMPILED=ON) # beside what stays header-only
options+=(-DNDX_TEST_UNITY=ON)
if [[ -n ${NDX_SANITIZE:-} ]]; then
  options+=(-DNDX_WERROR=OFF -DNDX_BUILD_BENCH=OFF) # g++ sees uninitialised values where there are none
fi
if command -v ccache >/dev/null; then
  options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  export CCACHE_SLOPPINESS=pch_defines,time_macros
fi
cmake -S . -B "$build" "${options[@]}" || fail "configuring failed"
[[ -n ${NDX_TESTS:-} ]] || cmake --build "$build" -j "$(nproc)" || fail "building failed"

# An allocation that fails is an answer that the tests ask for, under ASan too.
export ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
echo "-- running the tests; a line for every hundredth, and for each that fails"
ctest --test-dir "$build" -R "${NDX_TESTS:-.}" -j "$(nproc)" --output-on-failure 2>&1 | tee "$build/ctest.log" |
  awk '/^ *Start +[0-9]+:/ { next } / Passed +[0-9.]+ sec$/ { if (++n % 100 == 0) print; next } { print; fflush() }'

# Which kernels this processor cannot run.
grep -ahE '^this processor has no ' "$build/Testing/Temporary/LastTest.log" | sort -u

summary=$(grep -oE '[0-9]+ tests failed out of [0-9]+' "$build/ctest.log") || fail "no test ran"
read -r failed _ _ _ _ total <<<"$summary"
echo "$((total - failed)) passed, $failed failed"
((failed == 0 && total > 0))
