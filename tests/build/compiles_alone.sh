#!/bin/sh
# Checks that each test compiles alone. In the programs of the tests it does not: they share a precompiled
# header, and several files are compiled as one, so that each has what the others include.
#   compiles_alone.sh HEADER INCLUDED FILE... -- COMPILER FLAG...
# HEADER, which is precompiled, includes INCLUDED. Files that include that, too, are compiled after it, which
# changes nothing for them and takes two thirds of the time.
header=$1 included=$2
shift 2
files="" bad=0
while [ "$1" != -- ]; do files="$files $1"; shift; done
shift
for file in $files; do
  first=""
  if grep -q "^#include \"$included\"" "$file"; then first="-include $header"; fi
  "$@" $first "$file" || { bad=1; echo "$file does not compile alone: include what it uses"; }
done
exit $bad
