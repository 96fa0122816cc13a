cd /tmp/comp
I=-Iinclude; B=build/m; W="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wdouble-promotion -Werror"
CXX=${CXX:-g++}
for s in first:-mno-avx:0 second:-mavx2:1; do IFS=: read n f c <<<$s; $CXX -std=c++20 -O1 $W $f -DNDX_CHECKED=$c -DNDX_COMPILED $I -Dcompiled_side=${n}_compiled -Dcompiled_side_tag=${n}_compiled_tag -Dcompiled_side_throw=${n}_compiled_throw -c tests/build/compiled_side.cpp -o $B/side_$n.o 2>&1 | head -30; done
$CXX -std=c++20 -O1 -DNDX_COMPILED -DNDX_SECOND_NEEDS_AVX2 $I -c tests/build/compiled_test.cpp -o $B/ct.o
$CXX $B/ct.o $B/side_first.o $B/side_second.o $B/lib.o -lgtest -lgtest_main -o $B/ct && $B/ct | tail -20; sh tests/build/odr_symbols.sh nm $B/side_first.o $B/side_second.o
