# Sourced by the run scripts: names, and where it may installs, the packages that a build still lacks.

# probe NAME: is this command, this file, this header, this module of python, or the runtime of
# sanitizers, there?
probe() {
  case $1 in
    /*) [[ -e $1 ]] ;;
    python:*) /usr/bin/python3 -c "import importlib.util as u; exit(u.find_spec('${1#*:}') is None)" 2>/dev/null ;;
    sanitizers) echo 'int main() {}' | "${CXX:-c++}" -fsanitize=address,undefined -x c++ - -o /dev/null 2>/dev/null ;;
    *.h | *.hpp) echo "#include <$1>" | "${CXX:-c++}" -std=c++20 -x c++ -fsyntax-only - 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# What the headers of ndx need beside the compiler: nothing on x86-64.
headers_need() { [[ $(uname -m) == x86_64 ]] || echo xsimd/xsimd.hpp=libxsimd-dev; }

# need WHAT=PACKAGE...: installs the package of each command or header that is not there. Says which
# packages to install where it cannot; fails if it is a command that is still missing.
need() {
  local pair missing=() sudo=()
  for pair in "$@"; do probe "${pair%%=*}" || missing+=("${pair#*=}"); done
  ((${#missing[@]})) || return 0
  echo "-- missing: ${missing[*]}"
  if ((EUID)); then sudo=(sudo -n); fi
  if command -v apt-get >/dev/null && "${sudo[@]}" true 2>/dev/null; then
    echo "-- installing them with apt-get"
    "${sudo[@]}" apt-get update -qq || echo "-- going on with the package lists that are there"
    # A machine that was just started may be installing updates: it is waited for.
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 \
      install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
  missing=()
  local code=0
  for pair in "$@"; do
    probe "${pair%%=*}" && continue
    missing+=("${pair#*=}")
    [[ $pair == *.h*=* ]] || code=1  # a library that is missing is fetched by CMake, a tool is not
  done
  ((${#missing[@]} == 0)) || echo "-- please install: apt-get install ${missing[*]}" >&2
  return $code
}
