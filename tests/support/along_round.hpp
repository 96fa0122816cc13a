// One random round of a function that indexes along a dim: a target, a dim, a policy for what is
// out of bounds, index tensors, and what the formula says of them.
#pragma once

#include "dense.hpp"
#include "reference_along.hpp"

namespace reference {

inline constexpr std::int64_t kFill = 99;

struct Policy {
  RefBounds expected;
  ndx::Bounds read;
  ndx::Bounds write;
};
inline constexpr Policy kPolicies[] = {
    {RefBounds::raise, ndx::Bounds::raise, ndx::Bounds::raise},
    {RefBounds::wrap, ndx::Bounds::wrap, ndx::Bounds::wrap},
    {RefBounds::clip, ndx::Bounds::clip, ndx::Bounds::clip},
    {RefBounds::wrap_clip, ndx::Bounds::wrap_clip, ndx::Bounds::wrap_clip},
    {RefBounds::skip, ndx::Bounds::fill, ndx::Bounds::drop},
    {RefBounds::raise_negative, ndx::Bounds::raise_negative, ndx::Bounds::raise_negative},
    {RefBounds::skip_negative, ndx::Bounds::fill_negative, ndx::Bounds::drop_negative}};

/// One random target with a dim, a policy, and index tensors for it.
template <class T>
class Round {
 public:
  explicit Round(RandomExpressions& random, bool stretched_dims = false)
      : random_(random),
        target_(random.strided(target_shape(random, stretched_dims), false), -20),
        dim_(static_cast<std::size_t>(random.below(rank()))),
        policy_(kPolicies[random.chance(50) ? 0 : random.below(std::size(kPolicies))]) {}

  [[nodiscard]] const Shape& shape() const { return target_.view().shape; }
  [[nodiscard]] std::int64_t rank() const { return static_cast<std::int64_t>(shape().size()); }
  [[nodiscard]] std::size_t dim() const { return dim_; }
  [[nodiscard]] ndx::index_t named_dim() const {
    return static_cast<std::int64_t>(dim_) - (random_.chance(50) ? rank() : 0);
  }
  [[nodiscard]] const Policy& policy() const { return policy_; }
  [[nodiscard]] ndx::Tensor<T> target() const { return target_.tensor(); }
  [[nodiscard]] std::string describe() const {
    return "target " + spell(target_.view()) + ", dim " + std::to_string(dim_) + ", policy " +
           std::to_string(static_cast<int>(policy_.expected));
  }

  /// Indices of that shape, on any strides, for a dim of size n; a few lie outside.
  template <class I = std::int64_t>
  [[nodiscard]] Sample<I> indices(const Shape& shape, std::int64_t n) const {
    Sample<I> made(random_.strided(shape, true));
    const bool raises = policy_.expected == RefBounds::raise;
    const bool refuses_negatives = policy_.expected == RefBounds::raise_negative;
    const bool outside = random_.chance(raises || refuses_negatives ? 10 : 60);
    for (I& i : made.buffer())
      i = static_cast<I>(outside ? random_.between(-2 * n - 2, 2 * n + 1)
                                 : random_.between(n == 0 || refuses_negatives ? 0 : -n, n - 1));
    return made;
  }

  /// What the formula says, run and caught.
  template <class Select>
  Round& expect(Select select) {
    try {
      where_ = select();
    } catch (const RefError& error) {
      faults_ = error.faults;
    }
    return *this;
  }
  /// What take, and what gather to that shape, select by the values of an index.
  template <class I>
  void expect_take(const RefArray<I>& index) {
    expect([&] { return ref_take(shape(), dim_, widened(index), policy_.expected); });
  }
  template <class I>
  void expect_gather(const RefArray<I>& index, const Shape& result) {
    expect([&] { return ref_along(shape(), dim_, widened(index), result, policy_.expected); });
  }
  [[nodiscard]] const RefTensor& where() const { return where_; }

  /// The policy, as options of the functions that read and of those that write.
  [[nodiscard]] ndx::IndexOptions<T> read_options() const {
    return {.bounds = policy_.read, .fill = element<T>(kFill)};
  }
  [[nodiscard]] ndx::IndexOptions<T> write_options() const { return {.bounds = policy_.write}; }

  template <class Read>
  [[nodiscard]] testing::AssertionResult reads(Read read) const {
    ndx::Tensor<T> result;
    const RefFaults thrown = fault_of([&] { result = read(); });
    if (thrown != faults_ || thrown != 0) return faults_are(thrown);
    RefArray<T> wanted{where_.shape, {}};
    const std::vector<T> elements = target_.values(target_.view()).values;
    for (const std::int64_t place : where_.values)
      wanted.values.push_back(place < 0 ? element<T>(kFill)
                                        : elements[static_cast<std::size_t>(place)]);
    return same(result, wanted) << "\n  " << describe();
  }

  /// Runs a write of `values`, of the shape of what is selected, and compares the whole buffer.
  template <class Write, class Combine>
  [[nodiscard]] testing::AssertionResult writes(const std::vector<T>& values, Combine combine,
                                                Write write) const {
    std::vector<T> wanted(target_.buffer().begin(), target_.buffer().end());
    const RefTensor places = target_.places();
    for (std::size_t i = 0; faults_ == 0 && i < where_.values.size(); ++i) {
      if (where_.values[i] < 0) continue;
      const auto place = static_cast<std::size_t>(where_.values[i]);
      const auto at = static_cast<std::size_t>(places.values[place]);
      wanted[at] = combine(T{wanted[at]}, T{values[i]});
    }
    return compare(wanted, fault_of(write));
  }

  /// As writes, but all values of an element at once: reduce(the element, its values).
  template <class Write, class Collect>
  [[nodiscard]] testing::AssertionResult collects(const std::vector<T>& values, Collect reduce,
                                                  Write write) const {
    std::vector<T> wanted(target_.buffer().begin(), target_.buffer().end());
    std::vector<std::vector<T>> collected(element_count(shape()));
    for (std::size_t i = 0; faults_ == 0 && i < where_.values.size(); ++i) {
      if (where_.values[i] >= 0)
        collected[static_cast<std::size_t>(where_.values[i])].push_back(values[i]);
    }
    const RefTensor places = target_.places();
    for (std::size_t i = 0; i < collected.size(); ++i) {
      const auto at = static_cast<std::size_t>(places.values[i]);
      if (!collected[i].empty()) wanted[at] = reduce(wanted[at], collected[i]);
    }
    return compare(wanted, fault_of(write));
  }

 private:
  template <class I>
  static RefTensor widened(const RefArray<I>& index) {
    return {index.shape, {index.values.begin(), index.values.end()}};
  }

  static Shape target_shape(RandomExpressions& random, bool stretched_dims) {
    Shape shape = random.shape();
    if (shape.size() > 4) shape.resize(4);
    if (shape.empty()) shape.push_back(random.between(1, 4));
    for (std::int64_t& n : shape)
      if (stretched_dims && random.chance(25)) n = 1;
    return shape;
  }

  [[nodiscard]] testing::AssertionResult faults_are(RefFaults thrown) const {
    if (thrown == faults_) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "threw " << reference::describe(thrown) << ", want "
                                       << reference::describe(faults_) << "\n  " << describe();
  }

  [[nodiscard]] testing::AssertionResult compare(const std::vector<T>& wanted,
                                                 RefFaults thrown) const {
    if (thrown != faults_) return faults_are(thrown);
    if (equal_elements(wanted, target_.buffer())) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "the buffer differs\n  " << describe();
  }

  RandomExpressions& random_;
  Sample<T> target_;
  std::size_t dim_;
  Policy policy_;
  RefTensor where_;
  RefFaults faults_ = 0;
};

inline Shape any_shape(RandomExpressions& random) {
  Shape shape;
  for (std::int64_t rank = random.pick({0, 1, 1, 1, 2, 3}); rank > 0; --rank)
    shape.push_back(random.chance(4) ? 0 : random.between(1, 4));
  return shape;
}

/// An index shape for gather: not larger than the target but along the dim.
template <class T>
Shape gather_shape(RandomExpressions& random, const Round<T>& round) {
  Shape shape = round.shape();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d == round.dim()) {
      shape[d] = random.chance(4) ? 0 : random.chance(3) ? 300 : random.between(1, 6);
    } else if (random.chance(30)) {
      shape[d] = random.between(std::min<std::int64_t>(1, shape[d]), shape[d]);
    }
  }
  return shape;
}

/// An index shape for take_along_axis, and that of the result.
template <class T>
Shape broadcast_shape(RandomExpressions& random, const Round<T>& round, Shape& result) {
  Shape shape = round.shape();
  result = shape;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d == round.dim()) {
      shape[d] = random.between(0, 5);
    } else if (shape[d] == 1) {
      shape[d] = random.between(1, 3);
    } else if (random.chance(30)) {
      shape[d] = 1;
      continue;
    }
    result[d] = shape[d];
  }
  return shape;
}

/// Elements of a source as they come to lie on what is selected.
template <class T, class S>
std::vector<T> converted(const RefArray<S>& source, const Shape& shape) {
  std::vector<T> values;
  for_each_coordinate(shape,
                      [&](const Shape& c) { values.push_back(static_cast<T>(at(source, c))); });
  return values;
}

}  // namespace reference
