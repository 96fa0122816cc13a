#!/bin/sh
# Fails if several object files of a library define one symbol that is not weak, and names it and the files: programs
# that need two of these files could not be linked, though others could.
#   defined_once.sh NM FILE.o...
nm=$1
shift
test $# -gt 1 || { echo "no two object files"; exit 1; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
for file in "$@"; do
  symbols=$("$nm" --defined-only "$file") || exit 1
  echo "$symbols" | awk -v file="${file##*/}" '$2 ~ /^[TDBR]$/ { print $3, "in", file }'
done >"$work/symbols"
test -s "$work/symbols" || { echo "no symbol at all"; exit 1; }
awk 'NR == FNR { ++count[$1]; next } count[$1] > 1' "$work/symbols" "$work/symbols" >"$work/twice"
test ! -s "$work/twice" || { echo "defined more than once:"; LC_ALL=C sort "$work/twice"; exit 1; }
