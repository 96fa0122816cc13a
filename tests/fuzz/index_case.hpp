// One case of the index body: memory, a view of it, and an index that is drawn from the fuzzer's
// bytes, with what the reference evaluator makes of them.
//
// Index tensors and masks may have any strides, stride 0 and negative ones included, may share one
// allocation with the source, and may hold values far outside their dims.
#pragma once

#include <cstring>

#include "fuzz_input.hpp"
#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace fuzz {

using namespace reference;

/// Expressions whose numbers come from the fuzzer's bytes.
inline RandomExpressions expressions_from(FuzzInput& input) {
  return RandomExpressions([&input](std::uint64_t n) {
    if (n == 0) return static_cast<std::uint64_t>(input.integer(INT64_MIN, INT64_MAX));
    return static_cast<std::uint64_t>(input.integer(0, static_cast<std::int64_t>(n - 1)));
  });
}

/// Memory that a call must leave alone.
class Witness {
 public:
  void watch(const void* memory, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(memory);
    watched_.push_back({first, std::vector<std::byte>(first, first + bytes)});
  }
  bool unchanged() const {
    for (const auto& [first, bytes] : watched_)
      if (!std::equal(bytes.begin(), bytes.end(), first)) return false;
    return true;
  }

 private:
  std::vector<std::pair<const std::byte*, std::vector<std::byte>>> watched_;
};

/// Which of ndx's errors a call threw, if any. Nothing runs beside it, so none may say that memory
/// changed meanwhile.
template <class Call>
RefFaults refusal_of(Call call) {
  return fault_of([&] {
    try {
      call();
    } catch (const ndx::IndexError& error) {
      if (std::strstr(error.what(), "changed while") != nullptr) fail(error.what());
      throw;
    }
  });
}

template <class T>
class IndexCase {
 public:
  explicit IndexCase(RandomExpressions& random)
      : random_(random), memory_(random_view()), terms_(random.terms(view().shape)) {
    rule_ = random.rule(terms_);
    if (random.chance(50)) make_small();
    bounds_ = random_bounds(random, view().shape, terms_);
    indices_ = ToNdx(random)(terms_);
    for (std::size_t t = 0; t < terms_.size(); ++t) place(t);
    const Expected expected(memory_.places(), terms_, rule_, bounds_);
    where_ = expected.where;
    faults_ = expected.faults;
    if (faults_ == 0) {
      RefTensor seen =
          ref_index_bounded(memory_.places(), view_terms(terms_), RefRule::index, bounds_);
      std::erase(seen.values, kSkippedPlace);
      repeats_ = has_duplicates(seen.values);
    }
  }

  /// Whether a read gives a copy: of what index arrays, masks and bools select, or of the fill value
  /// where an integer is outside.
  bool copies() const {
    bool result = any_advanced(terms_);
    RefTerms terms = terms_;
    for_each_index(view().shape, terms, [&](std::size_t dim, std::int64_t index) {
      const std::int64_t n = view().shape[dim];
      result |= skips(bounds_) && brought_inside(bounds_, index, n) == n;
    });
    return result;
  }

  const Strided& view() const { return memory_.view(); }
  const Sample<T>& memory() const { return memory_; }
  ndx::Tensor<T> tensor() const { return memory_.tensor(); }
  const std::vector<ndx::TensorIndex>& indices() const { return indices_; }
  const RefTerms& terms() const { return terms_; }
  RefRule rule() const { return rule_; }
  RefBounds bounds() const { return bounds_; }
  /// The positions that are indexed, or kSkippedPlace; empty if there are faults.
  const RefTensor& where() const { return where_; }
  RefFaults faults() const { return faults_; }
  /// Whether one element of the view after all basic terms shares memory with another.
  bool repeats() const { return repeats_; }
  const Witness& index_memory() const { return index_memory_; }

  [[noreturn]] void wrong(const std::string& what) const {
    fail(what + "\n  elements of " + std::to_string(sizeof(T)) + " bytes\n  source " +
         spell(view()) + "\n  expression " + spell(terms_) + " by " +
         kRuleNames[static_cast<std::size_t>(rule_)] + ", bounds " +
         kBoundsNames[static_cast<std::size_t>(bounds_)] + notes_);
  }

  /// Fails unless a call threw one of `faults`, or nothing where there are none.
  void expect_fault(const std::string& call, RefFaults thrown, RefFaults faults) const {
    if (faults == 0 ? thrown == 0 : (thrown & faults) != 0) return;
    wrong(call + " threw " + describe(thrown) + " instead of " + describe(faults));
  }

  RandomExpressions& random() const { return random_; }

 private:
  Strided random_view() {
    Shape shape;
    std::int64_t elements = 1;
    for (std::int64_t rank = random_.pick({1, 2, 3, 0, 4, 5, 6, 7, 8}); rank > 0; --rank) {
      shape.push_back(random_.chance(3) ? 0
                      : elements > 100  ? random_.pick({1, 2})
                                        : random_.pick({3, 1, 2, 4, 5}));
      elements *= std::max<std::int64_t>(shape.back(), 1);
    }
    if (random_.chance(30)) return random_.view_within(random_.between(1, 60), shape);
    return random_.strided(shape, random_.chance(20));
  }

  /// Elements that are good indices of small dims.
  void make_small() {
    for (std::int64_t i = 0; T & element : memory_.buffer())
      element = reference::element<T>((i++ * 5 + 1) % 4);
    notes_ += "\n  memory holds (5 i + 1) mod 4 at i";
  }

  /// Puts an index array or mask on memory of its own with any strides, or into the source's.
  void place(std::size_t t) {
    auto* const indices = std::get_if<RefIndices>(&terms_[t]);
    if (indices != nullptr && !indices->shape.empty()) {
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        if (random_.chance(50)) return share(t, *indices);
      if (random_.chance(30)) spread<std::int64_t>(t, *indices);
    }
    auto* const mask = std::get_if<RefMask>(&terms_[t]);
    if (mask != nullptr) {
      if constexpr (std::is_same_v<T, bool>)
        if (random_.chance(40)) return share(t, *mask);
      if (random_.chance(30)) spread<bool>(t, *mask);
    }
  }

  template <class Array>
  void share(std::size_t t, Array& array) {
    const Strided shared = random_.view_within(view().size, array.shape);
    const RefArray<T> values = memory_.values(shared);
    array.values.assign(values.values.begin(), values.values.end());
    indices_[t] = memory_.tensor(shared);
    notes_ += "\n  term " + std::to_string(t) + " shares the memory: " + spell(shared);
  }

  template <class I, class Array>
  void spread(std::size_t t, Array& array) {
    const Strided own = random_.chance(50)
                            ? random_.view_within(random_.between(1, 40), array.shape)
                            : random_.strided(array.shape, true);
    const ndx::Tensor<I> buffer = ndx::zeros<I>({own.size});
    const RefTensor places = ref_strided(own.shape, own.strides, own.offset);
    for (std::size_t i = 0; i < places.values.size(); ++i)
      buffer.data()[places.values[i]] = static_cast<I>(array.values[i]);
    for (std::size_t i = 0; i < places.values.size(); ++i)
      array.values[i] = buffer.data()[places.values[i]];
    indices_[t] = buffer.as_strided(own.shape, own.strides, own.offset);
    index_memory_.watch(buffer.data(), static_cast<std::size_t>(own.size) * sizeof(I));
    notes_ += "\n  term " + std::to_string(t) + " is " + spell(own);
  }

  RandomExpressions& random_;
  Sample<T> memory_;
  RefTerms terms_;
  RefRule rule_{};
  RefBounds bounds_ = RefBounds::raise;
  std::vector<ndx::TensorIndex> indices_;
  Witness index_memory_;
  std::string notes_;
  RefTensor where_;
  RefFaults faults_ = 0;
  bool repeats_ = false;
};

template <class T>
ndx::PlanOptions plan_options(const IndexCase<T>& c, bool reads) {
  return {to_rule(c.rule()), to_bounds(c.bounds(), reads)};
}

}  // namespace fuzz
