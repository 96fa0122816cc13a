#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the example of this folder into build/climate,
# makes an HDF5 file of temperatures there (2 GB) and reads it in bounded memory:
#
#   bash examples/climate/run.sh [MB]
#
# From the environment: CXX, NDX_BUILD_DIR (default build/climate), NDX_CXX_FLAGS (default
# "-O2 -march=native").
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
root=$here/../..
source "$root/cmake/need.sh"
build=${NDX_BUILD_DIR:-$root/build/climate}
export CXX=${CXX:-g++}
megabytes=${1:-2048}

echo "ndx, a cube in a file: install what is missing, build (half a minute), make and read $megabytes MB"
need "$CXX=${CXX/clang++/clang}" /usr/include/hdf5/serial/hdf5.h=libhdf5-dev zlib.h=zlib1g-dev

mkdir -p "$build"
read -ra flags <<<"${NDX_CXX_FLAGS--O2 -march=native}"
libraries=$(dirname "$(ls /usr/lib/*/hdf5/serial/libhdf5.so | head -n 1)")
"$CXX" -std=c++20 "${flags[@]}" -DNDEBUG -I "$root/include" -isystem /usr/include/hdf5/serial \
  "$here/climate.cpp" -o "$build/climate" -L"$libraries" -lhdf5 -lz
exec "$build/climate" "$build/climate-$megabytes.h5" "$megabytes"
