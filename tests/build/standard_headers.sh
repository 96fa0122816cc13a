#!/bin/sh
# Fails if <ndx/ndx.hpp> includes a standard header that is slow to parse: <complex> alone once made
# every program take 8 % longer to compile.
#   standard_headers.sh COMPILER FLAGS...
costly='cmath|complex|chrono|format|fstream|functional|iostream|istream|locale|map|memory|mutex|ostream|random|regex'
costly="$costly|set|sstream|thread|unordered_map|unordered_set"
included=$(echo '#include <ndx/ndx.hpp>' | "$@" -Wno-unused-command-line-argument -x c++ -M -) ||
  exit 1
found=$(echo "$included" | tr ' ' '\n' | sed -nE "s,.*/($costly)\$,\1,p")
test -z "$found" && exit 0
echo "<ndx/ndx.hpp> includes:" $found
exit 1
