// BasicList: the parameter type for braces that hold basic terms only, such as {0, Slice(1, None)}.
//
// An IndexList loses the types of the terms in braces, so a call that takes one must compile the engine. The
// constructors of BasicList see the types: a call with nothing but basic terms compiles only view creation,
// in a third of the time. A function with an overload for each of the two makes the overload for IndexList a
// template: both arguments need a conversion, and overload resolution then prefers the function that is not a
// template.
#pragma once

#include <new>

#include <ndx/grammar/terms/terms.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// One argument of a BasicList: a basic term, or "...".
class BasicItem {
 public:
  template <BasicTerm Item>
  BasicItem(const Item& item) : term_(item) {}  // NOLINT(google-explicit-constructor)
  template <std::size_t N>
    requires(N == 4)
  consteval BasicItem(const char (&literal)[N])
      NDX_REFUSE_IF(!is_dots(literal), NDX_TEXT_IS_NO_INDEX)
      : term_(Ellipsis) {
    if (!is_dots(literal)) text_is_no_index_write_Slice_or_parse_index(literal);
  }
  /// Refuses {Slice(), {0}}, where {0} could be an integer or a list of one integer.
  template <class Never = void>
  BasicItem(std::initializer_list<TensorIndex> /*list*/) : term_(newaxis) {
    static_assert(kNever<Never>, "a list in braces is no term: write {Slice(), tensor({0, 1})}");
  }

  [[nodiscard]] const TensorIndex& term() const noexcept { return term_; }

 private:
  TensorIndex term_;
};

/// Up to eight basic terms, which are constructed in place.
class BasicList {
  static constexpr std::size_t kMostTerms = 8;  // more terms make an IndexList

 public:
  BasicList() noexcept {}  // NOLINT(modernize-use-equals-default): no term is made
  template <BasicTerm... Items>
    requires(sizeof...(Items) > 0 && sizeof...(Items) <= kMostTerms)
  BasicList(const Items&... items) {  // NOLINT(google-explicit-constructor)
    (push_back(items), ...);
  }
  template <std::size_t N>
    requires(N <= kMostTerms)
  BasicList(const BasicTerms<N>& literal) {  // NOLINT(google-explicit-constructor)
    for (const TensorIndex& term : literal) push_back(term);
  }
  // The constructors that follow take "...". In the one above, the text of a literal would not be known at
  // compile time. The next one is a template so that the one after it is the better match for {{0}}.
  template <class = void>
  BasicList(std::initializer_list<OnlyThreeDotsAreAnIndexText> dots) {
    for (std::size_t i = 0; i < dots.size() && i < kMostTerms; ++i) push_back(Ellipsis);
  }
  BasicList(std::initializer_list<BracesInBraces<>> /*refused*/) {}
  BasicList(const BasicItem& a, const BasicItem& b) { push_back_each(a, b); }
  BasicList(const BasicItem& a, const BasicItem& b, const BasicItem& c) { push_back_each(a, b, c); }
  BasicList(const BasicItem& a, const BasicItem& b, const BasicItem& c, const BasicItem& d) {
    push_back_each(a, b, c, d);
  }
  BasicList(const BasicList&) = delete;
  BasicList& operator=(const BasicList&) = delete;
  ~BasicList() {}  // NOLINT(modernize-use-equals-default): basic terms hold nothing to release

  /// The terms, which live as long as the list.
  operator Terms() const noexcept {  // NOLINT(google-explicit-constructor)
    return {terms_, count_};
  }

 private:
  template <class Item>
  void push_back(const Item& item) {
    ::new (static_cast<void*>(terms_ + count_)) TensorIndex(item);
    ++count_;
  }
  template <class... Items>
  void push_back_each(const Items&... items) {
    (push_back(items.term()), ...);
  }

  // This is a union so that only the terms in use are constructed.
  union {
    TensorIndex terms_[kMostTerms];
  };
  std::size_t count_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
