#!/bin/sh
# Checks that the registry of public functions, the .cpp files in $2 (tests/public_functions), has an
# entry for each function that the headers under $1 (include/ndx) declare, overloads counted. What
# needs none is listed in $2/exceptions.txt: a name, in which * stands for anything, and the reason.
# One line for each function that is missing and for each name that nothing declares any more.
here=$(cd "$(dirname "$0")" && pwd)
registry=$(cd "$2" && pwd)
cd "$1" || exit 2
# What only the library calls, kernels and layouts, is left out by rooms.
declarations() {
  find . -name '*.hpp' | sed 's|^\./||' | grep -v -e '^kernel/' -e '^layout/' | LC_ALL=C sort |
    xargs awk -f "$here/public_functions.awk"
}
entries() {
  cat "$registry"/*.cpp | tr '\n' ' ' | grep -o 'add( *"\([^"\]\|\\.\)*"' |
    sed 's/^add( *"//; s/"$//; s/\\"/"/g'
}
{ cat "$registry/exceptions.txt"; entries; declarations; } | awk '
  # Names up to the first blank; those of conversions, "operator Tensor<T>", have one themselves.
  function name_of(text) {
    if (text ~ /operator [A-Z]/) sub(/> .*/, ">", text)
    else if (text ~ /operator bool/) sub(/operator bool.*/, "operator bool", text)
    else sub(/ .*/, "", text)
    return text
  }
  function excepted(name, i) {
    for (i = 1; i <= patterns; i++) if (name ~ pattern[i]) { matched[i] = 1; return 1 }
    return 0
  }
  /^ *#/ || /^$/ { next }
  !/\t/ { entries[name_of($0)]++; next }
  {
    split($0, part, "\t")
    if (part[2] !~ /\.hpp$/) {
      text[++patterns] = part[1]
      gsub(/[][().+|^]/, "[&]", part[1]); gsub(/\[\^\]/, "\\^", part[1]); gsub(/\*/, ".*", part[1])
      pattern[patterns] = "^" part[1] "$"
    } else {
      if (!(part[1] in declared)) order[++functions] = part[1]
      declared[part[1]]++; file[part[1]] = part[2]
    }
  }
  END {
    for (i = 1; i <= functions; i++) {
      name = order[i]
      if (excepted(name) || entries[name] >= declared[name]) continue
      bad = 1
      print file[name] ": " name ": declared " declared[name] " times, " entries[name] + 0 \
        " entries: write add(\"" name " …\", …) in tests/public_functions, in its family"
    }
    for (name in entries) if (entries[name] > 0 && !(name in declared)) { bad = 1; gone[++n] = name }
    for (i = 1; i <= n; i++) print "tests/public_functions: " gone[i] ": no header declares it"
    for (i = 1; i <= patterns; i++) if (!matched[i]) {
      bad = 1
      print "tests/public_functions/exceptions.txt: " text[i] ": excepts nothing"
    }
    exit bad
  }'
