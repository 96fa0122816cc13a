// Counts that threads take at the same time, for bincount and histogram: each part has counts of its own, which
// are added at the end.
#pragma once

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Adds the elements of a part of a loop, which begins at `offsets`, to `counts`.
using CountBody =
    FunctionRef<void(const Loop<2>& part, const Offsets<2>& offsets, index_t* counts)>;

/// Returns a fresh tensor of `size` counts of the elements of a loop. The counts of all parts together take at
/// most twice as many bytes as there are elements.
Tensor<index_t> count_in_parts(const char* call, index_t size, const Loop<2>& loop, CountBody count)
    NDX_SYMBOL(count_in_parts);
#if NDX_DEFINES
NDX_FUNC Tensor<index_t> count_in_parts(const char* call, index_t size, const Loop<2>& loop,
                                        CountBody count) {
  const index_t units = loop.rank == 0 ? 1 : loop.sizes[0];
  const index_t elements = numel(DimsView(loop.sizes, loop.rank));
  const double ns = static_cast<double>(elements) / static_cast<double>(units < 1 ? 1 : units);
  const index_t wanted = kernel::parts_of_lines(units, units, {sizeof(index_t), ns});
  const index_t most = elements / 4 / (size < 1 ? 1 : size);
  const index_t parts = wanted < most ? wanted : most < 1 ? 1 : most;
  // Parts that counted in one cache line would wait for each other.
  const index_t apart = parts == 1 ? size : (size + 15) / 16 * 16;
  const auto counts = make_filled(call, Dims{parts * apart}, index_t{0});
  if (elements == 0) return counts;
  kernel::for_each_part(units, parts, [&](index_t part, index_t first, index_t end) {
    Loop<2> some = loop;
    if (loop.rank != 0) some.sizes[0] = end - first;
    const index_t step = loop.rank != 0 ? first : 0;
    count(some, {step * loop.strides[0][0], step * loop.strides[1][0]},
          counts.data() + part * apart);
  });
  if (parts == 1) return counts;
  const auto sums = make_filled(call, Dims{size}, index_t{0});
  const double bytes = static_cast<double>(parts * index_t{sizeof(index_t)});
  kernel::for_each_part(size, kernel::parts_of_lines(size, size, {bytes, bytes / 20}),
                        [&](index_t /*part*/, index_t first, index_t end) {
                          for (index_t part = 0; part < parts; ++part)
                            for (index_t i = first; i < end; ++i)
                              sums.data()[i] += counts.data()[part * apart + i];
                        });
  return sums;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
