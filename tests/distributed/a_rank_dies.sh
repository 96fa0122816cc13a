#!/bin/sh
# Runs a program of which one rank is killed: $@ must end within a minute, and with MPI's error.
said=$(timeout 60 "$@" 2>&1)
code=$?
echo "$said"
if [ $code -eq 0 ] || [ $code -eq 124 ]; then
  echo "expected an error, the exit code is $code"
  exit 1
fi
echo "$said" | grep -q 'exited on signal 9'
