// The members of a tensor on a subscript: t[0].item(), t[{0, 1}].clone(), t[0].index({…}), t[0][1].
//
// Each member reads the selected elements as a tensor and calls the tensor's member. Members that
// write, or return a reference to elements, need a view: writing to a copy would not change t.
#pragma once

#include <ndx/grammar/terms/term_traits.hpp>
#include <ndx/grammar/text/expression.hpp>
#include <ndx/tensor/hints/refused_methods.hpp>
#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN
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

}  // namespace detail
NDX_NAMESPACE_END
