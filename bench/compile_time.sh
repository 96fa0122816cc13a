#!/usr/bin/env bash
# Measures what including ndx costs: the compile time and the code of small files, header-only and
# with the compiled library (-DNDX_COMPILED), beside the same written with Eigen.
#
#   bash bench/compile_time.sh [ROUNDS] [COMPILER FLAGS…]
#
# Without a compiler: g++ -O2, g++ -O0 and clang++ -O2. For each file one line: name, processor
# seconds (the least of the rounds, in which the files take turns), that time as a multiple of
# Eigen's, bytes of code (.text of the object), peak memory of the compiler in MB. Then an empty
# file and, where installed, xtensor and libtorch.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rounds=${1:-3}
shift || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The files: an index of each kind; the same with writes; views alone; numbers written to views; an index
# that is parsed at run time; a tensor that is printed.
cat >"$dir/read.cpp" <<'CPP'
#include <ndx/ndx.hpp>
using namespace ndx;
int main() {
  auto x = zeros<float>({4, 5});
  auto view = x.index({Slice(1, 3), Slice(None, None, 2)});
  auto gathered = x.index({tensor({0, 2}), Slice()});
  return static_cast<int>(view.numel() + gathered.numel());
}
CPP
cat >"$dir/write.cpp" <<'CPP'
#include <ndx/ndx.hpp>
using namespace ndx;
int main() {
  auto x = zeros<float>({4, 5});
  auto view = x.index({Slice(1, 3), Slice(None, None, 2)});
  auto gathered = x.index({tensor({0, 2}), Slice()});
  x.index_put_({tensor({0, 2}), Slice()}, 1.f);
  x.index_put_({x > 3.f}, 0.f);
  return static_cast<int>(view.numel() + gathered.numel());
}
CPP
cat >"$dir/views.cpp" <<'CPP'
#include <ndx/ndx.hpp>
using namespace ndx;
int main() {
  auto x = zeros<float>({4, 5});
  auto view = x.index({Slice(1, 3), Slice(None, None, 2)});
  Tensor<float> row = x["0, ::-1"_ix];
  return static_cast<int>(view.numel() + row.numel());
}
CPP
cat >"$dir/assign.cpp" <<'CPP'
#include <ndx/ndx.hpp>
using namespace ndx;
int main() {
  auto x = zeros<float>({4, 5});
  x[0][1] = 5.f;
  x[{0, Slice(2, None)}] = 1.f;
  x.index_put_({Slice(), -1}, 2.f);
  return static_cast<int>(x.numel());
}
CPP
cat >"$dir/parse.cpp" <<'CPP'
#include <ndx/ndx.hpp>
using namespace ndx;
int main(int, char** argv) {
  auto x = zeros<float>({4, 5});
  return static_cast<int>(x.index(parse_index(argv[1])).numel());
}
CPP
cat >"$dir/print.cpp" <<'CPP'
#include <iostream>
#include <ndx/ndx.hpp>
using namespace ndx;
int main() {
  auto x = zeros<float>({4, 5});
  std::cout << x;
}
CPP
echo '#include <ndx/ndx.hpp>
int main() {}' >"$dir/include.cpp"
cat >"$dir/Eigen.cpp" <<'CPP'
#include <eigen3/Eigen/Dense>
int main() {
  Eigen::ArrayXXf x = Eigen::ArrayXXf::Zero(4, 5);
  auto view = x(Eigen::seq(1, 2), Eigen::seq(0, 4, 2));
  Eigen::ArrayXXf gathered = x(Eigen::Array2i(0, 2), Eigen::all);
  return static_cast<int>(view.size() + gathered.size());
}
CPP
echo 'int main() {}' >"$dir/nothing.cpp"
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

cat >"$dir/measure.py" <<'PY'
import os, subprocess, sys

folder, rounds, compiler = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
out = os.path.join(folder, "out.o")
ndx = ["include", "views", "assign", "read", "write", "parse", "print"]
rows = [("Eigen", [])] + [(name + how, flags) for how, flags in
        ((", header-only", []), (", compiled", ["-DNDX_COMPILED"])) for name in ndx]
rows += [(name, []) for name in ("nothing", "xtensor", "libtorch")]
best = {}
for turn in range(rounds):
    for name, flags in rows:
        if turn > 0 and (name not in best or name == "libtorch"):  # not installed; takes long
            continue
        source = os.path.join(folder, name.split(",")[0] + ".cpp")
        command = [*compiler, "-std=c++20", "-Iinclude", "-I/usr/include/torch/csrc/api/include",
                   *flags, "-c", source, "-o", out]
        pid = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(pid.pid, 0)
        if status != 0:
            continue
        size = subprocess.run(["size", out], capture_output=True, text=True).stdout
        row = (used.ru_utime + used.ru_stime, int(size.split("\n")[1].split()[0]), used.ru_maxrss // 1024)
        best[name] = min(best.get(name, row), row)
print(" ".join(compiler))
eigen = best.get("Eigen", (float("nan"),))[0]
for name, (seconds, code, memory) in best.items():
    print(f"  {name:22} {seconds:6.2f} s  {seconds / eigen:5.2f} x  {code:7} B  {memory:4} MB", flush=True)
PY

if (($# > 0)); then
  python3 "$dir/measure.py" "$dir" "$rounds" "$@"
else
  python3 "$dir/measure.py" "$dir" "$rounds" g++ -O2
  python3 "$dir/measure.py" "$dir" "$rounds" g++ -O0
  python3 "$dir/measure.py" "$dir" "$rounds" clang++ -O2
fi
