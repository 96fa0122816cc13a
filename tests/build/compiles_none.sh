#!/bin/sh
# Fails if an object file defines a function that its source cannot need, or if it does not define
# the one that shows that the source does what it says.
#   compiles_none.sh NM FILE.o NEEDED REGEX_OF_THE_REST
symbols=$("$1" --defined-only "$2") || exit 1
echo "$symbols" | grep -q "$3" || { echo "$3 is not compiled: what does the file do?"; exit 1; }
found=$(echo "$symbols" | grep -E "$4")
test -z "$found" || { echo "compiled, though nothing can call it:"; echo "$found"; exit 1; }
