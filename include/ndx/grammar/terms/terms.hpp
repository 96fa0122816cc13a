// Terms: the terms of an index, as the functions of the library pass them to each other.
//
// It is a class of its own instead of std::span, whose constructors check concepts of iterators and
// ranges: these checks would take compilers longer than all other headers of this folder.
#pragma once

#include <array>
#include <concepts>
#include <initializer_list>

#include <ndx/grammar/terms/tensor_index.hpp>

NDX_NAMESPACE_BEGIN

/// A contiguous range of terms, such as a vector, an array or a span of TensorIndex.
template <class R>
concept TermRange = requires(const R& range) {
  { range.data() } -> std::convertible_to<const TensorIndex*>;
  { range.size() } -> std::convertible_to<std::size_t>;
};

namespace detail {

/// A non-owning view of terms.
class Terms {
 public:
  constexpr Terms() noexcept = default;
  constexpr Terms(const TensorIndex* data, std::size_t size) noexcept : data_(data), size_(size) {}
  template <std::size_t N>
  constexpr Terms(const TensorIndex (&list)[N]) noexcept  // NOLINT(google-explicit-constructor)
      : Terms(list, N) {}
  template <TermRange R>
    requires(!std::same_as<R, Terms>)
  constexpr Terms(const R& terms) noexcept  // NOLINT(google-explicit-constructor)
      : Terms(terms.data(), terms.size()) {}

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const TensorIndex* data() const noexcept { return data_; }
  constexpr const TensorIndex* begin() const noexcept { return data_; }
  constexpr const TensorIndex* end() const noexcept { return data_ + size_; }
  constexpr const TensorIndex& operator[](std::size_t i) const noexcept { return data_[i]; }

 private:
  const TensorIndex* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Refuses {{0, 1}}, which could be read as two integers or as a list of two. {{0}} does not compile either.
template <class Never = void>
struct BracesInBraces {
  BracesInBraces(std::initializer_list<TensorIndex> /*terms*/) {
    static_assert(kNever<Never>,
                  "braces in braces: write {0, 1} for two terms, {tensor({0, 1})} for one list");
  }
};

/// The terms of a literal that has basic terms only; see BasicTerm.
template <std::size_t N>
struct BasicTerms : std::array<TensorIndex, N> {};

template <class R>
inline constexpr bool is_basic_v = BasicTerm<R>;
template <std::size_t N>
inline constexpr bool is_basic_v<BasicTerms<N>> = true;

}  // namespace detail
NDX_NAMESPACE_END
