// Overloads that refuse a call at compile time, with a message that says what to write instead: a list in
// place of a tensor, sum({1, 2}); the tensor behind the dim, sum(0, t); arguments by name, as in Python,
// sort(t, {.descending = true}); a function without its header, median(t); indices that are no integers;
// calls without a needed argument, softmax(t); another library's name, power(t, 2).
//
// Refusals that several functions share are expanded from the table of functions. A refusal must lose against
// every overload that accepts the call, so its arguments are converted, or its template ends in a pack. The
// types of parameters refuse most other arguments: Dim, Count and Flag, of base/dims.hpp.
#pragma once

#include <string>
#include <string_view>

#include <ndx/base/dtype.hpp>
#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/hints/refused_operands.hpp>
#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Converts from a tensor of any elements.
struct AnyTensor {
  template <class T>
  AnyTensor(const Tensor<T>& /*tensor*/) {}  // NOLINT(google-explicit-constructor)
};

/// Converts from anything, or from a list of anything in braces.
struct AnyItem {
  AnyItem() {}
  template <class X>
  AnyItem(const X& /*item*/) {}                         // NOLINT(google-explicit-constructor)
  AnyItem(std::initializer_list<AnyItem> /*items*/) {}  // NOLINT(google-explicit-constructor)
};

/// Made by names alone: nothing converts to its first member, so that {0, 1} remains a list of dims.
struct NamedOptions {
  enum class Unnamed {} unnamed = {};
  AnyItem dim = {};
  AnyItem axis = {};
  AnyItem min = {};
  AnyItem max = {};
  AnyItem descending = {};
  AnyItem largest = {};
  AnyItem sorted = {};
  AnyItem stable = {};
  AnyItem correction = {};
  AnyItem ddof = {};
  AnyItem keepdim = {};
  AnyItem keepdims = {};
  AnyItem bins = {};
  AnyItem right = {};
  AnyItem side = {};
  AnyItem sorter = {};
};

template <class... Args>
concept WithDType = (std::is_same_v<Args, DType> || ...);

/// A vector, array or span of bytes of another type than std::byte. Text is none, because it is a path.
template <class V>
concept ListOfOtherBytes = requires(const V& list) {
  list.data();
  list.size();
  requires std::is_integral_v<typename V::value_type>;
  requires sizeof(typename V::value_type) == 1;
  requires !requires { list.layout(); };
} && !std::is_convertible_v<const V&, std::string_view>;

/// Refuses a list of subscripts whose element type is not given.
template <class D, class T>
constexpr bool refuse_list_of_subscripts() {
  static_assert(!IsDeduced<D>,
                "in a list of subscripts name the type of the elements: cat<float>({t[0], t[1]})");
  return IsDeduced<D>;
}

}  // namespace detail

// A refused call: its name, the message, and the types of its parameters.
#define NDX_ENTRY(name, text, ...)              \
  template <class Never = void>                 \
  auto name(__VA_ARGS__) {                      \
    static_assert(detail::kNever<Never>, text); \
    return detail::refused<Never>();            \
  }

// A function without its header, or with arguments that it does not take.
#define NDX_ENTRY_IN(name, header, call)                                                \
  NDX_ENTRY(name, #name " is in <ndx/" #header ".hpp>: write " call, detail::AnyTensor, \
            detail::AnyItem = {}, detail::AnyItem = {}, detail::AnyItem = {})
#define NDX_ENTRY_IN_ndx(name, header, call)
#define NDX_ENTRY_IN_numpy_unnamed(name, header, call)
#define NDX_ENTRY_IN_complex NDX_ENTRY_IN
#define NDX_ENTRY_IN_eigen(name, header, call)                                                 \
  NDX_ENTRY(name, "include <ndx/eigen.hpp>, which has " #name ", by Eigen", detail::AnyTensor, \
            detail::AnyTensor, detail::AnyItem = {}, detail::AnyItem = {})
#define NDX_ENTRY_IN_explain NDX_ENTRY_IN
#define NDX_ENTRY_IN_groups NDX_ENTRY_IN
#define NDX_ENTRY_IN_indexed NDX_ENTRY_IN
#define NDX_ENTRY_IN_linalg NDX_ENTRY_IN
#define NDX_ENTRY_IN_npy NDX_ENTRY_IN
#define NDX_ENTRY_IN_numpy NDX_ENTRY_IN
#define NDX_ENTRY_IN_random NDX_ENTRY_IN
#define NDX_ENTRY_IN_sets NDX_ENTRY_IN
#define NDX_ENTRY_IN_special NDX_ENTRY_IN
#define NDX_ENTRY_IN_statistics NDX_ENTRY_IN
#define NDX_ENTRY_IN_text NDX_ENTRY_IN

// Complex elements.
#define NDX_ENTRY_any(name)
#define NDX_ENTRY_real(name)                           \
  template <ComplexTensor A, class... Rest>            \
  auto name(const A& /*t*/, const Rest&... /*rest*/) { \
    return detail::refuse_complex<A>();                \
  }
#define NDX_ENTRY_reals(name)                 \
  template <class A, class B>                 \
    requires detail::ComplexOperands<A, B>    \
  auto name(const A& /*a*/, const B& /*b*/) { \
    return detail::refuse_complex<A, B>();    \
  }

#define NDX_ENTRY_none(name, header, call)

// A list in place of the tensor. The pack makes a function of the user's own preferred.
#define NDX_ENTRY_listed(name, header, call)                                                      \
  template <detail::ListOfNumbers V, class... Rest>                                               \
  auto name(const V& /*list*/, const Rest&... /*rest*/) {                                         \
    static_assert(detail::kNever<V>, "a list is no tensor: write " #name "(tensor(v))");          \
    return detail::refused<V>();                                                                  \
  }                                                                                               \
  template <class Never = void, class... Rest>                                                    \
  auto name(std::initializer_list<detail::AnyItem> /*list*/, const Rest&... /*rest*/) {           \
    static_assert(detail::kNever<Never>, "a list is no tensor: write " #name "(tensor({1, 2}))"); \
    return detail::refused<Never>();                                                              \
  }
#define NDX_ENTRY_BEHIND(name, header, call)                                           \
  template <Integer D, class T, class... Rest>                                         \
  auto name(D /*dim*/, const Tensor<T>& /*t*/, const Rest&... /*rest*/) {              \
    static_assert(detail::kNever<D>, "the tensor comes first: write " #name "(t, 0)"); \
    return detail::refused<D>();                                                       \
  }

// Arguments by name, as in Python.
#define NDX_ENTRY_reduces(name, header, call)                                                   \
  NDX_ENTRY_listed(name, header, call) NDX_ENTRY_BEHIND(name, header, call) NDX_ENTRY(          \
      name,                                                                                     \
      "dims and keepdim are not named: write " #name "(t, 1), or " #name "(t, all_dims, true)", \
      detail::AnyTensor, const detail::NamedOptions&)                                           \
      NDX_ENTRY(name, "keepdim is not named: write " #name "(t, 1, true)", detail::AnyTensor,   \
                const ReducedDims&, const detail::NamedOptions&)
#define NDX_ENTRY_named(name, header, call)                                                   \
  NDX_ENTRY(name, "the arguments of " #name " are not named: write " call, detail::AnyTensor, \
            const detail::NamedOptions&)                                                      \
  NDX_ENTRY(name, "the arguments of " #name " are not named: write " call, detail::AnyTensor, \
            const detail::AnyItem&, const detail::NamedOptions&)
#define NDX_ENTRY_along(name, header, call)                                 \
  NDX_ENTRY_listed(name, header, call) NDX_ENTRY_BEHIND(name, header, call) \
      NDX_ENTRY_named(name, header, call)

// A list in place of the tensor, options without names, and options in place of the dims. g++ 12 accepts
// {.ddof = 1} as the list {1} too, so the overloads for these must win against those with dims: by the
// reference and, for a const tensor of the common types, because they are no templates.
#define NDX_ENTRY_VARIES_TEXT(name) \
  "dims come before the options: write " #name "(t, all_dims, {.correction = 1})"
#if defined(__clang__)
#define NDX_ENTRY_VARIES_OF(name, T)
#else
#define NDX_ENTRY_VARIES_OF(name, T)                                            \
  void name(const Tensor<T>&, const detail::write_all_dims_before_the_options&) \
      __attribute__((unavailable(NDX_ENTRY_VARIES_TEXT(name))));
#endif
#define NDX_ENTRY_varies(name, header, call)                                                      \
  NDX_ENTRY_listed(name, header, call) template <NumberTensor A, class X, class... Rest>          \
    requires std::is_arithmetic_v<X>                                                              \
  auto name(const A& /*t*/, const ReducedDims& /*dims*/, X /*option*/, const Rest&... /*rest*/) { \
    return detail::refuse_option<X>();                                                            \
  }                                                                                               \
  NDX_ENTRY_VARIES_OF(name, float)                                                                \
  NDX_ENTRY_VARIES_OF(name, double)                                                               \
  template <class A>                                                                              \
    requires detail::is_tensor_v<std::remove_cvref_t<A>>                                          \
  auto name(A&& /*t*/, const detail::write_all_dims_before_the_options&) {                        \
    static_assert(detail::kNever<A>, NDX_ENTRY_VARIES_TEXT(name));                                \
    return detail::refused<A>();                                                                  \
  }

// Operands that are no tensors, as refused_operands.hpp describes them.
#define NDX_ENTRY_operands(name, header, call)        \
  template <class A, class B = detail::RefusedBraces> \
    requires detail::RefusedOperands<A, B>            \
  auto name(const A& /*a*/, const B& /*b*/) {         \
    return detail::refuse_operands<A, B>();           \
  }
#define NDX_ENTRY_vectors(name, header, call)         \
  template <class A, class B = detail::RefusedBraces> \
    requires detail::RefusedVectors<A, B>             \
  auto name(const A& /*a*/, const B& /*b*/) {         \
    return detail::refuse_vectors<A, B>();            \
  }

// Indices that are no integers, behind the dim or behind the tensor.
#define NDX_ENTRY_indexed(name, header, call)                                                   \
  template <class T, NoIndexValues X, class... Rest>                                            \
  auto name(const Tensor<T>& /*t*/, Dim /*dim*/, const X& /*index*/, const Rest&... /*rest*/) { \
    return detail::refuse_indices<X>();                                                         \
  }
#define NDX_ENTRY_at(name, header, call)                                             \
  template <class T, NoIndexValues X, class... Rest>                                 \
  auto name(const Tensor<T>& /*t*/, const X& /*indices*/, const Rest&... /*rest*/) { \
    return detail::refuse_indices<X>();                                              \
  }

// Tensors that are in no list, are of different types, or are subscripts. For a list of tensors of one
// type, the functions themselves match better. A list copies its items and a subscript cannot be copied; a
// list of a named element type converts them. A constraint refuses them, because g++ evaluates it before it
// makes the copies.
#define NDX_FUNCTION_OF_LIST(name, header, subscripts, braces, elements, misuses, call)     \
  NDX_ENTRY_IN_##header(name, header,                                                       \
                        call) template <NumberTensor A, NumberTensor B, class... Rest>      \
  auto name(const A& a, const B& /*b*/, const Rest&... /*rest*/) {                          \
    static_assert(detail::kNever<A, B>, "the tensors are a list: write " #name "({a, b})"); \
    return a;                                                                               \
  }                                                                                         \
  NDX_ENTRY(name,                                                                           \
            "the tensors have different element types: convert one, t.to<float>(); " #name  \
            " is in <ndx/" #header ".hpp>",                                                 \
            std::initializer_list<detail::AnyTensor>, Dim = 0)                              \
  template <class D = detail::Deduced, class T, class... Rest>                              \
    requires(detail::refuse_list_of_subscripts<D, T>())                                     \
  void name(std::initializer_list<Subscript<T>>, const Rest&...) {}

#define NDX_FUNCTION(name, header, subscripts, braces, elements, misuses, call) \
  NDX_ENTRY_IN_##header(name, header, call) NDX_ENTRY_##elements(name)          \
      NDX_ENTRY_##misuses(name, header, call)
#include <ndx/tensor/functions.def>
#undef NDX_ENTRY_at
#undef NDX_ENTRY_indexed
#undef NDX_ENTRY_vectors
#undef NDX_ENTRY_operands
#undef NDX_ENTRY_varies
#undef NDX_ENTRY_VARIES_OF
#undef NDX_ENTRY_VARIES_TEXT
#undef NDX_ENTRY_along
#undef NDX_ENTRY_named
#undef NDX_ENTRY_reduces
#undef NDX_ENTRY_BEHIND
#undef NDX_ENTRY_listed
#undef NDX_ENTRY_none
#undef NDX_ENTRY_reals
#undef NDX_ENTRY_real
#undef NDX_ENTRY_any
#undef NDX_ENTRY_IN_statistics
#undef NDX_ENTRY_IN_text
#undef NDX_ENTRY_IN_sets
#undef NDX_ENTRY_IN_special
#undef NDX_ENTRY_IN_random
#undef NDX_ENTRY_IN_numpy
#undef NDX_ENTRY_IN_npy
#undef NDX_ENTRY_IN_linalg
#undef NDX_ENTRY_IN_indexed
#undef NDX_ENTRY_IN_groups
#undef NDX_ENTRY_IN_explain
#undef NDX_ENTRY_IN_eigen
#undef NDX_ENTRY_IN_complex
#undef NDX_ENTRY_IN_numpy_unnamed
#undef NDX_ENTRY_IN_ndx
#undef NDX_ENTRY_IN

// Calls without an argument that has no default, and calls of the arguments in another order.
NDX_ENTRY(gather, "gather goes along a dim: write gather(t, 0, index)", detail::AnyTensor,
          detail::AnyItem)
NDX_ENTRY(index_select, "index_select goes along a dim: write index_select(t, 0, index)",
          detail::AnyTensor, detail::AnyItem)
NDX_ENTRY(log_softmax, "log_softmax goes along a dim: write log_softmax(t, -1)", detail::AnyTensor)
NDX_ENTRY(softmax, "softmax goes along a dim: write softmax(t, -1)", detail::AnyTensor)
NDX_ENTRY(unsqueeze, "unsqueeze takes the place of the new dim: write unsqueeze(t, 0)",
          detail::AnyTensor)
NDX_ENTRY(where, "where takes a value for true and one for false: write where(mask, 1, 0)",
          detail::AnyItem, detail::AnyItem)
NDX_ENTRY(cat, "the tensors come first: write cat({a, b}, 1)", Dim,
          std::initializer_list<detail::AnyTensor>)
NDX_ENTRY(stack, "the tensors come first: write stack({a, b}, 1)", Dim,
          std::initializer_list<detail::AnyTensor>)
NDX_ENTRY(reshape, "the tensor comes first: write reshape(t, {2, 3})", const Dims&,
          detail::AnyTensor)

// Named arguments of other functions, or other names than theirs.
NDX_ENTRY(cat, "the dim is not named: write cat({a, b}, 1)",
          std::initializer_list<detail::AnyTensor>, const detail::NamedOptions&)
NDX_ENTRY(stack, "the dim is not named: write stack({a, b}, 1)",
          std::initializer_list<detail::AnyTensor>, const detail::NamedOptions&)
#define NDX_ENTRY_OPTIONS(name)                                                   \
  NDX_ENTRY(name,                                                                 \
            "the options are correction, NumPy's ddof, and keepdim: write " #name \
            "(t, 0, {.correction = 1})",                                          \
            detail::AnyTensor, const ReducedDims&, const detail::NamedOptions&)
NDX_ENTRY_OPTIONS(std)
NDX_ENTRY_OPTIONS(var)
#undef NDX_ENTRY_OPTIONS

// Counts and elements outside a list.
NDX_ENTRY(repeat,
          "the counts are a list: write repeat(t, {2, 3}); NumPy's repeat(t, 2, axis) is "
          "repeat_interleave(t, 2, axis)",
          detail::AnyTensor, Count, Count, detail::AnyItem = {})
NDX_ENTRY(tile, "the counts are a list: write tile(t, {2, 3})", detail::AnyTensor, Count, Count,
          detail::AnyItem = {})
template <Real A, Real B, Real... More>
auto tensor(A /*first*/, B /*second*/, More... /*more*/) {
  static_assert(detail::kNever<A>, "the elements are in braces: write tensor({1, 2, 3})");
  return detail::refused<A>();
}

// An element type as an argument.
#define NDX_ENTRY_TYPE(name, call, ...) \
  NDX_ENTRY(name, "the element type is a template argument: write " call, __VA_ARGS__)
NDX_ENTRY_TYPE(empty, "empty<double>({2, 3})", const Dims&, DType, detail::AnyItem = {})
NDX_ENTRY_TYPE(ones, "ones<double>({2, 3})", const Dims&, DType, detail::AnyItem = {})
NDX_ENTRY_TYPE(zeros, "zeros<double>({2, 3})", const Dims&, DType, detail::AnyItem = {})
NDX_ENTRY_TYPE(full, "full<double>({2, 3}, 1)", const Dims&, detail::AnyItem, DType)
NDX_ENTRY_TYPE(tensor, "tensor<double>({1, 2})", std::initializer_list<detail::AnyItem>, DType)
NDX_ENTRY_TYPE(empty_like, "empty<double>(t.shape())", detail::AnyTensor, DType)
NDX_ENTRY_TYPE(ones_like, "ones<double>(t.shape())", detail::AnyTensor, DType)
NDX_ENTRY_TYPE(zeros_like, "zeros<double>(t.shape())", detail::AnyTensor, DType)
#undef NDX_ENTRY_TYPE
#define NDX_ENTRY_TYPE(name, call)                                         \
  template <class... Args>                                                 \
    requires detail::WithDType<Args...>                                    \
  auto name(const Args&... /*arguments*/) {                                \
    static_assert(detail::kNever<Args...>,                                 \
                  "the element type is a template argument: write " call); \
    return detail::refused<Args...>();                                     \
  }
NDX_ENTRY_TYPE(arange, "arange<double>(10)")
NDX_ENTRY_TYPE(eye, "eye<double>(3)")
NDX_ENTRY_TYPE(linspace, "linspace<float>(0, 1, 5)")
#undef NDX_ENTRY_TYPE
template <Integer T, class... Args>
  requires detail::WithFraction<Args...>
auto arange(const Args&... /*bounds*/) {
  static_assert(detail::kNever<Args...>,
                "a range of integers has integers as bounds: write arange(0.5, 3.0).to<int>()");
  return detail::refused<Args...>();
}

// Functions without a tensor, without their header. The pack makes these lose against the function itself.
#define NDX_ENTRY_RANDOM(name)                                                                  \
  template <class T = float, class... Rest>                                                     \
    requires(sizeof...(Rest) == 0)                                                              \
  auto name(const Dims& /*shape*/, const Rest&...) {                                            \
    static_assert(detail::kNever<T>, #name " is in <ndx/random.hpp>: write " #name "({2, 3})"); \
    return detail::refused<T>();                                                                \
  }
NDX_ENTRY_RANDOM(rand)
NDX_ENTRY_RANDOM(randn)
#undef NDX_ENTRY_RANDOM
template <class T = void, class... Rest>
  requires(sizeof...(Rest) == 0)
auto identity(Count /*n*/, const Rest&...) {
  static_assert(detail::kNever<T>, "identity is in <ndx/numpy.hpp>: or write eye(3)");
  return detail::refused<T>();
}
template <class T = void, class... Rest>
  requires(sizeof...(Rest) == 0)
auto randperm(Count /*n*/, const Rest&...) {
  static_assert(detail::kNever<T>, "randperm is in <ndx/random.hpp>: write randperm(5)");
  return detail::refused<T>();
}
// Complex ends in braces are converted, too, so that these overloads would not lose.
#define NDX_ENTRY_ENDS(name, text)                                                            \
  template <class T = void>                                                                   \
    requires(!Complex<T>)                                                                     \
  auto name(detail::AnyItem /*start*/, detail::AnyItem /*stop*/, detail::AnyItem /*count*/) { \
    static_assert(detail::kNever<T>, text);                                                   \
    return detail::refused<T>();                                                              \
  }
NDX_ENTRY_ENDS(geomspace, "geomspace is in <ndx/numpy.hpp>: write geomspace(1, 100, 3)")
NDX_ENTRY_ENDS(logspace, "logspace is in <ndx/numpy.hpp>: write logspace(0, 2, 3)")
#undef NDX_ENTRY_ENDS
NDX_ENTRY(randint, "randint is in <ndx/random.hpp>: write randint(0, 10, {2, 3})", detail::AnyItem,
          detail::AnyItem, detail::AnyItem)
NDX_ENTRY(einsum, "include <ndx/eigen.hpp>, which has einsum, by Eigen", detail::AnyItem,
          detail::AnyTensor, detail::AnyItem = {}, detail::AnyItem = {})

// Other libraries' names. greater and less are missing, because std has them too.
NDX_ENTRY(concat, "concat is PyTorch's cat here: write cat({a, b}, 0)",
          std::initializer_list<detail::AnyTensor>, Dim = 0)
NDX_ENTRY(from_blob, "write borrow(data, {2, 3}), whose data must outlive it", const void*,
          const Dims&, detail::AnyItem = {})
#define NDX_ENTRY_AS(name, operation) \
  NDX_ENTRY(name, "write " operation, detail::AnyTensor, detail::AnyItem = {})
// clang-format off: one list
NDX_ENTRY_AS(absolute, "abs(t)") NDX_ENTRY_AS(add, "a + b") NDX_ENTRY_AS(arccos, "acos(t)")
NDX_ENTRY_AS(arcsin, "asin(t)") NDX_ENTRY_AS(arcsinh, "asinh(t)") NDX_ENTRY_AS(arctan, "atan(t)")
NDX_ENTRY_AS(arctan2, "atan2(a, b)") NDX_ENTRY_AS(bitwise_and, "a & b")
NDX_ENTRY_AS(bitwise_not, "~t") NDX_ENTRY_AS(bitwise_or, "a | b") NDX_ENTRY_AS(bitwise_xor, "a ^ b")
NDX_ENTRY_AS(div, "a / b") NDX_ENTRY_AS(divide, "a / b") NDX_ENTRY_AS(eq, "a == b")
NDX_ENTRY_AS(float_power, "pow(a, b)") NDX_ENTRY_AS(ge, "a >= b") NDX_ENTRY_AS(gt, "a > b")
NDX_ENTRY_AS(invert, "~t") NDX_ENTRY_AS(le, "a <= b") NDX_ENTRY_AS(left_shift, "a << b")
NDX_ENTRY_AS(lt, "a < b") NDX_ENTRY_AS(mul, "a * b") NDX_ENTRY_AS(multiply, "a * b")
NDX_ENTRY_AS(ne, "a != b") NDX_ENTRY_AS(neg, "-t") NDX_ENTRY_AS(negative, "-t")
NDX_ENTRY_AS(not_equal, "a != b") NDX_ENTRY_AS(power, "pow(a, b)")
NDX_ENTRY_AS(right_shift, "a >> b") NDX_ENTRY_AS(sub, "a - b") NDX_ENTRY_AS(subtract, "a - b")
NDX_ENTRY_AS(true_divide, "a / b")
// clang-format on
#undef NDX_ENTRY_AS

// Memory or elements together with a shape, or lists in place of tensors.
#define NDX_ENTRY_LISTS(name)                                                      \
  template <detail::ListOfNumbers V, class... Rest>                                \
  auto name(std::initializer_list<V> /*lists*/, const Rest&... /*rest*/) {         \
    static_assert(detail::kNever<V>,                                               \
                  "a list is no tensor: write " #name "({tensor(v), tensor(w)})"); \
    return detail::refused<V>();                                                   \
  }
                                                    NDX_ENTRY_LISTS(cat) NDX_ENTRY_LISTS(stack)
#undef NDX_ENTRY_LISTS
#define NDX_ENTRY_TEXT \
  "borrow takes a pointer and a shape: write borrow(v.data(), {2, 3}), or tensor(v) to copy"
                                                        template <detail::ListOfNumbers V>
                                                        auto borrow(const V& /*list*/) {
  static_assert(detail::kNever<V>, NDX_ENTRY_TEXT);
  return detail::refused<V>();
}
template <detail::ListOfNumbers V>
auto borrow(const V& /*list*/, const Dims& /*shape*/) {
  static_assert(detail::kNever<V>, NDX_ENTRY_TEXT);
  return detail::refused<V>();
}
#undef NDX_ENTRY_TEXT
template <class D = detail::Deduced, detail::ListOfNumbers V>
auto tensor(const V& /*elements*/, const Dims& /*shape*/) {
  static_assert(detail::kNever<V>, "tensor takes elements alone: write tensor(v).reshape({2, 3})");
  return detail::refused<V>();
}
NDX_ENTRY(tensor, "tensor takes elements alone: write tensor({1, 2, 3, 4}).reshape({2, 2})",
          std::initializer_list<detail::AnyItem>, const Dims&)

// A value or factor that is none.
#define NDX_ENTRY_ALPHA(name)                                                                     \
  template <NumberElement T, IndexValues X = detail::BracedIndices, class S, class A,             \
            class... Rest>                                                                        \
    requires(!detail::FactorFor<A, T>)                                                            \
  auto name(const Tensor<T>& /*t*/, Dim /*dim*/, const X& /*index*/, const Tensor<S>& /*source*/, \
            const A& /*alpha*/, const Rest&... /*rest*/) {                                        \
    static_assert(detail::kNever<A>,                                                              \
                  "alpha is an integer if the elements are: convert them, t.to<float>()");        \
    return detail::refused<A>();                                                                  \
  }
NDX_ENTRY_ALPHA(index_add)
NDX_ENTRY_ALPHA(index_add_)
#undef NDX_ENTRY_ALPHA

template <class R = index_t, NoIndexValues X, class... Rest>
auto one_hot(const X& /*classes*/, const Rest&... /*rest*/) {
  return detail::refuse_indices<X>();
}

// Calls that pass the mask after the value.
#define NDX_ENTRY_MASK(name)                                                       \
  template <class T, class V, class M>                                             \
    requires(std::is_arithmetic_v<V> && !Boolean<V>)                               \
  auto name(const Tensor<T>& /*t*/, V /*value*/, const Tensor<M>& /*mask*/) {      \
    static_assert(detail::kNever<V>,                                               \
                  "the mask comes before the value: write " #name "(t, mask, 0)"); \
    return detail::refused<V>();                                                   \
  }
NDX_ENTRY_MASK(masked_fill)
NDX_ENTRY_MASK(masked_fill_)
#undef NDX_ENTRY_MASK

// Calls for files.
template <class T, class Path>
  requires std::is_convertible_v<const Path&, std::string>
auto save_npy(const Tensor<T>& /*t*/, const Path& /*path*/) {
  static_assert(detail::kNever<T>, "the path comes first: write save_npy(\"x.npy\", t)");
  return detail::refused<T>();
}
template <class D = detail::Deduced, class Path>
  requires(detail::IsDeduced<D> && std::is_convertible_v<const Path&, std::string>)
auto load_npy(const Path& /*path*/) {
  static_assert(detail::kNever<D>,
                "the element type is a template argument: write load_npy<float>(path)");
  return detail::refused<D>();
}
template <class T, detail::ListOfOtherBytes V>
auto load_npy(const V& /*bytes*/) {
  static_assert(detail::kNever<T, V>,
                "bytes are a span of std::byte: with <ndx/npy.hpp>, write "
                "load_npy<float>(std::as_bytes(std::span(v)))");
  return detail::refused<T, V>();
}

#undef NDX_ENTRY

NDX_NAMESPACE_END
