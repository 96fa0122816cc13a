#!/usr/bin/env bash
# Builds one test file and runs it, in about ten seconds, without configuring anything:
#   tests/one.sh tests/ops/take_test.cpp [--gtest_filter='Take*' ...]
# From the environment: CXX, and NDX_CXX_FLAGS for more flags, such as those of a library that the test needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
export CXX=${CXX:-g++}
(($#)) && [[ -f $1 ]] || { echo "usage: bash tests/one.sh tests/ROOM/NAME_test.cpp [option of GoogleTest ...]" >&2; exit 2; }
need "$CXX=${CXX/clang++/clang}" gtest/gtest.h=libgtest-dev
file=$1 program=build/one/$(basename "$1" .cpp)
shift
mkdir -p build/one
"$CXX" -std=c++20 -O0 -g1 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast \
  -Wdouble-promotion -Werror "-DNDX_SOURCE_DIR=\"$PWD\"" -I include -I tests "$file" ${NDX_CXX_FLAGS:-} \
  -lgtest -lgtest_main -pthread -o "$program"
"$program" "$@"
