#!/bin/sh
# A program may hold two versions of ndx, each in a namespace of its own: compiles a file with this
# one and with the next minor one, in WORK, and compares the symbols.
#   two_versions.sh INCLUDE WORK NM COMPILER FLAGS...
here=$(dirname "$0") include=$1 work=$2 nm=$3
shift 3
rm -rf "$work" && mkdir -p "$work" && cp -r "$include" "$work/next" || exit 2
config=$work/next/ndx/base/config.hpp
minor=$(sed -n 's/^#define NDX_VERSION_MINOR //p' "$config")
sed "s/^#define NDX_VERSION_MINOR .*/#define NDX_VERSION_MINOR $((minor + 1))/" "$config" >"$work/config" &&
  mv "$work/config" "$config" || exit 2
for side in "$include" "$work/next"; do
  "$@" -I "$side" -c "$here/two_versions.cpp" -o "$work/$(basename "$side").o" || exit 1
done
sh "$here/odr_symbols.sh" "$nm" "$work/$(basename "$include").o" "$work/next.o"
