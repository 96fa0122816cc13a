#!/bin/sh
# Compiles a unit of many cases as they must not compile, and matches the messages about each.
#   check.sh UNIT.cpp COMPILER FLAGS...
# The unit includes each case by a line of its own. The first line of a case is "// expect: regex", for the
# first line of its messages that is an error, or "// expect anywhere: regex", where the comment below it says
# why that line cannot say it. A second line of this kind is for what stands below the first error. At most
# forty lines follow that error, so that it is still on the screen.
#
# Cases are compiled together because reading the headers takes most of the time. A compiler may leave out
# what it said about another case before: a case whose messages do not match is compiled again, alone.
unit=$1
shift
messages=${unit%.cpp}
rm -rf "$messages" && mkdir -p "$messages" || exit 2

# Sets what is wrong with the messages about a case: nothing if they match.
check() {
  case=$1 message=$2 wrong=""
  expected=$(sed -nE '1s,^// expect( anywhere)?: ,,p' "$case")
  test -n "$expected" || { wrong="its first line is not '// expect: regex'"; return; }
  case $(head -n 1 "$case") in
    "// expect: "*) shown=$(grep -m 1 'error: ' "$message") ;;
    *) shown=$(cat "$message") ;;
  esac
  below=$(sed -nE '2s,^// expect anywhere: ,,p' "$case")
  lines=$(awk 'below; /error: / { below = 1 }' "$message" | wc -l)
  test "$lines" -le 40 || wrong="$lines lines follow the first error, not at most 40"
  echo "$shown" | grep -qE "$expected" && grep -qE "$below" "$message" ||
    wrong="the message does not match: $expected${below:+, or below it $below}"
}

# An error comes with the lines before it that say where it was reached from, and has all lines until the
# next one. It is about the first case that these lines name.
"$@" -DMUST_FAIL "$unit" 2>&1 | awk -v messages="$messages" -v folder="$(dirname "$0")/" '
  function finish() {
    if (at = index(block, folder)) { name = substr(block, at + length(folder)); sub(/\.cpp:.*/, "", name) }
    if (name) printf "%s", block >(messages "/" name)
    block = ""
  }
  /^In file included from |^ +from |: (In|At) [a-z]|: +(recursively )?required |: +\[ skipping / { before = before $0 "\n"; next }
  /: (fatal )?error: / { finish() }
  { block = block before $0 "\n"; before = "" }
  END { finish() }'

passed=0 failed=0
for case in $(sed -nE 's/^#include "(.*)"$/\1/p' "$unit"); do
  message=$messages/$(basename "$case" .cpp)
  test ! -e "$message" || check "$case" "$message"
  if test ! -e "$message" || test -n "$wrong"; then
    echo "compiled alone: $case"
    if "$@" -DMUST_FAIL "$case" >"$message" 2>&1; then
      wrong="with MUST_FAIL it must not compile, and does"
    else
      check "$case" "$message"
    fi
  fi
  if test -z "$wrong"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$case:"
    cat "$message"
    echo "-- $wrong"
  fi
done
# As GoogleTest ends, so that tests/run.sh counts the cases.
echo "[  PASSED  ] $passed tests."
test $failed = 0 || { echo " $failed FAILED TESTS"; exit 1; }
test $passed != 0
