#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), builds the Python module ndx of this folder for this
# machine into build/python, and runs demo.py, or the program named:
#
#   bash examples/python/run.sh [PROGRAM.py ARGUMENTS…]
#
# Afterwards: PYTHONPATH=build/python /usr/bin/python3 -c 'import ndx; help(ndx.index)'
# From the environment: CXX, NDX_BUILD_DIR (default build/python), NDX_CXX_FLAGS (default
# "-O2 -march=native").
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
root=$here/../..
source "$root/cmake/need.sh"
build=${NDX_BUILD_DIR:-$root/build/python}
export CXX=${CXX:-g++}

echo "ndx for Python: install what is missing, build the module (about a minute), run ${1:-demo.py}"
need "$CXX=${CXX/clang++/clang}" python:numpy=python3-numpy /usr/bin/python3-config=python3-dev \
  /usr/include/pybind11/pybind11.h=pybind11-dev

mkdir -p "$build"
module=$build/ndx$(/usr/bin/python3-config --extension-suffix)
read -ra flags <<<"${NDX_CXX_FLAGS--O2 -march=native}"
read -ra python <<<"$(/usr/bin/python3-config --includes)"
command=("$CXX" -std=c++20 "${flags[@]}" -fPIC -fvisibility=hidden -DNDEBUG -I "$root/include" "${python[@]}")

# Nothing is compiled again if neither the sources nor the command have changed.
if [[ ! -e $module || $(cat "$build/command" 2>/dev/null) != "${command[*]}" ||
  -n $(find "$root/include" "$here" -newer "$module" \( -name '*.[ch]pp' -o -name '*.inc' \) -print -quit) ]]; then
  workers=()
  for part in reads writes; do
    "${command[@]}" -c "$here/$part.cpp" -o "$build/$part.o" &
    workers+=($!)
  done
  for worker in "${workers[@]}"; do wait "$worker"; done
  "$CXX" -shared -pthread "$build/reads.o" "$build/writes.o" -o "$module"
  echo "${command[*]}" >"$build/command"
fi

(($#)) || set -- "$here/demo.py"
PYTHONPATH=$build${PYTHONPATH:+:$PYTHONPATH} PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/python3 "$@"
