#!/usr/bin/env bash
# Measures whole programs instead of single calls: the jobs of bench/programs, each some 60 lines with ndx, and the
# same jobs with Eigen, xtensor and NumPy where these can do them and are installed.
#
#   bash bench/programs.sh [ROUNDS] [NAME ...] [PAGE.md ...]
#
# For each program one line for a contestant: processor seconds of the compiler as a multiple of those of a file that
# only includes Eigen/Dense (ndx.hpp, where Eigen is missing), peak memory of the compiler in MB, text of the
# program in KB, and the processor milliseconds of a run at -O2. "-O0 / -O2" is how much longer a run takes without
# optimisation. Compile times are the least of ROUNDS (default 3), in which the contestants take turns. A PAGE is a page
# of the guide, whose C++ blocks are compiled as one program: programs that nobody wrote to be measured.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
export CXX=${CXX:-g++}
rounds=3
[[ ! ${1:-} =~ ^[0-9]+$ ]] || { rounds=$1; shift; }
names=("$@")
((${#names[@]})) || names=($(basename -a -s .cpp bench/programs/*.cpp))
build=${NDX_BUILD_DIR:-build/programs}
mkdir -p "$build"
need "$CXX=${CXX/clang++/clang}" cmake=cmake ninja=ninja-build python3=python3
for peer in eigen3/Eigen/src/Core/util/Macros.h=libeigen3-dev xtensor/xtensor_config.hpp=libxtensor-dev python:numpy=python3-numpy; do
  need "$peer" || echo "-- going on without ${peer#*=}"
done
python=$(command -v python3)
[[ ! -x /usr/bin/python3 ]] || python=/usr/bin/python3  # the one that has Debian's packages

cmake -S . -B "$build/library" -G Ninja -DCMAKE_BUILD_TYPE=Release -DNDX_BUILD_TESTS=OFF -DNDX_BUILD_EXAMPLES=OFF \
  -DNDX_BUILD_BENCH=OFF >"$build/configure.log"
cmake --build "$build/library" --target ndx_compiled -j "${NDX_JOBS:-$(nproc)}" >"$build/build.log"
exec "$python" bench/programs/measure.py "$build" "$rounds" "${names[@]}"
