#!/bin/sh
# What npyidx says and how it ends: npyidx_test.sh <the program> <the folder examples/data> <terminal.so>.
# The values are NumPy's for the same expressions.
npyidx=$1
terminal=$3
cd "$2" || exit 2
out=$(mktemp -d) || exit 2
trap 'rm -rf "$out"' EXIT
failures=0

# expect <status> <all that is printed> <arguments…>
expect() {
  status=$1 text=$2
  shift 2
  said=$("$npyidx" "$@" 2>&1)
  ended=$?
  if [ "$ended" = "$status" ] && [ "$said" = "$text" ]; then return; fi
  failures=$((failures + 1))
  printf 'npyidx'; printf " '%s'" "$@"
  printf '\nended with %s, not %s, and said\n%s\ninstead of\n%s\n\n' "$ended" "$status" "$said" "$text"
}

# ---- Results.

expect 0 'shape (4), dtype int64
[12 13 14 15]' cube.npy '-1, 0'
expect 0 'shape (2, 3), dtype int64
[[16 20 12]
 [19 23 15]]' cube.npy '1, [1, 2, 0], [[0], [3]]'
expect 0 'shape (2, 3, 4), dtype int64
[[[ 0  1  2  3]
  [ 2  2  2  2]
  [ 8  9 10 11]]

 [[12 13 14 15]
  [ 2  2  2  2]
  [20 21 22 23]]]' cube.npy ':, 1' --set 2.9

# -o writes what is printed; that can be indexed, and be set from.
expect 0 'shape (3), dtype int64
[ 3 15  3]' cube.npy '[0, 1, 0], 0, 3' -o "$out/three.npy"
expect 0 'shape (2), dtype int64
[15  3]' "$out/three.npy" 1:
"$npyidx" cube.npy '0, :, 0' --set "@$out/three.npy" -o "$out/cube.npy" >"$out/said"
expect 0 'shape (2, 3), dtype int64
[[ 3 15  3]
 [12 16 20]]' "$out/cube.npy" ':, :, 0'
"$npyidx" frost.npy '0, :2' --set True -o "$out/frost.npy" >"$out/said"
expect 0 'shape (2), dtype bool
[ True  True]' "$out/frost.npy" '0, :2'

# ---- The four rules, for reads and writes.

expect 0 'shape (3, 2), dtype int64
[[0 1]
 [4 5]
 [8 9]]' cube.npy '0, :, [0, 1]' --rule index
expect 0 'shape (2, 3), dtype int64
[[0 4 8]
 [1 5 9]]' cube.npy '0, :, [0, 1]' --rule numpy_index
expect 0 'shape (2, 2), dtype int64
[[12 13]
 [16 17]]' cube.npy '1, [0, 1], [0, 1]' --rule oindex
expect 0 'shape (2, 2), dtype int64
[[ 0 12]
 [ 5 17]]' cube.npy ':, [0, 1], [0, 1]' --rule vindex
"$npyidx" cube.npy '1, [0, 1], [0, 1]' --rule oindex --set 0 -o "$out/zeros.npy" >"$out/said"
expect 0 'shape (2, 4), dtype int64
[[ 0  0 14 15]
 [ 0  0 18 19]]' "$out/zeros.npy" '1, :2'
expect 1 'npyidx: vindex: term 1: index 9 is out of bounds for dimension 1 with size 3
  0, 9
     ^' cube.npy '0, 9' --rule vindex --explain
expect 2 'npyidx: --rule outer: expected index, numpy_index, oindex or vindex' cube.npy 0 --rule outer

# ---- What an expression does, told and drawn.

expect 0 'x[0, :, [0, 1]] by numpy_index (NumPy'"'"'s rule), where x has shape (2, 3, 4)

  term    takes     what it does                      in the view  in the result
  0       dim 0: 2  selects index 0, as an index      -            -
                    tensor
  :       dim 1: 3  keeps all                         dim 0: 3     dim 1: 3
  [0, 1]  dim 2: 4  picks by indices of shape (2)     dim 1: 4     dim 0: 2

  view     x[0, :, :]: shape (3, 4), strides (4, 1), offset 0
  indices  of shapes () and (2), broadcast together to (2)
  placing  integers count as index tensors, and '"':' separates '0' from '[0, 1]'"',
           so the index dims go in front
  result   shape (2, 3); a copy

By the other rules:
  index   (3, 2)  integers are applied first; the index dims replace the indexed
                  dims
  oindex  (3, 2)  the index dims replace the indexed dims
  vindex  (2, 3)  the same

shape (2, 3), dtype int64
[[0 4 8]
 [1 5 9]]' cube.npy '0, :, [0, 1]' --rule numpy_index --explain
expect 0 'shape (), dtype int64
0' cube.npy '0, 0, 0' --svg "$out/picture.svg"
[ "$(tail -n 1 "$out/picture.svg")" = '</svg>' ] || { echo 'no picture was drawn'; failures=$((failures + 1)); }
expect 1 "npyidx: $out/none/picture.svg: cannot be written" cube.npy 0 --svg "$out/none/picture.svg"

# ---- Errors of the index: status 1, with the place of the term where one is to blame.

expect 1 'npyidx: index: term 1: index 57 is out of bounds for dimension 1 with size 3
  0, 57
     ^' cube.npy '0, 57'
expect 1 'npyidx: index: term 1: index 3 at [1] is out of bounds for dimension 1 with size 3
  0, [0, 3], 1
     ^' cube.npy '0, [0, 3], 1'
expect 1 "npyidx: index: term 1: an index can only have a single ellipsis ('...')
  ..., ...
       ^" cube.npy '..., ...'
expect 1 'npyidx: index_put_: term 0: index -3 is out of bounds for dimension 0 with size 2
  -3
  ^' cube.npy -3 --set 1
expect 1 'npyidx: index: too many indices for tensor: tensor is 3-dimensional, but 4 were indexed
  0, 0, 0, 0
           ^' cube.npy '0, 0, 0, 0'
expect 1 'npyidx: index: index tensors of shapes (2) and (3) cannot be broadcast together' \
  cube.npy '[0, 1], [0, 1, 2]'
expect 1 'npyidx: index_put_: value of shape (3) cannot be broadcast to the indexed shape (4)' \
  cube.npy '0, 0' --set @summer.npy
expect 1 'npyidx: load_npy_any: none.npy: cannot be opened: No such file or directory' none.npy 0

# ---- What cannot be read: status 2.

expect 2 "npyidx: parse_index: expected ',' or ']' here
  [0, 1 2]
        ^" cube.npy '[0, 1 2]'
expect 2 'npyidx: parse_index: load_index: none.npy: cannot be opened: No such file or directory
  0, @none.npy
     ^' cube.npy '0, @none.npy'
expect 2 'npyidx: --set 1x: expected a number, True, False or @FILE.npy' cube.npy 0 --set 1x
expect 2 'npyidx: expected a file and an expression; see npyidx --help' cube.npy
expect 2 'npyidx: there is no option --rules' cube.npy 0 --rules
expect 2 'npyidx: --rule needs a value' cube.npy 0 --rule
expect 2 'npyidx: -o needs a value' cube.npy 0 -o

# ---- Colours, on a terminal alone and unless NO_COLOR is set.

# on_terminal VARIABLE=VALUE... PROGRAM ARGUMENT...: what it says where it sees a terminal.
on_terminal() { env -u NO_COLOR TERM=xterm ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD="$terminal" "$@" 2>&1; }
colours() { on_terminal "$@" "$npyidx" cube.npy 0 --explain | grep -c "$(printf '\033')"; }
[ "$(colours)" -gt 0 ] || { echo 'no colours on a terminal'; failures=$((failures + 1)); }
[ "$(colours NO_COLOR=1)" = 0 ] || { echo 'colours where NO_COLOR is set'; failures=$((failures + 1)); }

# ---- How far a long read is, on a terminal alone.

{
  printf '\223NUMPY\001\000v\000'
  printf '%-117s\n' "{'descr': '|i1', 'fortran_order': False, 'shape': (67108864,), }"
  head -c 67108864 /dev/zero
} >"$out/large.npy"
expect 0 'shape (), dtype int8
0' "$out/large.npy" -1
on_terminal "$npyidx" "$out/large.npy" : -o "$out/copy.npy" >"$out/said"
for line in "reading $out/large.npy: 50 %" "writing $out/copy.npy: 50 %" 'shape (67108864), dtype int8'; do
  grep -q "$line" "$out/said" && continue
  echo "npyidx on a terminal did not say: $line"
  failures=$((failures + 1))
done
cmp "$out/large.npy" "$out/copy.npy" || failures=$((failures + 1))

[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
