#!/bin/sh
# An editor that completes `t.` of a tensor offers fewer than 150 names, those that are refused with a
# message included, and the methods that are looked for are among them. Asks clang, as clangd does.
#   completion.sh CLANG FLAGS...
source=$(mktemp -d)/unit.cpp || exit 2
trap 'rm -rf "$(dirname "$source")"' EXIT
printf '#include <ndx/ndx.hpp>\nvoid f(const ndx::Tensor<float>& t) {\n  t.\n}\n' >"$source"
"$@" -fsyntax-only -Xclang -code-completion-at="$source:3:5" "$source" 2>&1 |
  sed -n 's/^COMPLETION: \([^ ]*\).*/\1/p' | sort -u >"$source.names"
for name in index reshape sum numel; do
  grep -qx "$name" "$source.names" || { echo "t.$name is not offered"; exit 1; }
done
offered=$(wc -l <"$source.names")
test "$offered" -lt 150 && exit 0
cat "$source.names"
echo "-- t. completes to $offered names, not to fewer than 150"
exit 1
