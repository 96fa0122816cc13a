#!/bin/sh
# The module ndx: module.sh CLANG INCLUDE WORK [FLAG...] compiles it, and a program that imports it, which must
# print what it prints with the headers; a second file of the program includes the headers. Then every public name
# that <ndx/all.hpp> has must be exported.
set -e
clang=$1 include=$2 work=$3
shift 3
here=$(dirname "$0")
mkdir -p "$work"

"$clang" "$@" -I "$include" --precompile "$include/ndx/ndx.cppm" -o "$work/ndx.pcm"
"$clang" "$@" -c "$work/ndx.pcm" -o "$work/ndx.o"
with_headers="-D NDX_TEST_HEADERS -I $include"
"$clang" "$@" $with_headers -D NDX_TEST_SECOND_FILE -c "$here/module_user.cpp" -o "$work/second.o"
"$clang" "$@" "-fmodule-file=ndx=$work/ndx.pcm" "$here/module_user.cpp" "$work/second.o" "$work/ndx.o" -o "$work/imports"
"$clang" "$@" $with_headers "$here/module_user.cpp" "$work/second.o" -o "$work/includes"
"$work/imports" >"$work/imports.txt"
"$work/includes" >"$work/includes.txt"
diff "$work/includes.txt" "$work/imports.txt"

# Each public name as the reference lists it. With the headers alone, those of headers that need another library
# are not there; the others must be there with the module as well.
names() { cut -d '|' -f 1 "$here/signatures.txt" | sed 's/ *$//' | grep -v -e :: -e ^operator | sort -u; }
unknown() { # SOURCE FLAG...: the names that this file's using-declarations do not find
  source=$1
  shift
  "$clang" "$@" -fsyntax-only -ferror-limit=0 "$source" 2>&1 |
    sed -n "s/.*error: no member named '\([^']*\)'.*/\1/p" | sort -u
}
uses() { names | awk '{ print "namespace name_" NR " { using ndx::" $0 "; }" }'; }
{ echo '#include <ndx/all.hpp>'; uses; } >"$work/headers.cpp"
{ echo 'import ndx;'; uses; } >"$work/module.cpp"
unknown "$work/headers.cpp" "$@" -I "$include" >"$work/headers.txt"
unknown "$work/module.cpp" "$@" "-fmodule-file=ndx=$work/ndx.pcm" >"$work/module.txt"
grep -q . "$work/headers.txt" || { echo "all.hpp has every name: the check sees nothing"; exit 1; }
diff "$work/headers.txt" "$work/module.txt" | sed -n 's/^> /the module does not export /p' >"$work/missing.txt"
! grep . "$work/missing.txt"
