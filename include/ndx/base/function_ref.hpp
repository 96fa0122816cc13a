// FunctionRef: a reference to a function object of any type. The code that calls it is compiled once for all
// types, and unlike std::function, the reference never allocates.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class Signature>
class FunctionRef;

/// Two pointers: one to the function object, which must outlive the reference, and one to the function that
/// calls it.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class F>
  explicit FunctionRef(const F& f) noexcept : f_(&f), call_(&call<F>) {}
  Result operator()(Arguments... arguments) const { return call_(f_, arguments...); }

 private:
  template <class F>
  static Result call(const void* f, Arguments... arguments) {
    return static_cast<Result>((*static_cast<const F*>(f))(arguments...));
  }

  const void* f_;
  Result (*call_)(const void*, Arguments...);
};

}  // namespace detail
NDX_NAMESPACE_END
