// ndx's sorts, through the calls that its users write: for ours.cpp, with radix sort, and for
// ours_highway.cpp, with Highway's sorter.
#pragma once

#include <ndx/ndx.hpp>
#include <ndx/ops/statistics/quantile.hpp>

#include "cases/sorts.hpp"

namespace ours {

using namespace bench;

struct Ours {
  template <class T>
  static double answer(const ndx::Tensor<T>& tensor) {
    return checksum(tensor.contiguous().data(), tensor.numel());
  }
  static double answer(const float& element) { return checksum(&element, 1); }
};
using Entry = Entries<Ours>;

template <class T>
ndx::Tensor<T> on(const Buffer<T>& buffer) {
  return ndx::borrow(buffer.data(), {buffer.size()});
}
template <class T>
ndx::Tensor<T> on(const Buffer<T>& buffer, const ndx::Dims& shape) {
  return ndx::borrow(buffer.data(), shape);
}

inline void add_sorts() {
  for_each_number_type([]<class T>() {
    Entry::add<Sort<T>>(
        [](Sort<T>& c) { return [x = on(c.x)](std::size_t) { return ndx::sort_values(x); }; });
    Entry::add<Sort<T>>("sort", [](Sort<T>& c) {
      return [x = on(c.x)](std::size_t) { return ndx::sort(x).values; };
    });
    Entry::add<Argsort<T>>(
        [](Argsort<T>& c) { return [x = on(c.x)](std::size_t) { return ndx::argsort(x); }; });
    Entry::add<Topk<T>>(
        [](Topk<T>& c) { return [x = on(c.x)](std::size_t) { return ndx::topk(x, 10).values; }; });
    Entry::add<Partition<T>>([](Partition<T>& c) {
      return [x = on(c.x), k = c.middle()](std::size_t) {
        return ndx::partition(x, k).narrow(0, k, 1);
      };
    });
    Entry::add<Partition<T>>("kthvalue", [](Partition<T>& c) {
      return [x = on(c.x), k = c.middle()](std::size_t) {
        return ndx::kthvalue(x, k + 1, 0, true).values;
      };
    });
    Entry::add<Unique<T>>(
        [](Unique<T>& c) { return [x = on(c.x)](std::size_t) { return ndx::unique(x).values; }; });
    Entry::add<Searchsorted<T>>([](Searchsorted<T>& c) {
      return [x = on(c.x), sorted = on(c.sorted)](std::size_t) {
        return ndx::searchsorted(sorted, x);
      };
    });
    Entry::add<MedianOf<T>>([](MedianOf<T>& c) {
      return [x = on(c.x)](std::size_t) { return ndx::median(x).template to<double>(); };
    });
  });
}

}  // namespace ours
