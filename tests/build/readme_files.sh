#!/bin/sh
# Every header that the README names, as `folder/name.hpp`, is there: readme_files.sh README include/ndx
missing=$(grep -o '`[a-z_/]*/[a-z_]*\.hpp`' "$1" | tr -d '`' | sed 's|^ndx/||' | sort -u |
  while read -r file; do test -f "$2/$file" || echo "README names $file, which is not there"; done)
test -z "$missing" || { echo "$missing"; exit 1; }
