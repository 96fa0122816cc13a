#!/usr/bin/env bash
# Builds the unit tests and the replay of NumPy's answers for other compilers, standard libraries,
# flags and processors, and runs them there: bash tests/platforms.sh [NAME...], all without a name.
#
# Installs what is missing (Debian, Ubuntu). One line a platform: its name, its compiler, how many
# tests passed and failed, seconds. Ends with "N passed, N failed".
# From the environment: NDX_PROGRAMS (default: one for each room of tests/, by the room's name) and
# NDX_XSIMD (a checkout of the xsimd that CMake names; without it CMake fetches it).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source cmake/need.sh
root=$PWD/build/platforms
read -ra programs <<<"${NDX_PROGRAMS:-base layout storage kernel grammar plan engine explain tensor ops io large property corpus portable threads}"

# name | compiler | C++ | flags | what to prepare, word by word | what to install
# Where the tests narrow sizes to 32 bits, that is a warning; in the library, it is an error still.
# clang 19 warns of its own -march=native on some processors, and of a function of libstdc++ 12 that
# std::stable_sort calls although it is deprecated. Where g++ 12 makes vectors of straight-line code
# for AVX-512, std::vector<std::int64_t>{1, 1, 0, 0} is four ones, which makes tests fail: it is told
# not to. It also warns of its own header for AVX-512, which xsimd includes. g++-multilib would remove
# the cross compilers: without it, g++ -m32 finds some of the system's headers only when it is told where. It has
# no vector registers, and warns how vectors would be passed: they never are, being inlined.
platforms() {
  cat <<'END'
gcc-O0         | g++                   | 20 | -O0 -fno-rtti                      | gtest     |
gcc-native     | g++                   | 20 | -O3 -march=native -fno-tree-slp-vectorize |    |
portable       | g++                   | 23 | -O2 -DNDX_PORTABLE=1               |           |
xsimd-newest   | g++                   | 20 | -O1 -DNDX_PORTABLE=1 -march=native -Wno-uninitialized -Wno-maybe-uninitialized | xsimd |
clang-14       | clang++-14            | 20 | -O2                                |           | clang++-14=clang-14
clang-19       | clang++-19            | 23 | -O3 -march=native -Wno-invalid-feature-combination -Wno-deprecated-declarations |  | clang++-19=clang-19
libc++-16      | clang++-16            | 23 | -O0                                | libc++:16 | clang++-16=clang-16
libc++-19      | clang++-19            | 20 | -O0 -march=native -Wno-invalid-feature-combination | libc++:19 | clang++-19=clang-19
m32            | g++                   | 20 | -O0 -m32 -Wno-psabi -idirafter /usr/include/x86_64-linux-gnu -Wno-error=conversion -Wno-error=sign-conversion | gtest headers_of_xsimd i386 | /usr/lib/gcc/x86_64-linux-gnu/12/32/libstdc++.so=g++-12-multilib
aarch64        | aarch64-linux-gnu-g++ | 20 | -O0                                | cross     | aarch64-linux-gnu-g++=g++-aarch64-linux-gnu qemu-aarch64=qemu-user
aarch64-sve    | aarch64-linux-gnu-g++ | 20 | -O2 -march=armv8-a+sve             | cross only:kernel | aarch64-linux-gnu-g++=g++-aarch64-linux-gnu qemu-aarch64=qemu-user
s390x          | s390x-linux-gnu-g++   | 20 | -O0                                | cross     | s390x-linux-gnu-g++=g++-s390x-linux-gnu qemu-s390x=qemu-user
wasm           | em++                  | 20 | -O1 -pthread -fexceptions -Wno-error=conversion -Wno-error=sign-conversion | wasm      | em++=emscripten node=nodejs
END
}

# Of all rooms one: where only what the compiler makes of loops differs.
prepare_only() {
  [[ " ${programs[*]} " == *" $1 "* ]] || { missing="it is for the tests of $1"; return 1; }
  programs=("$1")
}

# gtest from its source, for what Debian's library was not built for.
prepare_gtest() {
  need /usr/src/googletest/CMakeLists.txt=googletest || return 1
  options+=(-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON -DFETCHCONTENT_SOURCE_DIR_GOOGLETEST=/usr/src/googletest)
}

# Another version of a library that cannot be installed beside the one that is: unpacked.
prepare_libc++() {
  local version=$1 folder=$root/packages/libc++-$1 package
  if [[ ! -d $folder/usr ]]; then
    mkdir -p "$folder" && (
      cd "$folder" && apt-get download -qq "libc++-$version-dev" "libc++1-$version" "libc++abi-$version-dev" \
        "libc++abi1-$version" "libunwind-$version-dev" "libunwind-$version" 2>/dev/null &&
        for package in *.deb; do dpkg -x "$package" . || exit 1; done
    ) || return 1
  fi
  local library=$folder/usr/lib/llvm-$version
  flags+=" -nostdinc++ -isystem $library/include/c++/v1"
  options+=("-DCMAKE_CXX_STANDARD_LIBRARIES=-nostdlib++ -L$library/lib -Wl,-rpath,$library/lib -lc++ -lc++abi")
  prepare_gtest
}

# xsimd's headers alone: a cross compiler must not search the folder that they are installed in.
prepare_headers_of_xsimd() {
  need xsimd/xsimd.hpp=libxsimd-dev
  [[ -d /usr/include/xsimd ]] || return 1
  mkdir -p "$root/xsimd/include" && ln -sfn /usr/include/xsimd "$root/xsimd/include/xsimd"
  printf '%s\n' 'add_library(xsimd INTERFACE IMPORTED)' \
    'target_include_directories(xsimd INTERFACE ${CMAKE_CURRENT_LIST_DIR}/include)' >"$root/xsimd/xsimdConfig.cmake"
  echo 'set(PACKAGE_VERSION_COMPATIBLE TRUE)' >"$root/xsimd/xsimdConfigVersion.cmake"
  options+=("-Dxsimd_DIR=$root/xsimd")
}

prepare_cross() {
  local processor=${compiler%%-*}
  emulator=(env "QEMU_LD_PREFIX=/usr/${compiler%-g++}" "qemu-$processor")
  options+=(-DCMAKE_SYSTEM_NAME=Linux "-DCMAKE_SYSTEM_PROCESSOR=$processor")
  prepare_gtest && prepare_headers_of_xsimd
}

# Linux may be built without 32-bit programs: an emulator runs them then.
prepare_i386() {
  local program=$root/runs_here
  echo 'int main() {}' | $compiler $flags -x c++ - -o "$program" || return 1
  "$program" 2>/dev/null && return
  need qemu-i386=qemu-user && emulator=(qemu-i386)
}

prepare_wasm() {
  export NODE_PATH=/usr/share/nodejs  # where Debian has the modules that emscripten loads
  emulator=(node --no-experimental-fetch)  # whose fetch takes no path of a file
  suffix=.js
  parts=1  # it does not see the environment, which says which part to run
  # main on a thread of its own: were it to block the first one, no further threads could be started.
  options+=(-DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
    "-DCMAKE_EXE_LINKER_FLAGS=-sNODERAWFS=1 -sPTHREAD_POOL_SIZE=12 -sPROXY_TO_PTHREAD=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2147483648 -sEXIT_RUNTIME=1")
  prepare_gtest && prepare_headers_of_xsimd
}

# The version that CMake fetches where none is installed.
prepare_xsimd() {
  options+=(-DCMAKE_DISABLE_FIND_PACKAGE_xsimd=ON)
  if [[ -n ${NDX_XSIMD:-} ]]; then
    options+=("-DFETCHCONTENT_SOURCE_DIR_XSIMD=$(realpath "$NDX_XSIMD")")
  elif ! timeout 60 git ls-remote -q https://github.com/xtensor-stack/xsimd.git >/dev/null 2>&1; then
    missing="xsimd cannot be fetched from here: set NDX_XSIMD to a checkout of it"
    return 1
  fi
}

build() {
  local word
  [[ -z $packages ]] || need $packages || return 1
  for word in $prepare; do
    "prepare_${word%%:*}" "${word#*:}" || return 1
  done
  cmake -S . -B "$folder" "${options[@]}" "-DCMAKE_CXX_FLAGS=$flags" || return 1
  local targets=("${programs[@]/#/ndx_}")
  nice cmake --build "$folder" -j "$(nproc)" --target "${targets[@]/%/_tests}" || return 1
  ! grep -q 'include/ndx/.*warning:' "$folder/build.log" || { echo "error: the library gives warnings"; return 1; }
}

# count LOG STATUS: adds up the tests of a program; one that dies is a test that failed.
count() {
  local log=$1 status=$2 ok bad
  ok=$(grep -c '^\[       OK \]' "$log")
  bad=$(grep -cE '^\[  FAILED  \] .* \([0-9]+ ms\)' "$log")
  ((status == 0 || bad > 0)) || bad=1
  ((bad == 0)) || grep -hE -B 12 '^\[  FAILED  \] .* ms\)' "$log" || tail -n 20 "$log"
  ((passed += ok, failed += bad))
}

# run PROGRAM: in as many parts as there are cores, all at a time.
run() {
  local log=$folder/$1 before=$((passed + failed)) part processes=()
  for ((part = 0; part < parts; ++part)); do
    GTEST_TOTAL_SHARDS=$parts GTEST_SHARD_INDEX=$part \
      "${emulator[@]}" "$folder/tests/ndx_$1_tests$suffix" >"$log.$part.log" 2>&1 &
    processes[part]=$!
  done
  for ((part = 0; part < parts; ++part)); do
    wait "${processes[part]}"
    count "$log.$part.log" $?
  done
  ((passed + failed > before)) || ((++failed))
  grep -hE '^this processor has no ' "$log".*.log | sort -u
}

platform() {
  local name=$1 compiler=$2 standard=$3 flags=$4 prepare=$5 packages=$6
  local folder=$root/$name emulator=() suffix="" parts passed=0 failed=0 started=$SECONDS program programs=("${programs[@]}")
  local options=(-G Ninja -DCMAKE_BUILD_TYPE=None "-DCMAKE_CXX_COMPILER=$compiler" "-DCMAKE_CXX_STANDARD=$standard"
    -DNDX_WERROR=ON -DNDX_TEST_UNITY=ON -DNDX_BUILD_EXAMPLES=OFF -DNDX_BUILD_BENCH=OFF)
  if command -v ccache >/dev/null; then options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  local missing=""
  parts=$(nproc)
  mkdir -p "$folder"
  if build >"$folder/build.log" 2>&1; then
    for program in "${programs[@]}"; do run "$program"; done
  elif [[ -n $missing ]]; then
    echo "$name: not run, $missing"
    ((all_failed += named))  # which only who asks for it by name counts as failed
    return
  else
    grep -E 'error|FAILED|please install|Could not|fatal' "$folder/build.log" | head -n 20
    echo "cannot build for $name: see ${folder#"$PWD"/}/build.log"
    failed=1
  fi
  echo "$name ($("$compiler" --version 2>/dev/null | head -n 1), $flags): $passed passed, $failed failed, $((SECONDS - started)) s"
  ((all_passed += passed, all_failed += failed))
}

need "g++=g++" cmake=cmake ninja=ninja-build xsimd/xsimd.hpp=libxsimd-dev gtest/gtest.h=libgtest-dev ||
  { echo "0 passed, 1 failed"; exit 1; }
export CCACHE_SLOPPINESS=pch_defines,time_macros
all_passed=0 all_failed=0 named=$(($# > 0))

mapfile -t rows < <(platforms | sed -E 's/ *\| */|/g')
for name in "$@"; do
  grep -qF "$name|" < <(printf '%s\n' "${rows[@]}") || { echo "no platform is called $name"; ((++all_failed)); }
done
for row in "${rows[@]}"; do
  IFS='|' read -r name compiler standard flags prepare packages <<<"$row"
  [[ $named == 0 || " $* " == *" $name "* ]] || continue
  platform "$name" "$compiler" "$standard" "$flags" "$prepare" "$packages"
done
echo "$all_passed passed, $all_failed failed"
((all_failed == 0 && all_passed > 0))
