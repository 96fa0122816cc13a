#!/bin/sh
# Whether the program explains and draws what it should:
# explain_test.sh <program> <file that holds its text> <file that holds its picture>
drawn=$(mktemp) || exit 2
trap 'rm -f "$drawn"' EXIT
sh "$(dirname "$0")/output_test.sh" "$2" "$1" "$drawn" || exit 1
cmp "$3" "$drawn" || { echo "$1 draws something else than $3; if that is as it should be: $1 $3"; exit 1; }
if "$1" /nowhere/picture.svg >"$drawn" 2>&1; then echo "a picture that cannot be written is no error"; exit 1; fi
