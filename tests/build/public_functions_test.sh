#!/bin/sh
# The check of the registry itself: of the folder of offences it must name each, and fail.
here=$(cd "$(dirname "$0")" && pwd)
offences=$here/public_functions_offences
found=$(sh "$here/public_functions.sh" "$offences/include" "$offences/registry") &&
  { echo "no offence found"; exit 1; }
echo "$found" | diff - "$offences/expected.txt"
