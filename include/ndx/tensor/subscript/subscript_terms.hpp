// The arguments of t[…]: objects that hold the terms and are returned as the subscript.
//
// Each is a temporary of the caller, so it lives until the end of the full expression. operator[]
// returns it as an rvalue reference, so that `auto part = t[{0}]` does not compile. With a returned
// value it would, even if the copy constructor were deleted.
#pragma once

#include <ndx/tensor/subscript/subscript.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The argument for basic terms: t[0], t[{0, Slice()}], a literal of them.
template <Element T>
class BasicSubscriptTerms : private BasicList, public BasicSubscript<T> {
 public:
  using BasicList::BasicList;

  template <class Target>
  BasicSubscript<T>&& bind_to(const Target& target) && {
    this->template set_reader<true>();
    this->bind(target, Terms(static_cast<const BasicList&>(*this)));
    return std::move(*this);
  }
};

/// The argument for all other terms. Under C++23 it takes N of them: t[0, idx].
template <Element T, std::size_t N>
class SubscriptTerms : public Subscript<T> {
 public:
  // A template, so that the next constructor is the better match for t[{{0}}].
  template <class = void>
    requires(N == 1)
  SubscriptTerms(std::initializer_list<TensorIndex> terms)
      : list_(terms), is_list_(true), own_{Ellipsis} {
    this->template set_reader<false>();
  }
  SubscriptTerms(std::initializer_list<BracesInBraces<>> /*refused*/) : own_{Ellipsis} {}
  template <std::convertible_to<IndexList> R>  // takes literals, vectors and tuples, but no braces
    requires(N == 1)
  SubscriptTerms(const R& terms) : list_(terms), is_list_(true), own_{Ellipsis} {
    this->template set_reader<is_basic_v<R>>();
  }
  /// Takes a single term, the first of N.
  template <class Term>
    requires(!std::is_convertible_v<const Term&, IndexList> && !std::is_array_v<Term> &&
             !is_subscript_v<Term>)
  SubscriptTerms(const Term& term)
      : SubscriptTerms(TensorIndex(term), std::make_index_sequence<N - 1>{}) {
    this->template set_reader<is_basic_v<Term>>();
  }
  /// Takes part of an index tensor: t[idx[0]].
  template <Element I>
  SubscriptTerms(Subscript<I>&& part)
    requires(N == 1)
      : SubscriptTerms(Tensor<I>(std::move(part))) {}
  template <std::size_t M>
  SubscriptTerms(const char (&)[M]) : own_{Ellipsis} {
    static_assert(kNever<const char[M]>, NDX_TEXT_IS_NO_SUBSCRIPT);
  }

  template <class Target, class... More>
  Subscript<T>&& bind_to(const Target& target, const More&... more) && {
    if constexpr (!(is_basic_v<More> && ...)) this->template set_reader<false>();
    [[maybe_unused]] std::size_t place = 0;
    ((own_[++place] = TensorIndex(more)), ...);
    this->bind(target, is_list_ ? list_ : IndexList(Terms(own_)));
    return std::move(*this);
  }

 private:
  template <std::size_t... place>
  SubscriptTerms(TensorIndex&& first, std::index_sequence<place...> /*rest*/)
      : own_{std::move(first), (static_cast<void>(place), Ellipsis)...} {}

  IndexList list_;
  bool is_list_ = false;
  TensorIndex own_[N];
};

}  // namespace detail

template <Element T>
detail::BasicSubscript<T>&& IndexMethods<T>::operator[](
    detail::BasicSubscriptTerms<T>&& terms) const {
  return std::move(terms).bind_to(self());
}
template <Element T>
template <class>
Subscript<T>&& IndexMethods<T>::operator[](detail::SubscriptTerms<T, 1>&& terms) const {
  return std::move(terms).bind_to(self());
}

template <Element T>
detail::BasicSubscript<T>&& bases::SubscriptMembers<T>::operator[](
    BasicSubscriptTerms<T>&& terms) && {
  return std::move(terms).bind_to(self());
}
template <Element T>
template <class>
Subscript<T>&& bases::SubscriptMembers<T>::operator[](SubscriptTerms<T, 1>&& terms) && {
  return std::move(terms).bind_to(self());
}

#ifdef __cpp_multidimensional_subscript
template <Element T>
template <class... More>
  requires(sizeof...(More) > 0)
Subscript<T>&& IndexMethods<T>::operator[](detail::SubscriptTerms<T, 1 + sizeof...(More)>&& first,
                                           const More&... more) const {
  static_assert(!(std::is_array_v<More> || ...), "in t[a, b] write Ellipsis instead of \"...\"");
  return std::move(first).bind_to(self(), more...);
}
#endif

NDX_NAMESPACE_END
