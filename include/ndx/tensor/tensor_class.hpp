// Tensor<T>: a handle on strided elements of type T. The class; its members are defined beside it,
// by what they do.
//
// Copying a tensor shares its elements, clone() copies them. Constness is shallow, as with
// std::span: through a const Tensor<T> elements can be written; Tensor<const T> is the read-only
// tensor. Dims and indices count from the end when negative. Views share memory and keep it alive.
// Up to rank 6 neither a handle nor a view allocates.
#pragma once

#include <vector>

#include <ndx/base/convert.hpp>
#include <ndx/storage/untyped.hpp>
#include <ndx/tensor/accessor.hpp>
#include <ndx/tensor/index_methods.hpp>
#include <ndx/tensor/iterator.hpp>

NDX_NAMESPACE_BEGIN

template <Element T>
class Tensor : public IndexMethods<T> {
 public:
  using value_type = std::remove_const_t<T>;
  using iterator = ElementIterator<T>;

  /// A tensor without elements, of shape (0).
  Tensor() { layout_.push_dim(0, 1); }

  /// The tensor that these parts make. For those who build on the rooms below: `layout` must lie
  /// within `storage`.
  Tensor(Storage storage, Layout&& layout)
      : storage_(std::move(storage)), layout_(std::move(layout)) {
    settle();
  }
  /// The same, faster: build(layout) makes the empty layout where it will stay.
  template <class Build>
    requires std::is_invocable_v<Build&, Layout&>
  Tensor(Storage storage, Build&& build) : storage_(std::move(storage)) {
    build(layout_);
    settle();
  }

  /// A tensor that may be written can be used where one is only read; memory is shared.
  template <class U>
    requires std::is_same_v<const U, T>
  Tensor(const Tensor<U>& other)
      : storage_(other.storage()),
        layout_(other.layout()) {}  // NOLINT(google-explicit-constructor)

  Tensor(const Tensor&) = default;
  Tensor(Tensor&& other) noexcept
      : storage_(std::move(other.storage_)), layout_(std::move(other.layout_)) {
    other.layout_ = Tensor().layout_;
  }
  // Only onto a variable: `t.index({0}) = x` would change a temporary handle and no element. Write
  // t.index_put_({0}, x).
  Tensor& operator=(const Tensor& other) & { return *this = Tensor(other); }
  Tensor& operator=(Tensor&& other) & noexcept {
    Tensor taken(std::move(other));  // so that what this tensor held goes now, and not with `other`
    storage_.swap(taken.storage_);
    std::swap(layout_, taken.layout_);
    return *this;
  }
  Tensor& operator=(const Tensor&) && = delete;
  ~Tensor() = default;

  // ---- Looking. O(1), O(rank) for numel and is_contiguous.

  /// The sizes: a view while the tensor lives, an owned copy from a temporary.
  [[nodiscard]] DimsView shape() const& noexcept { return layout_.shape; }
  [[nodiscard]] Dims shape() && noexcept { return std::move(layout_.shape); }
  /// The distance between neighbours along each dim, in elements; as shape() otherwise.
  [[nodiscard]] DimsView strides() const& noexcept { return layout_.strides; }
  [[nodiscard]] Dims strides() && noexcept { return std::move(layout_.strides); }
  /// One size or stride; IndexError for a dim out of range.
  [[nodiscard]] index_t size(index_t dim) const {
    return layout_.shape[wrap_dim("size", dim, rank())];
  }
  [[nodiscard]] index_t stride(index_t dim) const {
    return layout_.strides[wrap_dim("stride", dim, rank())];
  }
  /// The number of dims.
  [[nodiscard]] index_t dim() const noexcept { return static_cast<index_t>(rank()); }
  [[nodiscard]] index_t numel() const noexcept { return ndx::numel(layout_); }
  [[nodiscard]] bool is_contiguous() const noexcept { return ndx::is_contiguous(layout_); }
  [[nodiscard]] static constexpr DType dtype() noexcept { return dtype_of<T>(); }

  /// The element at index (0, …, 0); not to be read when there is none.
  [[nodiscard]] T* data() const noexcept {
    return reinterpret_cast<T*>(storage_.data()) + layout_.offset;
  }

  [[nodiscard]] const Storage& storage() const noexcept { return storage_; }
  [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
  [[nodiscard]] UntypedTensor untyped() const { return {storage_, layout_, dtype()}; }
  /// Whether both stand on the same memory, whatever part of it.
  template <class U>
  [[nodiscard]] bool shares_storage(const Tensor<U>& other) const noexcept {
    return storage_.data() == other.storage().data() && storage_.bytes() == other.storage().bytes();
  }

  // ---- Elements.

  /// The only element of a tensor of any rank; ValueError when there is not exactly one.
  [[nodiscard]] value_type item() const;
  /// A reference to one element. Checked builds (NDX_CHECKED) throw IndexError for a wrong number
  /// of indices or one outside 0…size-1; others assume neither happens.
  template <Integer... I>
  T& operator()(I... index) const;
  /// As t(i, j, k), always checked; negative indices count from the end.
  template <Integer... I>
  T& at(I... index) const;
  /// Raw-pointer access for a rank known at compile time; ShapeError when the rank differs.
  template <std::size_t N>
    requires(N > 0)
  [[nodiscard]] TensorAccessor<T, N> accessor() const;
  /// All elements in row-major order, whatever the strides.
  /// Iterators look at this handle, which must outlive them: not to be had from a temporary one.
  [[nodiscard]] iterator begin() const& noexcept {
    return {data(), layout_.shape, layout_.strides, 0};
  }
  [[nodiscard]] iterator end() const& noexcept {
    return {data(), layout_.shape, layout_.strides, numel()};
  }
  iterator begin() const&& = delete;  // give the tensor a name first
  iterator end() const&& = delete;    // give the tensor a name first

  // ---- Views: O(rank), shared memory, no element touched. IndexError for a dim out of range.

  /// The same elements in row-major order under another shape, one size of which may be -1. A view
  /// where the strides allow, else a copy. ShapeError when the sizes do not multiply to numel().
  [[nodiscard]] Tensor reshape(const Dims& shape) const;
  /// As reshape, but ShapeError where only a copy could do it.
  [[nodiscard]] Tensor view(const Dims& shape) const;
  /// Dims start…end as one; a view where the strides allow, else a copy. Rank 0 becomes rank 1.
  [[nodiscard]] Tensor flatten(index_t start = 0, index_t end = -1) const;
  /// As reshape({-1}).
  [[nodiscard]] Tensor ravel() const;
  /// (2,3,4).permute({2,0,1}) -> (4,2,3).
  [[nodiscard]] Tensor permute(const Dims& order) const;
  [[nodiscard]] Tensor transpose(index_t dim0, index_t dim1) const;
  /// All dims in reverse order, NumPy's .T.
  [[nodiscard]] Tensor transpose() const;
  [[nodiscard]] Tensor movedim(const Dims& source, const Dims& destination) const;
  [[nodiscard]] Tensor movedim(index_t source, index_t destination) const;
  [[nodiscard]] Tensor squeeze() const;
  /// Drops `dim` where its size is 1; otherwise changes nothing.
  [[nodiscard]] Tensor squeeze(index_t dim) const;
  /// (2,3).unsqueeze(1) -> (2,1,3).
  [[nodiscard]] Tensor unsqueeze(index_t dim) const;
  /// Dims of size 1 stretched, new dims in front; -1 keeps a size. One element then stands at many
  /// places: it may be read, but writing is a ValueError. ShapeError when the shapes do not fit.
  [[nodiscard]] Tensor expand(const Dims& shape) const;
  [[nodiscard]] Tensor broadcast_to(const Dims& shape) const;
  /// The named dims backwards; without a dim, all of them.
  [[nodiscard]] Tensor flip(const Dims& dims) const;
  template <Integer I>  // not from braces: flip({}) names no dim
  [[nodiscard]] Tensor flip(I dim) const {
    return flip(Dims{static_cast<index_t>(dim)});
  }
  [[nodiscard]] Tensor flip() const;
  /// (2,3,4).select(1, -1) -> (2,4): dim 1 fixed at its last index. IndexError when out of bounds.
  [[nodiscard]] Tensor select(index_t dim, index_t index) const;
  /// (5).narrow(0, 1, 3): `length` elements from `start` on. IndexError when they are not all
  /// there.
  [[nodiscard]] Tensor narrow(index_t dim, index_t start, index_t length) const;
  /// One dim sliced as by index; ValueError for step 0.
  [[nodiscard]] Tensor slice(index_t dim, const Slice& slice) const;
  /// Elements whose coordinates along dim2 and dim1 differ by `offset`; the diagonal is the last
  /// dim.
  [[nodiscard]] Tensor diagonal(index_t offset = 0, index_t dim1 = 0, index_t dim2 = 1) const;
  /// Windows: (8).unfold(0, 3, 2) -> (3,3). Where step < size they share elements and may not be
  /// written.
  [[nodiscard]] Tensor unfold(index_t dim, index_t size, index_t step) const;
  /// Any shape, strides and offset (counted from the start of the storage) that stay within the
  /// storage, else ValueError.
  [[nodiscard]] Tensor as_strided(const Dims& shape, const Dims& strides, index_t offset) const;
  /// As above, from the offset of this tensor.
  [[nodiscard]] Tensor as_strided(const Dims& shape, const Dims& strides) const;
  /// The tensors along a dim, the dim dropped.
  [[nodiscard]] std::vector<Tensor> unbind(index_t dim = 0) const;
  /// Parts of `size` along a dim, the last one perhaps smaller; ValueError for a size below 1.
  template <Integer I>  // not from braces: split({2, 3}) and split({2}) are lists of sizes
  [[nodiscard]] std::vector<Tensor> split(I size, index_t dim = 0) const {
    return split_evenly(static_cast<index_t>(size), dim);
  }
  /// Parts of the given sizes, which must add up to the dim's.
  [[nodiscard]] std::vector<Tensor> split(const Dims& sizes, index_t dim = 0) const;
  /// At most `chunks` parts of equal size, the last one perhaps smaller.
  [[nodiscard]] std::vector<Tensor> chunk(index_t chunks, index_t dim = 0) const;

  // ---- Copies.

  /// A fresh row-major tensor with the same elements.
  [[nodiscard]] Tensor<value_type> clone() const;
  /// This tensor, shared, if it is row-major already; else a row-major copy.
  [[nodiscard]] Tensor contiguous() const;
  /// The elements converted to U (see convert_element); shared when U is the element type already.
  template <Element U>
    requires ConvertibleElement<value_type, std::remove_const_t<U>>
  [[nodiscard]] Tensor<U> to() const;

  /// Writes the elements of `source`, which must broadcast to this shape. Overlap is as if it had
  /// been copied first. ShapeError when it does not fit, ValueError when one element of this view
  /// stands at several places.
  template <class U>
    requires ConvertibleElement<std::remove_const_t<U>, value_type>
  const Tensor& copy_(const Tensor<U>& source) const&;
  template <class U>
    requires ConvertibleElement<std::remove_const_t<U>, value_type>
  Tensor copy_(const Tensor<U>& source) && {
    std::as_const(*this).copy_(source);
    return std::move(*this);
  }
  /// Writes `value` to every element. ValueError as copy_.
  template <class V>
    requires ConvertibleElement<V, value_type>
  const Tensor& fill_(V value) const&;
  template <class V>
    requires ConvertibleElement<V, value_type>
  Tensor fill_(V value) && {
    std::as_const(*this).fill_(value);
    return std::move(*this);
  }

 private:
  friend class IndexMethods<T>;

  [[nodiscard]] std::size_t rank() const noexcept { return layout_.rank(); }
  [[nodiscard]] Tensor with(Layout&& layout) const { return Tensor(storage_, std::move(layout)); }
  /// A layout without elements has offset 0.
  void settle() noexcept {
    if (is_empty(layout_.shape)) layout_.offset = 0;
  }
  [[nodiscard]] std::vector<Tensor> split_evenly(index_t size, index_t dim) const;
  /// ValueError unless each element of the layout stands at one place.
  static void check_writable(const char* call, const Layout& layout);
  Tensor read(const char* call, IndexRule rule, IndexList terms) const;
  Tensor read(const char* call, IndexRule rule, IndexList terms,
              const ReadOptions<value_type>& options) const;
  void read_into(const char* call, IndexRule rule, const Tensor<value_type>& out, IndexList terms,
                 const ReadOptions<value_type>& options) const;
  template <class Value>
  void put_value(const char* call, IndexRule rule, IndexList terms, const Value& value,
                 const WriteOptions<value_type>& options) const;
  /// put_value for a value that has this tensor's element type already.
  void put(const char* call, IndexRule rule, IndexList terms, const Tensor<const value_type>& value,
           const WriteOptions<value_type>& options) const;

  Storage storage_;
  Layout layout_;
};

NDX_NAMESPACE_END
