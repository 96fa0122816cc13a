// What the library promises of every call, whatever its arguments: a result, or one of its errors
// or std::bad_alloc, after which every tensor is byte for byte as it was; and no handle changes.
#pragma once

#include <string>
#include <vector>

#include <public_functions/public_functions.hpp>

namespace ndx_test {

/// The handles and the elements of all tensor members, bytes outside the views included.
class Snapshot {
 public:
  explicit Snapshot(Arguments& arguments);

  [[nodiscard]] bool has_same_layouts(Arguments& arguments) const;
  [[nodiscard]] bool has_same_bytes(Arguments& arguments) const;
  void restore_bytes(Arguments& arguments) const;

 private:
  std::vector<ndx::Layout> layouts_;
  std::vector<std::vector<std::byte>> bytes_;
};

/// Makes the call, says which promise it broke, and brings the elements back; "" if it broke none.
std::string broken_promise(const PublicFunction& function, Arguments& arguments);

}  // namespace ndx_test
