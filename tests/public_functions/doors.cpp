// What passes tensors to other libraries, as far as it needs none of them.
#include <utility>

#include <ndx/interop/dlpack_any.hpp>

#include "public_functions.hpp"

namespace ndx_test {
namespace {

/// Imports a struct, which is the handle's until that has succeeded.
template <class Import>
auto imported(Arguments& a, Import import) {
  auto handle = ndx::to_dlpack_versioned(a.floats);
  auto tensor = import(handle.get());
  static_cast<void>(handle.release());
  return tensor;
}

}  // namespace

void add_doors(Registry& add) {
  add("to_dlpack", [](Arguments& a) { a.see(ndx::to_dlpack(a.floats)); });
  add("to_dlpack_versioned", [](Arguments& a) { a.see(ndx::to_dlpack_versioned(a.floats)); });
  add("from_dlpack", [](Arguments& a) {
    a.see(imported(a, [](auto* managed) { return ndx::from_dlpack<float>(managed); }));
  });
  add("from_dlpack a handle", [](Arguments& a) {
    a.see(ndx::from_dlpack<const float>(ndx::to_dlpack_versioned(a.floats)));
  });
  add("from_dlpack_any", [](Arguments& a) {
    const auto any = imported(a, [](auto* managed) { return ndx::from_dlpack_any(managed); });
    a.see(std::get<Tensor<float>>(any));
  });
  add("from_dlpack_any_const", [](Arguments& a) {
    const auto any = imported(a, [](auto* managed) { return ndx::from_dlpack_any_const(managed); });
    a.see(std::get<Tensor<const float>>(any));
  });
}

}  // namespace ndx_test
