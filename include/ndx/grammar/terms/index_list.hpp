// IndexList: the parameter type for an index, which can be written as braces, or be a vector, an array or a
// span of TensorIndex.
//
// Everything that converts to a TensorIndex can be in the braces. The converted terms are temporaries that
// live until the call is over, so a list refers to them instead of copying them. Mistakes that a caller
// makes with braces are refused with a message that says what to write.
#pragma once

#include <initializer_list>
#include <span>

#include <ndx/grammar/terms/terms.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

template <class X>
inline constexpr bool is_index_tensor_v = false;
template <IndexElement T>
inline constexpr bool is_index_tensor_v<Tensor<T>> = true;

}  // namespace detail

/// A vector, array or span of index tensors or masks, PyTorch's TensorList.
template <class R>
concept IndexTensorRange = requires(const R& range) {
  range.size();
  requires detail::is_index_tensor_v<std::remove_cvref_t<decltype(*range.data())>>;
};

namespace detail {

/// A type that converts to a term and is not a text.
template <class Item>
concept TermOfList =
    std::is_convertible_v<const Item&, TensorIndex> && !std::is_array_v<Item> && !Character<Item>;

/// Fails to compile with this message. The return type is `auto`, so that compilers print the message before
/// errors about the use of the result.
template <class... Items>
auto refuse_lists() {
  static_assert(kNever<Items...>,
                "one pair of braces holds all terms: write t.index({0, 1}), or "
                "t.index({tensor({0}), tensor({1})}) for lists");
  return refused<Items...>();
}

}  // namespace detail

/// A non-owning view of the terms of an index, valid for one call: do not store it.
///   t.index({0, Slice(), idx})                        // OK: the terms live until the call is over
///   IndexList stored = {0, Slice()}; t.index(stored)  // dangling: use std::vector<TensorIndex>
class IndexList {
 public:
  IndexList() noexcept = default;
  // This is a template so that the next constructor is the better match for {{0}}.
  template <class = void>
  IndexList(std::initializer_list<TensorIndex> terms) noexcept
      : terms_(terms.begin(), terms.size()) {}
  IndexList(std::initializer_list<detail::BracesInBraces<>> /*refused*/) noexcept {}
  template <TermRange R>
    requires(!std::same_as<R, IndexList>)
  IndexList(const R& terms) noexcept
      : terms_(terms.data(), terms.size()) {}  // NOLINT(google-explicit-constructor)

  /// Returns the terms, in the order of the index. It is a template so that it is compiled only if called.
  template <std::same_as<TensorIndex> Term = TensorIndex>
  [[nodiscard]] std::span<const Term> terms() const noexcept {
    return {terms_.data(), terms_.size()};
  }
  /// Returns the terms as the library's own functions take them.
  operator detail::Terms() const noexcept { return terms_; }  // NOLINT(google-explicit-constructor)

 private:
  detail::Terms terms_;
};

NDX_NAMESPACE_END
