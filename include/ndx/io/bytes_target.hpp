// BytesTarget: collects in memory the bytes of a file that is written.
//
// The writers of .npy and .npz files are templated on the file that they write to. This class takes
// the place of a ReplacementFile where a program wants the bytes instead.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Has those members of ReplacementFile that write bytes.
class BytesTarget {
 public:
  explicit BytesTarget(const char* call) : where_(call) {}

  /// Returns the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  void reserve(index_t bytes) {
    if (!std::in_range<std::ptrdiff_t>(bytes)) throw std::bad_alloc();
    bytes_.reserve(static_cast<std::size_t>(bytes));
  }
  void write(const void* from, index_t bytes) {
    const auto* const in = static_cast<const std::byte*>(from);
    const auto over = std::min(bytes, static_cast<index_t>(bytes_.size()) - position_);
    std::copy(in, in + over, bytes_.data() + position_);
    if (static_cast<std::uint64_t>(bytes - over) > bytes_.max_size() - bytes_.size())
      throw std::bad_alloc();
    bytes_.insert(bytes_.end(), in + over, in + bytes);
    position_ += bytes;
  }
  /// Sets the position of the next write(), which is at most the number of bytes written so far.
  void seek(index_t position) noexcept { position_ = position; }
  void commit() noexcept {}
  [[nodiscard]] std::vector<std::byte> take() noexcept { return std::move(bytes_); }

 private:
  std::string where_;
  std::vector<std::byte> bytes_;
  index_t position_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
