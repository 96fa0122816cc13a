#!/bin/sh
# Checks that the messages of the single header name no file that its user does not have.
#   single_header.sh SINGLE_HEADER
named=$(grep -v '^ *//\|the single header leaves out' "$1" | grep '"[^"]*ndx/[a-z]' | grep -v 'ndx/ndx[.]hpp')
[ -z "$named" ] && exit 0
echo "messages of the single header name files that it is not:"
echo "$named"
exit 1
