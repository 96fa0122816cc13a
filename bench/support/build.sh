# Sourced by the scripts that build and run one program of bench/, with the name of the folder in build/ for what they
# make, $build. Goes to the root of the sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source cmake/need.sh
export CXX=${CXX:-g++}
build=${NDX_BUILD_DIR:-build/$1}
mkdir -p "$build"

# compile SOURCE PROGRAM FLAG...
compile() {
  need "$CXX=${CXX/clang++/clang}"
  "$CXX" -std=c++20 "${@:3}" -DNDEBUG -I include -I bench "$1" -o "$2" -pthread
}
