#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the tests of ndx and runs them.
#
# With --all, also with all other libraries that tensors are passed to (PyTorch, HDF5, MPI, OpenCV and more),
# the packages of Meson, Debian and Bazel, the benches, the reference, and the index explorer in a browser. Also that
# each header and each test compiles alone, that the compiled library has each call, that nothing is changed when any
# allocation fails, and that the kernels do the same when compilers optimise them and as other processors run them.
# From the environment: CXX (compiler), NDX_BUILD_DIR (default build/tests), NDX_SANITIZE (such as
# address,undefined), NDX_CXX_FLAGS (more compiler flags), NDX_CMAKE_OPTIONS (more options of CMake), NDX_TESTS
# (a regular expression: only these tests) and NDX_TARGETS (only these programs are built, whose tests are then the only
# ones that can pass). Ends with "N passed, N failed".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source cmake/need.sh
build=${NDX_BUILD_DIR:-build/tests}
all=OFF
[[ ${1:-} != --all ]] || all=ON
export CXX=${CXX:-g++}

echo "ndx tests with $CXX${NDX_SANITIZE:+, $NDX_SANITIZE}: install what is missing, build, run"
fail() { echo "$1" >&2; echo "0 passed, 1 failed"; exit 1; }

need "$CXX=${CXX/clang++/clang}" cmake=cmake ninja=ninja-build pkg-config=pkg-config xsimd/xsimd.hpp=libxsimd-dev \
  gtest/gtest.h=libgtest-dev || fail "cannot build without them"
if [[ -n ${NDX_SANITIZE:-} ]]; then
  [[ $CXX != clang++* ]] || need "sanitizers=${CXX/clang++/libclang-rt}-dev" "${CXX/clang++/ld.lld}=${CXX/clang++/lld}" ||
    fail "cannot build without them"
else
  need valgrind=valgrind || echo "-- going on without valgrind"
  need gdb=gdb || fail "cannot test what gdb shows without it"
fi
if [[ $all == ON ]]; then
  need dlpack/dlpack.h=libdlpack-dev python:numpy=python3-numpy python:pytest=python3-pytest zip.h=libzip-dev \
    /usr/include/pybind11/pybind11.h=pybind11-dev /usr/bin/python3-config=python3-dev \
    nlohmann/json.hpp=nlohmann-json3-dev hwy/contrib/sort/vqsort.h=libhwy-dev tbb/parallel_for.h=libtbb-dev \
    /usr/include/eigen3/Eigen/Core=libeigen3-dev python:torch=python3-torch python:h5py=python3-h5py \
    /usr/include/hdf5/serial/hdf5.h=libhdf5-dev libdeflate.h=libdeflate-dev zlib.h=zlib1g-dev clang++-19=clang-19 \
    /usr/include/opencv4/opencv2/core.hpp=libopencv-core-dev xtensor/xtensor.hpp=libxtensor-dev fmt/format.h=libfmt-dev \
    mpicxx=libopenmpi-dev mpirun=openmpi-bin \
    /usr/lib/llvm-19/include/c++/v1/mdspan=libc++-19-dev || fail "cannot test the doors without them"
  [[ -n ${NDX_SANITIZE:-} ]] || need benchmark/benchmark.h=libbenchmark-dev meson=meson doxygen=doxygen \
    mkdocs=mkdocs /usr/share/mkdocs/themes/material/main.html=mkdocs-material dpkg-buildpackage=dpkg-dev dh=debhelper lintian=lintian bazel=bazel-bootstrap \
    /usr/share/bazel/rules/java=bazel-rules-java em++=emscripten chromium=chromium ||
    fail "cannot test packages, reference and explorer without them"
fi

# Without optimisation compiling takes less than half as long, of the compiled library, too.
options=(-G Ninja -DCMAKE_BUILD_TYPE=None "-DCMAKE_CXX_FLAGS=-O0 ${NDX_CXX_FLAGS:-}" -DNDX_COMPILED_OPTIONS=-O0)
options+=("-DNDX_TEST_ALL=$all" "-DNDX_BUILD_BENCH=$all" -DNDX_WERROR=ON "-DNDX_SANITIZE=${NDX_SANITIZE:-}")
options+=("-DNDX_TEST_COMPLETE=$all")
options+=(-DNDX_TEST_COMPILED=ON) # beside what stays header-only
options+=(-DNDX_TEST_UNITY=ON)
if [[ -n ${NDX_SANITIZE:-} ]]; then
  options+=(-DNDX_WERROR=OFF -DNDX_BUILD_BENCH=OFF) # g++ sees uninitialised values where there are none
  [[ $CXX != clang++* ]] || options+=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)  # which takes a fifth of the time
else
  options+=("-DNDX_TEST_OPTIMIZED=$all")
fi
if command -v ccache >/dev/null; then
  options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  export CCACHE_SLOPPINESS=pch_defines,time_macros
fi
cmake -S . -B "$build" "${options[@]}" ${NDX_CMAKE_OPTIONS:-} || fail "configuring failed"
cmake --build "$build" -j "$(nproc)" --target ${NDX_TARGETS:-all} || fail "building failed"

# An allocation that fails is an answer that the tests ask for, under ASan too.
export ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
echo "-- running the tests; a line for every twentieth program, and what a failed one printed"
ctest --test-dir "$build" -R "${NDX_TESTS:-.}" -j "$(nproc)" --output-on-failure 2>&1 | tee "$build/ctest.log" |
  awk '
    / Passed +[0-9.]+ sec$/ { if (++n % 20 == 0) print; next }
    /^\[ +OK \]/ && held { held = ""; next }
    /^$/ || /^\[-----/ { next }
    held { print held; held = "" }
    /^\[ RUN / { held = $0; next }  # shown if the case fails, or ends the program
    /^ *Start +[0-9]+:/ { next }
    { print; fflush() }'

# Which kernels this processor cannot run.
log=$build/Testing/Temporary/LastTest.log
grep -ahE '^this processor has no ' "$log" | sort -u

# Of a program with several cases, each counts; of one that dies, one failed.
summary=$(grep -oE '[0-9]+ tests failed out of [0-9]+' "$build/ctest.log") || fail "no test ran"
read -r failed _ _ _ _ total <<<"$summary"
read -r more_passed more_failed < <(awk '
  function add() { if (bad) { passed += ok; failed += bad - 1 } else if (ok) passed += ok - 1; ok = bad = 0 }
  / Testing: / { add() }
  /^\[  PASSED  \] [0-9]+ test/ { ok = $4 }
  /^ *[0-9]+ FAILED TESTS?$/ { bad = $1 }
  END { add(); print passed + 0, failed + 0 }' "$log")
echo "$((total - failed + more_passed)) passed, $((failed + more_failed)) failed"
((failed == 0 && total > 0))
