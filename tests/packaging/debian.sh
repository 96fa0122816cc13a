#!/bin/sh
# Builds the Debian packages, lets lintian look at them, unpacks them, and builds and runs a project
# that finds ndx there, header-only and with the compiled library.
#   debian.sh NDX_SOURCE WORK
set -eu
source=$1 work=$2
consumer=$(cd "$(dirname "$0")/../build/consumer" && pwd)
rm -rf "$work"
mkdir -p "$work"
# Without what debuggers read, and not optimised: both take long.
env -u CXX DEB_BUILD_OPTIONS="noopt noautodbgsym" DEB_CXXFLAGS_STRIP=-g NDX_OPTIONS=-DNDX_COMPILED_OPTIONS=-O0 \
  bash "$source/cmake/packaging/debian/build.sh" "$work/packages"
lintian --fail-on error,warning "$work"/packages/*.changes
for package in "$work"/packages/libndx*.deb; do dpkg -x "$package" "$work/root"; done
for target in ndx compiled; do
  cmake -S "$consumer" -B "$work/$target" -G Ninja -DHOW=find_package "-DTARGET=ndx::$target" \
    "-DCMAKE_PREFIX_PATH=$work/root/usr"
  cmake --build "$work/$target"
  "$work/$target/consumer"
done
