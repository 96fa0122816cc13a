#!/bin/sh
# Writes <ndx/ndx.hpp> with all that it includes as a single header, to standard output.
#   single_header.sh INCLUDE_DIR VERSION
set -eu
exec awk -v root="$1" -v version="$2" '
  # A header is written once; a file of loops (kernel/for_each_target.inc) each time it is included.
  function write(path, line, header) {
    header = path ~ /[.]hpp$/
    if (header && path in written) return
    written[path] = 1
    if (header) print "\n// ---- " path
    while ((getline line < (root "/" path)) > 0) {
      if (line ~ /^#define NDX_LOOPS </) loops = between(line)
      if (line ~ /^#include NDX_LOOPS$/) { write(loops); continue }
      if (line ~ /^ *# *include <ndx\//) { write(between(line)); continue }
      if (line !~ /^#pragma once/) print line
    }
    close(root "/" path)
  }
  function between(line) {
    sub(/^[^<]*</, "", line)
    sub(/>.*/, "", line)
    return line
  }
  BEGIN {
    print "// ndx " version " in one header, made from include/ndx by cmake/single_header.sh. MIT licence."
    print "#pragma once"
    write("ndx/ndx.hpp")
  }'
