#!/bin/sh
# Builds and runs the project in consumer/ as a stranger would, taking ndx in the way that $1 names.
#   consumer.sh WAY NDX_SOURCE NDX_BUILD WORK [ndx | compiled [,COMPONENT...]]   the compiler is $CXX
set -eu
target=${5:-ndx}
more=$(echo "${6:-}" | tr , ';')
way=$1 source=$2 build=$3 work=$4/$1-$target
here=$(dirname "$0")/consumer
rm -rf "$work"
mkdir -p "$work"
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:[A-Z]*=//p' "$build/CMakeCache.txt")

# On x86-64 ndx needs no xsimd: CMake and pkg-config find none there, and compilers stop at its header.
CXXFLAGS=${CXXFLAGS:-} without_xsimd=""
if echo | "$CXX" -dM -E -x c++ - | grep -q __x86_64__; then
  mkdir -p "$work/hidden/xsimd"
  echo '#error "ndx includes xsimd"' >"$work/hidden/xsimd/xsimd.hpp"
  export CXXFLAGS="$CXXFLAGS -I $work/hidden"
  without_xsimd="-DCMAKE_DISABLE_FIND_PACKAGE_xsimd=ON -DFETCHCONTENT_SOURCE_DIR_XSIMD=$work/hidden/no_xsimd"
fi

# An installation can be moved to another folder.
installed() { cmake --install "$build" --prefix "$work/first" >/dev/null && mv "$work/first" "$work/prefix"; }
# The files that the consumer's own installation lays down.
lays_down() {
  rm -rf "$work/own"
  cmake --install "$work/build" --prefix "$work/own" >/dev/null
  (cd "$work/own" && find . -type f) | LC_ALL=C sort
}
by_cmake() {
  cmake -S "$here" -B "$work/build" -G Ninja "-DHOW=$way" "-DNDX_SOURCE=$source" "-DTARGET=ndx::$target" \
    "-DVERSION=$version" $without_xsimd "$@"
  cmake --build "$work/build"
  "$work/build/consumer"
}
by_hand() { "$CXX" -std=c++20 $CXXFLAGS "$@" -o "$work/consumer"; "$work/consumer"; }

case $way in
  find_package)
    installed
    by_cmake "-DCMAKE_PREFIX_PATH=$work/prefix"
    mkdir "$work/early"  # a project that enables C++ after it has found ndx
    printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(early LANGUAGES NONE)' \
      'find_package(ndx REQUIRED)' >"$work/early/CMakeLists.txt"
    cmake -S "$work/early" -B "$work/early/build" "-DCMAKE_PREFIX_PATH=$work/prefix"
    ;;
  add_subdirectory)
    by_cmake -DNDX_INSTALL=ON
    lays_down | grep -q include/ndx/ndx.hpp
    ;;
  FetchContent)
    by_cmake
    test "$(lays_down)" = ./bin/consumer
    ;;
  pkg-config)
    installed
    PKG_CONFIG_PATH=$(find "$work/prefix" -name '*.pc' -exec dirname {} ';' | sort -u)
    test -d "$PKG_CONFIG_PATH"  # one folder
    export PKG_CONFIG_PATH
    [ -z "$without_xsimd" ] || export PKG_CONFIG_LIBDIR="$work/hidden"
    package=ndx
    [ "$target" = ndx ] || package=ndx-$target
    test "$(pkg-config --modversion $package)" = "$version"
    by_hand $(pkg-config --cflags $package) "$here/main.cpp" $(pkg-config --libs $package)
    ;;
  copy)
    cp -r "$source/include" "$work/include"
    if [ "$target" = compiled ]; then
      echo '#include <ndx/compiled.hpp>' >"$work/library.cpp"
      by_hand -DNDX_COMPILED -I "$work/include" "$here/main.cpp" "$work/library.cpp"
    else
      by_hand -I "$work/include" "$here/main.cpp"
    fi
    ;;
  single_header)
    cmake --build "$build" --target ndx_single_header
    by_hand -I "$build/single" "$here/main.cpp"
    by_hand -I "$build/single" "$here/../single_header.cpp"
    sh "$here/../single_header.sh" "$build/single/ndx/ndx.hpp"
    ;;
  components)  # each of them, from an installation; all are known in a project that includes ndx
    installed
    here=$(dirname "$0")/components
    cmake -S "$here" -B "$work/build" -G Ninja -DHOW=find_package "-DCMAKE_PREFIX_PATH=$work/prefix" \
      "-DVERSION=$version" "-DMORE=$more" $without_xsimd
    cmake --build "$work/build"
    (cd "$work" && build/components)
    cmake -S "$here" -B "$work/included" -G Ninja -DHOW=add_subdirectory "-DNDX_SOURCE=$source" \
      $without_xsimd
    ;;
  *) echo "unknown way: $way"; exit 2 ;;
esac
