// What a call may change, remembered: bytes, shapes and strides of all tensors of its arguments.
#pragma once

#include <cstring>
#include <vector>

#include <public_functions/public_functions.hpp>

namespace ndx_test {

/// Compares by content: tensors whose storages hold the same bytes under the same layouts.
class Snapshot {
 public:
  explicit Snapshot(Arguments& arguments) {
    arguments.for_each_tensor([this](const auto& tensor) {
      const ndx::Storage& storage = tensor.storage();
      parts_.push_back({tensor.layout(), {storage.data(), storage.data() + storage.bytes()}});
    });
  }

  /// The place of the first tensor, in the order of for_each_tensor, that is not as it was; -1 when
  /// all are.
  [[nodiscard]] int first_change(Arguments& arguments) const {
    int place = 0;
    int changed = -1;
    arguments.for_each_tensor([&](const auto& tensor) {
      if (changed < 0 && !is_same(parts_[static_cast<std::size_t>(place)], tensor)) changed = place;
      ++place;
    });
    return changed;
  }

  /// Writes the bytes back where they were taken from.
  void restore(Arguments& arguments) const {
    auto part = parts_.begin();
    arguments.for_each_tensor([&](const auto& tensor) {
      if (!part->bytes.empty())
        std::memcpy(tensor.storage().data(), part->bytes.data(), part->bytes.size());
      ++part;
    });
  }

 private:
  struct Part {
    ndx::Layout layout;
    std::vector<std::byte> bytes;
  };

  template <class T>
  static bool is_same(const Part& part, const Tensor<T>& tensor) {
    const ndx::Layout& layout = tensor.layout();
    return layout.shape == part.layout.shape && layout.strides == part.layout.strides &&
           layout.offset == part.layout.offset &&
           static_cast<std::size_t>(tensor.storage().bytes()) == part.bytes.size() &&
           (part.bytes.empty() ||
            std::memcmp(tensor.storage().data(), part.bytes.data(), part.bytes.size()) == 0);
  }

  std::vector<Part> parts_;
};

}  // namespace ndx_test
