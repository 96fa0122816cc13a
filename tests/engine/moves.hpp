// What the engine does with an index, told as moves: for each position where it is read, where it is
// written, and what is prefetched meanwhile. The tensors that are indexed are layouts alone: no
// memory is behind them.
#pragma once

#include <algorithm>
#include <vector>

#include <ndx/ops/random/random_numbers.hpp>

#include "support/expect.hpp"

namespace moves {

using namespace ndx;

struct Moved {
  index_t from;
  index_t to;
  index_t fetched;  // what is fetched meanwhile, else -1
  bool operator==(const Moved&) const = default;
};
using Moves = std::vector<Moved>;

inline constexpr index_t kNothing = -1;

/// What is done with an index of a tensor of that shape and elements of 4 bytes, in so many parts.
struct Walk {
  Dims shape;
  std::vector<TensorIndex> terms;
  IndexRule rule = IndexRule::views_first;
  Bounds bounds = Bounds::raise;
  index_t parts = 1;
  Dims linear = {};      // of the result; row-major if empty
  bool checked = false;  // all indices beforehand
  Dims strides = {};     // of the tensor; row-major if empty

  [[nodiscard]] Moves moves() const {
    Layout layout = contiguous_layout("", shape);
    if (!strides.empty()) layout.strides = strides;
    const IndexPlan plan = plan_index("index", rule, layout, terms, bounds);
    const Dims to = linear.empty() ? contiguous_strides(plan.result_shape()) : linear;
    detail::IndexedLoop loop(plan, to);
    if (checked) loop.check_all();
    const detail::WorkUnits units(plan, loop, 4);
    Moves made;
    const index_t count = units.count();
    const index_t shares = std::min(parts, count);
    for (index_t p = 0; p < shares; ++p) {
      detail::BlockWalk walk(units, count * p / shares, count * (p + 1) / shares);
      while (walk.next()) {
        const kernel::IndexedBlock& block = walk.block;
        for (index_t k = 0; k < block.count; ++k) {
          const bool fetches = block.ahead != nullptr;
          made.push_back({walk.indexed + block.offset(k), walk.linear + block.linear(k),
                          fetches ? walk.indexed + block.ahead_from + block.ahead[k] : kNothing});
        }
      }
    }
    return made;
  }
};

/// Positions in order, each told what is fetched: what is moved `distance` positions later.
inline Moves in_order(const std::vector<index_t>& from, std::size_t distance) {
  Moves moves;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const bool fetches = distance != 0 && k + distance < from.size();
    moves.push_back({from[k], static_cast<index_t>(k), fetches ? from[k + distance] : kNothing});
  }
  return moves;
}

inline Tensor<index_t> some(index_t count, index_t limit, std::uint64_t seed) {
  return randint<index_t>(0, limit, {count}, seed);
}

inline constexpr index_t kFar = index_t{1} << 23;  // elements

}  // namespace moves
