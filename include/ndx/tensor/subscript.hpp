// Subscript<T>: the temporary that t[{…}] returns, so that elements are read, written and calculated
// with as with Python's operators.
//
//   Tensor<float> row = t[{0}];      // reads: t.index({0})
//   t[{0, Slice(1, None)}] = 7.f;    // writes: t.index_put_({0, Slice(1, None)}, 7.f)
//   t[{idx}] += 1.f;                 // reads, adds, writes
//   t[0][1] = 5.f; sum(t[mask]); 1 - t[0]; t[0].item()
//
// The in-place operators are those defined for tensors (ops/arithmetic.hpp, ops/logical.hpp,
// ops/rounding.hpp, ops/shift.hpp). They are found by name lookup at the point of use, so this header
// does not include them. Members that read are in subscript_members.hpp, functions of tensors that take
// subscripts in subscript_functions.hpp.
#pragma once

#include <ndx/plan/result_shape.hpp>
#include <ndx/tensor/indexing.hpp>
#include <ndx/tensor/subscript_members.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// `auto`, so that the message comes before those on what is done with what was kept.
template <class S>
constexpr auto refuse_kept() {
  static_assert(kNever<S>,
                "a subscript is not kept: write Tensor<T> part = t[{0}], or "
                "auto part = t.index({0})");
  return true;
}

}  // namespace detail

/// A part of a tensor, read or written in the expression that names it. It has the members of a
/// tensor, is an operand and an argument like one, and cannot be kept:
///   Tensor<float> part = t[{0}];      // OK
///   auto part = t[{0}];               // does not compile: the terms live until the statement ends
/// What writes through it, t[a][b] = v or t[a].fill_(v), needs t[a] to be a view: ValueError if an
/// index tensor, a mask or a bool makes it a copy, as t would not change.
template <Element T>
class Subscript : public detail::SubscriptMembers<T> {
  using value_type = std::remove_const_t<T>;
  using Braced = BracedValue<value_type>;

 public:
  Subscript(const Subscript&) = delete;
  template <class S>
    requires std::is_same_v<S, Subscript>
  Subscript(S&& /*subscript*/) noexcept(detail::refuse_kept<S>()) {}
  ~Subscript() = default;

  /// Reads: a view where index returns one, else a new tensor. Throws as index does.
  operator Tensor<T>() && { return read(); }
  template <class U>
    requires(std::is_same_v<U, T> && !std::is_const_v<T>)
  operator Tensor<const U>() && {
    return read();
  }

  // A tensor has the first of these as an explicit one alone, to keep out of braces of numbers.
  template <class Number>
    requires std::is_arithmetic_v<Number>
  operator Number() && {
    static_assert(detail::kNever<Number>,
                  "a part of a tensor is no number: write t[0][1].item(), or t(0, 1)");
  }
  template <class U>
    requires(!std::is_same_v<std::remove_const_t<U>, value_type>)
  explicit operator Tensor<U>() && {
    static_assert(detail::kNever<U>,
                  "the tensors have different element types: convert one, t[0].to<float>()");
  }

  /// Writes a scalar, a tensor, a braced list of numbers, a tensor in braces or another subscript,
  /// as index_put_ does: converted to T; overlapping memory handled as if copied first; the last
  /// duplicate wins. Throws as index_put_ does.
  template <class Value = Braced>
    requires ValueFor<Value, value_type>
  void operator=(const Value& value) && {
    write([&](const Tensor<T>& target) { target.index_put_(terms_, value); });
  }
  template <class Value>
    requires(!ValueFor<Value, value_type>)
  void operator=(const Value& /*value*/) && {
    static_assert(detail::kNever<Value>,
                  "a value is a number or a tensor whose elements convert to the target's: write "
                  "tensor(v) for a list");
  }
  void operator=(Subscript&& other) && { std::move(*this).operator=(other.read()); }

  /// NumPy's x[…] += v: reads, applies the tensor's own +=, writes back. Views are updated in
  /// place. An element that an index tensor selects twice is updated only once, from its old value;
  /// t.index_put_({idx}, v, true) adds every duplicate. The result is converted to T, so a float
  /// added to an int truncates; the value broadcasts to the shape that is read. On error nothing is
  /// changed. Throws as index does; also ShapeError if the value cannot be broadcast, ValueError if
  /// the written view overlaps itself (as after expand).
  template <class Value = Braced>
  void operator+=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part += v; });
  }
  template <class Value = Braced>
  void operator-=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part -= v; });
  }
  template <class Value = Braced>
  void operator*=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part *= v; });
  }
  template <class Value = Braced>
  void operator/=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part /= v; });
  }
  template <class Value = Braced>
  void operator%=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part %= v; });
  }
  template <class Value = Braced>
  void operator<<=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part <<= v; });
  }
  template <class Value = Braced>
  void operator>>=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part >>= v; });
  }
  template <class Value = Braced>
  void operator&=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part &= v; });
  }
  template <class Value = Braced>
  void operator|=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part |= v; });
  }
  template <class Value = Braced>
  void operator^=(Value&& value) && {
    update(value, [](const auto& part, const auto& v) { part ^= v; });
  }

 protected:
  Subscript() noexcept = default;

  Subscript&& bind(const Tensor<T>& target, IndexList terms) noexcept {
    target_ = &target;
    terms_ = terms;
    return std::move(*this);
  }
  /// For t[a][b]: `outer` is t[a], which lives until the end of the statement, too.
  Subscript&& bind(const Subscript& outer, IndexList terms) noexcept {
    outer_ = &outer;
    terms_ = terms;
    return std::move(*this);
  }

  /// How to read: by a pointer, so that a subscript of basic terms compiles nothing but views.
  using Reader = Tensor<T> (*)(const Tensor<T>&, IndexList);
  template <bool kBasic>
  void set_reader() noexcept {
    read_ = [](const Tensor<T>& target, IndexList terms) {
      if constexpr (kBasic) {
        return target.basic_view(terms);
      } else {
        return target.index(terms);
      }
    };
  }

 private:
  friend struct detail::SubscriptAccess;

  [[nodiscard]] Tensor<T> read() const {
    return outer_ == nullptr ? read_(*target_, terms_) : read_(outer_->read(), terms_);
  }

  /// What `call` writes through. ValueError if it would be a copy.
  [[nodiscard]] Tensor<T> writable(const char* call) const {
    if (would_copy(terms_)) [[unlikely]]
      detail::throw_write_to_copy(call, terms_);
    return outer_ == nullptr ? read_(*target_, terms_) : read_(outer_->writable(call), terms_);
  }

  /// Calls f with the tensor that the terms are applied to, which f writes.
  template <class F>
  void write(const F& f) const {
    if (outer_ == nullptr) return f(*target_);
    f(outer_->writable("operator[]"));
  }

  template <class U>
  static Tensor<U> operand(const Subscript<U>& value) {
    return detail::SubscriptAccess::read(value);
  }
  template <class Value>
  static const Value& operand(const Value& value) {
    return value;
  }

  template <class Value, class Update>
  void update(const Value& value, const Update& calculate) {
    if constexpr (std::is_same_v<Value, Braced>) {
      apply(value.tensor(), calculate);
    } else {
      apply(operand(value), calculate);
    }
  }

  template <class Value, class Update>
  void apply(const Value& value, const Update& calculate) {
    write([&](const Tensor<T>& target) {
      const Tensor<T> part = read_(target, terms_);
      calculate(part, value);
      if (would_copy(terms_)) target.index_put_(terms_, part);
    });
  }

  const Tensor<T>* target_ = nullptr;
  const Subscript* outer_ = nullptr;
  IndexList terms_;
  Reader read_ = nullptr;
};

namespace detail {

/// The argument of t[…]: holds the terms, is bound to the tensor, and is returned as the Subscript.
/// It is the caller's temporary and so lives until the end of the full expression. It is returned
/// as an rvalue reference so that `auto part = t[{0}]` does not compile; with a returned value it
/// would, deleted copy constructor or not.
template <Element T, std::size_t N>
class SubscriptTerms : public Subscript<T> {
 public:
  SubscriptTerms()
    requires(N == 1)
      : SubscriptTerms(std::initializer_list<TensorIndex>()) {}
  // A template, so that the next constructor is the better match for t[{{0}}].
  template <class = void>
    requires(N == 1)
  SubscriptTerms(std::initializer_list<TensorIndex> terms)
      : list_(terms), is_list_(true), own_{Ellipsis} {
    this->template set_reader<false>();
  }
  SubscriptTerms(std::initializer_list<BracesInBraces<>> /*refused*/) : own_{Ellipsis} {}
  template <std::convertible_to<IndexList> R>  // not from braces: literals, vectors, tuples
    requires(N == 1)
  SubscriptTerms(const R& terms) : list_(terms), is_list_(true), own_{Ellipsis} {
    this->template set_reader<is_basic_v<R>>();
  }
  /// A single term, the first of N.
  template <class Term>
    requires(!std::is_convertible_v<const Term&, IndexList> && !std::is_array_v<Term>)
  SubscriptTerms(const Term& term)
      : SubscriptTerms(TensorIndex(term), std::make_index_sequence<N - 1>{}) {
    this->template set_reader<is_basic_v<Term>>();
  }
  /// t[idx[0]]: a part of an index tensor.
  template <Element I>
  SubscriptTerms(Subscript<I>&& part)
    requires(N == 1)
      : SubscriptTerms(Tensor<I>(std::move(part))) {}
  template <std::size_t M>
  SubscriptTerms(const char (&)[M]) : own_{Ellipsis} {
    static_assert(kNever<const char[M]>,
                  "a text is no index of t[...]: write Ellipsis, or a literal: \"1:, ..., 0\"_ix");
  }

  template <class Target, class... More>
  Subscript<T>&& bind_to(const Target& target, const More&... more) && {
    if constexpr (!(is_basic_v<More> && ...)) this->template set_reader<false>();
    [[maybe_unused]] std::size_t place = 0;
    ((own_[++place] = TensorIndex(more)), ...);
    return this->bind(target, is_list_ ? list_ : IndexList(Terms(own_)));
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
Subscript<T>&& IndexMethods<T>::operator[](detail::SubscriptTerms<T, 1>&& terms) const {
  return std::move(terms).bind_to(self());
}

template <Element T>
Subscript<T>&& detail::SubscriptMembers<T>::operator[](SubscriptTerms<T, 1>&& terms) && {
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
