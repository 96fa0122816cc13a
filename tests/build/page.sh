#!/bin/sh
# Compiles and runs every ```cpp block of a page. A block with main() is a program as it stands, any
# other is the body of one that uses namespace ndx, with what it includes before it. A ```text block
# right after it is what it prints. The programs run in the folder WORK, where they may leave files.
#   page.sh PAGE.md WORK HEADER LIBRARY COMPILER FLAGS...
# To save time, the bodies include HEADER, precompiled, which has what each of them includes, and link
# the compiled LIBRARY. Programs with a main() are compiled as a reader compiles them.
page=$1 work=$2 header=$3 library=$4
shift 4
rm -rf "$work" && mkdir -p "$work" || exit 2

awk -v work="$work" -v page="${page##*/}" '
  function wrap() { if (!whole) body = includes "#include <iostream>\n#include <ndx/ndx.hpp>\nusing namespace ndx;\nint main() {\n" body "}\n" }
  /^```/ && fence { if (fence == "cpp") { wrap(); printf "%s", body >(work "/" n (whole ? ".program.cpp" : ".cpp")) }; fence = ""; next }
  /^```cpp *$/ { fence = "cpp"; body = "#line " NR + 1 " \"" page "\"\n"; includes = ""; whole = 0; last = ++n; next }
  /^```text *$/ && last { fence = "text"; file = work "/" last (whole ? ".program" : "") ".expected"; printf "" >file; last = 0; next }
  /^```/ { fence = "other"; last = 0; next }
  fence == "cpp" && !whole && /^#include/ { includes = includes $0 "\n" }
  fence == "cpp" { body = body $0 "\n"; if (/int main\(/) whole = 1; next }
  fence == "text" { print >file; next }
  /[^ ]/ { last = 0 }' "$page"

bad=0
for source in "$work"/*.cpp; do
  test -f "$source" || continue
  program=${source%.cpp}
  case $source in
    *.program.cpp) "$@" "$source" -o "$program" ;;
    *) "$@" -DNDX_COMPILED -include "$header" "$source" "$library" -o "$program" ;;
  esac || { bad=1; continue; }
  (cd "$work" && "$program") >"$program.out" || { echo "$source: exit status $?"; cat "$program.out"; bad=1; continue; }
  test ! -e "$program.expected" || diff "$program.expected" "$program.out" ||
    { echo "$source: prints (>) something else than the page says (<)"; bad=1; }
done
exit $bad
