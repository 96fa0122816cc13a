#!/bin/sh
# Every header that a page names, as `folder/name.hpp`, and every file that it links to, is there, and
# the README of its folder links to it:
#   page_files.sh include/ndx PAGE.md...
headers=$1 bad=0
shift
for page in "$@"; do
  for file in $(grep -o '`[a-z_/]*/[a-z_0-9]*\.hpp`' "$page" | tr -d '`' | sed 's|^ndx/||' | sort -u); do
    test -f "$headers/$file" || { echo "$page names $file, which is not there"; bad=1; }
  done
  for file in $(grep -o '\]([A-Za-z0-9_./-]*)' "$page" | sed 's/^](//; s/)$//' | sort -u); do
    test -e "$(dirname "$page")/$file" || { echo "$page links to $file, which is not there"; bad=1; }
  done
  index=$(dirname "$page")/README.md
  test ! -f "$index" || test "$page" -ef "$index" || grep -q "(${page##*/})" "$index" ||
    { echo "$index does not link to $page"; bad=1; }
done
exit $bad
