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
// lookup at the point of use; so this header does not include them. subscript_functions.hpp
// has the functions of tensors that take subscripts.
#pragma once

#include <ndx/grammar/terms/term_traits.hpp>
#include <ndx/grammar/text/expression_text.hpp>
#include <ndx/plan/planner.hpp>
#include <ndx/tensor/hints/refused_members.hpp>
#include <ndx/tensor/indexing.hpp>
#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN

// The members of a tensor on a subscript: t[0].item(), t[{0, 1}].clone(), t[0].index({…}), t[0][1].
//
// Each member reads the selected elements as a tensor and calls the tensor's member. Members that
// write, or return a reference to elements, need a view: writing to a copy would not change t.

namespace detail {

/// Lets functions of tensors read a subscript, or get the view that they write through.
struct SubscriptAccess {
  template <class T>
  static Tensor<T> read(const Subscript<T>& part) {
    return part.read();
  }
  template <class T>
  static Tensor<T> writable(const char* call, const Subscript<T>& part) {
    return part.writable(call);
  }
};

[[noreturn]] NDX_COLD inline void throw_write_to_copy(const char* call, Terms terms) {
  std::size_t t = 0;
  while (!is_advanced(terms[t])) ++t;
  throw_value_error(call,
                    ": the subscript selects a copy, so that the tensor would not change: "
                    "write with one subscript, t[{a, b}] = value, or name the copy, Tensor<T> part "
                    "= t[a]",
                    place_of_term(terms, t));
}

}  // namespace detail
namespace bases {

/// Only meant as a base of Subscript<T>.
template <Element T>
class SubscriptMembers : public RefusedMethodsOf<T> {
  using value_type = std::remove_const_t<T>;
  using Options = IndexOptions<value_type>;
  using Braced = BracedValue<value_type>;

 public:
#define NDX_ENTRY_READ(name)                       \
  template <class... Args>                         \
  [[nodiscard]] auto name(const Args&... args)&& { \
    return read().name(args...);                   \
  }
#define NDX_ENTRY_DIMS(name) \
  NDX_ENTRY_READ(name)       \
  [[nodiscard]] auto name(const Dims& dims)&& { return read().name(dims); }
#define NDX_ENTRY_TERMS(name)                                                    \
  NDX_ENTRY_READ(name)                                                           \
  [[nodiscard]] Tensor<T> name(IndexList terms)&& { return read().name(terms); } \
  [[nodiscard]] Tensor<T> name(IndexList terms, const Options& options)&& {      \
    return read().name(terms, options);                                          \
  }                                                                              \
  void name##_into(const Tensor<value_type>& out, IndexList terms,               \
                   const Options& options = {})&& {                              \
    read().name##_into(out, terms, options);                                     \
  }
#define NDX_ENTRY_PUT(name)                                                       \
  template <class Value = Braced, class How = Options>                            \
  Tensor<T> name##_(IndexList terms, const Value& value, const How& how = {})&& { \
    return writable(#name "_").name##_(terms, value, how);                        \
  }                                                                               \
  template <class Value = Braced, class How = Options>                            \
  [[nodiscard]] Tensor<value_type> name(IndexList terms, const Value& value,      \
                                        const How& how = {})&& {                  \
    return read().name(terms, value, how);                                        \
  }
  // clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(shape) X(sizes) X(strides) X(size) X(stride) X(dim) X(ndimension) X(numel) X(nelement) X(is_contiguous) \
  X(storage) X(layout) X(untyped) X(shares_storage) X(select) X(narrow) X(slice) X(movedim) X(unsqueeze) X(ravel) X(flatten) X(diagonal) X(unfold) X(unbind) X(chunk) \
  X(clone) X(to_vector) X(contiguous) X(plan)
  // clang-format on
  NDX_ENTRY_EACH(NDX_ENTRY_READ)
  NDX_ENTRY_DIMS(reshape)
  NDX_ENTRY_DIMS(view)
  NDX_ENTRY_DIMS(permute)
  NDX_ENTRY_DIMS(expand)
  NDX_ENTRY_DIMS(broadcast_to)
  NDX_ENTRY_DIMS(flip)
  NDX_ENTRY_DIMS(transpose)
  NDX_ENTRY_DIMS(squeeze)
  NDX_ENTRY_DIMS(split)
  NDX_ENTRY_TERMS(index)
  NDX_ENTRY_TERMS(numpy_index)
  NDX_ENTRY_TERMS(oindex)
  NDX_ENTRY_TERMS(vindex)
  NDX_ENTRY_PUT(index_put)
  NDX_ENTRY_PUT(numpy_index_put)
  NDX_ENTRY_PUT(oindex_put)
  NDX_ENTRY_PUT(vindex_put)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_PUT
#undef NDX_ENTRY_TERMS
#undef NDX_ENTRY_DIMS
#undef NDX_ENTRY_READ

  template <class U = T>
  [[nodiscard]] auto indexed(IndexList terms, const Options& options = {}) && {
    return writable("indexed").template indexed<U>(terms, options);
  }

  [[nodiscard]] constexpr DType dtype() const noexcept { return dtype_of<T>(); }
  [[nodiscard]] constexpr DType scalar_type() const noexcept { return dtype(); }
  [[nodiscard]] value_type item() && { return read().item(); }
  template <class U>
  [[nodiscard]] U item() && {
    return read().template item<U>();
  }
  template <class U>
  [[nodiscard]] Tensor<U> to() && {
    return read().template to<U>();
  }

  template <class... Offset>
  [[nodiscard]] Tensor<T> as_strided(const Dims& shape, const Dims& strides,
                                     const Offset&... offset) && {
    return read().as_strided(shape, strides, offset...);
  }

  [[nodiscard]] T* data() && { return writable("data").data(); }
  template <class U = T>
    requires std::is_same_v<const U, const T>
  [[nodiscard]] T* data_ptr() && {
    return writable("data_ptr").data();
  }
  template <std::size_t N>
  [[nodiscard]] auto accessor() && {
    return writable("accessor").template accessor<N>();
  }
  template <class U, std::size_t N>
  [[nodiscard]] auto accessor() && {
    return writable("accessor").template accessor<U, N>();
  }
  template <class... I>
  T& operator()(I... index) && {
    return writable("operator()")(index...);
  }
  template <class... I>
  T& at(I... index) && {
    return writable("at").at(index...);
  }
  template <class Source>
  Tensor<T> copy_(Source&& source) && {
    return writable("copy_").copy_(std::forward<Source>(source));
  }
  template <class Value>
  Tensor<T> fill_(Value&& value) && {
    return writable("fill_").fill_(std::forward<Value>(value));
  }

  /// Selects within the selected elements: t[a][b] is read and written like t[a].
  [[nodiscard]] BasicSubscript<T>&& operator[](BasicSubscriptTerms<T>&& terms) &&;
  template <class = void>
  [[nodiscard]] Subscript<T>&& operator[](SubscriptTerms<T, 1>&& terms) &&;
  // A template for the reason given at RefusedConversions::operator[].
  template <std::convertible_to<const char*> Text>
    requires std::is_pointer_v<Text>
  NDX_REFUSE_CALLS(NDX_TEXT_IS_NO_SUBSCRIPT)
  Subscript<T>&& operator[](Text text) &&;

  void begin() const = delete;  // give the part a name first: Tensor<T> part = t[0]
  void end() const = delete;    // give the part a name first: Tensor<T> part = t[0]

 private:
  [[nodiscard]] const Subscript<T>& self() const { return static_cast<const Subscript<T>&>(*this); }
  [[nodiscard]] Tensor<T> read() const { return SubscriptAccess::read(self()); }
  [[nodiscard]] Tensor<T> writable(const char* call) const {
    return SubscriptAccess::writable(call, self());
  }
};

}  // namespace bases

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
class Subscript : public bases::SubscriptMembers<T> {
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

namespace bases {

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
  NDX_EACH_UPDATE(NDX_ENTRY)
#undef NDX_ENTRY

 protected:
  BasicSubscript() noexcept = default;
};

}  // namespace bases

NDX_NAMESPACE_END
