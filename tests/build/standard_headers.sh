#!/bin/sh
# Fails if <ndx/ndx.hpp> includes a header of the standard library that takes long to parse and that the
# core does without: one include of <complex> once made every program compile 8 % longer.
#   standard_headers.sh COMPILER FLAGS...
dear='complex|chrono|format|fstream|functional|iostream|istream|locale|map|memory|mutex|ostream|random|regex'
dear="$dear|set|sstream|thread|unordered_map|unordered_set"
included=$(echo '#include <ndx/ndx.hpp>' | "$@" -Wno-unused-command-line-argument -x c++ -M -) ||
  exit 1
found=$(echo "$included" | tr ' ' '\n' | sed -nE "s,.*/($dear)\$,\1,p")
test -z "$found" && exit 0
echo "<ndx/ndx.hpp> includes:" $found
exit 1
