// Subscript<T>: the temporary that t[{…}] returns, so that elements are read and written with
// Python's operators.
//
//   Tensor<float> row = t[{0}];      // reads: t.index({0})
//   t[{0, Slice(1, None)}] = 7.f;    // writes: t.index_put_({0, Slice(1, None)}, 7.f)
//   t[{idx}] += 1.f;                 // reads, adds, writes
//
// The in-place operators are those defined for tensors (ops/arithmetic.hpp, ops/logical.hpp,
// ops/rounding.hpp, ops/shift.hpp). They are found by name lookup at the point of use, so this header does not
// include them.
#pragma once

#include <ndx/plan/result_shape.hpp>
#include <ndx/tensor/indexing.hpp>

NDX_NAMESPACE_BEGIN

/// A part of a tensor that can only be read or written: it cannot be copied, stored or used in
/// arithmetic. To do any of that, assign it to a tensor:
///   Tensor<float> part = t[{0}]; part + 1        // or t.index({0}) + 1
template <Element T>
class Subscript {
  using value_type = std::remove_const_t<T>;
  using Braced = BracedValue<value_type>;

 public:
  Subscript(const Subscript&) = delete;
  template <class S>
    requires std::is_same_v<S, Subscript>
  Subscript(S&& /*subscript*/) {
    static_assert(detail::kNever<S>,
                  "a subscript is not kept: write Tensor<T> part = t[{0}], or "
                  "auto part = t.index({0})");
  }
  ~Subscript() = default;

  /// Reads: a view where index returns one, else a new tensor. Throws as index does.
  operator Tensor<T>() && { return read(); }
  operator Tensor<const T>() && requires(!std::is_const_v<T>) { return read(); }

      /// Writes a scalar, a tensor, a braced list of numbers, a tensor in braces or another subscript, as
      /// index_put_ does: converted to T; overlapping memory handled as if copied first; the last
      /// duplicate wins. Throws as index_put_ does.
      template <class Value = Braced>
        requires ValueFor<Value, value_type>
      void operator=(const Value& value) && {
    target_->index_put_(terms_, value);
  }
  template <class Value>
    requires(!ValueFor<Value, value_type>)
  void operator=(const Value& /*value*/) && {
    static_assert(detail::kNever<Value>,
                  "a value is a number or a tensor whose elements convert to the target's");
  }
  template <class U>
    requires ConvertibleElement<std::remove_const_t<U>, value_type>
  void operator=(Subscript<U>&& other) && {
    target_->index_put_(terms_, other.read());
  }
  void operator=(Subscript&& other) && { target_->index_put_(terms_, other.read()); }

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

  /// How to read: by a pointer, so that a subscript of basic terms compiles nothing but views.
  using Reader = Tensor<T> (*)(const Tensor<T>&, IndexList);
  template <bool kBasic>
  void set_reader() noexcept {
    read_ = [](const Tensor<T>& target, IndexList terms) {
      if constexpr (kBasic) {
        return target.basic_view(terms.terms());
      } else {
        return target.index(terms);
      }
    };
  }

 private:
  template <Element U>
  friend class Subscript;

  [[nodiscard]] Tensor<T> read() const { return read_(*target_, terms_); }

  template <class U>
  static Tensor<U> operand(const Subscript<U>& value) {
    return value.read();
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
    const Tensor<T> part = read();
    calculate(part, value);
    if (would_copy(terms_)) target_->index_put_(terms_, part);
  }

  const Tensor<T>* target_ = nullptr;
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
  SubscriptTerms(std::initializer_list<TensorIndex> terms)
    requires(N == 1)
      : list_(terms), is_list_(true), own_{Ellipsis} {
    this->template set_reader<false>();
  }
  SubscriptTerms(BracesInBraces) = delete;  // write {0, 1}, or {tensor({0, 1})} for one list
  template <TermRange R>
    requires(N == 1)
  SubscriptTerms(const R& terms) : list_(terms), is_list_(true), own_{Ellipsis} {
    this->template set_reader<is_basic_v<R>>();
  }
  /// A single term, the first of N.
  template <class Term>
    requires(!TermRange<Term> && !std::is_array_v<Term>)
  SubscriptTerms(const Term& term)
      : SubscriptTerms(TensorIndex(term), std::make_index_sequence<N - 1>{}) {
    this->template set_reader<is_basic_v<Term>>();
  }
  template <std::size_t M>
  SubscriptTerms(const char (&)[M]) = delete;  // write Ellipsis, or a literal: "1:, ..., 0"_ix

  template <class... More>
  Subscript<T>&& bind_to(const Tensor<T>& target, const More&... more) && {
    if constexpr (!(is_basic_v<More> && ...)) this->template set_reader<false>();
    [[maybe_unused]] std::size_t place = 0;
    ((own_[++place] = TensorIndex(more)), ...);
    return this->bind(target, is_list_ ? list_ : IndexList(std::span<const TensorIndex>(own_)));
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
