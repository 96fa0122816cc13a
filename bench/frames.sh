#!/usr/bin/env bash
# Prints which functions lie between a call and the load of an element, in a build without optimisation:
# for each call of bench/frames/journeys.cpp the longest way, the function that loads first. Fails if it is longer than
# twelve functions, as it is without AVX2. Needs g++ and gdb.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
need "${CXX:-g++}=g++" gdb=gdb
build=build/frames
mkdir -p "$build"
"${CXX:-g++}" -std=c++20 -O0 -g -I include bench/frames/journeys.cpp -o "$build/journeys"
gdb -q -batch -x bench/frames/frames.py "$build/journeys" 2>/dev/null | grep -A1 'frames: ' | grep -v '^--'
