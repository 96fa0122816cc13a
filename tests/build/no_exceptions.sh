#!/bin/sh
# Without exceptions the library does not compile, and one #error says why: whatever else the
# compiler has to say is that the compilation ends there.
#   no_exceptions.sh COMPILER FLAGS...
source=$(mktemp -d)/unit.cpp || exit 2
trap 'rm -rf "$(dirname "$source")"' EXIT
echo '#include <ndx/ndx.hpp>' >"$source"
"$@" "$source" || { echo "-- with exceptions it must compile, and does not"; exit 1; }
message=$("$@" -fno-exceptions "$source" 2>&1) && { echo "-- without exceptions it must not compile, and does"; exit 1; }
echo "$message" | grep 'error:' >"$source.errors"
echo "$message" | grep -q 'error:.*"ndx reports errors as exceptions: compile without -fno-exceptions"' &&
  test "$(grep -vc 'fatal error:' "$source.errors")" = 1 && test "$(wc -l <"$source.errors")" -le 2 && exit 0
echo "$message"
echo "-- that is not one #error that says what to do"
exit 1
