// Running sums of floats along a line, in blocks.
//
// A sum of floats depends on the order in which they are added. Here that order depends on the line alone, and not on
// who adds: the elements of each block are added from zero on, and to these running sums is added the sum of the blocks
// before. So one core adds up several blocks at a time, where it would wait for each sum before it begins the next,
// and threads share the blocks of a line, with the same bits.
#pragma once

#include <utility>
#include <vector>

#include <ndx/base/convert.hpp>
#include <ndx/kernel/loop/element.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/reduce/reduce_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Whether a scan adds in blocks. Numbers of 16 bits are added one after another, because they are converted by vectors.
template <class R, class In>
inline constexpr bool kScansInBlocks =
    std::is_floating_point_v<typename R::Accumulator> && R::kLoop == RowLoop::sums && !Half<In>;

inline constexpr index_t kScanBlock = 448;
inline constexpr index_t kBlocksTogether = 4;

/// The cost of an element. It is less than the time one takes, because parts read it twice.
inline constexpr ndx::detail::UnitCost kBlockScanCost{sizeof(double), .15};

/// Stores before + sums[i] for a run of elements.
template <class Out, class Total>
struct AddBefore {
  Total before;
  const Total* sums;
  Out* out;
  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    const Total* const NDX_RESTRICT from = sums + first;
    Out* const NDX_RESTRICT to = out + first;
    const Total earlier = before;  // local, so that stores to `to` cannot change it
    NDX_INDEPENDENT
    for (index_t i = 0; i < count; ++i) to[i] = convert_element<Out>(earlier + from[i]);
    return true;
  }
};

/// A line whose running sums are taken.
template <class R, class In>
class ScanOfBlocks {
 public:
  using Total = typename R::Accumulator;

  ScanOfBlocks(const R& reducer, const In* in, index_t count, index_t step)
      : reducer_(reducer), in_(in), count_(count), step_(step) {}

  /// Stores the running sums, in at most `most` parts.
  template <class Out>
  void store(Out* out, index_t out_step, index_t most) const {
    const index_t groups = (count_ + kGroup - 1) / kGroup;
    const index_t parts = lesser(most, groups);
    if (parts == 1) return store_groups(0, groups, Total{}, out, out_step);
    std::vector<Total> before(static_cast<std::size_t>(groups * kBlocksTogether));
    for_each_part(groups, parts, [&](index_t /*part*/, index_t first, index_t end) {
      for (index_t group = first; group < end; ++group)
        add_blocks(group, before.data() + group * kBlocksTogether);
    });
    Total sum{};
    for (Total& each : before) each = std::exchange(sum, sum + each);
    for_each_part(groups, parts, [&](index_t /*part*/, index_t first, index_t end) {
      store_groups(first, end, before[static_cast<std::size_t>(first * kBlocksTogether)], out,
                   out_step);
    });
  }

 private:
  /// The elements whose sums are taken together.
  static constexpr index_t kGroup = kScanBlock * kBlocksTogether;

  static constexpr index_t lesser(index_t a, index_t b) { return a < b ? a : b; }

  [[nodiscard]] index_t size_of(index_t group) const {
    return lesser(count_ - group * kGroup, kGroup);
  }

  /// Stores the sum of each block of a group.
  void add_blocks(index_t group, Total* sums) const {
    Total running[kGroup];
    add_up(group, running);
    const index_t size = size_of(group);
    for (index_t first = 0; first < size; first += kScanBlock)
      *sums++ = running[lesser(first + kScanBlock, size) - 1];
  }

  /// Stores the results of the groups first…end-1, before which the sum is `before`.
  template <class Out>
  void store_groups(index_t first, index_t end, Total before, Out* out, index_t out_step) const {
    Total running[kGroup];
    for (index_t group = first; group < end; ++group) {
      add_up(group, running);
      const index_t size = size_of(group);
      for (index_t at = 0; at < size; at += kScanBlock) {
        const index_t count = lesser(size - at, kScanBlock);
        store_block(before, running + at, count, out + (group * kGroup + at) * out_step, out_step);
        before += running[at + count - 1];
      }
    }
  }
  template <class Out>
  static void store_block(Total before, const Total* running, index_t count, Out* out,
                          index_t out_step) {
    if (out_step == 1) {
      visit_runs(AddBefore<Out, Total>{before, running, out}, count);
      return;
    }
    for (index_t i = 0; i < count; ++i)
      out[i * out_step] = convert_element<Out>(before + running[i]);
  }

  /// Stores the running sums of each block of a group, which begin with its first element. This function is compiled
  /// once, so that all callers get the same bits.
  NDX_NOINLINE void add_up(index_t group, Total* running) const {
    add_up_rows<kBlocksTogether>(in_ + group * kGroup * step_, size_of(group), 0, running);
  }
  /// Adds element `row` and those behind it of the first blocks. The last of these may be shorter: the others then go
  /// on without it.
  template <int blocks>
  void add_up_rows(const In* in, index_t size, index_t row, Total* running) const {
    const index_t last = lesser(size - (blocks - 1) * kScanBlock, kScanBlock);
    Total total[kBlocksTogether];
    for (int b = 0; b < blocks; ++b)
      total[b] = row == 0 ? Total{} : running[b * kScanBlock + row - 1];
    for (; row < last; ++row) {
#pragma GCC unroll 4
      for (int b = 0; b < blocks; ++b) {
        const index_t at = b * kScanBlock + row;
        running[at] = total[b] = reducer_.step(total[b], element(in, at * step_));
      }
    }
    if constexpr (blocks > 1) add_up_rows<blocks - 1>(in, size, row, running);
  }

  const R& reducer_;
  const In* in_;
  index_t count_;
  index_t step_;
};

}  // namespace kernel
NDX_NAMESPACE_END
