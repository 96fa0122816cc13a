#!/usr/bin/env bash
# Measures the compile time and memory of an include: a file with one basic and one advanced index,
# compiled with $CXX -O2 (default g++), for ndx and, if installed, xtensor, Eigen and libtorch.
#
# Prints one line for each: name, seconds, peak memory in MB; the least of three runs, or of the
# number given. For comparison also compiles an empty file, xsimd alone, and ndx without its named
# functions.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
runs=${1:-3}
cxx=${CXX:-g++}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/nothing.cpp" <<'CPP'
int main() {}
CPP
cat >"$dir/xsimd.cpp" <<'CPP'
#include <xsimd/xsimd.hpp>
int main() {}
CPP
cat >"$dir/ndx.cpp" <<'CPP'
#include <ndx/ndx.hpp>
using namespace ndx;
int main() {
  auto x = zeros<float>({4, 5});
  auto view = x.index({Slice(1, 3), Slice(None, None, 2)});
  auto gathered = x.index({tensor({0, 2}), Slice()});
  return static_cast<int>(view.numel() + gathered.numel());
}
CPP
cat >"$dir/xtensor.cpp" <<'CPP'
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
int main() {
  xt::xtensor<float, 2> x = xt::zeros<float>({4, 5});
  auto view = xt::view(x, xt::range(1, 3), xt::range(xt::placeholders::_, xt::placeholders::_, 2));
  xt::xtensor<float, 2> gathered = xt::view(x, xt::keep(0, 2), xt::all());
  return static_cast<int>(view.size() + gathered.size());
}
CPP
cat >"$dir/Eigen.cpp" <<'CPP'
#include <eigen3/Eigen/Dense>
int main() {
  Eigen::ArrayXXf x = Eigen::ArrayXXf::Zero(4, 5);
  auto view = x(Eigen::seq(1, 2), Eigen::seq(0, 4, 2));
  Eigen::ArrayXXf gathered = x(Eigen::Array2i(0, 2), Eigen::all);
  return static_cast<int>(view.size() + gathered.size());
}
CPP
cat >"$dir/libtorch.cpp" <<'CPP'
#include <torch/torch.h>
int main() {
  using namespace torch::indexing;
  auto x = torch::zeros({4, 5});
  auto view = x.index({Slice(1, 3), Slice(None, None, 2)});
  auto gathered = x.index({torch::tensor({0, 2}), Slice()});
  return static_cast<int>(view.numel() + gathered.numel());
}
CPP

sed 's|ndx/ndx.hpp|ndx/tensor/tensor.hpp|' "$dir/ndx.cpp" >"$dir/ndx_tensor_alone.cpp"

# The compiler runs as a child of this process, so that the kernel reports its time and peak memory.
measure='
import resource, subprocess, sys
if subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL).returncode: sys.exit(1)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{used.ru_utime + used.ru_stime:.2f} {used.ru_maxrss / 1024:.0f}")
'
for name in nothing xsimd ndx ndx_tensor_alone xtensor Eigen libtorch; do
  for ((run = 0; run < runs; ++run)); do
    python3 -c "$measure" "$cxx" -std=c++20 -O2 -Iinclude -isystem /usr/include/torch/csrc/api/include \
      -c "$dir/$name.cpp" -o "$dir/out.o" || break
    [[ $name != libtorch ]] || break  # takes twenty seconds per run
  done | sort -n | head -n 1 | sed "s/^/$name /"
done
