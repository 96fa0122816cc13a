#!/bin/sh
# Compiles a case as it must not compile, and matches the message.
#   check.sh CASE.cpp COMPILER FLAGS...
# The case's first line is "// expect: regex", for the first line of the message that is an error, or
# "// expect anywhere: regex", where the comment below it says why that line cannot say it. A second line
# of this kind is for what stands below the first error. At most forty lines follow that error, so that it is
# still on the screen.
case=$1
shift
expected=$(sed -nE '1s,^// expect( anywhere)?: ,,p' "$case")
test -n "$expected" || { echo "$case: its first line is not '// expect: regex'"; exit 1; }
message=$("$@" -DMUST_FAIL "$case" 2>&1) && { echo "-- with MUST_FAIL it must not compile, and does"; exit 1; }
case $(head -n 1 "$case") in
  "// expect: "*) shown=$(echo "$message" | grep -m 1 'error: ') ;;
  *) shown=$message ;;
esac
below=$(sed -nE '2s,^// expect anywhere: ,,p' "$case")
lines=$(echo "$message" | awk 'below; /error: / { below = 1 }' | wc -l)
test "$lines" -le 40 || { echo "$message"; echo "-- $lines lines follow the first error, not at most 40"; exit 1; }
echo "$shown" | grep -qE "$expected" && echo "$message" | grep -qE "$below" && exit 0
echo "$message"
echo "-- the message does not match: $expected${below:+, or below it $below}"
exit 1
