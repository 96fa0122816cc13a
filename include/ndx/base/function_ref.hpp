// FunctionRef: a reference to something callable, whatever its type, so that the code that calls it
// is compiled once.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class Signature>
class FunctionRef;

/// Two pointers. What it refers to must outlive it.
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
