#!/usr/bin/env bash
# Builds Debian packages from this tree: libndx-dev with the headers, libndx0.3 with the compiled
# library. Installs what building needs where it may.
#   build.sh [FOLDER]        where the packages go, default build/debian
# From the environment: NDX_OPTIONS, more options of CMake.
set -euo pipefail
out=$(realpath -m "${1:-build/debian}")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
source cmake/need.sh
need dpkg-buildpackage=dpkg-dev /usr/share/build-essential=build-essential dh=debhelper cmake=cmake $(headers_need)

number() { sed -n "s/^#define NDX_VERSION_$1 //p" include/ndx/base/config.hpp; }
abi=$(number MAJOR).$(number MINOR)  # of the shared library
version=$abi.$(number PATCH)
source=$out/ndx-$version
rm -rf "$source"
mkdir -p "$source/examples"
cp -r include cmake CMakeLists.txt LICENSE README.md "$source"
cp -r examples/guide "$source/examples"
mv "$source/cmake/packaging/debian" "$source/debian"
rm -r "$source/cmake/packaging"

# What is written once elsewhere: the licence, the version.
cd "$source/debian"
sed 1,4d ../LICENSE | sed 's/^$/./; s/^/ /' >>copyright
sed "s/@ABI@/$abi/" control.in >control
mv shared.install "libndx$abi.install"
rm control.in build.sh
cat >changelog <<END
ndx ($version) unstable; urgency=medium

  * Release $version: see examples/guide/changelog.md.

 -- ${DEBFULLNAME:-The ndx authors} <${DEBEMAIL:-ndx@example.org}>  $(date -R)
END
cd "$source"
dpkg-buildpackage -b -us -uc -j"$(nproc)"
rm -r "$source"
