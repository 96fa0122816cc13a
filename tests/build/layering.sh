#!/bin/sh
# Checks the headers under the folder $1 (include/ndx) against the picture in examples/guide/inside.md:
# rooms include downward only, no folder is too full to read, and each header keeps to the habits below.
# The headers that lie in no folder are the public ones: they include what they like, and no room includes
# them but for tensor.hpp. One line for each offence.
cd "$1" || exit 2
found=$(find . -name '*.hpp' -o -name '*.inc' -o -name '*.def' | sed 's|^\./||' | LC_ALL=C sort | xargs awk '
  function offence(what) { print FILENAME ":" FNR ": " what; }
  function offence_in(file, what) { print file ": " what; }
  function folder(path) { return match(path, /^.*\//) ? substr(path, 1, RLENGTH - 1) : "" }
  function room(path) {
    return path == "tensor.hpp" ? "tensor" : index(path, "/") ? substr(path, 1, index(path, "/") - 1) : ""
  }
  function name(path) { sub(/^.*\//, "", path); return path }
  function header_end() { if (file ~ /hpp$/ && !once) offence_in(file, "no #pragma once") }
  # Marks in `seen` what `path` includes, directly or not.
  function follow(path, seen, n, i, names) {
    if (path in seen) return
    seen[path] = 1
    n = split(included[path], names)
    for (i = 1; i <= n; i++) follow(names[i], seen)
  }

  BEGIN {
    n = split("base layout storage kernel grammar plan engine explain tensor ops io large interop distributed", rooms)
    for (i = 1; i <= n; i++) level[rooms[i]] = i
    core = level["tensor"]
    split("iostream ranges functional regex algorithm memory complex optional variant random", heavy)
    for (i in heavy) banned[heavy[i]] = 1
    # What the rooms above tensor/ may include of it beside tensor.hpp, which is a complete Tensor.
    split("tensor/create/logspace.hpp tensor/functions.def tensor/half_elements.hpp tensor/plan_parts.hpp", entire)
    for (i in entire) whole[entire[i]] = 1
    # Words that say too little of what a type is.
    vague = "(Group|Batch|Bunch|Stretch|Piece|Plane|Bucket|Side$)"
  }

  FNR == 1 {
    header_end(); file = FILENAME; once = 0; here = room(FILENAME)
    files[FILENAME] = 1
    if (++count[folder(FILENAME)] == 16 && folder(FILENAME) != "")
      offence_in(folder(FILENAME), "more than fifteen files")
    if (names[name(FILENAME)]++) offence("another header has this name, too")
    if (here != "" && !(here in level)) offence("a folder that is no room")
  }
  FNR == 701 { offence("more than 700 lines: two ideas?") }
  /^#pragma once/ { once = 1 }
  /^ *# *define / && FILENAME != "base/config.hpp" && FILENAME != "compiled.hpp" &&
      $2 !~ /^NDX_(LOOPS|ENTRY|FUNCTION)/ { offence("a macro outside base/config.hpp") }
  # g++ 14 drops what follows a target pragma in the expansion of a macro.
  /NDX_BEGIN_(AVX|F16C).*\\$/ { offence("NDX_BEGIN_ inside a macro") }
  /has_avx|__builtin_cpu_/ && FILENAME != "kernel/simd/dispatch.hpp" {
    offence("asks what the processor can do: see kernel/simd/dispatch.hpp")
  }
  /^namespace ndx( |:|$)/ && FILENAME !~ /^(fwd|base\/error)[.]hpp$/ {
    offence("namespace ndx without its version: NDX_NAMESPACE_BEGIN")
  }
  # A header that a comment names, without the folder of another library.
  match($0, /\/\/.*/) {
    comment = substr($0, RSTART)
    while (match(comment, /[A-Za-z0-9_\/]+[.](hpp|inc)/)) {
      path = substr(comment, RSTART, RLENGTH); comment = substr(comment, RSTART + RLENGTH)
      if (path !~ /^(xtensor|xsimd)/) named[FILENAME ": a comment names " path ", which is not there"] = name(path)
    }
  }
  /^ *# *include *"/ { offence("an include that is not written <ndx/...>") }
  /^ *((template|requires) .*)?(class|struct|using|enum class) / {
    type = $0; sub(/^.*(class|struct|using) +/, "", type); sub(/[^A-Za-z0-9_].*/, "", type)
    if (type != "Side" && type ~ vague) offence(type ": a word that says too little")
  }

  /^ *# *include *</ {
    path = $0; sub(/^[^<]*</, "", path); sub(/>.*/, "", path)
    if (path ~ /^ndx\//) {
      sub(/^ndx\//, "", path); there = room(path)
      included[FILENAME] = included[FILENAME] " " path
      if (here != "" && there != here && !(there in level && level[there] < level[here]))
        offence(here " includes " path)
    }
    # A member that is declared and not defined would not link.
    if (here in level && level[here] > core && path ~ /^tensor\// && !(path in whole))
      offence(path " is a part of tensor.hpp: include that")
    if (path ~ /^xsimd\// && FILENAME != "kernel/simd/vec_xsimd.hpp")
      offence("xsimd outside kernel/simd/vec_xsimd.hpp")
    if (path ~ /intrin\.h$/) offence("<" path ">: vector instructions are said by kernel/simd/avx2.hpp")
    allowed = (path == "complex" && FILENAME ~ /complex/) || name(FILENAME) == path ".hpp"
    if (path in banned && here in level && level[here] <= core && !allowed)
      offence("<" path "> in the core")
    else if (path == "iostream") offence("<iostream> in a header")
  }

  END {
    header_end()
    for (sentence in named) if (!(named[sentence] in names)) print sentence
    follow("ndx.hpp", basic)
    for (path in files) if (folder(path) == "" && path !~ /^(fwd|compiled)[.]hpp$/) {
      follow(path, reached)
      # What a public header adds to ndx.hpp costs the users of ndx.hpp nothing.
      if (path in basic && path !~ /^(ndx|tensor)[.]hpp$/) offence_in(path, "ndx.hpp includes it")
    }
    for (path in files)
      if (folder(path) != "" && path ~ /hpp$/ && !(path in reached)) offence_in(path, "no public header includes it")
  }' | LC_ALL=C sort)
[ -z "$found" ] || { echo "$found"; exit 1; }
