// npy_text: what a .npy file holds, as the page's first field takes it.
#pragma once

#include <cmath>

#include <ndx/ndx.hpp>

#include "json.hpp"
#include "report.hpp"

namespace explorer {

/// The bytes of a file that was dropped on the page.
class DroppedFile {
 public:
  explicit DroppedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] const std::string& where() const { return where_; }
  [[nodiscard]] index_t size() const { return static_cast<index_t>(bytes_.size()); }
  void read(void* to, index_t count, index_t position) const {
    if (position < 0 || count < 0 || count > size() - position)
      ndx::throw_value_error(where_, ": ends too early");
    if (count != 0) std::memcpy(to, bytes_.data() + position, static_cast<std::size_t>(count));
  }

 private:
  std::span<const std::byte> bytes_;
  std::string where_ = "this file";
};

template <class T>
void append_list(std::string& text, const ndx::Tensor<T>& t, std::size_t dim, index_t offset) {
  if (dim == t.shape().size()) {
    const T value = t.data()[offset];
    if constexpr (ndx::Boolean<T>) {
      text += value ? "True" : "False";
    } else if constexpr (ndx::Integer<T>) {
      text += std::to_string(value);
    } else {
      const auto number = static_cast<double>(value);
      char digits[32];
      // The fewest digits that are read back as the same number.
      for (int precision = sizeof(T) == 8 ? 15 : 6; precision <= 17; ++precision) {
        std::snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (static_cast<T>(std::strtod(digits, nullptr)) == value) break;
      }
      text += digits;
      if (std::isfinite(number) &&
          text.find_first_of(".e", text.size() - std::strlen(digits)) == text.npos)
        text += ".";
    }
    return;
  }
  text += '[';
  for (index_t i = 0; i < t.shape()[dim]; ++i) {
    if (i != 0) text += ", ";
    append_list(text, t, dim + 1, offset + i * t.strides()[dim]);
  }
  text += ']';
}

/// {"text": "[[0, 1], [2, 3]]"}, or the shape alone for more than the page draws; else {"message": …}.
inline std::string npy_text(std::span<const std::byte> bytes) {
  Json answer;
  answer.open('{');
  try {
    const DroppedFile file(bytes);
    const ndx::detail::NpyHeader header = ndx::detail::read_npy_header(file);
    std::string text = ndx::message(DimsView(header.shape));
    if (ndx::numel(DimsView(header.shape)) <= Report::kMostCells && !ndx::is_empty(header.shape)) {
      text.clear();
      const bool known =
          ndx::detail::read_npy_if<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                                   std::uint8_t, std::uint16_t, std::uint32_t, float, double>(
              file, header, [&](const auto& t) { append_list(text, t, 0, t.layout().offset); });
      if (!known)
        ndx::throw_value_error("this file holds ", ndx::detail::npy_type_name(header.type),
                               ", of which the explorer shows nothing");
    }
    answer.member("text", text);
  } catch (const std::exception& error) {
    answer.member("message", error.what());
  }
  answer.close('}');
  return answer.text();
}

}  // namespace explorer
