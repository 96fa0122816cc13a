#!/bin/sh
# With a flag that the library cannot be compiled with, it does not compile, and one #error says why:
# whatever else the compiler has to say is that the compilation ends there.
#   one_clear_error.sh FLAG MESSAGE COMPILER FLAGS...
flag=$1
expected=$2
shift 2
source=$(mktemp -d)/unit.cpp || exit 2
trap 'rm -rf "$(dirname "$source")"' EXIT
echo '#include <ndx/ndx.hpp>' >"$source"
"$@" "$source" || { echo "-- without $flag it must compile, and does not"; exit 1; }
message=$("$@" "$flag" "$source" 2>&1) && { echo "-- with $flag it must not compile, and does"; exit 1; }
echo "$message" | grep 'error:' >"$source.errors"
echo "$message" | grep -qF "\"$expected\"" &&
  test "$(grep -vc 'fatal error:' "$source.errors")" = 1 && test "$(wc -l <"$source.errors")" -le 2 && exit 0
echo "$message"
echo "-- that is not one #error that says what to do"
exit 1
