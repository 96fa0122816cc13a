// Parses untrusted text in the syntax of Python's literals. The parsers of .npy headers derive from
// this class and build on its primitives.
//
// Nothing is evaluated, and no character outside of the text is read.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include <ndx/base/dims.hpp>
#include <ndx/io/file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A text and a position in it, for parsers that derive from this class.
class NpyText {
 protected:
  /// Messages begin with `where` and call the text `what`.
  NpyText(const std::string& where, const char* what, std::string_view text)
      : where_(where), what_(what), text_(text) {}

  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] bool at_end() {
    skip_space();
    return at_ == text_.size();
  }
  /// Returns whether `c` is the next character other than space.
  [[nodiscard]] bool sees(char c) noexcept {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }

  [[noreturn]] NDX_COLD void fail(const std::string& fault) const {
    throw_value_error(where_, ": ", what_, " ", fault, " at character ", at_, ": ",
                      detail::quoted(text_.substr(at_)));
  }

  /// Parses a tuple of integers: (), (3,), (2, 3).
  Dims parse_shape() {
    Dims shape;
    expect('(');
    bool comma = true;
    while (!accept(')')) {
      if (!comma) fail("lacks a comma");
      if (shape.size() == kMaxRank)
        throw_value_error(where_, ": the shape has more than ", kMaxRank, " dims");
      shape.push_back(parse_size());
      comma = accept(',');
    }
    if (shape.size() == 1 && !comma) fail("has a shape that is not a tuple");
    return shape;
  }

  index_t parse_size() {
    skip_space();
    index_t size = 0;
    const char* const first = text_.data() + at_;
    const auto result = std::from_chars(first, text_.data() + text_.size(), size);
    if (result.ec == std::errc::result_out_of_range) fail("has a size beyond 64 bits");
    if (result.ec != std::errc()) fail("has a shape that is not a tuple of integers");
    if (size < 0) fail("has a negative size");
    // Leading zeros are no integer in Python, nor for NumPy; only 0 itself may be written as 00.
    if (size != 0 && *first == '0') fail(message("has the size ", size, " with leading zeros"));
    at_ += static_cast<std::size_t>(result.ptr - first);
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;
    return size;
  }

  /// Parses a string without escapes; no valid key or value contains any.
  std::string_view parse_string() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') fail("lacks a string");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) fail("has an unterminated string");
    const std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return content;
  }

  void skip_space() noexcept {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }
  bool accept(char c) noexcept {
    const bool here = sees(c);
    if (here) ++at_;
    return here;
  }
  bool accept_word(std::string_view word) noexcept {
    const bool here = text_.substr(at_, word.size()) == word;
    if (here) at_ += word.size();
    return here;
  }
  void expect(char c) {
    if (accept(c)) return;
    const char wanted[] = {c, '\0'};
    fail(message("lacks '", static_cast<const char*>(wanted), "'"));
  }

  /// Returns the text from '[' to the matching ']'. Brackets within strings do not count.
  std::string_view parse_list() {
    skip_space();
    const std::size_t start = at_;
    for (index_t depth = 0; at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        static_cast<void>(parse_string());
        continue;
      }
      ++at_;
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (depth == 0) return text_.substr(start, at_ - start);
    }
    fail("has an unterminated list");
  }

 private:
  const std::string& where_;
  const char* what_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
