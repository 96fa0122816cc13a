#!/bin/sh
# Checks that each test compiles alone. In the programs of the tests it does not: they share a precompiled
# header, and several files are compiled as one, so that each has what the others include.
#   compiles_alone.sh HEADER... -- FILE... -- COMPILER FLAG...
# Each HEADER consists of #include lines and is precompiled. A file that has all lines of a HEADER, the first such, is
# compiled after it, which changes nothing for the file and takes a third of the time.
headers="" files="" bad=0
while [ "$1" != -- ]; do headers="$headers $1"; shift; done
shift
while [ "$1" != -- ]; do files="$files $1"; shift; done
shift
for file in $files; do
  first=""
  for header in $headers; do
    if [ "$(grep -cFxf "$header" "$file")" -eq "$(wc -l <"$header")" ]; then first="-include $header"; break; fi
  done
  "$@" $first "$file" || { bad=1; echo "$file does not compile alone: include what it uses"; }
done
exit $bad
