#!/bin/sh
# Stops the program in lldb and compares what it shows of each variable with the expected texts.
#   lldb_test.sh LLDB PROGRAM PRINTERS WORK
set -eu
lldb=$1 program=$2 printers=$3 work=$4 here=$(dirname "$0")
mkdir -p "$work"
sed 's/ = .*//' "$here/expected.txt" >"$work/names"
# Debian 12's lldb does not find its own Python module.
for modules in "$(dirname "$(readlink -f "$(command -v "$lldb")")")"/../lib/python3*/dist-packages; do
  export PYTHONPATH="$modules${PYTHONPATH:+:$PYTHONPATH}"
done
"$lldb" --batch --no-lldbinit -o "command script import $printers/ndx_lldb.py" -o 'breakpoint set -n look' \
  -o run -o up -o "frame variable $(tr '\n' ' ' <"$work/names")" -o kill "$program" \
  </dev/null >"$work/output" 2>&1 || { cat "$work/output"; exit 1; }
sed -n 's/^(const ndx::[^=]*) \([^ ]* = \)/\1/p; s/^([^=]*) \(matrix[.]layout_ = \)/\1/p' "$work/output" >"$work/printed"
diff -u "$here/expected.txt" "$work/printed" || { head -20 "$work/output"; exit 1; }
