#!/bin/sh
# Writes all of ndx that needs no other library, <ndx/all.hpp>, as a single header <ndx/ndx.hpp>, to standard
# output. What <ndx/ndx.hpp> leaves out comes last, and is left out here under NDX_CORE_ONLY.
#   single_header.sh INCLUDE_DIR VERSION
set -eu
exec awk -v root="$1" -v version="$2" '
  # Notes what a header includes, itself included.
  function collect(path, line) {
    if (path in included) return
    included[path] = 1
    while ((getline line < (root "/" path)) > 0)
      if (line ~ /^ *# *include <ndx\//) collect(between(line))
    close(root "/" path)
  }
  # A header is written once; a file of loops (kernel/simd/for_each_target.inc) each time it is included.
  function write(path, line, header) {
    header = path ~ /[.]hpp$/
    if (header && path in written) return
    written[path] = 1
    if (header) print "\n// ---- " path
    while ((getline line < (root "/" path)) > 0) {
      if (line ~ /^#define NDX_LOOPS </) loops = between(line)
      if (line ~ /^#include NDX_LOOPS$/) { write(loops); continue }
      if (is_table(line) && !is_table(path)) {
        print "#endif"
        write_functions_of(between(line))
        print "#ifdef NDX_COMPILED"
      }
      if (line ~ /^ *# *include <ndx\//) { write(between(line)); continue }
      if (line !~ /^#pragma once/) print with_own_files(line)
    }
    close(root "/" path)
  }
  function is_table(text) { return text ~ /ndx\/ops\/instances\// }
  # A table of the compiled library is included under NDX_COMPILED. The functions that it lists are written
  # before, outside of that condition: a program without the library needs them too.
  function write_functions_of(table, line, functions, n, i) {
    if (table in written) return
    while ((getline line < (root "/" table)) > 0)
      if (line ~ /^#include <ndx\//) functions[++n] = between(line)
    close(root "/" table)
    for (i = 1; i <= n; ++i)
      if (is_table(functions[i])) write_functions_of(functions[i])
      else write(functions[i])
  }
  function between(line) {
    sub(/^[^<]*</, "", line)
    sub(/>.*/, "", line)
    return line
  }
  # Messages name this header for what is in it, and say of other headers that they are not.
  function with_own_files(line, name, made) {
    if (line !~ /"[^"]*ndx\// || line ~ /^ *\/\//) return line
    while (match(line, /ndx\/[a-z0-9_\/]*(" #?header ")?[a-z0-9_]*[.]hpp/)) {
      name = substr(line, RSTART, RLENGTH)
      made = made substr(line, 1, RSTART - 1)
      line = substr(line, RSTART + RLENGTH)
      # Macros put together names of headers that are all in this one.
      if (name in included || (name ~ /"/)) { made = made "ndx/ndx.hpp"; continue }
      made = made name substr(line, 1, line ~ /^>/) ", which the single header leaves out"
      sub(/^>/, "", line)
    }
    return made line
  }
  BEGIN {
    print "// ndx " version " in one header, made from include/ndx by cmake/single_header.sh. MIT licence."
    print "#pragma once"
    collect("ndx/all.hpp")
    write("ndx/ndx.hpp")
    print "\n#ifndef NDX_CORE_ONLY"
    write("ndx/all.hpp")
    print "#endif"
  }'
