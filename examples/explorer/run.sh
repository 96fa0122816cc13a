#!/usr/bin/env bash
# Installs what is missing (Debian, Ubuntu), compiles the library and the explorer's engine to
# WebAssembly, and puts them into one page that needs no server and no network:
#
#   bash examples/explorer/run.sh && xdg-open build/explorer/explorer.html
#
# From the environment: NDX_BUILD_DIR (default build/explorer).
set -euo pipefail
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
root=$(realpath "$here/../..")
source "$root/cmake/need.sh"
build=${NDX_BUILD_DIR:-$root/build/explorer}

echo "ndx explorer: install what is missing, compile to WebAssembly (half a minute), make the page"
need em++=emscripten /usr/include/xsimd/xsimd.hpp=libxsimd-dev
# A cross compiler must not search the folder that xsimd is installed in.
mkdir -p "$build/include"
ln -sfn /usr/include/xsimd "$build/include/xsimd"

# The module keeps its name: the page calls createEngine({wasmBinary}). Debian's emscripten looks for
# acorn in the folder that NODE_PATH names.
command=(em++ -std=c++20 -Os -flto -fwasm-exceptions -DNDEBUG -I "$root/include" -I "$build/include"
  "$here/engine/explorer.cpp" -o "$build/engine.js" -sMODULARIZE=1 -sEXPORT_NAME=createEngine
  -sENVIRONMENT=web -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=268435456
  -sEXPORTED_RUNTIME_METHODS=ccall -sEXPORTED_FUNCTIONS=_malloc,_free)
if [[ ! -e $build/engine.wasm || $(cat "$build/command" 2>/dev/null) != "${command[*]}" ||
  -n $(find "$root/include" "$here/engine" -newer "$build/engine.wasm" -name '*.[ch]pp' -print -quit) ]]; then
  NODE_PATH=${NODE_PATH:-/usr/share/nodejs} "${command[@]}"
  echo "${command[*]}" >"$build/command"
fi
sh "$here/assemble.sh" "$build" >"$build/explorer.html"
echo "$build/explorer.html: $(($(wc -c <"$build/explorer.html") / 1024)) KB, to be opened in a browser"
