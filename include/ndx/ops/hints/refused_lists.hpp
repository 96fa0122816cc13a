// Overloads that refuse a list in place of a tensor, sum(v) and sum({1, 2}), or the tensor after the
// other arguments, sum(0, t).
// Their messages say what to write instead.
#pragma once

#include <string>
#include <string_view>

#include <ndx/ops/hints/refused_arguments.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A vector, array or span of bytes of another type than std::byte. Text is excluded, because it is a
/// path.
template <class V>
concept ListOfOtherBytes = requires(const V& list) {
  list.data();
  list.size();
  requires std::is_integral_v<typename V::value_type>;
  requires sizeof(typename V::value_type) == 1;
  requires !requires { list.layout(); };
} && !std::is_convertible_v<const V&, std::string_view>;

}  // namespace detail

// Each overload has a pack, so that a function of the user's own is preferred.
#define NDX_ENTRY(name)                                                                           \
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
NDX_ENTRY(abs)
NDX_ENTRY(all)
NDX_ENTRY(amax)
NDX_ENTRY(amin)
NDX_ENTRY(any)
NDX_ENTRY(argmax)
NDX_ENTRY(argmin)
NDX_ENTRY(argsort)
NDX_ENTRY(cos)
NDX_ENTRY(cumsum)
NDX_ENTRY(exp)
NDX_ENTRY(log)
NDX_ENTRY(max)
NDX_ENTRY(mean)
NDX_ENTRY(min)
NDX_ENTRY(prod)
NDX_ENTRY(round)
NDX_ENTRY(sin)
NDX_ENTRY(sort)
NDX_ENTRY(sqrt)
NDX_ENTRY(sum)
NDX_ENTRY(unique)
NDX_ENTRY(var)
#undef NDX_ENTRY

#define NDX_ENTRY(name)                                                                \
  template <Integer D, class T, class... Rest>                                         \
  auto name(D /*dim*/, const Tensor<T>& /*t*/, const Rest&... /*rest*/) {              \
    static_assert(detail::kNever<D>, "the tensor comes first: write " #name "(t, 0)"); \
    return detail::refused<D>();                                                       \
  }
NDX_ENTRY(argmax)
NDX_ENTRY(argsort)
NDX_ENTRY(cumsum)
NDX_ENTRY(mean)
NDX_ENTRY(roll)
NDX_ENTRY(softmax)
NDX_ENTRY(sort)
NDX_ENTRY(sum)
NDX_ENTRY(unsqueeze)
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                                                     \
  template <Integer D, class T>                                                             \
  auto name(D /*dim*/, std::initializer_list<Tensor<T>> /*tensors*/) {                      \
    static_assert(detail::kNever<D>, "the tensors come first: write " #name "({a, b}, 1)"); \
    return detail::refused<D>();                                                            \
  }
NDX_ENTRY(cat)
NDX_ENTRY(stack)
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                                            \
  template <detail::ListOfNumbers V, class... Rest>                                \
  auto name(std::initializer_list<V> /*lists*/, const Rest&... /*rest*/) {         \
    static_assert(detail::kNever<V>,                                               \
                  "a list is no tensor: write " #name "({tensor(v), tensor(w)})"); \
    return detail::refused<V>();                                                   \
  }
NDX_ENTRY(cat)
NDX_ENTRY(stack)
#undef NDX_ENTRY
template <class T>
auto reshape(const Dims& /*shape*/, const Tensor<T>& /*t*/) {
  static_assert(detail::kNever<T>, "the tensor comes first: write reshape(t, {2, 3})");
  return detail::refused<T>();
}

// Calls that pass memory or elements together with a shape.
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
template <class D = detail::Deduced>
auto tensor(std::initializer_list<detail::AnyItem> /*elements*/, const Dims& /*shape*/) {
  static_assert(detail::kNever<D>,
                "tensor takes elements alone: write tensor({1, 2, 3, 4}).reshape({2, 2})");
  return detail::refused<D>();
}

// Calls that pass the mask after the value.
#define NDX_ENTRY(name)                                                            \
  template <class T, class V, class M>                                             \
    requires(std::is_arithmetic_v<V> && !Boolean<V>)                               \
  auto name(const Tensor<T>& /*t*/, V /*value*/, const Tensor<M>& /*mask*/) {      \
    static_assert(detail::kNever<V>,                                               \
                  "the mask comes before the value: write " #name "(t, mask, 0)"); \
    return detail::refused<V>();                                                   \
  }
NDX_ENTRY(masked_fill)
NDX_ENTRY(masked_fill_)
#undef NDX_ENTRY

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

NDX_NAMESPACE_END
