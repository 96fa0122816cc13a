// IndexedView<T>: the elements that an index selects, as a value, before they are read.
//
//   IndexedView<float> rows = table.indexed({ids, Slice()});   // reads nothing
//   Tensor<float> first = rows.slice(0, Slice(0, 10));         // reads ten rows
//   rows.select(1, 0).write_(1.f, {.reduce = Reduce::add});    // adds to one column of these rows
//
// A view of a tensor by basic terms is a tensor, because its elements are a regular pattern. Where index tensors
// or masks select, index returns a copy. An indexed view is the view instead: it refers to the tensor and the
// index tensors, and takes O(rank) to slice, transpose or index by basic terms. However often it is indexed, it
// is one plan (engine/composed_index.hpp), so that the elements are moved once.
#pragma once

#include <ndx/engine/composed_index.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
struct ViewElements;

}  // namespace detail

/// The result of t.indexed(terms). Copying it copies neither elements nor indices: it shares the memory of the
/// tensor and of the index tensors, and keeps both alive. Constness is shallow, as a tensor's is.
///
/// An index tensor that the caller changes later changes what the view selects. It is checked whenever the view
/// is read or written; IndexError is thrown for an element out of bounds then, and nothing is written. Two
/// things are copied instead, and do not change any more: a mask, and what an index tensor selects of an
/// earlier one. Each read gathers anew: read a view once if it is used twice.
template <Element T>
class IndexedView {
  using value_type = std::remove_const_t<T>;
  using Options = IndexOptions<value_type>;
  using Braced = BracedValue<value_type>;

 public:
  /// The whole tensor.
  explicit IndexedView(const Tensor<T>& source) : source_(source), index_(source.layout()) {}

  /// The shape, one size, the rank, the number of elements and their type, as of a tensor.
  [[nodiscard]] DimsView shape() const& noexcept { return index_.layout().shape; }
  [[nodiscard]] Dims shape() && { return index_.layout().shape; }
  [[nodiscard]] index_t size(Dim dim) const {
    return shape()[wrap_dim("size", dim, index_.layout().rank())];
  }
  [[nodiscard]] index_t dim() const noexcept {
    return static_cast<index_t>(index_.layout().rank());
  }
  [[nodiscard]] index_t numel() const noexcept { return ndx::numel(shape()); }
  [[nodiscard]] constexpr DType dtype() const noexcept { return dtype_of<T>(); }
  /// The layout of what read returns.
  [[nodiscard]] Layout layout() const {
    if (is_view()) return index_.layout();
    Layout layout;
    set_row_major(layout, shape());
    return layout;
  }
  /// Whether the elements are a view of the tensor, because all terms were basic. Reading then moves no element
  /// and returns a tensor that shares memory.
  [[nodiscard]] bool is_view() const noexcept { return index_.is_view(); }

  // ---- Indexing. `terms` are those of a tensor of the view's shape; the rule and the bounds policy are given
  // for each link of a chain. Bounds::fill and Bounds::drop are one policy here: a read returns `fill` for an
  // index out of bounds, and a write skips it.

  /// Selects from the view, which stays one plan: x.indexed({a}).indexed({b}) selects x[a[b]]. Takes O(rank)
  /// for basic terms, and the size of the index for others. Throws as index does, ValueError if two links
  /// have different fill values.
  [[nodiscard]] IndexedView indexed(IndexList terms, const Options& options = {}) const {
    IndexedView made(*this);
    made.apply(terms, options);
    return made;
  }
  /// Takes basic terms: view.index({0, Slice(), None}).
  [[nodiscard]] IndexedView index(const detail::BasicList& terms) const {
    return indexed(detail::Terms(terms));
  }

  // ---- Rearranging.

  /// Does what the function of a tensor does, in O(rank): select, slice, narrow, permute, transpose, movedim,
  /// flip, squeeze, unsqueeze. Throws IndexError if a dim is out of range.
  [[nodiscard]] IndexedView select(Dim dim, Count index) const;
  [[nodiscard]] IndexedView slice(Dim dim, const Slice& slice) const;
  [[nodiscard]] IndexedView narrow(Dim dim, Count start, Count length) const {
    return rearranged([&](const Layout& l) { return narrowed("narrow", l, dim, start, length); });
  }
  [[nodiscard]] IndexedView permute(const Dims& order) const {
    return rearranged([&](const Layout& l) { return permuted("permute", l, order); });
  }
  [[nodiscard]] IndexedView transpose(Dim dim0, Dim dim1) const {
    return rearranged([&](const Layout& l) { return transposed("transpose", l, dim0, dim1); });
  }
  [[nodiscard]] IndexedView movedim(const Dims& source, const Dims& destination) const {
    return rearranged([&](const Layout& l) { return moved("movedim", l, source, destination); });
  }
  [[nodiscard]] IndexedView flip(const Dims& dims) const {
    return rearranged([&](const Layout& l) { return flipped("flip", l, dims); });
  }
  [[nodiscard]] IndexedView squeeze() const {
    return rearranged([](const Layout& l) { return squeezed(l); });
  }
  [[nodiscard]] IndexedView squeeze(const Dims& dims) const {
    return rearranged([&](const Layout& l) { return squeezed("squeeze", l, dims); });
  }
  [[nodiscard]] IndexedView unsqueeze(Dim dim) const {
    return rearranged([&](const Layout& l) { return unsqueezed("unsqueeze", l, dim); });
  }
  /// Repeats dims of size 1. The result can be read; writing it throws ValueError.
  [[nodiscard]] IndexedView expand(const Dims& shape) const {
    return rearranged([&](const Layout& l) { return expanded("expand", l, shape); });
  }

  // ---- Reading and writing. Each checks every index first; on error nothing is changed.

  /// Reads the elements: returns a view of the tensor if is_view(), else a new row-major tensor. Throws
  /// IndexError if an element of an index tensor is out of bounds.
  [[nodiscard]] Tensor<T> read() const {
    if (index_.mask() != nullptr) return read_masked(0, numel());
    return detail::read_planned(index_.plan("IndexedView::read"), source_, &fill_value_);
  }
  operator Tensor<T>() const { return read(); }  // NOLINT(google-explicit-constructor)
  /// Reads the elements and converts them, as Tensor::to does.
  template <Element U>
  [[nodiscard]] Tensor<U> to() const {
    return read().template to<U>();
  }
  /// Reads into `out`, as index_into does.
  void read_into(const Tensor<value_type>& out) const {
    detail::read_planned_into(index_.plan("IndexedView::read_into"), source_, out, &fill_value_);
  }

  /// Writes to the elements, as index_put_ does: the value is broadcast, duplicates are written or combined in
  /// row-major order, and memory that overlaps is handled as if it had been copied first.
  ///   rows.write_(gradient, {.reduce = Reduce::add})
  /// Throws ValueError if `how` has a rule or a bounds policy, which belong to the view.
  template <ValueFor<value_type> Value = Braced, WriteHow<value_type> How = Options>
  void write_(const Value& value, const How& how = {}) const {
    write("IndexedView::write_", value, how);
  }
  /// Does what write_ does without options. Throws as that does.
  template <ValueFor<value_type> Value = Braced>
  void copy_(const Value& value) const {
    write("IndexedView::copy_", value, Reduce::Assign{});
  }
  /// Writes one value to all elements. Throws as write_ does.
  template <ConvertibleElement<value_type> Value>
  void fill_(const Value& value) const {
    write("IndexedView::fill_", value, Reduce::Assign{});
  }

  /// Updates as t[{…}] += v does: an element that is selected twice is updated once, from its old value. Use
  /// write_ with a reduction to count duplicates.
#define NDX_ENTRY(symbol)                                                           \
  template <class Value = Braced>                                                   \
  const IndexedView& operator symbol(Value && value) const {                        \
    const Tensor<T> part = read();                                                  \
    part symbol detail::unbraced(detail::as_tensor<Value>(value));                  \
    if (!is_view()) write("IndexedView::operator" #symbol, part, Reduce::Assign{}); \
    return *this;                                                                   \
  }
  NDX_EACH_UPDATE(NDX_ENTRY)
#undef NDX_ENTRY

 private:
  friend struct detail::IndexedViews<T, int>;
  friend struct detail::ViewElements<T>;
  template <Element U>
  friend std::string explain(const IndexedView<U>& view);  // explain/explain_view.hpp

  /// Indexes this view. If it throws, the view must not be used any more.
  void apply(IndexList terms, const Options& options);
  template <class F>
  [[nodiscard]] IndexedView rearranged(const F& arranged) const {
    IndexedView made(*this);
    made.index_.rearrange(arranged);
    return made;
  }
  template <class Value, class How>
  void write(const char* call, const Value& value, const How& how) const;
  /// Reads `count` elements from the first on, if index_.mask() is not null.
  [[nodiscard]] Tensor<value_type> read_masked(index_t first, index_t count) const {
    const auto read = detail::make_uninitialized<value_type>("IndexedView::read", Dims{count});
    constexpr index_t bytes = sizeof(T);
    detail::compress_bits<sizeof(T)>(*index_.mask(), first, first + count,
                                     source_.storage().data() + index_.layout().offset * bytes,
                                     read.storage().data(), detail::stores_for(read));
    return read;
  }

  Tensor<T> source_;
  detail::ComposedIndex index_;
  decltype(Options::fill) fill_value_{};
};

template <Element T>
void IndexedView<T>::apply(IndexList terms, const Options& options) {
  const char* const call = "indexed";
  if (options.accumulate || !options.reduce.assigns()) [[unlikely]]
    detail::throw_useless_option(call, "reduce and accumulate are options of write_");
  if (detail::fills(options.bounds) || detail::drops(options.bounds)) {
    if (index_.skips() && std::memcmp(&fill_value_, &options.fill, sizeof fill_value_) != 0)
        [[unlikely]]
      throw_value_error(call,
                        ": an earlier index of the chain has another fill value, and a view has "
                        "one: read it first");
    fill_value_ = options.fill;
  }
  index_.index(options.rule, options.bounds, terms, &detail::gather_indices<sizeof(index_t)>);
}

template <Element T>
IndexedView<T> IndexedView<T>::select(Dim dim, Count index) const {
  const std::size_t place = wrap_dim("select", dim, index_.layout().rank());
  const index_t at = wrap_index("select", index, place, shape()[place]);
  return rearranged([&](Layout layout) {
    select_dim(layout, place, at);
    return layout;
  });
}

template <Element T>
IndexedView<T> IndexedView<T>::slice(Dim dim, const Slice& slice) const {
  const std::size_t place = wrap_dim("slice", dim, index_.layout().rank());
  if (slice.step.value_or(1) == 0) [[unlikely]]
    throw_value_error("slice: slice step cannot be zero");
  const SliceRange range = resolve(slice, shape()[place]);
  return rearranged([&](Layout layout) {
    slice_dim(layout, place, range);
    return layout;
  });
}

template <Element T>
template <class Value, class How>
void IndexedView<T>::write(const char* call, const Value& value, const How& how) const {
  if constexpr (std::is_const_v<T>) {
    detail::require_writable<T>();
  } else {
    const auto& reduce = detail::write_reducer<T>(call, how);
    if (detail::write_bounds(how) != Bounds::raise)
      throw_value_error(call, ": bounds are set when the view is made, not when it is written");
    if constexpr (std::same_as<How, Options>) detail::check_no_rule(call, how);
    IndexPlan plan = index_.plan(call);
    if constexpr (ConvertibleElement<Value, T> && std::same_as<How, Reduce::Assign>) {
      detail::fill_planned(std::move(plan), source_, convert_element<T>(value));
    } else {
      detail::write_planned(std::move(plan), source_, detail::ValueTensor<T>(value).get(), reduce);
    }
  }
}

namespace detail {

template <class T>
struct IndexedViews<T, int> {
  static IndexedView<T> make(const Tensor<T>& source, IndexList terms,
                             const IndexOptions<std::remove_const_t<T>>& options) {
    IndexedView<T> view(source);
    view.apply(terms, options);
    return view;
  }
};

}  // namespace detail
NDX_NAMESPACE_END
