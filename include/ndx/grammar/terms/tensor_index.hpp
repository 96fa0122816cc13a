// TensorIndex: one term of an index, of any kind in the grammar.
//
// A term stores a Tensor in its untyped form, so that one type serves all element types. Types that must not
// be an index are rejected at compile time, by constructors whose static_assert says what to write instead.
// Deleted constructors would reject them too, but the first line of the compiler's message would not say why.
#pragma once

#include <concepts>
#include <cstring>

#include <ndx/grammar/terms/nested_indices.hpp>
#include <ndx/grammar/terms/slice.hpp>
#include <ndx/kernel/mask/mask_parts.hpp>
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN

// The functions that indexing by a mask needs besides moving elements: they count its true elements and find
// their offsets, all at once or block by block.
//
// The planner and the engine cannot know at compile time whether a braced list holds a mask. They call these
// functions through pointers that each term made from a mask carries, and nothing else refers to the
// functions, so a source file that makes no masks does not compile them.

namespace detail {

/// The functions that a term made from a mask carries.
struct MaskFunctions {
  index_t (*count)(const UntypedTensor& mask);
  void (*write_offsets)(const UntypedTensor& mask, DimsView strides, index_t count, index_t* out);
  /// Returns the loop over the mask (operand 0) and elements with those strides (operand 1).
  Loop<2> (*loop)(const UntypedTensor& mask, DimsView strides);
  kernel::NextMasked next;
  kernel::RunMasked run;
};

/// Returns the number of true elements. Each stored element is read once, even if strides of 0 repeat it.
index_t count_set(const UntypedTensor& mask) NDX_SYMBOL(count_set);
/// Writes Σ coordinate·stride of each true element, in row-major order. `count` is the number of true
/// elements.
void write_mask_offsets(const UntypedTensor& mask, DimsView strides, index_t count, index_t* out)
    NDX_SYMBOL(write_mask_offsets);
NDX_NOINLINE inline Loop<2> mask_loop(const UntypedTensor& mask, DimsView strides) {
  return make_loop<2>(mask.layout.shape, {mask.layout.strides, strides});
}
#if NDX_DEFINES
NDX_FUNC index_t count_set(const UntypedTensor& mask) {
  const Dims stored = stored_shape(mask.layout);
  Offsets<1> start{};
  const Loop<1> loop = sort_for_memory(make_loop<1>(stored, {mask.layout.strides}), start);
  const std::byte* const first = first_byte(mask, 1) + start[0];
  Atomic<index_t> count(0);
  if (!is_shared(kernel::cost_of_bytes(numel(mask.layout)))) {
    count.set(kernel::count_set(first, loop));
  } else {
    kernel::run_in_parts(loop, 0, 1, [&](const Loop<1>& part, const Offsets<1>& at) {
      count.add(kernel::count_set(first + at[0], part));
    });
  }
  const index_t once = count.get();
  return once == 0 ? 0 : once * (numel(mask.layout) / numel(stored));
}
NDX_FUNC void write_mask_offsets(const UntypedTensor& mask, DimsView strides, index_t count,
                                 index_t* out) {
  if (count == 0) return;
  const auto write = [&](const kernel::MaskPart& part) {
    kernel::set_offsets(out + part.first, part.mask, part.loop, part.count, part.at);
  };
  kernel::run_masked(first_byte(mask, 1), mask_loop(mask, strides), count, sizeof(index_t),
                     kernel::MaskOrder::ordered, kernel::MaskBody(write));
}
#endif

inline constexpr MaskFunctions kMaskFunctions{&count_set, &write_mask_offsets, &mask_loop,
                                              &kernel::next_masked, &kernel::run_masked};

}  // namespace detail

/// Element types of index tensors (integers) and masks (bools).
template <class T>
concept IndexElement = Integer<std::remove_const_t<T>> || Boolean<T>;
/// Element types that cannot be in an index tensor or mask.
template <class T>
concept NoIndexElement = !IndexElement<T>;
/// char and the other character types.
template <class C>
concept Character = is_character_v<C>;

/// A container of floating-point numbers, which a caller may take for an index.
template <class R>
concept FloatingPointRange = requires(const R& range) {
  range.data();
  range.size();
  requires std::is_floating_point_v<typename R::value_type>;
};
/// A function of an element, which a caller may take for a mask. A tensor has a shape and is none.
template <class F>
concept FunctionOfElement = std::is_class_v<F> && requires(const F& f) {
  static_cast<bool>(f(0));
} && !requires(const F& f) { f.shape(); };

/// A std::string, recognised by its c_str().
template <class S>
concept StringText = requires(const S& text) {
  { text.c_str() } -> std::same_as<const char*>;
};

/// A type of term that always makes a view. Basic terms do not need the engine, so that a call with nothing
/// else compiles fast.
template <class Term>
concept BasicTerm = Integer<Term> || std::same_as<Term, Slice> || std::same_as<Term, NoneType> ||
                    std::same_as<Term, EllipsisType>;

namespace detail {

/// Whether a text is "...", the only text that is an index.
constexpr bool is_dots(const char* text) noexcept {
  return text[0] == '.' && text[1] == '.' && text[2] == '.' && text[3] == '\0';
}

/// Throws ValueError. It is not constexpr, so that a literal for which it is called does not compile; g++
/// then shows its name in the message.
[[noreturn]] NDX_COLD inline void text_is_no_index_write_Slice_or_parse_index(const char* text) {
  throw_value_error("index: the only text that is an index is \"...\", not \"", text,
                    "\"; for others, call parse_index");
}

/// The parameter type for t.index("..."). No other literal compiles.
struct OnlyThreeDotsAreAnIndexText {
  template <std::size_t N>
  consteval OnlyThreeDotsAreAnIndexText(const char (&literal)[N])
      NDX_REFUSE_IF(!is_dots(literal), NDX_TEXT_IS_NO_INDEX) {
    static_assert(N == 4, NDX_TEXT_IS_NO_INDEX);
    if (!is_dots(literal)) text_is_no_index_write_Slice_or_parse_index(literal);
  }
};

}  // namespace detail

/// One term of an index: an integer, a bool, a Slice, None, Ellipsis, an index tensor or a mask. The term
/// shares the storage of a tensor. Vectors, arrays and spans of integers or bools are copied; lists of lists,
/// which must have one length at each depth, are an index tensor or mask whose rank is their depth.
class TensorIndex {
 public:
  /// The kinds of terms.
  enum class Kind : std::uint8_t { none, ellipsis, integer, boolean, slice, tensor };

  TensorIndex(NoneType /*newaxis*/) noexcept : kind_(Kind::none), integer_(0) {}
  constexpr TensorIndex(EllipsisType /*dots*/) noexcept : kind_(Kind::ellipsis), integer_(0) {}
  /// The text "..." is an Ellipsis. No other literal compiles in braces or as an argument. Throws ValueError
  /// for another text that is known only at run time, or that makes a term in place as in
  /// v.emplace_back(text).
  template <std::size_t N, class Rule = detail::OnlyThreeDotsAreAnIndexText>
    requires(N == 4)
  consteval TensorIndex(const char (&literal)[N])
      NDX_REFUSE_IF(!detail::is_dots(literal), NDX_TEXT_IS_NO_INDEX)
      : kind_(Kind::ellipsis), integer_(0) {
    if (!detail::is_dots(literal)) detail::text_is_no_index_write_Slice_or_parse_index(literal);
  }
  explicit TensorIndex(const char (&text)[4]) : TensorIndex(static_cast<const char*>(text)) {}
  template <class P>
    requires std::same_as<std::remove_const_t<std::remove_pointer_t<P>>, char> &&
                 std::is_pointer_v<P>
  TensorIndex(const P& text) : kind_(Kind::ellipsis), integer_(0) {
    if (!detail::is_dots(text)) detail::text_is_no_index_write_Slice_or_parse_index(text);
  }
  template <StringText S>
  TensorIndex(const S& text) : TensorIndex(text.c_str()) {}
  /// std::nullopt is None, as in libtorch.
  template <Nullopt X>
  TensorIndex(const X& /*none*/) noexcept : TensorIndex(newaxis) {}
  /// A std::optional integer is None if it is empty.
  template <OptionalInteger O>
  TensorIndex(const O& index)
      : TensorIndex(index.has_value() ? TensorIndex(*index) : TensorIndex(newaxis)) {}
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
  /// A subscript of an index tensor or mask, as in t.index({idx[0], 1}).
  template <class T>
    requires IndexElement<T>
  TensorIndex(Subscript<T>&& part) : TensorIndex(Tensor<T>(std::move(part))) {}
  /// An indexed view of one, which is read.
  template <class T>
    requires IndexElement<T>
  TensorIndex(const IndexedView<T>& part) : TensorIndex(part.read()) {}
  /// An index tensor or mask in untyped form. Its elements must be integers or bools.
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
  template <NestedIndexRange R>
  TensorIndex(const R& lists) : TensorIndex(detail::copy_nested(lists)) {}

  // The constructors from here to the last static_assert reject their arguments at compile time.
  template <NoIndexElement T>
  TensorIndex(const Tensor<T>& /*tensor*/) : TensorIndex(newaxis) {
    static_assert(detail::kNever<T>,
                  "an index tensor is of integers or bools: convert it with .to<index_t>()");
  }
  template <std::floating_point F>
  TensorIndex(F /*number*/) : TensorIndex(newaxis) {
    static_assert(detail::kNever<F>,
                  "a floating-point number cannot be an index: convert it to an integer");
  }
  template <Character C>
  TensorIndex(C /*character*/) : TensorIndex(newaxis) {
    static_assert(detail::kNever<C>, "a character cannot be an index: convert it to an integer");
  }
  template <std::same_as<std::nullptr_t> N>
  TensorIndex(N /*nullptr*/) : TensorIndex(newaxis) {
    static_assert(detail::kNever<N>, "nullptr cannot be an index: write None or newaxis");
  }
  template <std::size_t N>
    requires(N != 4)
  TensorIndex(const char (&)[N]) : TensorIndex(newaxis) {
    static_assert(detail::kNever<const char[N]>, NDX_TEXT_IS_NO_INDEX);
  }
  template <FloatingPointRange R>
  TensorIndex(const R& /*numbers*/) : TensorIndex(newaxis) {
    static_assert(detail::kNever<R>,
                  "a list of floating-point numbers cannot be an index: make it one of integers");
  }
  template <class A, class B, class... More>
  TensorIndex(const A& /*first*/, const B& /*second*/, const More&... /*more*/)
      : TensorIndex(newaxis) {
    static_assert(detail::kNever<A>,
                  "a list in braces is no term: write {Slice(), tensor({0, 1})}");
  }
  template <FunctionOfElement F>
  TensorIndex(const F& /*function*/) : TensorIndex(newaxis) {
    static_assert(detail::kNever<F>,
                  "a function cannot be a mask: write a comparison, t.index({t > 0})");
  }

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

  /// Returns which kind of term this is.
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  /// Whether the term is of that kind.
  [[nodiscard]] bool is_none() const noexcept { return kind_ == Kind::none; }
  [[nodiscard]] bool is_ellipsis() const noexcept { return kind_ == Kind::ellipsis; }
  [[nodiscard]] bool is_integer() const noexcept { return kind_ == Kind::integer; }
  [[nodiscard]] bool is_boolean() const noexcept { return kind_ == Kind::boolean; }
  [[nodiscard]] bool is_slice() const noexcept { return kind_ == Kind::slice; }
  [[nodiscard]] bool is_tensor() const noexcept { return kind_ == Kind::tensor; }
  /// Returns the value of a term of that kind. Throws ValueError if the term is of another kind.
  [[nodiscard]] index_t integer() const { return check_kind(Kind::integer), integer_; }
  [[nodiscard]] bool boolean() const { return check_kind(Kind::boolean), boolean_; }
  [[nodiscard]] const Slice& slice() const { return check_kind(Kind::slice), slice_; }
  [[nodiscard]] const UntypedTensor& tensor() const { return check_kind(Kind::tensor), tensor_; }
  /// Returns the index tensor or mask, which shares its storage. Throws ValueError if the term is of another
  /// kind or its elements are not of type T.
  template <class T>
    requires IndexElement<T>
  [[nodiscard]] Tensor<T> tensor() const {
    const UntypedTensor& found = tensor();
    if (found.dtype != dtype_of<T>()) [[unlikely]]
      throw_value_error("TensorIndex::tensor: the elements are ", dtype_name(found.dtype), ", not ",
                        dtype_name(dtype_of<T>()));
    return Tensor<T>(found.storage, Layout(found.layout));
  }
  /// Returns the functions that a mask needs, or null if the term is not a mask.
  [[nodiscard]] const detail::MaskFunctions* mask_functions() const noexcept {
    return mask_functions_;
  }

 private:
  NDX_ALWAYS_INLINE void check_kind(Kind asked) const {
    if (kind_ != asked) [[unlikely]]
      throw_wrong_kind(asked);
  }
  [[noreturn]] NDX_COLD void throw_wrong_kind(Kind asked) const {
    static constexpr const char* kNames[] = {"None",   "an ellipsis", "an integer",
                                             "a bool", "a slice",     "a tensor"};
    throw_value_error("TensorIndex: the term is ", kNames[static_cast<std::size_t>(kind_)],
                      ", not ", kNames[static_cast<std::size_t>(asked)]);
  }

  /// Returns a copy of contiguous integers as a tensor of rank 1.
  template <class R>
  static UntypedTensor copy_integers(const R& indices) {
    using I = std::remove_cvref_t<decltype(*indices.data())>;
    const auto count = static_cast<index_t>(indices.size());
    UntypedTensor copy{Storage::allocate(count * static_cast<index_t>(sizeof(I))),
                       list_layout(count), dtype_of<I>()};
    if (count != 0) std::memcpy(copy.storage.data(), indices.data(), indices.size() * sizeof(I));
    return copy;
  }

  /// Returns a copy of bools, which may be bits as in std::vector<bool>, as a tensor of rank 1.
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

  /// Copies the member that `other`, a term of the same kind, has; move_value moves it.
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
  /// Moves the tensor of another term. If it were inlined, g++ would warn about the tensor member that the
  /// other kinds do not have.
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

/// The names that PyTorch defines in torch::indexing.
namespace indexing {

using ndx::Ellipsis;
using ndx::Slice;
using ndx::TensorIndex;
#ifndef None
using ndx::None;
#endif

}  // namespace indexing

NDX_NAMESPACE_END
