#!/bin/sh
# Builds and runs a program by Bazel, with ndx's BUILD.bazel beside ndx's sources. Debian's Bazel is
# older than modules, so that a WORKSPACE names what MODULE.bazel does: rules_cc, which were part of
# Bazel then, and off x86-64 xsimd, whose headers are in XSIMD.
#   bazel.sh NDX_SOURCE XSIMD WORK
set -eu
source=$1 xsimd=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work/source"
mkdir -p "$work/source/ndx" "$work/source/rules_cc/cc"
cd "$work/source"
cp -r "$source/include" "$source/cmake" ndx
cp "$source/cmake/packaging/bazel/BUILD.bazel" ndx
cp "$here/../build/consumer/main.cpp" .
cat >WORKSPACE <<'END'
local_repository(name = "ndx", path = "ndx")
local_repository(name = "rules_cc", path = "rules_cc")
local_repository(name = "rules_java", path = "/usr/share/bazel/rules/java")
END
touch ndx/WORKSPACE rules_cc/WORKSPACE rules_cc/cc/BUILD
for rule in library binary test import toolchain toolchain_suite; do
  echo "cc_$rule = native.cc_$rule"
done >rules_cc/cc/defs.bzl
if [ "$(uname -m)" != x86_64 ]; then
  mkdir xsimd
  ln -s "$xsimd/xsimd" xsimd/xsimd
  echo 'local_repository(name = "xsimd", path = "xsimd")' >>WORKSPACE
  touch xsimd/WORKSPACE
  cat >xsimd/BUILD <<'END'
cc_library(name = "xsimd", hdrs = glob(["xsimd/**/*.hpp"]), includes = ["."], visibility = ["//visibility:public"])
END
fi
cat >BUILD <<'END'
cc_binary(name = "consumer", srcs = ["main.cpp"], deps = ["@ndx"])
END
bazel --batch --output_user_root="$work/bazel" run --spawn_strategy=local --cxxopt=-std=c++20 //:consumer
