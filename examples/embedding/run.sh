#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the program that trains word embeddings over
# several processes, runs it with 1 and with 4, and compares their losses.
#
# From the environment: CXX, NDX_BUILD_DIR (default build/embedding), NDX_CXX_FLAGS (default
# "-O2 -march=native").
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
root=$here/../..
source "$root/cmake/need.sh"
build=${NDX_BUILD_DIR:-$root/build/embedding}
export CXX=${CXX:-g++}

echo "ndx embedding: install what is missing, build, train with 1 and with 4 processes"
need "$CXX=${CXX/clang++/clang}" mpicxx=libopenmpi-dev mpirun=openmpi-bin

mkdir -p "$build"
read -ra flags <<<"${NDX_CXX_FLAGS--O2 -march=native}"
OMPI_CXX=$CXX mpicxx -std=c++20 "${flags[@]}" -DNDEBUG -DOMPI_SKIP_MPICXX -I "$root/include" \
  "$here/train.cpp" -o "$build/train"

# As root, and with more processes than cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for processes in 1 4; do
  mpirun --bind-to none --oversubscribe -n $processes "$build/train" "$root/examples/data/text.txt" \
    >"$build/losses_$processes.txt"
done
cat "$build/losses_1.txt"
if ! diff "$build/losses_1.txt" "$build/losses_4.txt"; then
  echo "4 processes have other losses" >&2
  exit 1
fi
echo "the same with 4 processes, digit for digit"
