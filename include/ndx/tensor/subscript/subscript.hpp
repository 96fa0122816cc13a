// Subscript<T>: the temporary that t[{…}] returns, through which elements are read, written and
// calculated with as in Python.
//
//   Tensor<float> row = t[{0}];      // reads: t.index({0})
//   t[{0, Slice(1, None)}] = 7.f;    // writes: t.index_put_({0, Slice(1, None)}, 7.f)
//   t[{idx}] += 1.f;                 // reads, adds, writes
//   t[0][1] = 5.f; sum(t[mask]); 1 - t[0]; t[0].item()
//
// C++ does not tell t[…] whether it is read or written, so it returns this object, which refers to
// the tensor and to the terms and does nothing until it is used. The terms are temporaries of the
// same statement; therefore a subscript cannot be kept, and attempts to keep one do not compile.
//
// The in-place operators call those of tensors (ops/arithmetic, ops/math), which are found by name
// lookup at the point of use; so this header does not include them. subscript_members.hpp has the
// members, subscript_functions.hpp the functions of tensors that take subscripts.
#pragma once

#include <ndx/plan/result_shape.hpp>
#include <ndx/tensor/indexing.hpp>
#include <ndx/tensor/subscript/subscript_members.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The return type is `auto`, so that the body is instantiated first and its message comes before
/// the errors about what is done with the kept subscript.
template <class S>
constexpr auto refuse_kept() {
  static_assert(kNever<S>,
                "a subscript is not kept: write Tensor<T> part = t[{0}], or "
                "auto part = t.index({0})");
  return true;
}

}  // namespace detail

/// Part of a tensor, read or written in the expression that names it. It has the members of a
/// tensor, can be an operand and an argument like one, and cannot be kept:
///   Tensor<float> part = t[{0}];      // OK
///   auto part = t[{0}];               // does not compile: the terms live until the statement ends
/// Writing through a subscript, t[a][b] = v or t[a].fill_(v), needs t[a] to be a view. Throws
/// ValueError if an index tensor, a mask or a bool makes it a copy, because t would not change.
template <Element T>
class Subscript : public detail::SubscriptMembers<T> {
  using value_type = std::remove_const_t<T>;
  using Braced = BracedValue<value_type>;

 public:
  Subscript(const Subscript&) = delete;
  template <class S>
    requires std::is_base_of_v<Subscript, S>
  Subscript(S&& /*subscript*/) noexcept(detail::refuse_kept<S>()) {}
  ~Subscript() = default;

  /// Reads: returns a view where index returns one, else a new tensor. Throws as index does.
  operator Tensor<T>() && { return read(); }
  template <class U>
    requires(std::is_same_v<U, T> && !std::is_const_v<T>)
  operator Tensor<const U>() && {
    return read();
  }

  // Refuses the conversion to a number, for the reason that RefusedElement gives.
  NDX_REFUSE_CALLS("a part of a tensor is no number: write t[0][1].item(), or t(0, 1)")
  operator value_type() &&  // NOLINT(google-explicit-constructor)
    requires Number<value_type>;
  template <class U>
    requires(!std::is_same_v<std::remove_const_t<U>, value_type>)
  explicit operator Tensor<U>() && {
    static_assert(detail::kNever<U>,
                  "the tensors have different element types: convert one, t[0].to<float>()");
  }

  /// Writes a scalar, a tensor, numbers in braces, a tensor in braces or another subscript, as
  /// index_put_ does: the value is converted to T, overlapping memory is handled as if it had been
  /// copied first, and the last duplicate wins. Throws as index_put_ does.
  template <class Value = Braced>
    requires ValueFor<Value, value_type>
  void operator=(const Value& value) && {
    this->template assign<false>(value);
  }
  template <class Value>
    requires(!ValueFor<Value, value_type>)
  void operator=(const Value& /*value*/) && {
    static_assert(detail::kNever<Value>,
                  "a value is a number or a tensor whose elements convert to the target's: write "
                  "tensor(v) for a list");
  }
  void operator=(Subscript&& other) && { std::move(*this).operator=(other.read()); }
  template <class Value = Braced>
  void operator=(const Value& /*value*/) & {
    detail::refuse_kept<Value>();
  }

  /// Updates as NumPy's x[…] += v does: reads, applies the tensor's own +=, writes back. Views are
  /// updated in place. An element that an index tensor selects twice is updated only once, from its
  /// old value; t.index_put_({idx}, v, true) adds every duplicate. The types are those of the
  /// tensor's own +=: a fraction is not added to integers. The value is broadcast to the shape that
  /// is read. On error nothing is changed. Throws as index does; also ShapeError if the value
  /// cannot be broadcast, ValueError if the written view overlaps itself (as after expand).
  template <class Value = Braced>
  void operator+=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part += v; });
  }
  template <class Value = Braced>
  void operator-=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part -= v; });
  }
  template <class Value = Braced>
  void operator*=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part *= v; });
  }
  template <class Value = Braced>
  void operator/=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part /= v; });
  }
  template <class Value = Braced>
  void operator%=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part %= v; });
  }
  template <class Value = Braced>
  void operator<<=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part <<= v; });
  }
  template <class Value = Braced>
  void operator>>=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part >>= v; });
  }
  template <class Value = Braced>
  void operator&=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part &= v; });
  }
  template <class Value = Braced>
  void operator|=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part |= v; });
  }
  template <class Value = Braced>
  void operator^=(Value&& value) && {
    this->template update<false>(value, [](const auto& part, const auto& v) { part ^= v; });
  }

 protected:
  Subscript() noexcept = default;

  void bind(const Tensor<T>& target, IndexList terms) noexcept {
    target_ = &target;
    terms_ = terms;
  }
  /// Binds t[a][b]: `outer` is t[a], which also lives until the end of the statement.
  void bind(const Subscript& outer, IndexList terms) noexcept {
    outer_ = &outer;
    terms_ = terms;
  }

  /// The function that reads. A pointer is stored, so that a subscript of basic terms compiles only
  /// what views need.
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

  /// Writes the value. If kBasic, all terms are basic and only what views need is compiled.
  template <bool kBasic, class Value>
  void assign(const Value& value) const {
    write([&](const Tensor<T>& target) {
      if constexpr (kBasic) {
        target.put_view(terms_, value);
      } else {
        target.index_put_(terms_, value);
      }
    });
  }

  template <bool kBasic, class Value, class Update>
  void update(const Value& value, const Update& calculate) const {
    if constexpr (std::is_same_v<Value, Braced>) {
      apply<kBasic>(value.tensor(), calculate);
    } else if constexpr (detail::is_subscript_v<Value>) {
      apply<kBasic>(detail::SubscriptAccess::read(value), calculate);
    } else {
      apply<kBasic>(value, calculate);
    }
  }

 private:
  friend struct detail::SubscriptAccess;

  [[nodiscard]] Tensor<T> read() const {
    return outer_ == nullptr ? read_(*target_, terms_) : read_(outer_->read(), terms_);
  }

  /// Returns the view that `call` writes through. Throws ValueError if it would be a copy.
  [[nodiscard]] Tensor<T> writable(const char* call) const {
    if (would_copy(terms_)) [[unlikely]]
      detail::throw_write_to_copy(call, terms_);
    return outer_ == nullptr ? read_(*target_, terms_) : read_(outer_->writable(call), terms_);
  }

  /// Calls f, which writes, with the tensor that the terms are applied to.
  template <class F>
  void write(const F& f) const {
    if (outer_ == nullptr) return f(*target_);
    f(outer_->writable("operator[]"));
  }

  template <bool kBasic, class Value, class Update>
  void apply(const Value& value, const Update& calculate) const {
    write([&](const Tensor<T>& target) {
      const Tensor<T> part = read_(target, terms_);
      calculate(part, value);
      if constexpr (!kBasic) {
        if (would_copy(terms_)) target.index_put_(terms_, part);
      }
    });
  }

  const Tensor<T>* target_ = nullptr;
  const Subscript* outer_ = nullptr;
  IndexList terms_;
  Reader read_ = nullptr;
};

namespace detail {

/// A subscript whose terms are basic by their types. Writing through it compiles only what views
/// need.
template <Element T>
class BasicSubscript : public Subscript<T> {
  using value_type = std::remove_const_t<T>;
  using Braced = BracedValue<value_type>;

 public:
  BasicSubscript(const BasicSubscript&) = delete;
  template <class S>
    requires std::is_base_of_v<BasicSubscript, S>
  BasicSubscript(S&& /*subscript*/) noexcept(refuse_kept<S>()) {}
  ~BasicSubscript() = default;

  template <class Value = Braced>
    requires ValueFor<Value, value_type>
  void operator=(const Value& value) && {
    this->template assign<true>(value);
  }
  template <class Value>
    requires(!ValueFor<Value, value_type>)
  void operator=(const Value& value) && {
    static_cast<Subscript<T>&&>(*this) = value;  // its static_assert says what a value is
  }
  void operator=(Subscript<T>&& other) && {
    this->template assign<true>(SubscriptAccess::read(other));
  }
  void operator=(BasicSubscript&& other) && {
    this->template assign<true>(SubscriptAccess::read(other));
  }
  template <class Value = Braced>
  void operator=(const Value& /*value*/) & {
    refuse_kept<Value>();
  }

#define NDX_ENTRY(symbol)                                                                       \
  template <class Value = Braced>                                                               \
  void operator symbol(Value&& value)&& {                                                       \
    this->template update<true>(value, [](const auto& part, const auto& v) { part symbol v; }); \
  }
  NDX_ENTRY(+=)
  NDX_ENTRY(-=)
  NDX_ENTRY(*=)
  NDX_ENTRY(/=)
  NDX_ENTRY(%=)
  NDX_ENTRY(<<=)
  NDX_ENTRY(>>=)
  NDX_ENTRY(&=)
  NDX_ENTRY(|=)
  NDX_ENTRY(^=)
#undef NDX_ENTRY

 protected:
  BasicSubscript() noexcept = default;
};

}  // namespace detail
NDX_NAMESPACE_END
