// Fuzz body: index expressions on sources, index tensors, masks and values that are stretched, by
// stride 0, to more elements than any memory holds.
//
// Each call is made twice, the second time with 2 where the first has 2^47. It must end at once, and so
// must all that describes, explains or compares such tensors. It must refuse what its twin refuses, and what it writes must be what its twin writes; else it may
// also be refused for its size, with std::bad_alloc or a ValueError.
#include <ndx/explain.hpp>
#include <ndx/io/text/describe.hpp>
#include <ndx/ndx.hpp>

#include "index_case.hpp"

namespace {

using namespace fuzz;

constexpr std::int64_t kStretched = std::int64_t{1} << 47;

enum class Outcome { done, wrong_index, refused };

/// What the bytes say, with `size` for the dims that are stretched. Two of the same bytes differ in
/// nothing else.
class Call {
 public:
  Call(FuzzInput input, std::int64_t size)
      : input_(input),
        size_(size),
        buffer_(ndx::arange<std::int64_t>(40).to<std::int64_t>()),
        source_(stretched(random_shape(3), [this](const ndx::Dims& shape) {
          return buffer_.index({ndx::Slice(0, ndx::numel(shape))}).reshape(shape);
        })) {
    for (std::int64_t dim = 0; dim < source_.dim();) dim += add_term(dim);
  }

  Outcome run() {
    const ndx::IndexRule rule = input_.pick({ndx::IndexRule::views_first, ndx::IndexRule::numpy,
                                             ndx::IndexRule::outer, ndx::IndexRule::vectorized});
    const auto by = static_cast<RefRule>(rule);
    const auto before = buffer_.clone();
    const auto kind = input_.integer(0, 5);
    const Outcome outcome = outcome_of([&] {
      if (kind == 0) return (void)read_by(by, source_, terms_);
      if (kind == 1) return (void)source_.plan(terms_, {rule}).result_shape();
      if (kind == 2) return write_by(by, source_, terms_, std::int64_t{77});
      if (kind == 3) return tell(rule);
      if (kind == 4) return compare();
      return write_by(by, source_, terms_, stretched(random_shape(2), [](const ndx::Dims& shape) {
                        return ndx::full<std::int64_t>(shape, 78);
                      }));
    });
    if (outcome != Outcome::done && !ndx::equal(buffer_, before))
      fail("a refused call changed memory" + told());
    return outcome;
  }

  const ndx::Tensor<std::int64_t>& memory() const { return buffer_; }

  std::string told() const {
    std::string text = "\n  source " + reference::spell(to_shape(source_.shape())) + "/" +
                       reference::spell(to_shape(source_.strides())) + "\n  terms";
    for (const ndx::TensorIndex& term : terms_) {
      std::ostringstream spelled;
      spelled << term;
      text += " " + spelled.str();
    }
    return text;
  }

 private:
  /// Everything that describes the source or what the index does.
  void tell(ndx::IndexRule rule) const {
    (void)ndx::describe(source_);
    (void)ndx::to_string(source_);
    const ndx::Explanation explanation = ndx::explain(source_, terms_, rule);
    (void)ndx::to_string(explanation);
    (void)ndx::to_svg(explanation);
  }
  /// Comparisons of elements that are repeated, some of them in another order.
  void compare() const {
    const auto other = source_.flip();
    (void)ndx::equal(source_, other);
    (void)ndx::array_equal(source_, other);
    (void)ndx::allclose(source_, other);
    (void)ndx::all(source_);
    (void)ndx::argmax(source_);
    (void)ndx::max(source_);
  }

  /// Sizes of which -1 is to be stretched.
  Shape random_shape(std::int64_t most) {
    Shape shape;
    for (std::int64_t rank = input_.integer(1, most); rank > 0; --rank)
      shape.push_back(input_.pick<std::int64_t>({-1, 3, 1, 0, 3, -1}));
    return shape;
  }

  /// make(shape) with size 1 where a dim is to be stretched, and that dim stretched.
  template <class T = std::int64_t, class Make>
  ndx::Tensor<T> stretched(const Shape& shape, Make make) {
    ndx::Dims small;
    ndx::Dims full;
    for (const std::int64_t n : shape) {
      small.push_back(n < 0 ? 1 : n);
      full.push_back(n < 0 ? size_ : n);
    }
    return make(small).expand(full);
  }

  /// Adds a term for that dim, or one that takes none; how many dims it takes.
  std::int64_t add_term(std::int64_t dim) {
    switch (input_.integer(0, 6)) {
      case 0:
        terms_.emplace_back(index(dim));
        return 1;
      case 1:
        terms_.emplace_back(ndx::Slice(ndx::newaxis, ndx::newaxis, input_.flag() ? -1 : 1));
        return 1;
      case 2:
        if (input_.flag()) terms_.emplace_back(ndx::newaxis);
        return input_.flag() ? 0 : add_full();
      case 3:
        return add_mask(dim);
      default:
        terms_.emplace_back(stretched(random_shape(2), [&](const ndx::Dims& shape) {
          return ndx::full<std::int64_t>(shape, index(dim));
        }));
        return 1;
    }
  }

  /// An index for that dim, good or bad for both sizes of a dim that is stretched.
  std::int64_t index(std::int64_t dim) {
    const std::int64_t i = input_.pick<std::int64_t>({0, -1, 0, 1, -4, 9, INT64_MIN});
    return source_.size(dim) == size_ && (i == -4 || i == 9) ? INT64_MAX : i;
  }

  std::int64_t add_full() {
    terms_.emplace_back(ndx::Slice());
    return 1;
  }

  std::int64_t add_mask(std::int64_t dim) {
    const std::int64_t dims = input_.integer(1, source_.dim() - dim);
    Shape shape;
    for (std::int64_t d = dim; d < dim + dims; ++d)
      shape.push_back(source_.size(d) == size_ ? -1 : source_.size(d));
    terms_.emplace_back(stretched<bool>(
        shape, [this](const ndx::Dims& small) { return ndx::full<bool>(small, input_.flag()); }));
    return dims;
  }

  template <class Run>
  static Outcome outcome_of(Run run) {
    try {
      run();
    } catch (const ndx::IndexError&) {
      return Outcome::wrong_index;
    } catch (const ndx::ShapeError&) {
      return Outcome::refused;
    } catch (const ndx::ValueError&) {
      return Outcome::refused;
    } catch (const std::bad_alloc&) {
      return Outcome::refused;
    }
    return Outcome::done;
  }

  FuzzInput input_;
  std::int64_t size_;
  ndx::Tensor<std::int64_t> buffer_;
  ndx::Tensor<std::int64_t> source_;
  std::vector<ndx::TensorIndex> terms_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input(data, size);
  std::optional<Call> large;
  try {
    large.emplace(input, kStretched);
  } catch (const ndx::ValueError&) {  // the sizes' product overflows
    return 0;
  }
  Call twin(input, 2);
  const Outcome outcome = large->run();
  const Outcome wanted = twin.run();
  if (outcome == Outcome::done && wanted != Outcome::done)
    fail("a stretched call does what its twin refuses" + large->told());
  if (outcome == Outcome::wrong_index && wanted != Outcome::wrong_index)
    fail("a stretched call finds an index out of bounds, its twin does not" + large->told());
  if (outcome == Outcome::done && !ndx::equal(large->memory(), twin.memory()))
    fail("a stretched call writes something else than its twin" + large->told());
  return 0;
}
