#!/bin/sh
# Puts the page together: assemble.sh BUILD > explorer.html, where BUILD holds engine.js, engine.wasm.
#
# "<!-- include FILE -->" is replaced by that file. The page's modules become one script: their imports
# and the word export are left out, because a page that is opened from disk cannot import files.
set -eu
build=$1
page=$(dirname "$0")/page
modules='palette format scene flow cells inspect state quiz/gallery quiz/quiz download code engine tensor_view main'

for module in $modules; do
  printf '// %s.js\n' "$module"
  sed -e '/^import .*;$/d' -e 's/^export //' "$page/$module.js"
done >"$build/scripts.js"
gzip -9 -n -c "$build/engine.wasm" | base64 -w 0 >"$build/engine.txt"
awk -v build="$build" -v page="$page" '
  function include(name,    file, line) {
    file = (name == "style.css" ? page : build) "/" name
    while ((getline line < file) > 0) printf "%s%s", line, (name == "engine.txt" ? "" : "\n")
    close(file)
  }
  match($0, /<!-- include [a-z.]+ -->/) {
    printf "%s", substr($0, 1, RSTART - 1)
    include(substr($0, RSTART + 13, RLENGTH - 17))
    print substr($0, RSTART + RLENGTH)
    next
  }
  { print }' "$page/page.html"
