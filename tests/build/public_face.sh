#!/bin/sh
# What users read names public headers alone, those that lie directly in include/ndx: the README, the guide
# but for the pages on how ndx is built, the examples, and the messages of compilers. The README lists them all.
#   public_face.sh ROOT
cd "$1" || exit 2
rooms='base|layout|storage|kernel|grammar|plan|engine|explain|tensor|ops|io|large|interop|distributed'
path="(ndx/)?($rooms)/[a-z_0-9/]*\.(hpp|inc)"
found=$(
  find README.md examples cmake/packaging -type f -not -path '*/node_modules/*' -not -name inside.md -not -name contributing.md \
    -not -name changelog.md | LC_ALL=C sort | xargs grep -nIE "(^|[^a-z_/-])$path"
  find include/ndx -name '*.hpp' | LC_ALL=C sort | xargs grep -nE "^[^/]*\"[^\"]*(^|[^a-z_/-])$path" | grep -v '#include'
)
bad=0
for header in include/ndx/*.hpp; do
  grep -q "\`${header#include/}\`" README.md || { echo "README.md does not list ${header#include/}"; bad=1; }
done
[ -z "$found" ] && exit $bad
echo "headers that are not public, where users read:"
echo "$found"
exit 1
