// Interface: the base of classes with virtual functions, which are called through a reference to
// the base.
#pragma once

#include <ndx/base/config.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A derived object can be destroyed through a pointer to its base, and cannot be copied.
class Interface {
 public:
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;
  virtual ~Interface() = default;

 protected:
  Interface() = default;
};

}  // namespace detail
NDX_NAMESPACE_END
