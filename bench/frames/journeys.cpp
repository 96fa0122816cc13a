// Calls whose way from the caller to an element bench/frames.sh prints: each reads elements of `a`.
#include <sys/mman.h>

#include <ndx/ndx.hpp>

using namespace ndx;

/// The debugger stops here, and then wherever an element of the page is read.
__attribute__((noinline)) void start_watching(const void* page) { static_cast<void>(page); }

int main() {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto a = borrow(static_cast<float*>(page), {8, 8});
  a.copy_(arange<float>(64).reshape({8, 8}));
  auto b = a + 1.F;
  auto i = tensor({3, 1, 2});
  start_watching(page);
  auto taken = take(a, i, 0);
  auto sums = sum(a, 1);
  auto sums_of_columns = sum(a, 0);
  auto total = sum(a);
  auto largest = max(a, 1);
  auto position = argmax(a);
  auto added = a + b;
  auto sorted = sort(a, 1);
  auto powers = softmax(a, 1);
  auto rows = a.index({i});
  auto columns = a.index({Slice(), i});
  b.index_put_({i}, a.index({Slice(0, 3)}));
  a.index_put_({i}, b.index({Slice(0, 3)}), {.reduce = Reduce::maximum});
}
