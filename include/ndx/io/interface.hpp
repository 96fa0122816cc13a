// Interface: base of classes that are called through a reference, whatever class derives from them.
#pragma once

#include <ndx/base/config.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Destroyed through a pointer to it, and not copied.
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
