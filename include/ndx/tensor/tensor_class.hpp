// Tensor<T>: a handle on strided elements of type T.
//
// A tensor is a storage, which owns the memory, and a layout: a shape, a stride for each dim and an
// offset, all in elements. A view is another layout on the same storage, so it costs O(rank) and
// keeps the memory alive. Up to rank 6 neither a handle nor a view allocates.
//
// Copying a tensor shares its elements; clone() copies them. Constness is shallow, as with
// std::span: elements can be written through a const Tensor<T>, and Tensor<const T> is the
// read-only tensor. Negative dims and indices count from the end.
//
// The class is declared here. The other headers of this folder define its members, by subject;
// ndx/tensor.hpp includes them all.
#pragma once

#include <vector>

#include <ndx/base/convert.hpp>
#include <ndx/layout/broadcast.hpp>
#include <ndx/layout/rearrange.hpp>
#include <ndx/storage/untyped.hpp>
#include <ndx/tensor/accessor.hpp>
#include <ndx/tensor/index_methods.hpp>
#include <ndx/tensor/iterator.hpp>

NDX_NAMESPACE_BEGIN

template <Element T>
class Tensor : public IndexMethods<T>, private bases::TensorParts {
 public:
  using value_type = std::remove_const_t<T>;
  using iterator = ElementIterator<T>;

  /// Makes an empty tensor of shape (0).
  Tensor() { layout_.push_dim(0, 1); }

  /// Makes a tensor from a storage and a layout, which must lie within the storage. For code that
  /// works on storages and layouts directly.
  Tensor(Storage storage, Layout&& layout) : TensorParts(std::move(storage), std::move(layout)) {
    settle();
  }
  /// Makes a tensor whose layout build(layout) fills in place, which is faster than moving one in.
  template <class Build>
    requires std::is_invocable_v<Build&, Layout&>
  Tensor(Storage storage, Build&& build) : TensorParts(std::move(storage)) {
    build(layout_);
    settle();
  }

  /// Converts a writable tensor to a read-only one, which shares its memory.
  template <class U>
    requires std::is_same_v<const U, T>
  Tensor(const Tensor<U>& other)  // NOLINT(google-explicit-constructor)
      : TensorParts(static_cast<const TensorParts&>(other)) {}

  // Refuses elements of another type. A Tensor<const T> has no such constructor: with it, overloads
  // that take a Tensor<const float> and a Tensor<const double> would be ambiguous.
  template <class U>
    requires(!std::is_const_v<T> && !std::is_same_v<U, T>)
  Tensor(const Tensor<U>& /*other*/) {  // NOLINT(google-explicit-constructor)
    detail::refuse_elements_of<U, T>();
  }
  template <class A, class... More>
    requires detail::SizesOrElements<A, More...>
  explicit(std::is_arithmetic_v<A> && sizeof...(More) == 0) Tensor(const A&, const More&...) {
    detail::refuse_elements<A>();
  }
  template <class Row = detail::NumberRow>
    requires std::is_same_v<Row, detail::NumberRow>
  Tensor(Row, Row, Row = {}, Row = {}) {
    detail::refuse_elements<Row>();
  }
  Tensor(const Tensor&) = default;
  Tensor(Tensor&& other) noexcept = default;
  Tensor& operator=(const Tensor& other) & { return *this = Tensor(other); }
  Tensor& operator=(Tensor&& other) & noexcept = default;
  template <class Value>
    requires(!std::is_convertible_v<Value, Tensor>)
  void operator=(Value&& /*value*/) & {
    detail::refuse_assigned<Value>();
  }
  template <class Value = std::initializer_list<value_type>>
  void operator=(const Value& /*value*/) && {
    detail::refuse_lost<Value>();
  }
  ~Tensor() = default;

  // ---- Properties. Each takes O(1); numel and is_contiguous take O(rank).

  /// The sizes. Returns a view that is valid while the tensor lives, or an owning copy if the
  /// tensor is a temporary.
  [[nodiscard]] DimsView shape() const& noexcept { return layout_.shape; }
  [[nodiscard]] Dims shape() && noexcept { return std::move(layout_.shape); }
  /// The steps along the dims, in elements. Returns a view or a copy, as shape() does.
  [[nodiscard]] DimsView strides() const& noexcept { return layout_.strides; }
  [[nodiscard]] Dims strides() && noexcept { return std::move(layout_.strides); }
  /// PyTorch's names: sizes is shape, ndimension is dim, nelement is numel, scalar_type is dtype.
  [[nodiscard]] DimsView sizes() const& noexcept { return shape(); }
  [[nodiscard]] Dims sizes() && noexcept { return std::move(*this).shape(); }
  [[nodiscard]] index_t ndimension() const noexcept { return dim(); }
  [[nodiscard]] index_t nelement() const noexcept { return numel(); }
  [[nodiscard]] constexpr DType scalar_type() const noexcept { return dtype(); }
  /// Returns one size or stride. Throws IndexError if dim is out of range.
  [[nodiscard]] index_t size(Dim dim) const;
  [[nodiscard]] index_t stride(Dim dim) const;
  /// dim is the rank, numel the number of elements, dtype their type. is_contiguous tells whether
  /// they are adjacent in row-major order.
  [[nodiscard]] index_t dim() const noexcept { return static_cast<index_t>(layout_.rank()); }
  [[nodiscard]] index_t numel() const noexcept { return ndx::numel(layout_); }
  [[nodiscard]] bool is_contiguous() const noexcept { return ndx::is_contiguous(layout_); }
  [[nodiscard]] constexpr DType dtype() const noexcept { return dtype_of<T>(); }

  /// Pointer to the element at index (0, …, 0). It must not be dereferenced if the tensor is empty.
  [[nodiscard]] T* data() const noexcept {
    return reinterpret_cast<T*>(storage_.data()) + layout_.offset;
  }
  /// PyTorch's name of data. The element type may be named: t.data_ptr<float>().
  template <class U = T, class = std::enable_if_t<std::is_same_v<const U, const T>>>
  [[nodiscard]] T* data_ptr() const noexcept {
    return data();
  }
  /// storage is the owner of the memory, layout tells where the elements lie in it, and untyped is
  /// both with the element type.
  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }
  [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
  [[nodiscard]] UntypedTensor untyped() const { return {storage_, layout_, dtype()}; }
  /// Whether both tensors use the same storage, even if their elements do not overlap.
  template <class U>
  [[nodiscard]] bool shares_storage(const Tensor<U>& other) const noexcept {
    return storage_.data() == other.storage().data() && storage_.bytes() == other.storage().bytes();
  }

  // ---- Elements.

  /// Returns the only element of a tensor of any rank. Throws ValueError unless there is exactly
  /// one.
  [[nodiscard]] value_type item() const;
  /// Returns the only element converted to U (see convert_element).
  template <class U>
    requires ConvertibleElement<value_type, U>
  [[nodiscard]] U item() const {
    return convert_element<U>(item());
  }
  /// Returns a reference to one element. Checked builds (NDX_CHECKED) throw IndexError for a wrong
  /// number of indices or an index outside 0…size-1; in other builds both are undefined behaviour.
  template <class... I>
  T& operator()(I... index) const;
  /// Returns a reference to one element, with every check. Negative indices count from the end.
  /// Throws IndexError for a wrong number of indices or an index out of bounds.
  template <Real... I>
  T& at(I... index) const;
  /// Returns raw-pointer access for a rank known at compile time. The accessor must not outlive the
  /// memory. Throws ShapeError if the rank differs.
  template <std::size_t N>
    requires(N > 0)
  [[nodiscard]] TensorAccessor<T, N> accessor() const;
  template <class U, std::size_t N, class = std::enable_if_t<std::is_same_v<const U, const T>>>
  [[nodiscard]] auto accessor() const {  // PyTorch names the element type too
    return accessor<N>();
  }
  /// Iterates over all elements in row-major order, whatever the strides. Iterators refer to this
  /// handle, which must outlive them; iterating over a temporary does not compile.
  [[nodiscard]] iterator begin() const& noexcept {
    return {data(), layout_.shape, layout_.strides, 0};
  }
  [[nodiscard]] iterator end() const& noexcept {
    return {data(), layout_.shape, layout_.strides, numel()};
  }
  iterator begin() const&& { return detail::refuse_temporary<iterator>(); }
  iterator end() const&& { return detail::refuse_temporary<iterator>(); }

  using IndexMethods<T>::operator(), IndexMethods<T>::copy_, IndexMethods<T>::shape,
      IndexMethods<T>::size, IndexMethods<T>::sizes, IndexMethods<T>::slice,
      IndexMethods<T>::strides, IndexMethods<T>::to;

  // ---- Views. Each takes O(rank), shares memory and touches no element. Throws IndexError if a
  // dim is out of range.

  /// Returns the same elements in row-major order with another shape; one size may be -1
  /// (inferred). Returns a view if the strides allow it, else a copy. Throws ShapeError if the
  /// number of elements differs.
  [[nodiscard]] Tensor reshape(const Dims& shape) const;
  /// The sizes, and the dims of permute, can also be separate arguments: reshape(2, -1).
  template <Real... I>
    requires(sizeof...(I) > 0)
  [[nodiscard]] Tensor reshape(I... sizes) const {
    return reshape(Dims{sizes...});
  }
  /// Returns a view with another shape, as reshape does, but never a copy. Throws ShapeError if the
  /// strides do not allow a view or the number of elements differs.
  [[nodiscard]] Tensor view(const Dims& shape) const;
  template <Real... I>
    requires(sizeof...(I) > 0)
  [[nodiscard]] Tensor view(I... sizes) const {
    return view(Dims{sizes...});
  }
  /// Merges the dims start…end (end included) into one. Returns a view if the strides allow it,
  /// else a copy. Rank 0 becomes rank 1. Throws ValueError if start comes after end.
  [[nodiscard]] Tensor flatten(Dim start = 0, Dim end = -1) const;
  /// Returns all elements as rank 1, as reshape({-1}) does.
  [[nodiscard]] Tensor ravel() const { return reshape({numel()}); }
  /// Reorders the dims: (2,3,4).permute({2,0,1}) -> (4,2,3).
  [[nodiscard]] Tensor permute(const Dims& order) const {
    return with(permuted("permute", layout_, order));
  }
  template <Real... I>
    requires(sizeof...(I) > 0)
  [[nodiscard]] Tensor permute(I... order) const {
    return permute(Dims{order...});
  }
  /// Swaps two dims. Without arguments it reverses the order of all dims, like NumPy's .T.
  [[nodiscard]] Tensor transpose(Dim dim0, Dim dim1) const {
    return with(transposed("transpose", layout_, dim0, dim1));
  }
  [[nodiscard]] Tensor transpose() const;
  [[nodiscard]] Tensor transpose(const Dims& order) const;  // NumPy's name of permute
  /// Moves dims; the others keep their order: (2,3,4).movedim(0, -1) -> (3,4,2).
  [[nodiscard]] Tensor movedim(const Dims& source, const Dims& destination) const {
    return with(moved("movedim", layout_, source, destination));
  }
  template <Real S, Real D>  // not deduced from braces, which are lists of dims
  [[nodiscard]] Tensor movedim(S source, D destination) const {
    return movedim(Dims{source}, Dims{destination});
  }
  /// Removes all dims of size 1, or those of the given dims whose size is 1.
  [[nodiscard]] Tensor squeeze() const { return with(squeezed(layout_)); }
  [[nodiscard]] Tensor squeeze(const Dims& dims) const {
    return with(squeezed("squeeze", layout_, dims));
  }
  // A template, so that squeeze({}) takes an empty list of dims and not a dim.
  [[nodiscard]] Tensor squeeze(Real auto dim) const { return squeeze(Dims{dim}); }
  /// Inserts a dim of size 1: (2,3).unsqueeze(1) -> (2,1,3).
  [[nodiscard]] Tensor unsqueeze(Dim dim) const {
    return with(unsqueezed("unsqueeze", layout_, dim));
  }
  /// Broadcasts to `shape`: dims of size 1 are repeated with stride 0 and new dims come first. In
  /// expand, -1 keeps a size. The result can be read; writing it throws ValueError, because several
  /// positions share one element. Throws ShapeError if the shapes do not fit.
  [[nodiscard]] Tensor expand(const Dims& shape) const {
    return with(expanded("expand", layout_, shape));
  }
  template <Real... I>
    requires(sizeof...(I) > 0)
  [[nodiscard]] Tensor expand(I... sizes) const {
    return expand(Dims{sizes...});
  }
  [[nodiscard]] Tensor broadcast_to(const Dims& shape) const {
    return with(broadcast_layout("broadcast_to", layout_, shape));
  }
  /// Reverses the given dims, or all dims without an argument.
  [[nodiscard]] Tensor flip(const Dims& dims) const { return with(flipped("flip", layout_, dims)); }
  // A template for the reason given at squeeze.
  [[nodiscard]] Tensor flip(Real auto dim) const { return flip(Dims{dim}); }
  [[nodiscard]] Tensor flip() const;
  /// Fixes one dim at an index and removes it: (2,3,4).select(1, -1) -> (2,4). Throws IndexError if
  /// the index is out of bounds.
  [[nodiscard]] Tensor select(Dim dim, Count index) const;
  /// Keeps `length` elements from `start` on: (5).narrow(0, 1, 3) -> (3). A negative start counts
  /// from the end. Throws IndexError if the range exceeds the dim.
  [[nodiscard]] Tensor narrow(Dim dim, Count start, Count length) const;
  /// Slices one dim, as index does. Throws ValueError for step 0.
  [[nodiscard]] Tensor slice(Dim dim, const Slice& slice) const;
  /// Returns the elements whose coordinate along dim2 minus that along dim1 is `offset`, as the
  /// last dim.
  [[nodiscard]] Tensor diagonal(Count offset = 0, Dim dim1 = 0, Dim dim2 = 1) const {
    return with(diagonal_of("diagonal", layout_, offset, dim1, dim2));
  }
  /// Returns sliding windows as a new last dim: (8).unfold(0, 3, 2) -> (3,3). If step < size the
  /// windows share elements and the view cannot be written.
  [[nodiscard]] Tensor unfold(Dim dim, Count size, Count step) const {
    return with(unfolded("unfold", layout_, dim, size, step));
  }
  /// Returns a view with any shape, strides and offset. The offset counts from the start of the
  /// storage; by default it is this tensor's. Throws ValueError if the view exceeds the storage.
  [[nodiscard]] Tensor as_strided(const Dims& shape, const Dims& strides, Count offset) const;
  [[nodiscard]] Tensor as_strided(const Dims& shape, const Dims& strides) const {
    return as_strided(shape, strides, layout_.offset);
  }
  /// Returns all slices along a dim, each without that dim.
  [[nodiscard]] std::vector<Tensor> unbind(Dim dim = 0) const;
  /// Splits a dim into parts of `size`; the last one may be smaller. Throws ValueError if size is
  /// below 1.
  template <Real I>  // no conversion from braces: split({2}) takes a list of sizes
  [[nodiscard]] std::vector<Tensor> split(I size, Dim dim = 0) const {
    return split_evenly(Count(size), dim);
  }
  /// Splits a dim into parts of the given sizes. Throws ValueError if one is negative or their sum
  /// is not the size of the dim.
  [[nodiscard]] std::vector<Tensor> split(const Dims& sizes, Dim dim = 0) const;
  /// Splits a dim into at most `chunks` parts of equal size; the last one may be smaller. A dim of
  /// size 0 gives exactly `chunks` empty parts. Throws ValueError if chunks is below 1.
  [[nodiscard]] std::vector<Tensor> chunk(Count chunks, Dim dim = 0) const;

  // ---- Copies.

  /// Returns a new row-major tensor with the same elements.
  [[nodiscard]] Tensor<value_type> clone() const;
  /// Returns the elements in row-major order.
  [[nodiscard]] std::vector<value_type> to_vector() const;
  /// Returns this tensor, sharing its memory, if it is row-major, else a row-major copy.
  [[nodiscard]] Tensor contiguous() const;
  /// Converts the elements to U (see convert_element). Shares storage if U is already the element
  /// type, else returns a new row-major tensor.
  template <Element U>
    requires ConvertibleElement<value_type, std::remove_const_t<U>>
  [[nodiscard]] Tensor<U> to() const;

  /// Writes the elements of `source`, broadcast to this shape and converted. If the memory
  /// overlaps, the result is as if `source` had been copied first. Throws ShapeError if it cannot
  /// be broadcast, ValueError if this view overlaps itself.
  template <class U>
  const Tensor& copy_(const Tensor<U>& source) const&;
  template <class U>
  const Tensor& copy_(Subscript<U>&& source) const& {
    return copy_(Tensor<U>(std::move(source)));
  }
  template <class U>
  const Tensor& copy_(const IndexedView<U>& source) const& {
    return copy_(source.read());
  }
  template <class Source>
  Tensor copy_(Source&& source) && {
    return std::as_const(*this).copy_(std::forward<Source>(source)), std::move(*this);
  }
  /// Writes `value`, a scalar or a tensor with one element, to every element. Throws ValueError if
  /// this view overlaps itself, and for a tensor that does not have exactly one element.
  template <class V>
    requires(!detail::is_unread_v<V>)
  const Tensor& fill_(V value) const&;
  template <class U>
  const Tensor& fill_(const Tensor<U>& value) const&;
  template <class U>
  const Tensor& fill_(Subscript<U>&& value) const& {
    return fill_(Tensor<U>(std::move(value)));
  }
  template <class U>
  const Tensor& fill_(const IndexedView<U>& value) const& {
    return fill_(value.read());
  }
  template <class V>
  Tensor fill_(V&& value) && {
    return std::as_const(*this).fill_(std::forward<V>(value)), std::move(*this);
  }

 private:
  friend class IndexMethods<T>;
  template <Element U>
  friend class Tensor;
  friend struct detail::NewElements;

  Tensor(detail::NewElements /*tag*/, const char* call, DimsView shape)
      : TensorParts(call, shape, sizeof(T)) {}
  [[nodiscard]] Tensor with(Layout&& layout) const { return Tensor(storage_, std::move(layout)); }
  /// Sets the offset of an empty tensor to 0.
  void settle() noexcept {
    if (is_empty(layout_.shape)) layout_.offset = 0;
  }
  [[nodiscard]] std::vector<Tensor> split_evenly(index_t size, index_t dim) const;
  /// Throws ValueError if the layout overlaps itself: writing needs one position per element.
  static void check_writable(const char* call, const Layout& layout);
};
template <class A, class... More>
  requires std::is_arithmetic_v<A>
Tensor(A, More...) -> Tensor<float>;  // leads to the constructor whose kNever says what to write

NDX_NAMESPACE_END
