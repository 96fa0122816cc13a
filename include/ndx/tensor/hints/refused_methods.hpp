// The methods of NumPy, PyTorch and Eigen that are tried most, and that are functions here or have
// another name. Calling one does not compile, and the message says what to write: for t.sum(0) it
// is sum(t, 0). There are no more than these, because an editor that completes `t.` offers them too.
//
// Names by which generic code tells what a class is, such as empty() and real(), are left out: a
// concept that asks for them must not find them.
#pragma once

#include <initializer_list>

#include <ndx/base/dims.hpp>

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

/// Only meant as a base of RefusedMethodsOf<T> and of other classes that depend on a template
/// parameter. If a class has it as a base that does not depend on one, the member T below hides a
/// template parameter of that name.
class RefusedMethods {
 public:
#define NDX_ENTRY(name) \
  NDX_ENTRY_BEGIN name NDX_ENTRY_REFUSED(#name " is a function: write " #name "(t)")
  // clang-format off: one list
  NDX_ENTRY(abs); NDX_ENTRY(all); NDX_ENTRY(any); NDX_ENTRY(argmax); NDX_ENTRY(argmin);
  NDX_ENTRY(argsort); NDX_ENTRY(clamp); NDX_ENTRY(clip); NDX_ENTRY(cumsum); NDX_ENTRY(exp);
  NDX_ENTRY(gather); NDX_ENTRY(log); NDX_ENTRY(max); NDX_ENTRY(mean); NDX_ENTRY(min);
  NDX_ENTRY(nonzero); NDX_ENTRY(pow); NDX_ENTRY(prod); NDX_ENTRY(round); NDX_ENTRY(sort);
  NDX_ENTRY(sqrt); NDX_ENTRY(std); NDX_ENTRY(sum); NDX_ENTRY(take); NDX_ENTRY(unique);
  NDX_ENTRY(var); NDX_ENTRY(where);
  // clang-format on
#undef NDX_ENTRY
  // These are functions of headers that ndx.hpp does not include.
#define NDX_ENTRY(name, header)                                               \
  NDX_ENTRY_BEGIN name NDX_ENTRY_REFUSED(#name " is a function: write " #name \
                                               "(t), of ndx/" #header ".hpp")
  NDX_ENTRY(dot, linalg);
  NDX_ENTRY(median, statistics);
  NDX_ENTRY(norm, linalg);
#undef NDX_ENTRY

  // In place, a function writes into an existing tensor.
  NDX_ENTRY_METHOD(exp_, "write exp_into(t, t), of ndx/into.hpp")
  NDX_ENTRY_METHOD(add_, "write t += x")
  NDX_ENTRY_METHOD(block, "write t.index({Slice(i, i + rows), Slice(j, j + cols)})")
  NDX_ENTRY_METHOD(col, "write t.select(1, j)")
  NDX_ENTRY_METHOD(cpu, "tensors are in main memory: write t")
  NDX_ENTRY_METHOD(fill, "write t.fill_(x)")
  NDX_ENTRY_METHOD(matmul, "write matmul(a, b), of ndx/eigen.hpp")
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

}  // namespace detail
NDX_NAMESPACE_END
