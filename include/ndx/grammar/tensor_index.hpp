// TensorIndex: one term of an index, of any kind in the grammar.
//
// Uses a Tensor only through its untyped form. What must not be an index is rejected at compile
// time, by deleted constructors whose comments say what to write instead.
#pragma once

#include <concepts>
#include <cstring>

#include <ndx/grammar/mask_functions.hpp>
#include <ndx/grammar/slice.hpp>
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN

/// Element types of index tensors (integers) and masks (bools).
template <class T>
concept IndexElement = Integer<std::remove_const_t<T>> || Boolean<T>;
template <class T>
concept NoIndexElement = !IndexElement<T>;
template <class C>
concept Character = is_character_v<C>;

/// A sequence of bools, contiguous or not: std::vector<bool> too.
template <class R>
concept BooleanRange = requires(const R& range) {
  typename R::value_type;
  range.size();
  range.begin();
  requires Boolean<typename R::value_type>;
};

/// A term that always makes a view. None of it needs the engine, so that a call with nothing else
/// compiles fast.
template <class Term>
concept BasicTerm = Integer<Term> || std::same_as<Term, Slice> || std::same_as<Term, NoneType> ||
                    std::same_as<Term, EllipsisType>;

/// One term of an index: an integer, a bool, a Slice, None, Ellipsis, an index tensor or a mask. A
/// tensor shares its storage; vectors, arrays and spans are copied.
class TensorIndex {
 public:
  enum class Kind : std::uint8_t { none, ellipsis, integer, boolean, slice, tensor };

  TensorIndex(NoneType /*newaxis*/) noexcept : kind_(Kind::none), integer_(0) {}
  TensorIndex(EllipsisType /*dots*/) noexcept : kind_(Kind::ellipsis), integer_(0) {}
  /// Only the literal "..." compiles.
  consteval TensorIndex(const char (&dots)[4]) : kind_(Kind::ellipsis), integer_(0) {
    if (dots[0] != '.' || dots[1] != '.' || dots[2] != '.')
      throw "the only text that is an index is \"...\"";
  }
  template <Integer I>
  TensorIndex(I index) : kind_(Kind::integer), integer_(detail::saturate_index(index)) {
    if constexpr (std::is_unsigned_v<I> && sizeof(I) == sizeof(index_t)) {
      if (index > static_cast<I>(INT64_MAX))
        throw_index_error("index ", index, " is beyond the size of any dimension");
    }
  }
  template <Boolean B>
  TensorIndex(B flag) noexcept : kind_(Kind::boolean), boolean_(flag) {}
  constexpr TensorIndex(const Slice& slice) noexcept : kind_(Kind::slice), slice_(slice) {}
  template <class T>
    requires IndexElement<T>
  TensorIndex(const Tensor<T>& tensor) : kind_(Kind::tensor), tensor_(tensor.untyped()) {
    if constexpr (Boolean<T>) mask_functions_ = &detail::kMaskFunctions;
  }
  /// An index tensor or mask in untyped form; its elements must be integers or bools.
  explicit TensorIndex(UntypedTensor&& tensor) noexcept
      : kind_(Kind::tensor), tensor_(std::move(tensor)) {
    if (tensor_.dtype == DType::boolean) mask_functions_ = &detail::kMaskFunctions;
  }
  template <IntegerRange R>
  TensorIndex(const R& indices) : kind_(Kind::tensor), tensor_(copy_integers(indices)) {}
  template <BooleanRange R>
  TensorIndex(const R& mask)
      : kind_(Kind::tensor),
        mask_functions_(&detail::kMaskFunctions),
        tensor_(copy_booleans(mask)) {}

  // Rejected types. Compilers print the line of a deleted constructor, comment included, so the
  // comment must be on that line.
  template <NoIndexElement T>
  TensorIndex(const Tensor<T>&) = delete;  // not integers or bools: convert it with .to<index_t>()
  template <std::floating_point F>
  TensorIndex(F) = delete;  // a floating-point number cannot be an index: convert it to an integer
  template <Character C>
  TensorIndex(C) = delete;               // a character cannot be an index: convert it to an integer
  TensorIndex(std::nullptr_t) = delete;  // nullptr cannot be an index: write None or newaxis
  template <std::size_t N>
  TensorIndex(const char (&)[N]) = delete;  // the only text that is an index is "..."

  TensorIndex(const TensorIndex& other)
      : kind_(other.kind_), mask_functions_(other.mask_functions_) {
    copy_value(other);
  }
  TensorIndex(TensorIndex&& other) noexcept
      : kind_(other.kind_), mask_functions_(other.mask_functions_) {
    move_value(other);
  }
  TensorIndex& operator=(TensorIndex other) noexcept {
    destroy();
    kind_ = other.kind_;
    mask_functions_ = other.mask_functions_;
    move_value(other);
    return *this;
  }
  constexpr ~TensorIndex() { destroy(); }

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_none() const noexcept { return kind_ == Kind::none; }
  [[nodiscard]] bool is_ellipsis() const noexcept { return kind_ == Kind::ellipsis; }
  [[nodiscard]] bool is_integer() const noexcept { return kind_ == Kind::integer; }
  [[nodiscard]] bool is_boolean() const noexcept { return kind_ == Kind::boolean; }
  [[nodiscard]] bool is_slice() const noexcept { return kind_ == Kind::slice; }
  [[nodiscard]] bool is_tensor() const noexcept { return kind_ == Kind::tensor; }
  /// The value; each getter is valid only if kind() is the kind it is named after.
  [[nodiscard]] index_t integer() const noexcept { return integer_; }
  [[nodiscard]] bool boolean() const noexcept { return boolean_; }
  [[nodiscard]] const Slice& slice() const noexcept { return slice_; }
  [[nodiscard]] const UntypedTensor& tensor() const noexcept { return tensor_; }
  /// Null unless it is a mask.
  [[nodiscard]] const detail::MaskFunctions* mask_functions() const noexcept {
    return mask_functions_;
  }

 private:
  template <class R>
  static UntypedTensor copy_integers(const R& indices) {
    using I = std::remove_cvref_t<decltype(*indices.data())>;
    const auto count = static_cast<index_t>(indices.size());
    UntypedTensor copy{Storage::allocate(count * static_cast<index_t>(sizeof(I))),
                       list_layout(count), dtype_of<I>()};
    if (count != 0) std::memcpy(copy.storage.data(), indices.data(), indices.size() * sizeof(I));
    return copy;
  }

  template <class R>
  static UntypedTensor copy_booleans(const R& mask) {
    const auto count = static_cast<index_t>(mask.size());
    UntypedTensor copy{Storage::allocate(count), list_layout(count), DType::boolean};
    std::byte* out = copy.storage.data();
    for (const bool flag : mask) *out++ = std::byte{flag};
    return copy;
  }

  static Layout list_layout(index_t count) {
    Layout layout;
    layout.push_dim(count, 1);
    return layout;
  }

  void copy_value(const TensorIndex& other) {
    if (kind_ == Kind::tensor) {
      ::new (static_cast<void*>(&tensor_)) UntypedTensor(other.tensor_);
    } else {
      copy_plain(other);
    }
  }
  void move_value(TensorIndex& other) noexcept {
    if (kind_ == Kind::tensor) {
      take_tensor(other.tensor_);
    } else {
      copy_plain(other);
    }
  }
  /// Not inlined: otherwise g++ warns about the tensor member that the other kinds do not have.
  NDX_NOINLINE void take_tensor(UntypedTensor& other) noexcept {
    ::new (static_cast<void*>(&tensor_)) UntypedTensor(std::move(other));
  }
  void copy_plain(const TensorIndex& other) noexcept {
    if (kind_ == Kind::slice) {
      ::new (static_cast<void*>(&slice_)) Slice(other.slice_);
    } else if (kind_ == Kind::boolean) {
      boolean_ = other.boolean_;
    } else {
      integer_ = other.integer_;
    }
  }

  constexpr void destroy() noexcept {
    if (kind_ == Kind::tensor) tensor_.~UntypedTensor();
  }

  Kind kind_;
  const detail::MaskFunctions* mask_functions_ = nullptr;
  union {
    index_t integer_;
    bool boolean_;
    Slice slice_;
    UntypedTensor tensor_;
  };
};

/// The names that PyTorch has in torch::indexing.
namespace indexing {

using ndx::Ellipsis;
using ndx::Slice;
using ndx::TensorIndex;
#ifndef None
using ndx::None;
#endif

}  // namespace indexing

NDX_NAMESPACE_END
