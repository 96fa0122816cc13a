// The planner: turns a layout and an index into an IndexPlan, in one pass over the terms from left
// to right.
//
// Basic terms make the view (view_builder.hpp). A bool inserts a dim, as None does; an index tensor
// keeps its dim and is recorded; a mask of rank k keeps k dims. So when the index tensors are
// placed, the dims selected by integers are already gone: "views first", the rule of PyTorch and
// Paddle. The other rules differ in place(). NumPy's rule also differs in what separates index
// tensors: there integers count as index tensors too. Source: SEMANTICS §2 and §3; ezyang's
// explanation of combined indexing; NEP 21.
#pragma once

#include <ndx/grammar/expression.hpp>
#include <ndx/kernel/mask.hpp>
#include <ndx/layout/broadcast.hpp>
#include <ndx/plan/plan.hpp>
#include <ndx/plan/view_builder.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether any term is an index tensor, a mask or a bool.
inline bool has_advanced(Terms terms) noexcept {
  for (const TensorIndex& term : terms) {
    if (is_advanced(term)) return true;
  }
  return false;
}

/// Builds one plan, with one member function per kind of term.
class Planner {
  static constexpr std::size_t kNowhere = SIZE_MAX;

 public:
  Planner(IndexPlan& plan, IndexRule rule, const Layout& source, Terms terms)
      : source_(source), terms_(terms), rule_(rule), plan_(plan), builder_(source, plan.view) {}

  void run() {
    count_dims();
    integers_index_ = rule_ == IndexRule::numpy && has_advanced(terms_);
    std::uint32_t t = 0;
    for (const TensorIndex& term : terms_) take(t++, term);
    keep(source_.rank() - cursor());
    if (!plan_.is_view()) place();
  }

 private:
  /// Counts the dims that all terms but the ellipsis consume; IndexError if the source has fewer,
  /// or for a second ellipsis.
  void count_dims() {
    std::size_t used = 0;
    bool dots = false;
    for (const TensorIndex& term : terms_) {
      used += consumed_dims(term);
      if (term.kind() != TensorIndex::Kind::ellipsis) continue;
      if (dots) [[unlikely]]
        throw_second_ellipsis(term);
      dots = true;
    }
    if (used > source_.rank()) [[unlikely]]
      throw_too_many_indices(used);
    ellipsis_dims_ = source_.rank() - used;
  }

  [[noreturn]] NDX_COLD void throw_second_ellipsis(const TensorIndex& term) const {
    const auto t = static_cast<std::size_t>(&term - terms_.data());
    throw_index_error(plan_.call, ": term ", t,
                      ": an index can only have a single ellipsis ('...')",
                      place_of_term(terms_, t));
  }
  [[noreturn]] NDX_COLD void throw_too_many_indices(std::size_t used) const {
    std::size_t first = 0;  // the first term that is too many
    for (std::size_t sum = consumed_dims(terms_[0]); sum <= source_.rank();)
      sum += consumed_dims(terms_[++first]);
    throw_index_error(plan_.call, ": too many indices for tensor: tensor is ", source_.rank(),
                      "-dimensional, but ", used, " were indexed", place_of_term(terms_, first));
  }

  void take(std::uint32_t t, const TensorIndex& term) {
    switch (term.kind()) {
      case TensorIndex::Kind::none:
        return insert();
      case TensorIndex::Kind::ellipsis:
        return take_ellipsis();
      case TensorIndex::Kind::integer:
        return take_integer(t, term.integer());
      case TensorIndex::Kind::boolean:
        return take_boolean(t, term.boolean());
      case TensorIndex::Kind::slice:
        return take_slice(t, term.slice());
      case TensorIndex::Kind::tensor:
        return take_tensor(t, term.tensor());
    }
  }

  /// A tensor of rank 0 counts as the integer or bool that it holds.
  void take_tensor(std::uint32_t t, const UntypedTensor& tensor) {
    const bool scalar = tensor.layout.rank() == 0;
    if (tensor.dtype == DType::boolean) {
      return scalar ? take_boolean(t, kernel::is_set(first_byte(tensor, 1)) != 0)
                    : take_mask(t, tensor);
    }
    return scalar ? take_integer(t, integer_value(tensor)) : take_integers(t, tensor);
  }

  void take_ellipsis() {
    if (rule_ == IndexRule::numpy && ellipsis_dims_ == 0) indexed_end_ = kNowhere;
    keep(ellipsis_dims_);
  }

  void take_integer(std::uint32_t t, index_t index) {
    if (!builder_.select(index)) [[unlikely]]
      throw_integer_out_of_bounds(t, index);
    if (integers_index_) note_indexed(0);
  }

  [[noreturn]] NDX_COLD void throw_integer_out_of_bounds(std::uint32_t t, index_t index) const {
    throw_index_error(plan_.call, ": term ", t, ": index ", index,
                      " is out of bounds for dimension ", cursor(), " with size ",
                      source_.shape[cursor()], place_of_term(terms_, t));
  }

  void take_slice(std::uint32_t t, const Slice& slice) {
    check_rank(1);
    if (!builder_.slice(slice)) [[unlikely]]
      throw_step_zero(t);
  }

  [[noreturn]] NDX_COLD void throw_step_zero(std::uint32_t t) const {
    throw_value_error(plan_.call, ": term ", t, ": slice step cannot be zero",
                      place_of_term(terms_, t));
  }

  void take_boolean(std::uint32_t t, bool flag) {
    record({IndexedTerm::Kind::boolean, t, cursor(), view_dim(), 1, 0, flag ? 1 : 0, nullptr});
    insert();
  }

  void take_integers(std::uint32_t t, const UntypedTensor& tensor) {
    record({IndexedTerm::Kind::integers, t, cursor(), view_dim(), 1, source_.shape[cursor()], 0,
            &tensor});
    keep(1);
  }

  void take_mask(std::uint32_t t, const UntypedTensor& tensor) {
    const auto rank = static_cast<std::uint32_t>(tensor.layout.rank());
    const DimsView covered(source_.shape.data() + cursor(), rank);
    if (!(tensor.layout.shape == covered)) [[unlikely]]
      throw_mask_mismatch(t, tensor.layout.shape);
    record({IndexedTerm::Kind::mask, t, cursor(), view_dim(), rank, 0, count_set(tensor), &tensor});
    keep(rank);
  }

  /// Number of true elements of a mask. Each stored element is read once, however often it is
  /// repeated.
  static index_t count_set(const UntypedTensor& mask) {
    const Dims stored = stored_shape(mask.layout);
    const Loop<1> loop = make_loop<1>(stored, {mask.layout.strides});
    const index_t once = kernel::count_set(first_byte(mask, 1), loop);
    return once == 0 ? 0 : once * (numel(mask.layout) / numel(stored));
  }

  [[noreturn]] NDX_COLD void throw_mask_mismatch(std::uint32_t t, DimsView mask) const {
    const std::string dims =
        mask.size() == 1 ? message("dimension ", cursor())
                         : message("dimensions ", cursor(), "..", cursor() + mask.size() - 1);
    throw_index_error(plan_.call, ": term ", t, ": mask of shape ", mask, " does not match ", dims,
                      " of shape ", source_.shape, place_of_term(terms_, t));
  }

  void record(const IndexedTerm& term) {
    plan_.indexed.push_back(term);
    note_indexed(term.dims);
    for (std::uint32_t d = 0; d < term.dims; ++d)
      plan_.indexed_dims |= std::uint64_t{1} << (term.view_dim + d) % 64;
  }

  /// Records where the indexed dims begin, and whether a kept dim separates them.
  void note_indexed(std::size_t dims) {
    if (!indexed_seen_) {
      first_indexed_ = plan_.view.rank();
    } else if (indexed_end_ != plan_.view.rank()) {
      separated_ = true;
    }
    indexed_seen_ = true;
    indexed_end_ = plan_.view.rank() + dims;
  }

  void insert() {
    check_rank(1);
    builder_.insert();
  }
  void keep(std::size_t dims) {
    check_rank(dims);
    builder_.keep(dims);
  }
  void check_rank(std::size_t more) const {
    if (plan_.view.rank() + more > kMaxRank) [[unlikely]]
      throw_value_error(plan_.call, ": the result would have a rank above the maximum, ", kMaxRank);
  }

  /// Computes the index shape and inserts its dims into the result as the rule says.
  void place() {
    if (rule_ == IndexRule::outer) {
      span_outer();
    } else {
      span_broadcast();
      const bool in_front = separated_ || rule_ == IndexRule::vectorized;
      insert_space(in_front ? 0 : first_indexed_);
    }
    checked_numel(plan_.call, plan_.indexed_shape);
  }

  void span_broadcast() {
    for (const IndexedTerm& term : plan_.indexed) {
      if (!broadcast_into(plan_.space, term.shape())) [[unlikely]]
        throw_not_broadcastable();
    }
    for (IndexedTerm& term : plan_.indexed)
      term.space_dim = static_cast<std::uint32_t>(plan_.space.size() - term.shape().size());
  }

  [[noreturn]] NDX_COLD void throw_not_broadcastable() const {
    std::string shapes;
    for (std::size_t i = 0; i < plan_.indexed.size(); ++i) {
      if (i != 0) shapes += i + 1 == plan_.indexed.size() ? " and " : ", ";
      shapes += message(DimsView(plan_.indexed[i].shape()));
    }
    throw_shape_error(plan_.call, ": index tensors of shapes ", shapes,
                      " cannot be broadcast together");
  }

  /// Result shape: the view's dims that are not indexed, with the whole index shape inserted before
  /// dim `place`.
  void insert_space(std::size_t place) {
    for (std::size_t d = 0; d < plan_.view.rank(); ++d) {
      if (!plan_.is_indexed(d)) plan_.indexed_shape.push_back(plan_.view.shape[d]);
    }
    for (const index_t size : plan_.space) {
      plan_.space_places.push_back(static_cast<index_t>(place));
      plan_.indexed_shape.insert(place++, size);
    }
  }

  /// Index shape: the shapes of the index tensors, concatenated. In the result each one replaces
  /// the dims that it indexes.
  void span_outer() {
    std::size_t next = 0;  // index tensor
    for (std::size_t d = 0; d < plan_.view.rank(); ++d) {
      if (next < plan_.indexed.size() && plan_.indexed[next].view_dim == d) {
        append_outer(plan_.indexed[next++]);
      } else if (!plan_.is_indexed(d)) {
        plan_.indexed_shape.push_back(plan_.view.shape[d]);
      }
    }
  }

  void append_outer(IndexedTerm& term) {
    term.space_dim = static_cast<std::uint32_t>(plan_.space.size());
    for (const index_t size : term.shape()) {
      plan_.space_places.push_back(static_cast<index_t>(plan_.indexed_shape.size()));
      plan_.space.push_back(size);
      plan_.indexed_shape.push_back(size);
    }
  }

  [[nodiscard]] std::uint32_t cursor() const noexcept {
    return static_cast<std::uint32_t>(builder_.cursor());
  }
  [[nodiscard]] std::uint32_t view_dim() const noexcept {
    return static_cast<std::uint32_t>(plan_.view.rank());
  }

  const Layout& source_;
  Terms terms_;
  IndexRule rule_;
  IndexPlan& plan_;
  ViewBuilder builder_;
  std::size_t ellipsis_dims_ = 0;
  bool integers_index_ = false;  // integers count as index tensors of rank 0
  bool indexed_seen_ = false;
  bool separated_ = false;
  std::size_t first_indexed_ = 0;       // number of view dims before the first index tensor
  std::size_t indexed_end_ = kNowhere;  // number of view dims up to the end of the last one
};

}  // namespace detail

/// Plans what `terms` do, by `rule`, to a tensor of layout `source`. `call` begins error messages.
/// Throws IndexError (an integer out of bounds, too many indices, a second ellipsis, a mask that
/// does not match), ShapeError (index tensors that do not broadcast), ValueError (step 0, rank
/// above 64, a result too large). Does not read the elements of integer index tensors; masks are
/// counted.
inline IndexPlan plan_index(const char* call, IndexRule rule, const Layout& source,
                            detail::Terms terms) {
  IndexPlan plan;
  plan.call = call;
  plan.terms = terms;
  detail::Planner(plan, rule, source, terms).run();
  return plan;
}

NDX_NAMESPACE_END
