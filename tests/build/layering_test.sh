#!/bin/sh
# The layering check itself: on the folder of offences it must name each of them, and fail.
here=$(dirname "$0")
found=$(sh "$here/layering.sh" "$here/layering_offences") && { echo "no offence found"; exit 1; }
echo "$found" | diff - "$here/layering_offences/expected.txt"
