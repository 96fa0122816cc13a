#!/usr/bin/env bash
# Builds tests/threads, and the threads that read an .npz file, under ThreadSanitizer with OpenMP and TBB, and
# runs them. Installs what is missing (Debian, Ubuntu). Ends with "N passed, N failed".
#
# It takes clang++, whose OpenMP library comes with Archer: a tool that tells ThreadSanitizer what
# OpenMP promises. Of g++'s library it would report every use.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source cmake/need.sh
build=${NDX_BUILD_DIR:-build/threads}
fail() { echo "$1" >&2; echo "0 passed, 1 failed"; exit 1; }
mkdir -p "$build" || fail "no folder to build in"

# has_openmp COMPILER: is there an OpenMP library for it that has Archer?
has_openmp() {
  echo '#include <omp.h>' | "$1" -fopenmp -x c++ -fsyntax-only - 2>/dev/null && [[ -e $(archer "$1") ]]
}
# It lies beside the OpenMP library, where clang before 15 does not look when it is asked.
archer() {
  local found
  found=$("$1" -print-file-name=libarcher.so 2>/dev/null)
  [[ -e $found ]] || found=$(dirname "$(readlink -f "$(command -v "$1")")")/../lib/libarcher.so
  echo "$found"
}

need clang++=clang llvm-symbolizer=llvm gtest/gtest.h=libgtest-dev tbb/parallel_for.h=libtbb-dev \
  zip.h=libzip-dev $(headers_need) || fail "cannot build without them"
CXX=
for compiler in clang++ clang++-{19,18,17,16,15,14}; do
  [[ -z $CXX ]] && has_openmp "$compiler" && CXX=$compiler
done
export CXX=${CXX:-clang++}
need omp.h=libomp-dev
has_openmp "$CXX" || fail "cannot check OpenMP without the Archer tool of libomp-dev"
launch=$(command -v ccache)

echo "ndx under ThreadSanitizer with $CXX: shared plans, handles, files, large allocations, executors"
flags=(-std=c++20 -O1 -g -w -I include -I tests)
compile() { $launch "$CXX" "${flags[@]}" "${@:2}" -c "tests/$1.cpp" -o "$build/${1##*/}.o"; }
checked=(-fsanitize=thread -fopenmp -DNDX_TEST_TBB)
compile threads/tbb_executor || fail "building failed"
for test in threads/{handles,files,allocation_cache,shared_plans,executors,thread_pool} io/npz_threads; do
  compile "${test}_test" "${checked[@]}" &
  (($(jobs -rp | wc -l) < $(nproc))) || wait -n || fail "building failed"
done
for job in $(jobs -p); do wait "$job" || fail "building failed"; done
"$CXX" "${checked[@]}" "$build"/*.o -o "$build/threads" -lgtest -lgtest_main -ltbb -lzip || fail "linking failed"

export OMP_TOOL_LIBRARIES=$(archer "$CXX") ARCHER_OPTIONS=verbose=1 OMP_WAIT_POLICY=passive
export TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=0 die_after_fork=0"
"$build/threads" 2>&1 | tee "$build/log" | grep -vE '^\[ RUN|^\[ +OK'
passed=$(grep -cE '^\[ +OK \]' "$build/log")
failed=$(grep -cE '^\[  FAILED  \].*ms\)|^SUMMARY: ThreadSanitizer' "$build/log")
grep -q '^\[==========\] [0-9]* tests.* ran' "$build/log" || fail "the tests did not run to their end"
grep -q 'Archer detected OpenMP application with TSan' "$build/log" || fail "Archer was not there"
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
