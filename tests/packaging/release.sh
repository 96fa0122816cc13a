#!/bin/sh
# Makes a release as the target ndx_release does, verifies its checksums, and compiles and runs a program with its
# single header, and one with the headers of its source archive.
#   release.sh SOURCE VERSION SITE WORK
set -eu
source=$1 version=$2 site=$3 work=$4
cmake -D SOURCE="$source" -D VERSION="$version" -D SITE="$site" -D RELEASE="$work/release" -P "$source/cmake/release.cmake"
cd "$work/release"
[ "$(wc -l <SHA256SUMS)" = 3 ] || { echo "SHA256SUMS should have three lines:"; cat SHA256SUMS; exit 1; }
sha256sum -c SHA256SUMS

cat >"$work/single.cpp" <<END
#include "release/ndx-$version.hpp"
#include <iostream>
int main() {
  const auto t = ndx::arange(12).reshape({3, 4});
  std::cout << t.index({ndx::tensor({0, 2}), -1}) << "\n";
}
END
sed "s|\"release/.*\"|<ndx/ndx.hpp>|" "$work/single.cpp" >"$work/archive.cpp"
tar -xzf "ndx-$version.tar.gz" -C "$work"
for program in single archive; do
  "${CXX:-c++}" -std=c++20 -Wall -Wextra -Werror -I "$work/ndx-$version/include" "$work/$program.cpp" -o "$work/$program"
  printed=$("$work/$program")
  [ "$printed" = "[ 3 11]" ] || { echo "$program printed $printed"; exit 1; }
done
tar -tzf "ndx-$version-site.tar.gz" | grep -qx './index.html' || { echo "the site has no index.html"; exit 1; }
