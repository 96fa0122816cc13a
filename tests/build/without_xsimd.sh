#!/bin/sh
# With a flag under which ndx needs xsimd, and without it on the machine, one clear error says what to install.
# The machine is a folder of links to what this one has. Without the flag the compiler needs no xsimd.
#   without_xsimd.sh FLAG MESSAGE COMPILER FLAGS...      as one_clear_error.sh
flag=$1 message=$2
shift 2
root=$(mktemp -d) || exit 2
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/usr/include" && ln -s /usr/include/* "$root/usr/include" && ln -s /usr/lib /usr/lib?* "$root/usr" &&
  rm -f "$root/usr/include/xsimd" || exit 2
sh "$(dirname "$0")/one_clear_error.sh" "$flag" "$message" "$@" --sysroot="$root"
