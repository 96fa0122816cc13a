#include "promises.hpp"

#include <cstring>
#include <new>

#include <ndx/base/error.hpp>

namespace ndx_test {

Snapshot::Snapshot(Arguments& arguments) {
  arguments.for_each_tensor([&](const auto& tensor) {
    const ndx::Storage& storage = tensor.storage();
    layouts_.push_back(tensor.layout());
    bytes_.emplace_back(storage.data(), storage.data() + storage.bytes());
  });
}

bool Snapshot::has_same_layouts(Arguments& arguments) const {
  bool same = true;
  std::size_t k = 0;
  arguments.for_each_tensor([&](const auto& tensor) {
    const ndx::Layout& layout = layouts_[k++];
    same = same && tensor.shape() == ndx::DimsView(layout.shape) &&
           tensor.strides() == ndx::DimsView(layout.strides) &&
           tensor.layout().offset == layout.offset;
  });
  return same;
}

bool Snapshot::has_same_bytes(Arguments& arguments) const {
  bool same = true;
  std::size_t k = 0;
  arguments.for_each_tensor([&](const auto& tensor) {
    const std::vector<std::byte>& bytes = bytes_[k++];
    same = same &&
           (bytes.empty() || std::memcmp(bytes.data(), tensor.storage().data(), bytes.size()) == 0);
  });
  return same;
}

void Snapshot::restore_bytes(Arguments& arguments) const {
  std::size_t k = 0;
  arguments.for_each_tensor([&](const auto& tensor) {
    const std::vector<std::byte>& bytes = bytes_[k++];
    if (!bytes.empty()) std::memcpy(tensor.storage().data(), bytes.data(), bytes.size());
  });
}

namespace {

/// "" for a result, the error's text for an exception that the library promises; `wrong` is set for
/// any other.
std::string outcome(const PublicFunction& function, Arguments& arguments, bool& wrong) {
  try {
    function.call(arguments);
    return "";
  } catch (const ndx::IndexError& error) {
    return error.what();
  } catch (const ndx::ShapeError& error) {
    return error.what();
  } catch (const ndx::ValueError& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return "std::bad_alloc";
  } catch (const std::exception& error) {
    wrong = true;
    return error.what();
  }
}

}  // namespace

std::string broken_promise(const PublicFunction& function, Arguments& arguments) {
  const Snapshot before(arguments);
  bool wrong = false;
  const std::string error = outcome(function, arguments, wrong);
  const bool changed = !error.empty() && !before.has_same_bytes(arguments);
  before.restore_bytes(arguments);
  if (wrong) return "threw none of the library's errors: " + error;
  if (changed) return "changed elements and failed: " + error;
  return before.has_same_layouts(arguments) ? "" : "changed a handle";
}

}  // namespace ndx_test
