#!/usr/bin/env bash
# Measures what large data costs, a section at a time: installs what is missing (Debian, Ubuntu),
# builds the section's program, runs it and appends its table to build/large/report.md.
#
#   bench/large.sh                  every section of bench/large
#   bench/large.sh files messages   these sections
#
# Environment variables: CXX, NDX_BUILD_DIR (default build/large), NDX_LARGE_MB (the size of the
# data; each section has its own default), NDX_LARGE_FLAGS (more compiler flags, such as
# "-O3 -march=native"). A section is a script bench/large/NAME.sh, which is
# sourced from the top of the repository and uses `need` (cmake/need.sh) and `build`; a section
# whose packages cannot be installed is left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/need.sh
build_dir=${NDX_BUILD_DIR:-build/large}
export CXX=${CXX:-g++}
mkdir -p "$build_dir"

# build NAME [FLAGS...]: compiles bench/large/NAME.cpp at -O2 into $build_dir/NAME.
build() {
  local name=$1
  shift
  echo "-- building $name" >&2
  "$CXX" -std=c++20 -O2 -DNDEBUG -I include -I bench "bench/large/$name.cpp" -o "$build_dir/$name" "$@" \
    ${NDX_LARGE_FLAGS:-}
}

need "$CXX=${CXX/clang++/clang}"
sections=("$@")
if ((!$#)); then
  for script in bench/large/*.sh; do sections+=("$(basename "$script" .sh)"); done
fi
: >"$build_dir/report.md"
echo "large data: sections ${sections[*]}; report $build_dir/report.md"
failed=0
for section in "${sections[@]}"; do
  code=0
  (
    set -euo pipefail
    source "bench/large/$section.sh"
  ) | tee -a "$build_dir/report.md" || code=$?
  ((code == 0)) || { echo "-- section $section failed with code $code" >&2 && failed=1; }
done
exit $failed
