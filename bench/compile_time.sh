#!/usr/bin/env bash
# Measures what an include costs: a file with one basic and one advanced index, compiled with $CXX -O2
# (g++ unless set), with ndx, xtensor, Eigen and libtorch, where installed.
#
# Prints a line for each: name, seconds, MB at the peak; the least of three runs, or of the number
# given. An empty file and xsimd's include alone stand beside them, and ndx without its functions.
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

# The compiler's processes are this one's children, so that the kernel knows their time and peak.
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
    [[ $name != libtorch ]] || break  # twenty seconds each
  done | sort -n | head -n 1 | sed "s/^/$name /"
done
