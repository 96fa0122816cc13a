#!/bin/sh
# Builds and runs the project in consumer/ as a stranger would, taking ndx in the way that $1 names.
#   consumer.sh WAY NDX_SOURCE NDX_BUILD WORK        the compiler is $CXX
set -eu
way=$1 source=$2 build=$3 work=$4/$1
here=$(dirname "$0")/consumer
rm -rf "$work"
mkdir -p "$work"

installed() { cmake --install "$build" --prefix "$work/prefix" >/dev/null; }
by_cmake() {
  cmake -S "$here" -B "$work/build" -G Ninja "-DHOW=$way" "-DNDX_SOURCE=$source" "$@"
  cmake --build "$work/build"
  "$work/build/consumer"
}
by_hand() { "$CXX" -std=c++20 "$@" "$here/main.cpp" -o "$work/consumer"; "$work/consumer"; }

case $way in
  find_package) installed; by_cmake "-DCMAKE_PREFIX_PATH=$work/prefix" ;;
  add_subdirectory | FetchContent) by_cmake ;;
  pkg-config)
    installed
    export PKG_CONFIG_PATH="$work/prefix/share/pkgconfig"
    test "$(pkg-config --modversion ndx)" = "$(sed -n 's/^CMAKE_PROJECT_VERSION:[A-Z]*=//p' "$build/CMakeCache.txt")"
    by_hand $(pkg-config --cflags --libs ndx)
    ;;
  copy) cp -r "$source/include" "$work/include"; by_hand -I "$work/include" ;;
  *) echo "unknown way: $way"; exit 2 ;;
esac
