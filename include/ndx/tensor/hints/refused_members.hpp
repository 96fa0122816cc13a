// Overloads of Tensor's members that take wrong arguments and refuse them with a message that says
// what to write: fractions and bools as dims, sizes and indices; a dim where a member takes none;
// an element type as an argument.
//
// Without them the compiler lists every overload that does not fit. The class is only meant as a
// base of IndexMethods<T>; Tensor<T> makes its overloads visible beside its own by
// using-declarations.
#pragma once

#include <initializer_list>
#include <vector>

#include <ndx/grammar/terms/index_list.hpp>
#include <ndx/tensor/hints/refused_methods.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A vector, array or span of numbers.
template <class X>
concept ListOfNumbers = requires(const X& list) {
  list.data();
  list.size();
  requires std::is_arithmetic_v<typename X::value_type>;
  requires !is_character_v<typename X::value_type>;
  requires !requires { list.layout(); };
};

/// One row of numbers in Tensor<T>({1, 2}, {3, 4}), which is refused: tensor(…) makes a tensor from
/// elements. The row has the constructor from lists and Tensor does not, because g++ 12 would
/// otherwise convert options such as {.last = true} to a tensor.
struct NumberRow {
  struct Item {
    template <class N>
      requires std::is_arithmetic_v<N>
    Item(N) {}                                       // NOLINT(google-explicit-constructor)
    Item(std::initializer_list<Item> /*deeper*/) {}  // NOLINT(google-explicit-constructor)
  };
  NumberRow() = default;
  NumberRow(std::initializer_list<Item> /*items*/) {}
};

/// Constructor arguments that could be sizes or elements. They are refused, because zeros and
/// tensor say which they are.
template <class A, class... More>
concept SizesOrElements = (std::is_arithmetic_v<A> && (std::is_arithmetic_v<More> && ...)) ||
                          (ListOfNumbers<A> && sizeof...(More) == 0);
template <class X>
void refuse_elements() {
  static_assert(kNever<X>,
                "write zeros<float>({2, 3}) for sizes, tensor({2, 3}) or tensor(v) for elements");
}

class RefusedMembers : public RefusedMethods {
 public:
  // Refuses arguments of members that take none.
#define NDX_ENTRY(name, text)                 \
  template <class A, class... Rest>           \
  auto name(const A&, const Rest&...) const { \
    static_assert(kNever<A>, text);           \
    return refused<A>();                      \
  }
  NDX_ENTRY(shape, "shape() is all sizes: write t.size(0) for one")
  NDX_ENTRY(sizes, "sizes() is all sizes: write t.size(0) for one")
  NDX_ENTRY(strides, "strides() is all strides: write t.stride(0) for one")
  NDX_ENTRY(to, "the element type is a template argument: write t.to<double>()")
#undef NDX_ENTRY

  // Refuses t.index_put_(mask, 0), whose term is not in a list. A vector of index tensors has its
  // own overload. There is a non-const overload too, because that of basic terms is not const.
#define NDX_ENTRY(qualifier)                                                                \
  template <class Term, class Value = std::initializer_list<int>, class... How>             \
    requires(!std::is_convertible_v<const Term&, IndexList> && !IndexTensorRange<Term> &&   \
             !std::is_array_v<Term>)                                                        \
  auto index_put_(const Term&, const Value&, const How&...) qualifier {                     \
    static_assert(kNever<Term>, "the terms are a list: write t.index_put_({mask}, value)"); \
    return refused<Term>();                                                                 \
  }
  NDX_ENTRY()
  NDX_ENTRY(const)
#undef NDX_ENTRY

  // Refuses t.index({0}, {1}), which would be t.index(0, 1) although the braces look like lists.
  template <TermOfList... Items, std::size_t... N>
    requires(sizeof...(Items) > 1)
  auto index([[maybe_unused]] const Items (&... lists)[N]) const {
    return refuse_lists<Items...>();
  }
  template <TermOfList Item, std::size_t N, TermOfList Other>
  auto index(const Item (&)[N], const Other& /*term*/) const {
    return refuse_lists<Item>();
  }
  template <TermOfList Other, TermOfList Item, std::size_t N>
  auto index(const Other& /*term*/, const Item (&)[N]) const {
    return refuse_lists<Item>();
  }

  template <class Never = void>
  auto operator()(std::initializer_list<index_t> /*indices*/) const {
    static_assert(kNever<Never>, "write t(0, 1) for an element, t[{0, 1}] for a view");
    return refused<Never>();
  }

  // Generic code that asks whether a class has size() does not find this one.
  template <class Never = void>
  write_t_numel_or_t_size_dim size() const
#if defined(__clang__)
      NDX_REFUSE_IF(true, "write t.numel(), or t.size(dim)");
#else
      = delete;
#endif
};

/// A std::span; <span> is not included here.
template <class S>
concept SpanOfElements = requires {
  typename S::element_type;
  S::extent + std::size_t{};
};

#define NDX_ENTRY_NUMBER "a tensor is no number: write t.item(), or t(i, j)"
#define NDX_ENTRY_TRUTH "a tensor has many truth values: write any(t), all(t) or t.item()"
/// The refused conversions of a tensor to a number. The shape is known only at run time, so such a
/// conversion would compile and then throw. Each converts to the element type alone: of several
/// overloads, such as those of std::sqrt, that type's is then the best match and gives the message.
template <class Item>
class RefusedElement : public RefusedMembers {};
template <class Item>
  requires(Number<Item> && !Boolean<Item>)
class RefusedElement<Item> : public RefusedMembers {
 public:
  NDX_REFUSE_CALLS(NDX_ENTRY_NUMBER) operator Item() const;  // NOLINT(google-explicit-constructor)
  NDX_REFUSE_CALLS(NDX_ENTRY_NUMBER)
  operator float() const  // NOLINT(google-explicit-constructor): float16 converts to none by itself
    requires Half<Item>;
  template <class Truth>
    requires std::is_same_v<Truth, bool>
  NDX_REFUSE_CALLS(NDX_ENTRY_TRUTH)
  explicit operator Truth() const;
};
template <Boolean Item>
class RefusedElement<Item> : public RefusedMembers {
 public:
  NDX_REFUSE_CALLS(NDX_ENTRY_TRUTH) operator Item() const;  // NOLINT(google-explicit-constructor)
};
#undef NDX_ENTRY_NUMBER
#undef NDX_ENTRY_TRUTH

/// The conversions that do not compile. They depend on the element type for the reason that
/// RefusedMethods gives.
template <class E>
class RefusedConversions : public RefusedElement<std::remove_const_t<E>> {
 public:
  // A template, so that t["text"] matches it exactly. The built-in number["text"] would be as good
  // a match, because a tensor has conversions to numbers, if only refused ones.
  template <std::convertible_to<const char*> Text>
    requires std::is_pointer_v<Text>
  NDX_REFUSE_CALLS(NDX_TEXT_IS_NO_SUBSCRIPT)
  Subscript<E>&& operator[](Text text) const;

  template <class V>
  NDX_REFUSE_CALLS("a tensor is no vector: write t.to_vector()")
  operator std::vector<V>() const;  // NOLINT(google-explicit-constructor)
  template <SpanOfElements S>
  NDX_REFUSE_CALLS("a tensor is no span: write as_span(t), of ndx/span.hpp")
  operator S() const;  // NOLINT(google-explicit-constructor)

  template <class Number>
    requires std::is_arithmetic_v<Number>
  auto copy_(const Number&) const {
    static_assert(kNever<Number>, "copy_ takes a tensor: write t.fill_(x) for a number");
    return refused<Number>();
  }
};

}  // namespace detail
NDX_NAMESPACE_END
