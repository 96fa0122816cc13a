#!/bin/sh
# Stops the program in gdb and compares what it prints of each variable with the expected texts. Then it steps
# over accesses to elements.
#   gdb_test.sh GDB PROGRAM PRINTERS WORK
set -eu
gdb=$1 program=$2 printers=$3 work=$4 here=$(dirname "$0")
mkdir -p "$work"
cat "$here/expected.txt" "$here/expected_gdb.txt" >"$work/expected"
sed 's/ = .*//' "$work/expected" >"$work/names"
sed 's/^/print /' "$work/names" >"$work/commands"
"$gdb" -batch -nx -ex "source $printers/ndx_gdb.py" -ex 'break look' -ex run -ex up -x "$work/commands" \
  "$program" >"$work/output" 2>&1 || { cat "$work/output"; exit 1; }
sed -n 's/^\$[0-9]* = //p' "$work/output" | paste -d = "$work/names" - | sed 's/=/ = /' >"$work/printed"
diff -u "$work/expected" "$work/printed" || { head -20 "$work/output"; exit 1; }
"$gdb" -batch -nx -ex "source $printers/ndx_gdb.py" -ex 'break sum_of_elements' -ex run -ex next -ex step -ex step \
  -ex step -ex step "$program" >"$work/steps" 2>&1 || { cat "$work/steps"; exit 1; }
tail -n 1 "$work/steps" | grep -q 'return sum;' || { cat "$work/steps"; exit 1; }
