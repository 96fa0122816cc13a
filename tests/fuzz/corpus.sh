#!/usr/bin/env bash
# The committed corpus of a fuzz body is one file, corpus/<NAME>.hex: an input a line, as hexadecimal digits.
#   corpus.sh pack FOLDER FILE.hex      writes the files of a folder as lines, the smallest first
#   corpus.sh unpack FILE.hex FOLDER    writes each line as a file, named by its number
set -euo pipefail
case ${1:-} in
  pack)
    find "$2" -type f -printf '%s %p\n' | sort -n | while read -r _ file; do
      od -An -v -tx1 "$file" | tr -d ' \n'
      echo
    done | awk 'NF && !seen[$0]++' >"$3.new"
    mv "$3.new" "$3" ;;
  unpack)
    mkdir -p "$3"
    awk -v folder="$3" '{ print > (folder "/" NR ".hex") ; close(folder "/" NR ".hex") }' "$2"
    for line in "$3"/*.hex; do
      perl -ne 'chomp; print pack("H*", $_)' "$line" >"${line%.hex}"
      rm "$line"
    done ;;
  *) echo "usage: corpus.sh pack FOLDER FILE.hex | unpack FILE.hex FOLDER" >&2; exit 2 ;;
esac
