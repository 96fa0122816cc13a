#!/bin/sh
# Compiles a case twice, as it must and as it must not, and matches the message.
#   check.sh CASE.cpp COMPILER FLAGS...
case=$1
shift
expected=$(sed -n '1s|^// expect: ||p' "$case")
test -n "$expected" || { echo "$case: its first line is not '// expect: regex'"; exit 1; }
"$@" "$case" || { echo "-- without MUST_FAIL it must compile, and does not"; exit 1; }
message=$("$@" -DMUST_FAIL "$case" 2>&1) && { echo "-- with MUST_FAIL it must not compile, and does"; exit 1; }
echo "$message" | grep -qE "$expected" && exit 0
echo "$message"
echo "-- the message does not match: $expected"
exit 1
