#!/usr/bin/env bash
# Runs the tests with the compilers of another release of Debian, in a folder that holds its base system:
#   bash tests/release.sh RELEASE [COMPILER]      such as trixie, or sid clang++
#
# Needs root, and fetches the base system once, into build/release/RELEASE. The tests there are those of
# tests/run.sh, on a copy of the files that git knows; NDX_TESTS chooses among them. Ends with "N passed, N failed".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source cmake/need.sh
(($# >= 1)) || { sed -n '2,6p' "$0" >&2; exit 2; }
release=$1 compiler=${2:-g++} root=$PWD/build/release/$1
need debootstrap=debootstrap || { echo "0 passed, 1 failed"; exit 1; }

mirror=$(sed -n 's/^URIs: *//p; s/^deb \([^ ]*\) .*/\1/p' /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
if [[ ! -x $root/usr/bin/apt-get ]]; then
  rm -rf "$root" && mkdir -p "$root" || exit 1
  debootstrap --variant=minbase "$release" "$root" ${mirror:+"$mirror"} >"$root.log" ||
    { echo "debootstrap failed, see $root.log"; rm -rf "$root"; echo "0 passed, 1 failed"; exit 1; }
fi
cp /etc/resolv.conf "$root/etc/" && cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2>/dev/null
mkdir -p "$root/src" && git ls-files -z --cached --others --exclude-standard | tar --null -cT - | tar -x -C "$root/src"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  CXX="$compiler" NDX_TESTS="${NDX_TESTS:-}" bash -c 'apt-get update -q >/dev/null; cd /src && bash tests/run.sh'
