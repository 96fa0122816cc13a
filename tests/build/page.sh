#!/bin/sh
# Compiles and runs the ```cpp blocks of a page. A block with main() is a program as it stands, any
# other is the body of a function that uses namespace ndx, with what it includes before it. A ```text
# block right after it is what it prints. An .svg file that it writes is the one that the page shows,
# from the folder pictures next to it. The programs run in the folder WORK, where they may leave files.
#   page.sh PAGE.md WORK HEADER LIBRARY COMPILER FLAGS...
# To save time, the functions of a page are one program. It includes HEADER, precompiled, which has
# what each block includes, and links the compiled LIBRARY. A block with a main() is compiled as a
# reader compiles it. From the environment: PAGE_WITHOUT, a regular expression for the includes whose
# libraries are not there, so that blocks with them are left out; and PAGE_MPIRUN, by which programs
# with distributed tensors are run.
page=$1 work=$2 header=$3 library=$4
shift 4
rm -rf "$work" && mkdir -p "$work" || exit 2

awk -v work="$work" -v page="${page##*/}" -v without="${PAGE_WITHOUT:-^$}" '
  function finish() {
    if (left_out) { last = 0; return }
    if (whole) { printf "%s", body >(work "/" n ".program.cpp"); return }
    printf "%snamespace {\nvoid block_%d() {\nusing namespace ndx;\n%s}\n}\n", includes, n, body >all
    calls = calls "  if (std::atoi(arguments[1]) == " n ") block_" n "();\n"
    print n >(work "/blocks")
  }
  BEGIN { all = work "/all.cpp" }
  /^```/ && fence { if (fence == "cpp") finish(); fence = ""; next }
  /^```cpp *$/ { fence = "cpp"; body = "#line " NR + 1 " \"" page "\"\n"; includes = ""; whole = left_out = 0; last = ++n; next }
  fence == "cpp" && /^#include/ && $0 ~ without { left_out = 1 }
  /^```text *$/ && last { fence = "text"; file = work "/" last ".expected"; printf "" >file; last = 0; next }
  /^```/ { fence = "other"; last = 0; next }
  fence == "cpp" && !whole && /^#include/ { includes = includes $0 "\n"; body = body "\n"; next }
  fence == "cpp" { body = body $0 "\n"; if (/int main\(/) { whole = 1; body = includes body }; next }
  fence == "text" { print >file; next }
  /[^ ]/ { last = 0 }
  END { if (calls) printf "int main(int, char** arguments) {\n%s}\n", calls >all }' "$page"

bad=0
run() {  # run NUMBER PROGRAM ARGUMENT...: compares what a block prints with the page
  block=$work/$1
  shift
  (cd "$work" && "$@") >"$block.out" || { echo "$block: exit status $?"; cat "$block.out"; bad=1; return; }
  test ! -e "$block.expected" || diff "$block.expected" "$block.out" ||
    { echo "$block: prints (>) something else than the page says (<)"; bad=1; }
}
for source in "$work"/*.program.cpp; do
  test -f "$source" || continue
  program=${source%.cpp}
  "$@" "$source" -o "$program" || { bad=1; continue; }
  by=
  if grep -q '^#include <ndx/distributed' "$source"; then by=$PAGE_MPIRUN; fi
  run "$(basename "$program" .program)" $by "$program"
done
if test -f "$work/blocks"; then
  "$@" -DNDX_COMPILED -include "$header" "$work/all.cpp" "$library" -o "$work/all" || exit 1
  while read -r number; do run "$number" "$work/all" "$number"; done <"$work/blocks"
fi
for picture in "$work"/*.svg; do
  test -f "$picture" || continue
  cmp "$picture" "$(dirname "$page")/pictures/${picture##*/}" ||
    { echo "$picture is not what the page shows; if it should be, copy it"; bad=1; }
done
exit $bad
