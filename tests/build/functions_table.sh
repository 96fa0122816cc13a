#!/bin/sh
# Checks the table of public functions, tensor/functions.def, against the headers under $1 (include/ndx):
# every function that they declare has a row, every row its function, and the public header that the row
# names has it: ndx.hpp, or one that adds it to ndx.hpp. One line for each offence.
here=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 2
{
  grep -v '^[/#]' tensor/functions.def | grep -oE 'NDX_FUNCTION(_[A-Z_]+)?\([a-z][^,)]*(, [a-z_0-9]*)?'
  grep -oE '^ *# *include <ndx/[^>]*' $(find . -name '*.hpp' | sed 's|^\./||')
  find ops tensor io large interop/eigen/eigen_products.hpp interop/eigen/eigen_einsum.hpp -name '*.hpp' |
    LC_ALL=C sort | xargs awk -f "$here/public_functions.awk"
} | awk '
  function reach(path, n, i, paths) {
    if (path in reached) return
    reached[path] = 1
    n = split(included[path], paths)
    for (i = 1; i <= n; i++) reach(paths[i])
  }
  # Whether a header has one of the files that declare the function.
  function has(header, name, n, i, files) {
    split("", reached)
    reach(header ".hpp")
    n = split(declared[name], files)
    for (i = 1; i <= n; i++) if (files[i] in reached) return 1
    return 0
  }
  function offence(name, what) { print "tensor/functions.def: " name ": " what; bad = 1 }
  /^NDX_FUNCTION/ {
    split($0, part, /[(,] ?/)
    name = part[2] (part[1] ~ /_INTO$/ ? "_into" : "")
    if (name in header) offence(name, "two rows")
    header[name] = part[3]
    next
  }
  /include <ndx\// {
    path = $0; sub(/:.*/, "", path); sub(/^.*<ndx\//, "")
    included[path] = included[path] " " $0
    next
  }
  $1 !~ /::|operator/ { declared[$1] = declared[$1] " " $2 }
  END {
    for (name in declared) if (!(name in header)) offence(name, "no row: declared in" declared[name])
    for (name in header) {
      if (!(name in declared)) { offence(name, "no header declares it"); continue }
      sub(/_unnamed$/, "", header[name])
      if (header[name] == "" || header[name] == "ndx") continue
      if (!has(header[name], name)) offence(name, header[name] ".hpp has it not")
      else if (has("ndx", name)) offence(name, "ndx.hpp has it")
    }
    exit bad
  }'
