// Json: writes JSON into a string, member after member.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include <ndx/ndx.hpp>

namespace explorer {

class Json {
 public:
  [[nodiscard]] const std::string& text() const { return text_; }

  Json& open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    value(name);
    text_ += ':';
    first_ = true;
    return *this;
  }

  void value(std::string_view text) {
    separate();
    text_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      if (static_cast<unsigned char>(c) < 0x20U) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
        text_ += code;
      } else {
        text_ += c;
      }
    }
    text_ += '"';
  }
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool flag) { separate(), text_ += flag ? "true" : "false"; }
  /// As text where a double of JavaScript would round.
  void value(ndx::index_t number) {
    constexpr ndx::index_t kExact = ndx::index_t{1} << 53;
    if (number > kExact || number < -kExact) return value(std::to_string(number));
    separate(), text_ += std::to_string(number);
  }
  void value(std::size_t number) { value(static_cast<ndx::index_t>(number)); }
  void value(double number) {
    if (!std::isfinite(number))
      return value(std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", number);
    separate(), text_ += digits;
  }
  void value(ndx::DimsView dims) { values(dims); }

  template <class Range>
  void values(const Range& range) {
    open('[');
    for (const auto& item : range) value(item);
    close(']');
  }

  template <class T>
  Json& member(std::string_view name, const T& what) {
    key(name).value(what);
    return *this;
  }

 private:
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }

  std::string text_;
  bool first_ = true;
};

}  // namespace explorer
