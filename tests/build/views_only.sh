#!/bin/sh
# Fails if an object file that makes views only defines a function of the engine or of its kernels:
# they take most of the time that the compiler takes for an index.
#   views_only.sh NM VIEWS_ONLY.o
symbols=$("$1" --defined-only "$2") || exit 1
echo "$symbols" | grep -q walk_basic || { echo "makes no views at all"; exit 1; }
engine=$(echo "$symbols" | grep -E 'gather|IndexedLoop|WorkUnits|SmallIndex|make_plan')
test -z "$engine" || { echo "compiled, though views need none of it:"; echo "$engine"; exit 1; }
