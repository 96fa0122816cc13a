#!/bin/sh
# Checks that every function of tensors that the headers under $1 (include/ndx) declare takes subscripts,
# sum(t[0]): that tensor/subscript/subscript_functions.hpp lists it. One line for each that is missing and for each
# name listed that nothing declares. What takes no tensor, tensors only in a list, or the parts of a
# split, is named here.
here=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 2
others='adopt arange block borrow cat column_stack concatenate diag_indices dstack empty eye for_each_split
  from_dlpack full geomspace hstack identity indices inflater linspace load_.* logspace manual_seed map_npy.* map_npz
  map_safetensors npy_fields npz_.*bytes ones parse_index print_options rand randint randn randperm row_stack read_part save_np[yz].*
  save_safetensors set_inflater set_print_options stack tensor terminal_style tri tril_indices triu_indices vstack write_part zeros'
find ops tensor io large interop/eigen/eigen_products.hpp interop/eigen/eigen_einsum.hpp -name '*.hpp' | LC_ALL=C sort |
  xargs awk -f "$here/public_functions.awk" |
  awk -v others="$others" '
    BEGIN {
      n = split(others, other, /[ \n]+/)
      while ((getline line < "tensor/subscript/subscript_functions.hpp") > 0)
        while (match(line, /X\([a-z_0-9]+\)/)) {
          listed[substr(line, RSTART + 2, RLENGTH - 3)] = 1
          line = substr(line, RSTART + RLENGTH)
        }
    }
    function is_other(name, i) {
      for (i = 1; i <= n; i++) if (name ~ "^" other[i] "$") return 1
      return 0
    }
    $1 ~ /::|operator/ || seen[$1]++ { next }
    !($1 in listed) && !is_other($1) {
      print $2 ": " $1 ": list it in tensor/subscript/subscript_functions.hpp, or, if it takes no tensor, here"
      bad = 1
    }
    END {
      for (name in listed) if (!seen[name]) {
        print "tensor/subscript/subscript_functions.hpp: " name ": no header declares it"
        bad = 1
      }
      exit bad
    }'
