// Tensor<T>: a handle on strided elements of type T. This header holds the class; its members are
// defined in the other headers of this folder, grouped by what they do.
//
// Copying a tensor shares its elements; clone() copies them. Constness is shallow, as with
// std::span: elements can be written through a const Tensor<T>; Tensor<const T> is the read-only
// tensor. Negative dims and indices count from the end. Views share memory and keep it alive. Up to
// rank 6 neither a handle nor a view allocates.
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
class Tensor : public IndexMethods<T>, private detail::TensorParts {
 public:
  using value_type = std::remove_const_t<T>;
  using iterator = ElementIterator<T>;

  /// An empty tensor of shape (0).
  Tensor() { layout_.push_dim(0, 1); }

  /// A tensor from its parts; for code that uses storage and layouts directly. `layout` must lie
  /// within `storage`.
  Tensor(Storage storage, Layout&& layout) : TensorParts(std::move(storage), std::move(layout)) {
    settle();
  }
  /// The same, faster: build(layout) fills the tensor's own layout in place.
  template <class Build>
    requires std::is_invocable_v<Build&, Layout&>
  Tensor(Storage storage, Build&& build) : TensorParts(std::move(storage)) {
    build(layout_);
    settle();
  }

  /// A writable tensor converts to a read-only one; they share memory.
  template <class U>
    requires std::is_same_v<const U, T>
  Tensor(const Tensor<U>& other)  // NOLINT(google-explicit-constructor)
      : TensorParts(static_cast<const TensorParts&>(other)) {}

  // Not for const T, so that functions of a Tensor<const float> and of a Tensor<const double> can be
  // told apart.
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
  Tensor(Tensor&& other) noexcept
      : IndexMethods<T>(), TensorParts(std::move(other.storage_), std::move(other.layout_)) {
    other.layout_ = Tensor().layout_;
  }
  Tensor& operator=(const Tensor& other) & { return *this = Tensor(other); }
  Tensor& operator=(Tensor&& other) & noexcept {
    Tensor taken(std::move(other));  // releases this tensor's old storage now, not with `other`
    storage_.swap(taken.storage_);
    std::swap(layout_, taken.layout_);
    return *this;
  }
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

  // ---- Properties. O(1); O(rank) for numel and is_contiguous.

  /// The sizes: of an lvalue a view, valid while the tensor lives, of a temporary an owning copy.
  [[nodiscard]] DimsView shape() const& noexcept { return layout_.shape; }
  [[nodiscard]] Dims shape() && noexcept { return std::move(layout_.shape); }
  /// The step along each dim, in elements. View or copy as shape().
  [[nodiscard]] DimsView strides() const& noexcept { return layout_.strides; }
  [[nodiscard]] Dims strides() && noexcept { return std::move(layout_.strides); }
  /// PyTorch's names of shape, dim, numel and dtype.
  [[nodiscard]] DimsView sizes() const& noexcept { return shape(); }
  [[nodiscard]] Dims sizes() && noexcept { return std::move(*this).shape(); }
  [[nodiscard]] index_t ndimension() const noexcept { return dim(); }
  [[nodiscard]] index_t nelement() const noexcept { return numel(); }
  [[nodiscard]] constexpr DType scalar_type() const noexcept { return dtype(); }
  /// One size or stride; IndexError if dim is out of range.
  [[nodiscard]] index_t size(index_t dim) const;
  [[nodiscard]] index_t stride(index_t dim) const;
  /// The rank, the number of elements, whether they are adjacent in row-major order, their type.
  [[nodiscard]] index_t dim() const noexcept { return static_cast<index_t>(layout_.rank()); }
  [[nodiscard]] index_t numel() const noexcept { return ndx::numel(layout_); }
  [[nodiscard]] bool is_contiguous() const noexcept { return ndx::is_contiguous(layout_); }
  [[nodiscard]] constexpr DType dtype() const noexcept { return dtype_of<T>(); }

  /// Pointer to the element at index (0, …, 0); not to be dereferenced if the tensor is empty.
  [[nodiscard]] T* data() const noexcept {
    return reinterpret_cast<T*>(storage_.data()) + layout_.offset;
  }
  /// PyTorch's name of data, t.data_ptr<float>() too.
  template <class U = T, class = std::enable_if_t<std::is_same_v<const U, const T>>>
  [[nodiscard]] T* data_ptr() const noexcept {
    return data();
  }
  /// What owns the memory; where the elements lie in it; both, with the element type.
  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }
  [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
  [[nodiscard]] UntypedTensor untyped() const { return {storage_, layout_, dtype()}; }
  /// Whether both tensors use the same storage, even if their elements do not overlap.
  template <class U>
  [[nodiscard]] bool shares_storage(const Tensor<U>& other) const noexcept {
    return storage_.data() == other.storage().data() && storage_.bytes() == other.storage().bytes();
  }

  // ---- Elements.

  /// The only element of a tensor of any rank; ValueError unless there is exactly one.
  [[nodiscard]] value_type item() const;
  /// The same converted to U (see convert_element).
  template <class U>
    requires ConvertibleElement<value_type, U>
  [[nodiscard]] U item() const {
    return convert_element<U>(item());
  }
  /// A reference to one element. Checked builds (NDX_CHECKED) throw IndexError for a wrong number
  /// of indices or an index outside 0…size-1; in other builds both are undefined behaviour.
  template <class... I>
  T& operator()(I... index) const;
  /// A reference as of t(i, j, k), always checked; negative indices count from the end.
  template <Integer... I>
  T& at(I... index) const;
  /// Raw-pointer access for a rank known at compile time; ShapeError when the rank differs.
  template <std::size_t N>
    requires(N > 0)
  [[nodiscard]] TensorAccessor<T, N> accessor() const;
  template <class U, std::size_t N, class = std::enable_if_t<std::is_same_v<const U, const T>>>
  [[nodiscard]] auto accessor() const {  // as in PyTorch
    return accessor<N>();
  }
  /// All elements in row-major order, whatever the strides. Iterators refer to this handle, which
  /// must outlive them; so those of a temporary do not compile.
  [[nodiscard]] iterator begin() const& noexcept {
    return {data(), layout_.shape, layout_.strides, 0};
  }
  [[nodiscard]] iterator end() const& noexcept {
    return {data(), layout_.shape, layout_.strides, numel()};
  }
  iterator begin() const&& { return detail::refuse_temporary<iterator>(); }
  iterator end() const&& { return detail::refuse_temporary<iterator>(); }

  using IndexMethods<T>::operator(), IndexMethods<T>::at, IndexMethods<T>::chunk,
      IndexMethods<T>::copy_, IndexMethods<T>::diagonal, IndexMethods<T>::flatten,
      IndexMethods<T>::flip, IndexMethods<T>::movedim, IndexMethods<T>::narrow,
      IndexMethods<T>::select, IndexMethods<T>::shape, IndexMethods<T>::size,
      IndexMethods<T>::sizes, IndexMethods<T>::slice, IndexMethods<T>::split,
      IndexMethods<T>::squeeze, IndexMethods<T>::stride, IndexMethods<T>::strides,
      IndexMethods<T>::to, IndexMethods<T>::transpose, IndexMethods<T>::unbind,
      IndexMethods<T>::unfold, IndexMethods<T>::unsqueeze;

  // ---- Views: O(rank), share memory, touch no element. IndexError if a dim is out of range.

  /// The same elements in row-major order with another shape; one size may be -1 (inferred). A view
  /// if the strides allow it, else a copy. ShapeError if the number of elements differs.
  [[nodiscard]] Tensor reshape(const Dims& shape) const;
  /// Sizes, and the dims of permute, can also be separate arguments: reshape(2, -1).
  template <Real... I>
    requires(sizeof...(I) > 0)
  [[nodiscard]] Tensor reshape(I... sizes) const {
    return reshape(Dims{sizes...});
  }
  /// Returns what reshape does, but throws ShapeError if it would need a copy.
  [[nodiscard]] Tensor view(const Dims& shape) const;
  template <Real... I>
    requires(sizeof...(I) > 0)
  [[nodiscard]] Tensor view(I... sizes) const {
    return view(Dims{sizes...});
  }
  /// Merges dims start…end (end included) into one; a view if the strides allow it, else a copy.
  /// Rank 0 becomes rank 1.
  [[nodiscard]] Tensor flatten(index_t start = 0, index_t end = -1) const;
  /// Returns what reshape({-1}) does.
  [[nodiscard]] Tensor ravel() const { return reshape({numel()}); }
  /// (2,3,4).permute({2,0,1}) -> (4,2,3).
  [[nodiscard]] Tensor permute(const Dims& order) const {
    return with(permuted("permute", layout_, order));
  }
  template <Real... I>
    requires(sizeof...(I) > 0)
  [[nodiscard]] Tensor permute(I... order) const {
    return permute(Dims{order...});
  }
  /// Swaps two dims; without arguments reverses the order of all, NumPy's .T.
  [[nodiscard]] Tensor transpose(index_t dim0, index_t dim1) const {
    return with(transposed("transpose", layout_, dim0, dim1));
  }
  [[nodiscard]] Tensor transpose() const;
  [[nodiscard]] Tensor transpose(const Dims& order) const;  // NumPy's name of permute
  /// (2,3,4).movedim(0, -1) -> (3,4,2): the other dims keep their order.
  [[nodiscard]] Tensor movedim(const Dims& source, const Dims& destination) const {
    return with(moved("movedim", layout_, source, destination));
  }
  [[nodiscard]] Tensor movedim(index_t source, index_t destination) const {
    return with(moved("movedim", layout_, Dims{source}, Dims{destination}));
  }
  /// Drops all dims of size 1, or those of the given dims whose size is 1.
  [[nodiscard]] Tensor squeeze() const { return with(squeezed(layout_)); }
  [[nodiscard]] Tensor squeeze(const Dims& dims) const {
    return with(squeezed("squeeze", layout_, dims));
  }
  // Not from braces: squeeze({}) is an empty list of dims.
  [[nodiscard]] Tensor squeeze(Integer auto dim) const { return squeeze(Dims{dim}); }
  /// (2,3).unsqueeze(1) -> (2,1,3).
  [[nodiscard]] Tensor unsqueeze(index_t dim) const {
    return with(unsqueezed("unsqueeze", layout_, dim));
  }
  /// Broadcasts to `shape`: dims of size 1 are repeated with stride 0, new dims come first, -1 keeps
  /// a size (in expand alone). The result can be read; writing it is a ValueError, because several
  /// positions share one element. ShapeError if the shapes do not fit.
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
  /// Reverses the given dims; without an argument, all of them.
  [[nodiscard]] Tensor flip(const Dims& dims) const { return with(flipped("flip", layout_, dims)); }
  [[nodiscard]] Tensor flip(Integer auto dim) const { return flip(Dims{dim}); }  // as for squeeze
  [[nodiscard]] Tensor flip() const;
  /// (2,3,4).select(1, -1) -> (2,4): dim 1 fixed at its last index. IndexError when out of bounds.
  [[nodiscard]] Tensor select(index_t dim, index_t index) const;
  /// (5).narrow(0, 1, 3) -> (3): `length` elements from `start` on. IndexError outside the dim.
  [[nodiscard]] Tensor narrow(index_t dim, index_t start, index_t length) const;
  /// Slices one dim, as index does; ValueError for step 0.
  [[nodiscard]] Tensor slice(index_t dim, const Slice& slice) const;
  /// The elements whose coordinate along dim2 minus that along dim1 is `offset`; they form the last
  /// dim.
  [[nodiscard]] Tensor diagonal(index_t offset = 0, index_t dim1 = 0, index_t dim2 = 1) const {
    return with(diagonal_of("diagonal", layout_, offset, dim1, dim2));
  }
  /// Sliding windows: (8).unfold(0, 3, 2) -> (3,3). If step < size the windows share elements and
  /// the view cannot be written.
  [[nodiscard]] Tensor unfold(index_t dim, index_t size, index_t step) const {
    return with(unfolded("unfold", layout_, dim, size, step));
  }
  /// A view with any shape, strides and offset (from the start of the storage; without it,
  /// this tensor's). ValueError if it exceeds the storage.
  [[nodiscard]] Tensor as_strided(const Dims& shape, const Dims& strides, index_t offset) const;
  [[nodiscard]] Tensor as_strided(const Dims& shape, const Dims& strides) const {
    return as_strided(shape, strides, layout_.offset);
  }
  /// All slices along a dim, each without that dim.
  [[nodiscard]] std::vector<Tensor> unbind(index_t dim = 0) const;
  /// Parts of `size` along a dim; the last one may be smaller. ValueError if size is below 1.
  template <Integer I>  // not from braces: split({2, 3}) and split({2}) are lists of sizes
  [[nodiscard]] std::vector<Tensor> split(I size, index_t dim = 0) const {
    return split_evenly(static_cast<index_t>(size), dim);
  }
  /// Parts of the given sizes, whose sum must be the size of the dim.
  [[nodiscard]] std::vector<Tensor> split(const Dims& sizes, index_t dim = 0) const;
  /// At most `chunks` parts of equal size; the last one may be smaller. A dim of size 0 gives that many.
  [[nodiscard]] std::vector<Tensor> chunk(index_t chunks, index_t dim = 0) const;

  // ---- Copies.

  /// A new row-major tensor with the same elements.
  [[nodiscard]] Tensor<value_type> clone() const;
  /// The elements in row-major order.
  [[nodiscard]] std::vector<value_type> to_vector() const;
  /// This tensor (shared) if it is row-major, else a row-major copy.
  [[nodiscard]] Tensor contiguous() const;
  /// The elements converted to U (see convert_element). Shares storage if U is already the element
  /// type.
  template <Element U>
    requires ConvertibleElement<value_type, std::remove_const_t<U>>
  [[nodiscard]] Tensor<U> to() const;

  /// Writes the elements of `source`, broadcast to this shape. Overlapping memory is handled as if it had been
  /// copied first. ShapeError if it cannot be broadcast, ValueError if this view overlaps itself.
  template <class U>
  const Tensor& copy_(const Tensor<U>& source) const&;
  template <class U>
  const Tensor& copy_(Subscript<U>&& source) const& {
    return copy_(Tensor<U>(std::move(source)));
  }
  template <class Source>
  Tensor copy_(Source&& source) && {
    return std::as_const(*this).copy_(std::forward<Source>(source)), std::move(*this);
  }
  /// Writes `value`, a scalar or a tensor with one element, to every element. Throws ValueError as
  /// copy_ does, and for a tensor with more elements or none.
  template <class V>
    requires(!detail::is_subscript_v<V>)
  const Tensor& fill_(V value) const&;
  template <class U>
  const Tensor& fill_(const Tensor<U>& value) const&;
  template <class U>
  const Tensor& fill_(Subscript<U>&& value) const& {
    return fill_(Tensor<U>(std::move(value)));
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
  /// An empty tensor's layout has offset 0.
  void settle() noexcept {
    if (is_empty(layout_.shape)) layout_.offset = 0;
  }
  [[nodiscard]] std::vector<Tensor> split_evenly(index_t size, index_t dim) const;
  /// ValueError if the layout overlaps itself: writing needs one position per element.
  static void check_writable(const char* call, const Layout& layout);
};
template <class A, class... More>
  requires std::is_arithmetic_v<A>
Tensor(A, More...) -> Tensor<float>;  // of kNever: the constructor says what to write

NDX_NAMESPACE_END
