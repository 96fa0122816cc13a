#!/bin/sh
# Whether a program prints what it should: output_test.sh <file that holds it> <program> <argument…>
expected=$1
shift
"$@" | diff -u "$expected" - || { echo "$1 prints something else than $expected"; exit 1; }
