// Dims and DimsView: an owning and a non-owning list of sizes, strides, dims or coordinates. Dim, Count and
// Flag: one dim, one count or position, one truth value.
//
// They are the parameter types of everything that takes a shape, a dim or an option, so they accept integers
// of every type, lists in braces or in any contiguous container. They refuse fractions, which compilers
// would convert, and a dim in place of a flag or a flag in place of a dim: a refused argument has a
// constructor, whose static_assert says what to write.
#pragma once

#include <concepts>
#include <utility>

#include <ndx/base/small_vector.hpp>
#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// Any contiguous range of integers, such as std::vector, std::array, std::span, Dims and DimsView.
template <class R>
concept IntegerRange = requires(const R& range) {
  range.data() + range.size();
  requires Integer<std::remove_cvref_t<decltype(*range.data())>>;
};

namespace detail {

/// Converts an integer. A number above INT64_MAX saturates, because wrapping would turn an impossible size
/// into a negative number, which may have a meaning, as -1 does.
template <Integer I>
NDX_ACCESS constexpr index_t saturate_index(I value) noexcept {
  if constexpr (std::is_unsigned_v<I> && sizeof(I) == sizeof(index_t)) {
    if (value > static_cast<I>(INT64_MAX)) return INT64_MAX;
  }
  return static_cast<index_t>(value);
}

}  // namespace detail

namespace detail {

/// A std::vector of integers, recognised by its members because <vector> is not included here.
template <class V>
concept VectorOfIntegers = requires {
  typename V::allocator_type;
  requires Integer<typename V::value_type>;
};
template <class Shape>
constexpr std::size_t refuse_binding() {
  static_assert(
      kNever<Shape>,
      "how many sizes a shape has is not known here: write auto a = t.size(0), b = t.size(1)");
  return 0;
}

}  // namespace detail

#define NDX_ENTRY_VECTOR                                                                      \
  "a shape is no vector: write std::vector<ndx::index_t> v(s.begin(), s.end()), of auto s = " \
  "t.shape()"
/// A non-owning view of integers. It can be compared with any contiguous range of integers.
///   auto s = t.shape();                  // OK while t lives
///   DimsView s = make_tensor().shape();  // dangling: write `auto s` or `Dims s`, which own
class DimsView {
 public:
  using value_type = index_t;

  constexpr DimsView() noexcept = default;
  constexpr DimsView(const index_t* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// These members do what those of std::span do.
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const index_t* data() const noexcept { return data_; }
  constexpr const index_t* begin() const noexcept { return data_; }
  constexpr const index_t* end() const noexcept { return data_ + size_; }
  constexpr const index_t& operator[](std::size_t i) const noexcept { return data_[i]; }
  /// Returns the element with a signed number; -1 is the last one, as in t.size(-1).
  template <std::signed_integral I>
  constexpr const index_t& operator[](I i) const noexcept {
    return data_[static_cast<std::size_t>(i) + (i < 0 ? size_ : 0)];
  }
  constexpr const index_t& back() const noexcept { return data_[size_ - 1]; }

  template <detail::VectorOfIntegers V>
  NDX_REFUSE_CALLS(NDX_ENTRY_VECTOR)
  operator V() const;  // NOLINT(google-explicit-constructor)

 private:
  const index_t* data_ = nullptr;
  std::size_t size_ = 0;
};

namespace detail {

/// An integer, or an unscoped enumerator, which converts to one.
template <class X>
concept OneInteger = Integer<X> || (std::is_enum_v<X> && std::is_convertible_v<X, index_t>);
template <class I>
NDX_ACCESS constexpr index_t to_index(I value) noexcept {
  if constexpr (Integer<I>) {
    return saturate_index(value);
  } else {
    return static_cast<index_t>(value);
  }
}

/// Types of numbers that are not integers: fractions, and bools, which would otherwise count as 0 and 1.
template <class X>
concept NoInteger = std::is_floating_point_v<X> || Boolean<X>;

}  // namespace detail

namespace bases {

/// One integer, of any integer type, as a Dim or a Count. Neither inherits the constructor: clang 14 takes their
/// constructors for other types, which differ in the constraint alone, to replace it.
class OneIndex {
 public:
  template <OneInteger I>
  NDX_ACCESS constexpr OneIndex(I value) noexcept  // NOLINT(google-explicit-constructor)
      : value_(to_index(value)) {}

  /// Returns the integer as it was given, or INT64_MAX if it was larger.
  NDX_ACCESS constexpr operator index_t() const noexcept { return value_; }

 protected:
  OneIndex() noexcept = default;  // for constructors that refuse their argument

 private:
  index_t value_ = 0;
};

}  // namespace bases

/// The parameter of a function that goes along one dim; a negative number counts from the end. It accepts
/// integers of every type. All else that is mistaken for a dim does not compile: a compiler would cut a
/// fraction off, and count a bool as 0 or 1.
class Dim : public bases::OneIndex {
 public:
  template <detail::OneInteger I>
  NDX_ACCESS constexpr Dim(I value) noexcept  // NOLINT(google-explicit-constructor)
      : OneIndex(value) {}
  template <detail::NoInteger X>
  Dim(X /*value*/) {  // NOLINT(google-explicit-constructor)
    static_assert(Boolean<X>, NDX_TEXT_INTEGERS);
    static_assert(
        !Boolean<X>,
        "a bool is no dim: write the dim before it, sort(t, -1, true), topk(t, 2, -1, false)");
  }
  template <class T>
  Dim(const Tensor<T>& /*index*/) {  // NOLINT(google-explicit-constructor)
    static_assert(detail::kNever<T>,
                  "a tensor is no dim: write gather(t, 0, index), or take(t, index, 0)");
  }
  template <Integer I, Integer J, Integer... More>
  Dim(I /*first*/, J /*second*/, More... /*more*/) {
    static_assert(
        detail::kNever<I>,
        "the function goes along one dim: write sort(t, -1), or amax(t, {0, 1}) for several");
  }
};

/// The parameter of a function that takes one count, size, offset or position. It accepts integers of every
/// type; fractions and bools do not compile.
class Count : public bases::OneIndex {
 public:
  template <detail::OneInteger I>
  NDX_ACCESS constexpr Count(I value) noexcept  // NOLINT(google-explicit-constructor)
      : OneIndex(value) {}
  template <detail::NoInteger X>
  Count(X /*value*/) {  // NOLINT(google-explicit-constructor)
    static_assert(detail::kNever<X>, NDX_TEXT_INTEGERS);
  }
};

/// The parameter of a function that takes true or false. An integer does not compile, because it is mostly
/// another dim: sum(t, 0, 1).
class Flag {
 public:
  template <Boolean B>
  constexpr Flag(B value) noexcept : value_(value) {}  // NOLINT(google-explicit-constructor)
  template <Integer I>
  Flag(I) {  // NOLINT(google-explicit-constructor)
    static_assert(detail::kNever<I>,
                  "an option such as keepdim is true or false: write several dims in braces, "
                  "sum(t, {0, 1}); argmax and unique go along one, argmax(t, 0)");
  }

  /// Returns the truth value.
  constexpr operator bool() const noexcept { return value_; }

 private:
  bool value_;
};

/// Whether the reduced dims are kept, with size 1.
using KeepDim = Flag;

/// One integer, of any integer type, of a list in braces. It is a type of its own because compilers accept a
/// fraction in a list of index_t: with a warning, or, if the value is a variable, without one.
class DimsItem {
 public:
  constexpr DimsItem() noexcept = default;
  template <class I>
    requires std::is_convertible_v<I, index_t>
  constexpr DimsItem(I value) noexcept  // NOLINT(google-explicit-constructor): an item of braces
      : value_(detail::to_index(value)) {
    static_assert(Integer<I> || !std::is_arithmetic_v<I>, NDX_TEXT_INTEGERS);
  }

  /// Returns the integer, or INT64_MAX if it was larger.
  [[nodiscard]] constexpr index_t value() const noexcept { return value_; }
  constexpr explicit operator index_t() const noexcept { return value_; }

 private:
  index_t value_ = 0;
};

namespace detail {

/// Arguments of which at least one is a floating-point number.
template <class... Args>
concept WithFraction = (std::is_floating_point_v<Args> || ...);

template <class... Args>
concept WithNoInteger = (NoInteger<Args> || ...);

/// Fails to compile, for overloads that refuse fractions, which a compiler would convert to integers with at
/// most a warning. The return type is `auto`, so that compilers print the message before errors about the use
/// of the result.
template <class... Args>
auto refuse_fraction() {
  static_assert(kNever<Args...>, NDX_TEXT_INTEGERS);
  return refused<Args...>();
}

}  // namespace detail

/// An owning list of integers, which allocates nothing up to rank 6. It is constructed from braces or from
/// any contiguous range of integers of any type.
class Dims : public SmallVector<index_t, kInlineRank> {
 public:
  Dims() noexcept = default;
  NDX_NOINLINE Dims(std::initializer_list<DimsItem> values) {
    resize_unset(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) (*this)[i] = values.begin()[i].value();
  }
  template <IntegerRange R>
    requires(!std::same_as<R, Dims>)
  Dims(const R& values) {  // NOLINT(google-explicit-constructor):
                           // lists of integers convert to Dims
    copy_from(values.data(), values.size());
  }
  template <Integer I, std::size_t N>
  Dims(const I (&values)[N]) {  // NOLINT(google-explicit-constructor): as above
    copy_from(values, N);
  }

  /// Returns a list of `count` copies of `value`.
  static Dims filled(std::size_t count, index_t value) {
    Dims dims;
    dims.resize_unset(count);
    for (index_t& item : dims) item = value;
    return dims;
  }

  /// Returns a view, which is valid while the Dims live.
  operator DimsView() const noexcept { return {data(), size()}; }
  template <detail::VectorOfIntegers V>
  NDX_REFUSE_CALLS(NDX_ENTRY_VECTOR)
  operator V() const;  // NOLINT(google-explicit-constructor)

 private:
  template <class I>
  void copy_from(const I* values, std::size_t count) {
    resize_unset(count);
    for (std::size_t i = 0; i < count; ++i) (*this)[i] = detail::saturate_index(values[i]);
  }
};

#undef NDX_ENTRY_VECTOR

/// Whether both lists have the same length and the same integers.
///   tensor({1, 2}) == tensor({1, 3}) -> 1 0
template <class A, class B>
  requires(IntegerRange<A> && IntegerRange<B> &&
           (std::same_as<A, Dims> || std::same_as<A, DimsView> || std::same_as<B, Dims> ||
            std::same_as<B, DimsView>))
constexpr bool operator==(const A& a, const B& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::cmp_equal(a.data()[i], b.data()[i])) return false;
  }
  return true;
}

NDX_NAMESPACE_END

// The structured binding auto [a, b] = t.shape() looks up this type, whose static_assert refuses it.
template <class Shape>
  requires(std::same_as<Shape, ndx::DimsView> || std::same_as<Shape, ndx::Dims>)
struct std::tuple_size<Shape> {
  static constexpr std::size_t value = ndx::detail::refuse_binding<Shape>();
};
