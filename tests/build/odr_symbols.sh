#!/bin/sh
# Fails if two object files define a symbol of ndx in common: the linker would keep one of the two,
# and one side would run code that was compiled for the other. The errors, which both sides share
# where they use the compiled library, have no code that depends on flags.
#   odr_symbols.sh NM FIRST.o SECOND.o
names() { "$1" --defined-only "$2" | awk '$3 ~ /3ndx/ && $3 !~ /^(DW[.]ref[.])?_ZT[ISV]N3ndx[0-9]+v[0-9_]+errors/ { print $3 }' | LC_ALL=C sort -u; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
names "$1" "$2" >"$work/first" && names "$1" "$3" >"$work/second"
test -s "$work/first" && test -s "$work/second" || { echo "no symbol of ndx at all"; exit 1; }
common=$(LC_ALL=C comm -12 "$work/first" "$work/second")
test -z "$common" || { echo "defined on both sides:"; echo "$common"; exit 1; }
