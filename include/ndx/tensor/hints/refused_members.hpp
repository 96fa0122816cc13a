// A tensor refuses some members with a message that says what to write: methods of NumPy, PyTorch and Eigen
// that are functions here or have another name, t.sum(0); wrong arguments of members; conversions to
// numbers, vectors and spans.
//
// The methods are the forty that are tried most. There are no more, because an editor that completes
// `t.` offers them too. Names by which generic code tells what a class is, such as empty() and real(),
// are left out: a concept that asks for them must not find them.
//
// Without the members that take wrong arguments the compiler lists every overload that does not fit.
// Tensor<T> makes them visible beside its own by using-declarations.
#pragma once

#include <initializer_list>
#include <vector>

#include <ndx/grammar/terms/index_list.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// Return types of refused methods. A compiler that prints no message of ours prints their names.
class write_cat {};
class write_t_numel_or_t_size_dim {};
class write_t_reshape_or_t_assigned_empty {};
class write_t_size_0 {};
class write_t_size_1 {};
class write_t_transpose {
 public:
  template <class... Args>
  void operator()(const Args&... /*arguments*/) const
      NDX_REFUSE_IF(true, "write t.transpose()");  // for t.T(); the datum T refuses t.T
};

// In g++ each method is a data member, which g++ refuses where it is named, whatever is in the
// parentheses. It compiles in a third of the time that a template takes. Clang would first complain
// that a data member is not called, so in clang each is a template that accepts any arguments,
// template arguments and braces too. g++ prints the error three times, each time with every macro
// that the name went through; so an entry goes through a single macro.
#if defined(__clang__)
#define NDX_ENTRY_ATTRIBUTE(text) __attribute__((diagnose_if(true, text, "error")))
#define NDX_ENTRY_BEGIN NDX_ENTRY_TEMPLATE
#define NDX_ENTRY_REFUSED NDX_ENTRY_ARGUMENTS
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
#else
#define NDX_ENTRY_ATTRIBUTE(text) __attribute__((unavailable(text)))
#define NDX_ENTRY_BEGIN static const int
#define NDX_ENTRY_REFUSED NDX_ENTRY_ATTRIBUTE
#endif
#define NDX_ENTRY_TEMPLATE                                                                \
  template <class X = void, class First = std::initializer_list<DimsItem>, class... Args> \
  void
#define NDX_ENTRY_ARGUMENTS(text) \
  (const First& = {}, const Args&...) const NDX_ENTRY_ATTRIBUTE(text)
#define NDX_ENTRY_METHOD(name, text) NDX_ENTRY_BEGIN name NDX_ENTRY_REFUSED(text);
#define NDX_ENTRY_FUNCTION(name, text) NDX_ENTRY_TEMPLATE name NDX_ENTRY_ARGUMENTS(text);

}  // namespace detail
namespace bases {

/// Only meant as a base of RefusedMethodsOf<T> and of other classes that depend on a template
/// parameter. If a class has it as a base that does not depend on one, the member T below hides a
/// template parameter of that name.
class RefusedMethods {
 public:
#define NDX_ENTRY_IN_ndx ""
#define NDX_ENTRY_IN_linalg ", of ndx/linalg.hpp"
#define NDX_ENTRY_IN_statistics ", of ndx/statistics.hpp"
#define NDX_FUNCTION(name, header, subscripts, braces, elements, misuses, call)
#define NDX_FUNCTION_TRIED_AS_METHOD(name, header, subscripts, braces, elements, misuses, call) \
  NDX_ENTRY_BEGIN name NDX_ENTRY_REFUSED(#name " is a function: write " #name                   \
                                               "(t)" NDX_ENTRY_IN_##header);
#include <ndx/tensor/functions.def>
#undef NDX_ENTRY_IN_statistics
#undef NDX_ENTRY_IN_linalg
#undef NDX_ENTRY_IN_ndx

  // In place, a function writes into an existing tensor.
  NDX_ENTRY_METHOD(exp_, "write exp_into(t, t), of ndx/into.hpp")
  NDX_ENTRY_METHOD(add_, "write t += x")
  NDX_ENTRY_METHOD(block, "write t.index({Slice(i, i + rows), Slice(j, j + cols)})")
  NDX_ENTRY_METHOD(col, "write t.select(1, j)")
  NDX_ENTRY_METHOD(cpu, "tensors are in main memory: write t")
  NDX_ENTRY_METHOD(fill, "write t.fill_(x)")
  NDX_ENTRY_METHOD(matmul, "write matmul(a, b), of ndx/linalg.hpp")
  NDX_ENTRY_METHOD(mul_, "write t *= x")
  NDX_ENTRY_METHOD(ndim, "write t.dim()")
  NDX_ENTRY_METHOD(numpy, "write t.to_vector(), or to_dlpack(t), of ndx/dlpack.hpp")
  NDX_ENTRY_METHOD(rank, "write t.dim()")
  NDX_ENTRY_METHOD(row, "write t.select(0, i)")
  NDX_ENTRY_METHOD(tolist, "write t.to_vector()")
  NDX_ENTRY_METHOD(zero_, "write t.fill_(0)")
#undef NDX_ENTRY_METHOD
#undef NDX_ENTRY_REFUSED
#undef NDX_ENTRY_BEGIN

  // These are templates with g++ too. astype and cast are called with an element type; the others
  // have names of local variables in members of tensors, about which -Wshadow would warn.
  NDX_ENTRY_FUNCTION(astype, "write t.to<float>()")
  NDX_ENTRY_FUNCTION(cast, "write t.to<float>()")
  NDX_ENTRY_FUNCTION(copy, "write t.clone()")
  NDX_ENTRY_FUNCTION(t, "write t.transpose()")
#undef NDX_ENTRY_FUNCTION
#undef NDX_ENTRY_ARGUMENTS
#undef NDX_ENTRY_TEMPLATE

  // Generic code may tell what a class is by these members. They are declared so that it does not
  // find them.
#if defined(__clang__)
#define NDX_ENTRY_END NDX_ENTRY_ATTRIBUTE
#else
#define NDX_ENTRY_END(text) = delete
#endif
#define NDX_ENTRY(name, returned, text)                                   \
  template <class First = std::initializer_list<DimsItem>, class... Args> \
  returned name(const First& = {}, const Args&...) const NDX_ENTRY_END(text);
  NDX_ENTRY(cols, write_t_size_1, "write t.size(1)")
  NDX_ENTRY(push_back, write_cat, "a tensor keeps its size: write cat({t, more})")
  NDX_ENTRY(resize, write_t_reshape_or_t_assigned_empty,
            "a tensor keeps its size: write t.reshape({2, 3}), or t = empty<float>({2, 3})")
  NDX_ENTRY(rows, write_t_size_0, "write t.size(0)")
#undef NDX_ENTRY
#undef NDX_ENTRY_END

  static const write_t_transpose T __attribute__((unavailable("write t.transpose()")));
#undef NDX_ENTRY_ATTRIBUTE
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
};

/// Only meant as a base of tensors and subscripts.
template <class>
class RefusedMethodsOf : public RefusedMethods {};

}  // namespace bases
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

}  // namespace detail
namespace bases {

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

}  // namespace bases
namespace detail {

/// A std::span; <span> is not included here.
template <class S>
concept SpanOfElements = requires {
  typename S::element_type;
  S::extent + std::size_t{};
};

}  // namespace detail
namespace bases {

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

}  // namespace bases
NDX_NAMESPACE_END
