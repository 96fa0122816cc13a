#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), installs the package ndx of this folder into a virtual
# environment of its own, build/python/venv, and runs demo.py, or the program named:
#
#   bash examples/python/run.sh [PROGRAM.py ARGUMENTS…]
#
# Afterwards: build/python/venv/bin/python -c 'import ndx; help(ndx.index)'
# From the environment: CXX, NDX_BUILD_DIR (default build/python), NDX_CXX_FLAGS (default -O2).
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
root=$here/../..
source "$root/cmake/need.sh"
export NDX_BUILD_DIR=${NDX_BUILD_DIR:-$root/build/python}
export CXX=${CXX:-g++}

echo "ndx for Python: install what is missing, build the package (about a minute), run ${1:-demo.py}"
need "$CXX=${CXX/clang++/clang}" cmake=cmake ninja=ninja-build python:numpy=python3-numpy \
  python:ensurepip=python3-venv /usr/bin/python3-config=python3-dev /usr/include/pybind11/pybind11.h=pybind11-dev

# The environment sees Debian's NumPy. Nothing is compiled again that has not changed.
venv=$NDX_BUILD_DIR/venv
[[ -x $venv/bin/pip ]] || /usr/bin/python3 -m venv --system-site-packages "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check "$here"

(($#)) || set -- "$here/demo.py"
PYTHONDONTWRITEBYTECODE=1 exec "$venv/bin/python" "$@"
